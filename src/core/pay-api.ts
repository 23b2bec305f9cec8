/**
 * The contract between a page and the shop's signer: requests and answers. Both sides import these types and nothing else
 * from each other. No member can hold a card number or a CVN.
 *
 * All calls are `POST` with a JSON body to a path below the signer's base URL, from the same or an allowed origin:
 * `{signer}/order` takes {@link OrderRequest}, answers {@link OrderAnswer};
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
import type { RefusalCode } from './refusals.js';

/**
 * Asks for the key of an order. A repeated request gets the same key: an order has one current key. Another price means
 * another key, and at most three replaced keys may be payable at a time: so a page asks for one only when the shopper pays.
 */
export interface AuthKeyRequest {
  /** Identifies the order for the shop's back end. Opaque to Florin, at most 4,096 characters. */
  readonly order: string;
  /** Pays with a saved card: its handle, as listed. The shopper then types only a CVN. */
  readonly card?: string;
  /**
   * The service's card type (`VC`, `MC`, `AX`, `DC`, `JC`) of the typed number, or `other`: the amount of the key then
   * includes its surcharge. If absent, the answer is a key with any surcharge.
   */
  readonly cardType?: string;
  /**
   * The shopper has not pressed the button yet. If the order has a key of another price, the answer is the price alone
   * ({@link PriceAnswer}), and no key is made.
   */
  readonly beforePay?: boolean | undefined;
  /**
   * The amount on the button that the shopper has pressed. If the price is another, the order's key is not replaced, and the
   * answer is the price alone.
   */
  readonly shown?: Money | undefined;
  /** Asks for a key that can also save the card, when the card is sent with `StoreCard`. Not with `card`. */
  readonly storeCard?: boolean;
  /** The references (Crn1 to Crn3) that the shopper typed. */
  readonly references?: References | undefined;
  /** Colours of the service's own frame. Default: those that the shop has chosen. */
  readonly scheme?: PageScheme | undefined;
}

/** Colours of the page, for the service's own frame. A key keeps the scheme of the request that made it. */
export type PageScheme = 'light' | 'dark' | 'auto';

/** Asks, before a card is typed, whether the order can be paid. Makes no key, and is no sign that a card was sent. */
export interface OrderRequest {
  /** As in {@link AuthKeyRequest}. */
  readonly order: string;
}

/**
 * `payable`: nothing was sent yet, or no payment was found. Else the result of the order's payment, or of its last attempt.
 * With the price, as long as the order can be paid and the shop names one.
 */
export type OrderAnswer = ({ readonly status: 'payable' } | PaymentResult) & { readonly price?: PriceBeforeKey };

/** Validates references; nothing is created or stored. */
export interface ReferencesRequest {
  /** As in {@link AuthKeyRequest}. */
  readonly order: string;
  /** The typed references. */
  readonly references: References;
}

/**
 * The action of an order: `payment` charges the card; `preauth` reserves the amount, which the shop captures later;
 * `verify_only` (version 3, amount 0) verifies the card and charges nothing.
 */
export type OrderAction = 'payment' | 'preauth' | 'verify_only';

/** The price of an order now. */
export interface OrderPrice {
  /** The signer's name of the order. */
  readonly order: string;
  /** Absent for a payment. */
  readonly action?: Exclude<OrderAction, 'payment'>;
  /** What will be charged or reserved, surcharge included, in minor units. */
  readonly amount: Money;
  /** Part of `amount`, in minor units; absent when there is none. */
  readonly surcharge?: Money;
  /**
   * The shop's surcharge of each card type, in minor units; absent for a shop without surcharges. The key pays only with
   * cards that have its surcharge: for another card, the page asks for a new key before it sends anything.
   */
  readonly surcharges?: Readonly<Record<string, number>>;
  /** True when no bank is asked. */
  readonly testMode: boolean;
}

/** The price of an order that has no key yet: `amount` is without any surcharge. */
export type PriceBeforeKey = Pick<OrderPrice, 'amount' | 'surcharges' | 'action'>;

/** The order's key has another price. A request with this price as `shown` makes another key. */
export interface PriceAnswer extends OrderPrice {
  readonly status: 'priced';
}

