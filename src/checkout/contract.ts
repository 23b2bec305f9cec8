/** What a checkout takes, tells and does: the contract between the flow and whatever shows it. */
import type { FlorinError } from '../core/errors.js';
import type { Money } from '../core/money/money.js';
import type { AuthKeyGrant, AuthKeyRequest, PaymentResult } from '../core/pay-api.js';
import type { RecordStorage } from './attempt-record.js';
import type { ChallengeState, OpenChallenge } from './challenge-step.js';
import type { CardField, CardInput, SavedCardInput, SendCard } from './submit-card.js';
import type { Timers } from './timers.js';
import type { CheckoutStatus } from './transitions.js';

/** What `createCheckout` needs; everything but the first two has the browser's own as its default. */
export interface CheckoutOptions {
  /** Where the shop's signer answers, `/pay` for example. */
  readonly signerUrl: string;
  /** What the shop's back end knows the order by. */
  readonly order: string;
  /** What a key is asked for with besides, at the moment when that is done. When that has changed, another key is made before anything is sent. */
  readonly asks?: () => Pick<AuthKeyRequest, 'references' | 'card' | 'storeCard'>;
  readonly fetch?: typeof globalThis.fetch;
  readonly storage?: RecordStorage | undefined;
  readonly timers?: Timers;
  readonly isOnline?: () => boolean;
  /** Opens the bank's step in the page. Without it, and for a step that is not at the service's origin, the page is left. */
  readonly challenge?: OpenChallenge | undefined;
  /** Leaves the page for the bank's step. */
  readonly navigate?: (url: string) => void;
  /** Disposes of the checkout when it aborts. */
  readonly signal?: AbortSignal;
}

/** What a key is made for besides its order: a saved card that pays, or a card that may be kept. */
export type KeyWish = Pick<AuthKeyRequest, 'card' | 'storeCard'>;

/** Where the payment stands. Never holds a key or card data. */
export interface CheckoutState {
  readonly status: CheckoutStatus;
  /** What will be charged; known once the signer has given a key. */
  readonly amount?: Money;
  /** Part of `amount`. */
  readonly surcharge?: Money | undefined;
  /** What each card type of the service adds, in minor units; for a shop with surcharges, known with the amount. */
  readonly surcharges?: Readonly<Record<string, number>> | undefined;
  /** What the order asks for, when that is no payment; known with the amount. */
  readonly action?: AuthKeyGrant['action'];
  /** True when no bank is asked; known with the amount. */
  readonly testMode?: boolean;
  /** The signer's last word on this order. */
  readonly result?: PaymentResult;
  /** Why the last step did not work. */
  readonly error?: FlorinError;
  /** The field that the service found fault with, in `ready`. */
  readonly refusedField?: CardField;
  /**
   * When a card went out, in milliseconds since 1970; while that attempt is under way or unknown, and in `approved`
   * when this page is the first to learn it.
   */
  readonly submittedAt?: number;
  /**
   * How the bank's step stands, in `challenging`, `confirming` and `unknown`. In `unknown` it can be gone on with
   * ({@link Checkout.continueChallenge}) as long as the signer does not know how the payment ended.
   */
  readonly challenge?: ChallengeState;
  /**
   * True in `unknown`, and in the state that it leads to, when the service had no use for the key any more as the card came:
   * what the signer finds is an earlier payment of this order, in another tab perhaps, made with another card.
   */
  readonly keyWasUsed?: boolean;
}

/** What a shopper was shown of the price when the button was pressed. */
export interface ShownPrice {
  /** The service's type of the card that is typed; empty when it is not known or has none. Decides the surcharge. */
  readonly cardType?: string | undefined;
  /** What the button said, surcharge included. Anything else is not charged: then `amount_changed` stands in `ready`. */
  readonly amount?: Money | undefined;
}

/** One order's payment. All calls are safe in every state. */
export interface Checkout {
  readonly state: CheckoutState;
  /** Calls back after each change; the answer ends it. */
  subscribe(listener: (state: CheckoutState) => void): () => void;
  /** The shopper has begun to type, a card of this type as far as is known: gets the key, unless one is held. */
  prepare(cardType?: string): void;
  /** Pays. While a payment is under way, every further call joins it. Resolves when it has come to rest. */
  submit(card: CardInput | SavedCardInput | SendCard, shown?: ShownPrice): Promise<CheckoutState>;
  /**
   * The order has changed, its cart for example: gets a key for what it costs now, if one is held that was not used.
   * Changes nothing once a card is on its way.
   */
  refresh(): Promise<CheckoutState>;
  /** Opens the bank's step again after it was left. Changes nothing when there is none that waits. */
  continueChallenge(): Promise<CheckoutState>;
  /** After a page load: if a card had gone out before, finds out what became of it. */
  resume(): void;
  /** The page came back from the back-forward cache. */
  restore(): void;
  /** Aborts everything. */
  dispose(): void;
}
