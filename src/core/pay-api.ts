/**
 * What a page asks of the shop's signer, and what it gets back. Both sides import these types and nothing else
 * from each other. No member can hold a card number or a CVN.
 *
 * All calls are `POST` with a JSON body below the signer's base URL, same origin or an allowed one:
 * `{signer}/authkey` takes {@link AuthKeyRequest}, answers {@link AuthKeyAnswer};
 * `{signer}/result` takes {@link ResultRequest}, answers {@link PaymentResult}.
 * `{signer}/references` takes {@link ReferencesRequest}, answers an empty object or refuses as `authkey` would;
 * `{signer}/process` takes {@link ProcessRequest}, answers {@link ProcessAnswer};
 * `{signer}/cards` takes an empty object, answers {@link CardsAnswer};
 * `{signer}/cards/remove` takes {@link RemoveCardRequest}, answers {@link CardsAnswer};
 * `{signer}/tokenkey` takes {@link TokenKeyRequest}, answers {@link TokenKeyGrant};
 * `{signer}/tokenresult` takes {@link ResultRequest}, answers {@link TokenResult}.
 * A refusal is HTTP 4xx (503 when the service cannot be reached) with a {@link SignerRefusal}.
 */
import type { Advice } from './outcome.js';
import type { Money } from './money/money.js';
import type { ReferenceName, ReferenceProblem, References } from './reference.js';

/** Asks for the key of an order. Asking again gives the same key: an order has one current key. */
export interface AuthKeyRequest {
  /** What the shop's back end knows the order by. Opaque to Florin, at most 4,096 characters. */
  readonly order: string;
  /** Pays with a saved card: its handle, as listed. Then only a CVN may be typed. */
  readonly card?: string;
  /**
   * The service's card type (`VC`, `MC`, `AX`, `DC`, `JC`) of the number that is typed, or `other`: the key is then priced
   * with its surcharge. While it is left out, a key of any surcharge will do.
   */
  readonly cardType?: string;
  /** The shopper may have the card kept: the key stores it when it is sent with `StoreCard`. Not with `card`. */
  readonly storeCard?: boolean;
  /** What the shopper has typed of the references (Crn1 to Crn3) that the shop leaves to the shopper. */
  readonly references?: References | undefined;
}

/** Asks whether references would be taken; nothing is made or kept. */
export interface ReferencesRequest {
  readonly order: string;
  readonly references: References;
}

/** A one-time AuthKey and all that the page needs to use it. */
/**
 * What an order asks of a card: `payment` charges it; `preauth` reserves the amount, which the shop captures later;
 * `verify_only` (version 3, amount 0) asks whether the card is good, and charges nothing.
 */
export type OrderAction = 'payment' | 'preauth' | 'verify_only';

export interface AuthKeyGrant {
  readonly status: 'granted';
  /** The order as the signer names it. */
  readonly order: string;
  /** Binds questions about the result to this order and attempt. Opaque; travels in POST bodies only. */
  readonly claim: string;
  /** One-time key, a GUID. */
  readonly authKey: string;
  /** Absolute URL on the service's origin that takes the card (T5). */
  readonly submitUrl: string;
  /** The key and its address, signed for the frame that holds the card (invariant 10). Absent without frame isolation. */
  readonly signedKey?: string;
  /** The service's own frame for this key (T9), where the shop allows the method `iframe`; then {@link ProcessRequest}. */
  readonly frameUrl?: string;
  /** The service's hosted page for this key (T12), where the shop allows the method `redirect`. */
  readonly hostedUrl?: string;
  /** The saved card that the key pays with. */
  readonly card?: SavedCard;
  /** Asked for with `storeCard`, and somebody is logged in whose card it would be. */
  readonly storesCard?: true;
  /** Absent for a payment. */
  readonly action?: Exclude<OrderAction, 'payment'>;
  /** What will be charged or reserved, surcharge included, in minor units. */
  readonly amount: Money;
  /** Part of `amount`, in minor units; absent when there is none. */
  readonly surcharge?: Money;
  /**
   * What the shop adds for each card type, in minor units; absent for a shop without surcharges. The key pays with cards
   * of its own surcharge only: for another, a key is asked for anew before anything is sent.
   */
  readonly surcharges?: Readonly<Record<string, number>>;
  /** Seconds from now until the service forgets the key. */
  readonly expiresInSeconds: number;
  /** True when no bank is asked. */
  readonly testMode: boolean;
}