/** A one-time AuthKey and all that the page needs to use it. */
export interface AuthKeyGrant extends OrderPrice {
  readonly status: 'granted';
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
  /** The request had `storeCard`, and a shopper is signed in for whom the card can be saved. */
  readonly storesCard?: true;
  /** Seconds from now until the service forgets the key. */
  readonly expiresInSeconds: number;
}

/**
 * The key to pay with, or the price alone; or the result of an earlier attempt, if that is not settled or no other attempt is
 * possible.
 */
export type AuthKeyAnswer = AuthKeyGrant | PriceAnswer | PaymentResult;

/** Asks for the result of an attempt. Without a result key the signer searches by the attempt's reference. */
export interface ResultRequest {
  /** As granted with the key. */
  readonly claim: string;
  /** As answered by the service (T5), a GUID. Absent when the answer was lost. */
  readonly resultKey?: string;
}

/**
 * The result of an attempt to pay, as the signer fetched it from the service.
 *
 * - `approved`, `declined`: the bank answered. After a decline the order may have a new key.
 * - `failed`: a final error without an answer of the bank; no money moved; the order may have a new key.
 * - `open`: no transaction was found and the key can still be used; it makes at most one transaction.
 * - `expired`: no transaction was found and the key has expired; the order may have a new key.
 * - `pending`: not known yet. Ask again after `retryAfterSeconds`. Never offer to pay again. {@link Wait} says for how long.
 * - `review`: the service's answer does not match the order, or the order was paid more than once. Money may have moved;
 *   the shop was notified. Never offer to pay again.
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
  | { readonly status: 'open' | 'expired'; readonly order: string; readonly claim: string }
  | ({ readonly status: 'review'; readonly order: string; readonly claim: string } & ShopContact)
  | ({
      readonly status: 'pending';
      readonly order: string;
      readonly claim: string;
      readonly retryAfterSeconds: number;
    } & Wait &
      ShopContact);

/** What a pending attempt waits for. Both members are absent if the signer does not know. */
export interface Wait {
  /**
   * - `shopper`: 3-D Secure waits for the shopper. It usually ends by itself within `endsInSeconds`; then nothing was charged.
   * - `bank`: the service has the transaction, but not its outcome. After `endsInSeconds` the shop has to review it.
   * - `key`: no transaction was found, but the key can still be paid. After `endsInSeconds` the order can be paid again, if a
   *   search then finds nothing.
   */
  readonly waitsFor?: 'shopper' | 'bank' | 'key';
  /** Seconds from now; 0 or more. */
  readonly endsInSeconds?: number;
}

/** How the shop tells the shopper about a payment whose outcome is not known: the signer's options of these names. */
export interface ShopContact {
  /** How the shopper reaches the shop. */
  readonly support?: Support;
  /** The shop sends an e-mail as soon as it knows the outcome. */
  readonly confirmsByEmail?: true;
}

/** How a shopper reaches the shop: a sentence, or at least one address. `url` is http or https. */
export type Support =
  | string
  | {
      /** E-mail address. */
      readonly email?: string;
      /** Phone number, as shown. */
      readonly phone?: string;
      /** URL of a page for questions. */
      readonly url?: string;
    };

/** Charges or stores the card in the service's own frame (T10, D11). A repeated request has no further effect. */
export interface ProcessRequest {
  /** As granted with the key. */
  readonly claim: string;
  /** Card details that the frame does not ask for. Month and year have two digits each. */
  readonly card?: {
    readonly holderName?: string;
    readonly expiryMonth?: string;
    readonly expiryYear?: string;
  };
  /** The shopper accepts the terms of direct debit. Required to store a bank account. */
  readonly acceptsDirectDebit?: boolean;
  /** The shopper agrees that the payment saves the card. */
  readonly storeCard?: boolean;
}

/**
 * - `field_error`: the service refused a field; `apiCode` (100 to 131) says which one. The key can still be used.
 * - `challenge`: open `redirectionUrl`, the 3-D Secure step, unchanged.
 * - all others: the result of the attempt; `pending` if the service's answer was lost: ask for the result then.
 */
export type ProcessAnswer =
  | PaymentResult
  | TokenResult
  | { readonly status: 'field_error'; readonly claim: string; readonly apiCode: number }
  | { readonly status: 'challenge'; readonly claim: string; readonly redirectionUrl: string };

