/**
 * What a page asks of the shop's signer, and what it gets back. Both sides import these types and nothing else
 * from each other. No member can hold a card number or a CVN.
 *
 * All calls are `POST` with a JSON body below the signer's base URL, same origin or an allowed one:
 * `{signer}/authkey` takes {@link AuthKeyRequest}, answers {@link AuthKeyAnswer};
 * `{signer}/result` takes {@link ResultRequest}, answers {@link PaymentResult}.
 * A refusal is HTTP 4xx (503 when the service cannot be reached) with a {@link SignerRefusal}.
 */
import type { Advice } from './outcome.js';
import type { Money } from './money/money.js';

/** Asks for the key of an order. Asking again gives the same key: an order has one current key. */
export interface AuthKeyRequest {
  /** What the shop's back end knows the order by. Opaque to Florin, at most 4,096 characters. */
  readonly order: string;
}

/** A one-time AuthKey and all that the page needs to use it. */
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
  /** What will be charged, surcharge included, in minor units. */
  readonly amount: Money;
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

/** What a shopper may see of a transaction. */
export interface Receipt {
  readonly outcome: 'approved' | 'declined' | 'failed';
  readonly order: string;
  readonly merchantName: string;
  /** Charged in all, in minor units. */
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
     * - `rate_limited`: too many calls; `Retry-After` says when.
     * - `origin_refused`: the call came from a page of another origin.
     * - `service_unreachable`: the payment service did not answer; nothing was charged by this call.
     */
    readonly code:
      'bad_request' | 'order_refused' | 'claim_refused' | 'rate_limited' | 'origin_refused' | 'service_unreachable';
    readonly message: string;
  };
}