/** The key to pay with; or, for an order that has an attempt to settle first or none to make, what became of it. */
export type AuthKeyAnswer = AuthKeyGrant | PaymentResult;

/** Asks what became of an attempt. Without a result key the signer searches by the attempt's reference. */
export interface ResultRequest {
  /** As granted with the key. */
  readonly claim: string;
  /** As answered by the service (T5), a GUID. Absent when the answer was lost. */
  readonly resultKey?: string;
}

/**
 * What became of an attempt to pay, as the signer found out from the service itself.
 *
 * - `approved`, `declined`: the bank answered. After a decline the order may have a new key.
 * - `failed`: a final error that was not the bank's word; no money moved; the order may have a new key.
 * - `open`: no transaction was found and the key can still be used; it makes at most one transaction.
 * - `expired`: no transaction was found and the key is dead; the order may have a new key.
 * - `pending`: not known yet. Ask again after `retryAfterSeconds`. Never offer to pay again.
 * - `review`: the service's answer does not match the order, or it was paid more than once. Money may have moved;
 *   the shop has been told. Never offer to pay again.
 */
export type PaymentResult =
  | { readonly status: 'approved'; readonly order: string; readonly claim: string; readonly receipt: Receipt }
  | {
      readonly status: 'declined' | 'failed';
      readonly order: string;
      readonly claim: string;
      readonly advice: Advice;
      readonly receipt: Receipt;
    }
  | { readonly status: 'open' | 'expired' | 'review'; readonly order: string; readonly claim: string }
  | { readonly status: 'pending'; readonly order: string; readonly claim: string; readonly retryAfterSeconds: number };

/** Has what waits in the service's own frame charged or stored (T10, D11). Asking again does no harm. */
export interface ProcessRequest {
  /** As granted with the key. */
  readonly claim: string;
  /** What the frame does not ask for. Two digits each. */
  readonly card?: {
    readonly holderName?: string;
    readonly expiryMonth?: string;
    readonly expiryYear?: string;
  };
  /** The shopper accepts the terms of direct debit: a bank account is stored only then. */
  readonly acceptsDirectDebit?: boolean;
}

/**
 * - `field_error`: the service refused what was typed; `apiCode` (100 to 199) says which field. The key is as it was.
 * - `challenge`: the shopper goes to `redirectionUrl`, the 3-D Secure step, unchanged.
 * - all else: what became of the attempt; `pending` when the service's answer was lost, and then ask for the result.
 */
export type ProcessAnswer =
  | PaymentResult
  | TokenResult
  | { readonly status: 'field_error'; readonly claim: string; readonly apiCode: number }
  | { readonly status: 'challenge'; readonly claim: string; readonly redirectionUrl: string };

/** A stored card or bank account as its shopper may see it. */
export interface SavedCard {
  /** Names the card in this shopper's session, and nowhere else. Opaque; never the service's token. */
  readonly handle: string;
  readonly kind: 'card' | 'bank_account';
  /** The service's card type (`VC`, `MC`, `AX`, `DC`, `JC`); empty for an account and when unknown. */
  readonly type: string;
  /** Last three digits of the card or account number, as the service masks. */
  readonly lastDigits: string;
  /** `MMYY`; empty for an account. */
  readonly expiry: string;
  readonly isExpired: boolean;
  readonly holderName: string;
}

/** The shopper's saved cards, newest first. */
export interface CardsAnswer {
  readonly cards: readonly SavedCard[];
}

export interface RemoveCardRequest {
  readonly card: string;
}

/** Asks for a key with which the page adds a card or a bank account, or updates a saved one. */
export type TokenKeyRequest = TokenTask & {
  /**
   * What the shopper is asked for. The service's own frame and page begin with it, and what is updated has to be of this
   * kind. Default: a card, and whatever is named.
   */
  readonly kind?: SavedCard['kind'];
};

/** What is to be done; `card` is the handle of what is changed, as listed. */
export type TokenTask = { readonly task: 'add' } | { readonly task: 'update'; readonly card: string };