/** A stored card or bank account as its shopper may see it. */
export interface SavedCard {
  /** Identifies the card in this shopper's session only. Opaque; never the service's token. */
  readonly handle: string;
  /** Whether it is a card or a bank account. */
  readonly kind: 'card' | 'bank_account';
  /** The service's card type (`VC`, `MC`, `AX`, `DC`, `JC`); empty for an account and when unknown. */
  readonly type: string;
  /** Last three digits of the card or account number, as masked by the service. */
  readonly lastDigits: string;
  /** `MMYY`; empty for an account. */
  readonly expiry: string;
  /** Whether its expiry date has passed. */
  readonly isExpired: boolean;
  /** Name on the card, or of the account. */
  readonly holderName: string;
  /**
   * In a list: the handles of older entries with the same mask, expiry and holder, because the service makes a new entry
   * each time the same card is saved.
   */
  readonly others?: readonly string[];
}

/** The shopper's saved cards, newest first; equal entries are one card. */
export interface CardsAnswer {
  /** The cards. */
  readonly cards: readonly SavedCard[];
}

/** Removes a saved card. */
export interface RemoveCardRequest {
  /** Its handle, as listed. */
  readonly card: string;
  /** Further entries to remove, as listed with the card. */
  readonly others?: readonly string[];
}

/** Asks for a key with which the page adds a card or a bank account, or updates a saved one. */
export type TokenKeyRequest = TokenTask & {
  /**
   * What the shopper enters. The service's own frame and page show this form first, and an entry to be updated must be of
   * this kind. Default: a card to add, and either kind to update.
   */
  readonly kind?: SavedCard['kind'];
  readonly scheme?: PageScheme | undefined;
};

/** The task; `card` is the handle of the entry to update, as listed. */
type TokenTask = { readonly task: 'add' } | { readonly task: 'update'; readonly card: string };

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
  /** As in {@link AuthKeyGrant}, for a card; signed for a form that saves, not for one that pays. */
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
 * The result of saving or updating a card or bank account, as the signer fetched it from the service.
 *
 * - `stored`: the entry was saved or updated.
 * - `open`: nothing was stored yet, and the key can still be used.
 * - `expired`: nothing was stored and the key has expired; ask for a new one.
 * - `pending`: not known yet. Ask again after `retryAfterSeconds`.
 * - `review`: the stored entry does not match the request; the shop was notified.
 */
export type TokenResult =
  | { readonly status: 'stored'; readonly claim: string; readonly card: SavedCard }
  | { readonly status: 'open' | 'expired' | 'review'; readonly claim: string }
  | { readonly status: 'pending'; readonly claim: string; readonly retryAfterSeconds: number };

/** The details of a transaction that a shopper may see. */
export interface Receipt {
  readonly outcome: 'approved' | 'declined' | 'failed';
  readonly order: string;
  readonly merchantName: string;
  /** Absent for a payment. */
  readonly action?: Exclude<OrderAction, 'payment'>;
  /** The total that was charged or reserved, in minor units. */
  readonly amount: Money;
  /** Part of `amount`, in minor units; absent when there is none. */
  readonly surcharge?: Money;
  readonly card?: {
    /** The service's card type (`VC`, `MC`, `AX`, `DC`, `JC`), empty when unknown. */
    readonly type: string;
    /** Last three digits, as masked by the service. */
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
   * Why the payment was not sent to the bank: 3-D Secure `failed`, or was `not_completed` in time. Absent in all other
   * cases.
   */
  readonly authentication?: 'failed' | 'not_completed';
  /** The service's text of the outcome, for support; not a message for the shopper. */
  readonly responseText: string;
  /** The order's own references (Crn1 to Crn3), empty ones left out. */
  readonly references: readonly string[];
  readonly isTest: boolean;
}

/** The body of every refusal. */
export interface SignerRefusal {
  readonly error: {
    /** docs/reference/error-codes.md has the meaning of each. */
    readonly code: RefusalCode;
    /** For developers, in English. */
    readonly message: string;
    /** As the header `Retry-After`. */
    readonly retryAfterSeconds?: number | undefined;
    /** With `reference_refused`. */
    readonly reference?:
      | {
          /** Which reference was refused. */
          readonly name: ReferenceName;
          /** Why. */
          readonly problem: ReferenceProblem;
        }
      | undefined;
  };
}
