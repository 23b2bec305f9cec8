/** Options, state and methods of a checkout: the contract between the flow and its user interface. */
import type { FlorinError } from '../core/errors.js';
import type { Money } from '../core/money/money.js';
import type { AuthKeyGrant, AuthKeyRequest, PaymentResult, TokenResult } from '../core/pay-api.js';
import type { RecordStorage } from './attempt-record.js';
import type { ChallengeState, OpenChallenge } from './challenge-step.js';
import type { AccountField } from './submit-account.js';
import type { CardField, CardInput, SavedCardInput, SendCard } from './submit-card.js';
import type { Timers } from './timers.js';
import type { CheckoutStatus } from './transitions.js';

/** Options of `createCheckout`. All but the first two default to those of the browser. */
export interface CheckoutOptions {
  /** Address of the shop's signer, such as `/pay`. */
  readonly signerUrl: string;
  /** Identifies the order for the shop's back end. Read at each call, so it may be a getter of the newest order token. */
  readonly order: string;
  /** Resolves to another token of the same order, after the signer has refused this one; empty if there is none. */
  readonly renewOrder?: (() => Promise<string>) | undefined;
  /** Returns further members of the request for a key. If they have changed, a new key is requested before a submission. */
  readonly asks?: () => Pick<AuthKeyRequest, 'references' | 'card' | 'storeCard'>;
  /** Calls the signer and the service. Default: `fetch` of the browser. */
  readonly fetch?: typeof globalThis.fetch;
  /** Keeps the attempt for a reload of the page. Default: `sessionStorage`. With undefined nothing is kept. */
  readonly storage?: RecordStorage | undefined;
  /** Clock and timeouts. Default: those of the browser. */
  readonly timers?: Timers;
  /** Whether the browser has a network. Default: `navigator.onLine`. */
  readonly isOnline?: () => boolean;
  /** Opens the 3-D Secure step in the page. Without it, and for a step of another origin, the page navigates to it. */
  readonly challenge?: OpenChallenge | undefined;
  /** Navigates to the 3-D Secure step. */
  readonly navigate?: (url: string) => void;
  /** Disposes the checkout when it aborts. */
  readonly signal?: AbortSignal;
}

/** The options of every attempt, to pay or to save. */
export interface AttemptOptions extends Omit<CheckoutOptions, 'order' | 'asks'> {
  /** An attempt without a record in this browser tab, for `resume` to show. */
  readonly claim?: string;
}

/** The state of every attempt, to pay or to save. */
export interface AttemptState {
  readonly status: CheckoutStatus | 'saved';
  readonly error?: FlorinError;
  readonly result?: PaymentResult | TokenResult;
  readonly refusedField?: CardField | AccountField;
  readonly submittedAt?: number;
  readonly challenge?: ChallengeState;
  readonly keyWasUsed?: boolean;
}

/** Options of a key: the saved card that pays, or that the card may be saved. */
export type KeyOptions = Pick<AuthKeyRequest, 'card' | 'storeCard'>;

/** The state of a payment. It never contains a key or card data. */
export interface CheckoutState {
  readonly status: CheckoutStatus;
  /** The amount that will be charged; known after the signer's first answer. */
  readonly amount?: Money;
  /** Part of `amount`. */
  readonly surcharge?: Money | undefined;
  /** The surcharge of each card type, in minor units; for a shop with surcharges, known with the key. */
  readonly surcharges?: Readonly<Record<string, number>> | undefined;
  /** The action of the order, if it is not a payment; known with the key. */
  readonly action?: AuthKeyGrant['action'];
  /** True if the payment does not reach a bank; known with the key. */
  readonly testMode?: boolean;
  /** The signer's last result for this order. */
  readonly result?: PaymentResult;
  /** The error of the last step. */
  readonly error?: FlorinError;
  /** The field that the service refused, in `ready`. */
  readonly refusedField?: CardField;
  /**
   * Time of the submission, in milliseconds since 1970; while the attempt is in progress or unknown, and in `approved` if
   * this page is the first to receive the result.
   */
  readonly submittedAt?: number;
  /**
   * State of the 3-D Secure step, in `challenging`, `confirming` and `unknown`. In `unknown` it can be continued
   * ({@link Checkout.continueChallenge}) until the signer knows the result.
   */
  readonly challenge?: ChallengeState;
  /**
   * True in `unknown`, and in the state after it, if the service answered that the key was used already: the signer's result
   * is that of an earlier payment of this order, perhaps in another tab and with another card.
   */
  readonly keyWasUsed?: boolean;
}

/** What the page showed when the shopper pressed the button. */
export interface ShownPrice {
  /** The service's type of the typed card; empty if unknown. It decides the surcharge. */
  readonly cardType?: string | undefined;
  /** The amount on the button, surcharge included. Another amount is not charged: the state is `ready` with `amount_changed`. */
  readonly amount?: Money | undefined;
  /** Nothing is typed in this page: the button opens another page. Its answer `open` is final at once. */
  readonly isAway?: boolean | undefined;
}

/** The payment of one order. All methods are safe in every state. */
export interface Checkout {
  /** The state now. */
  readonly state: CheckoutState;
  /** Calls the listener after each change. Returns a function that removes it. */
  subscribe(listener: (state: CheckoutState) => void): () => void;
  /** Requests the key, unless there is one: the shopper has started to type a card, of this type if known. */
  prepare(cardType?: string): void;
  /** Pays. Calls during a payment return its promise. Resolves with the state after the payment's last step. */
  submit(card: CardInput | SavedCardInput | SendCard, shown?: ShownPrice): Promise<CheckoutState>;
  /**
   * The order has changed, for example its cart: asks for its price, as often as you like. A key for another price is made
   * when the shopper pays. Does nothing before the signer was asked, and after a submission.
   */
  refresh(): Promise<CheckoutState>;
  /** Opens the 3-D Secure step again after it was left. Does nothing if there is none. */
  continueChallenge(): Promise<CheckoutState>;
  /** After a page load: fetches the result of an earlier submission of this browser tab, if there was one. */
  resume(): void;
  /**
   * After a page load and `resume`, before anything is typed: asks the signer whether the order was paid, or is being paid, in
   * any browser. Then the state is `approved`, `declined`, `failed` or `unknown`; else it stays `idle`. Never rejects.
   * @param isWanted false when the answer may not replace what the shopper has typed meanwhile
   */
  askBefore(isWanted?: () => boolean): Promise<void>;
  /** The page came back from the back-forward cache. */
  restore(): void;
  /** Aborts everything. */
  dispose(): void;
}