/** A one-time key for one card or bank account, and all that the page needs to use it. */
export interface TokenKeyGrant {
  readonly status: 'granted';
  readonly task: 'add' | 'update';
  /** Binds questions about the result to this attempt. Opaque; travels in POST bodies only. */
  readonly claim: string;
  /** One-time key, a GUID. */
  readonly authKey: string;
  /** Absolute URL on the service's origin that takes the card or account (D9, D10). */
  readonly submitUrl: string;
  /** As in {@link AuthKeyGrant}, of a card: signed for a form that saves, not for one that pays. */
  readonly signedKey?: string;
  /** The service's own frame (D13), where the shop allows the method `iframe`. */
  readonly frameUrl?: string;
  /** The service's hosted page (D14), where the shop allows the method `redirect`. */
  readonly hostedUrl?: string;
  /** The card to be updated. */
  readonly card?: SavedCard;
  /** Seconds from now until the service forgets the key. */
  readonly expiresInSeconds: number;
}

/**
 * What became of storing a card, as the signer found out from the service itself.
 *
 * - `stored`: the card is saved, or changed.
 * - `open`: nothing was stored yet, and the key can still be used.
 * - `expired`: nothing was stored and the key is dead; another may be had.
 * - `pending`: not known yet. Ask again after `retryAfterSeconds`.
 * - `review`: what was stored is not what was asked for; the shop has been told.
 */
export type TokenResult =
  | { readonly status: 'stored'; readonly claim: string; readonly card: SavedCard }
  | { readonly status: 'open' | 'expired' | 'review'; readonly claim: string }
  | { readonly status: 'pending'; readonly claim: string; readonly retryAfterSeconds: number };

/** What a shopper may see of a transaction. */
export interface Receipt {
  readonly outcome: 'approved' | 'declined' | 'failed';
  readonly order: string;
  readonly merchantName: string;
  /** Absent for a payment. */
  readonly action?: Exclude<OrderAction, 'payment'>;
  /** Charged or reserved in all, in minor units. */
  readonly amount: Money;
  /** Part of `amount`, in minor units; absent when there is none. */
  readonly surcharge?: Money;
  readonly card?: {
    /** The service's card type (`VC`, `MC`, `AX`, `DC`, `JC`), empty when unknown. */
    readonly type: string;
    /** Last three digits, as the service masks. */
    readonly lastDigits: string;
    /** `MMYY`. */
    readonly expiry: string;
  };
  readonly receiptNumber: string;
  readonly txnNumber: string;
  /** ISO 8601 instant with offset. */
  readonly processedAt: string;
  /** Issued by the acquirer; empty when there is none. */
  readonly authoriseId: string;
  /**
   * Why no bank was asked: the bank's check of the shopper (3-D Secure) was `failed`, or `not_completed` in its time.
   * Absent in all other cases.
   */
  readonly authentication?: 'failed' | 'not_completed';
  /** The service's word for the outcome, for support; not for the shopper's eyes first. */
  readonly responseText: string;
  /** The order's own references (Crn1 to Crn3), empty ones left out. */
  readonly references: readonly string[];
  readonly isTest: boolean;
}

/** The body of every refusal. */
export interface SignerRefusal {
  readonly error: {
    /**
     * - `bad_request`: the body, header or path is not what this call takes.
     * - `order_refused`: unknown order, or not this shopper's; the same words for both.
     * - `claim_refused`: unknown, foreign or malformed claim; the same words for all.
     * - `card_refused`: unknown, foreign, removed, expired or malformed handle of a saved card; the same words for all.
     * - `reference_refused`: a reference that the shopper has to give is missing or wrong; `reference` says which.
     * - `shopper_refused`: nobody is logged in who could have saved cards.
     * - `rate_limited`: too many calls; `Retry-After` says when.
     * - `origin_refused`: the call came from a page of another origin.
     * - `service_unreachable`: the payment service did not answer; nothing was charged by this call.
     */
    readonly code:
      | 'bad_request'
      | 'order_refused'
      | 'claim_refused'
      | 'card_refused'
      | 'shopper_refused'
      | 'reference_refused'
      | 'rate_limited'
      | 'origin_refused'
      | 'service_unreachable';
    readonly message: string;
    /** With `reference_refused`. */
    readonly reference?: { readonly name: ReferenceName; readonly problem: ReferenceProblem } | undefined;
  };
}
