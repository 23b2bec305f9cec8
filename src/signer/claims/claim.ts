/**
 * A claim is the signer's record of one attempt to pay one order: the agreed terms, the reference
 * of this attempt only, and its AuthKey. Terms never change; a changed price is a new claim.
 * docs/invariants.md, invariant 3.
 */
import type { Money } from '../../core/money/money.js';
import type { AuthKeyGrant, OrderAction } from '../../core/pay-api.js';

/** The actions that a shop can request for an order. */
export const ORDER_ACTIONS: readonly OrderAction[] = ['payment', 'preauth', 'verify_only'];

/** The action of a claim on an order. @throws RangeError for a claim on a token */
export function orderActionOf({ action }: Terms): OrderAction {
  const known = ORDER_ACTIONS.find((each) => each === action);
  if (known) return known;
  throw new RangeError(`${action} is not an action of an order`);
}

/** The terms of one attempt. The AuthKey fixes all of them, so the page cannot change them. */
export interface Terms {
  readonly merchantNumber: string;
  /** `store_token`: the card of a payment, saved for its shopper (save-card.ts). */
  readonly action: OrderAction | 'add_token' | 'update_token' | 'store_token';
  /** Zero if the card is only stored or verified. */
  readonly amount: Money;
  /** Part of `amount`, in minor units; absent if none. */
  readonly surcharge?: number;
  /**
   * The service's names of the card types that this amount is for (surcharge.ts); absent if the
   * shop has no surcharges by card type.
   */
  readonly cardTypes?: readonly string[];
  readonly crn1: string;
  readonly crn2: string;
  readonly crn3: string;
  /** Empty if the shop has none. */
  readonly billerCode: string;
  readonly testMode: boolean;
  /** The shop's version of the price, for example a hash of the cart. Empty if the shop has none. */
  readonly version: string;
  /** The stored card that pays, or that is changed. It never leaves the server. */
  readonly dvToken?: string;
  /**
   * The shopper, and the session, for whom the card is stored; for a payment, only if the shopper
   * may save the card.
   */
  readonly owner?: CardOwner;
}

/** The terms without a meaning for an attempt that only stores or changes a card or a bank account. */
export const NO_ORDER_TERMS = { crn3: '', billerCode: '', testMode: false, version: '' } as const;

/** The owner of a stored card. */
interface CardOwner {
  readonly id: string;
  readonly session: string;
  readonly email: string;
  /**
   * The reference by which the service finds the shopper's cards. Only for payments; for other
   * attempts the terms hold it.
   */
  readonly crn1?: string;
  readonly crn2?: string;
}

/**
 * - `issuing`: a request is asking the service for the key; no page has it yet.
 * - `live`: the order's current key.
 * - `superseded`: the price changed and another claim follows, but this key can still be paid.
 * - `approved`, `declined`, `failed`: finished.
 * - `review`: money moved, but not as agreed (wrong terms, superseded key, second payment), or nobody knows what was agreed.
 * - `expired`: the key has expired, its grace period has ended, and no transaction was found.
 */
export type ClaimState = 'issuing' | 'live' | 'superseded' | 'approved' | 'declined' | 'failed' | 'review' | 'expired';

/**
 * How long after its expiry a key still counts as payable: longer than the service's own timeout of 100 s. Milliseconds.
 */
export const GRACE = 120_000;
/** How long after its key's expiry an `expired` claim is searched once more. Milliseconds. */
export const LAST_LOOK = 3_600_000;

/** All instants are milliseconds since 1970, UTC. */
export interface Claim {
  /** 32 lower-case hexadecimal digits. */
  readonly id: string;
  /** The merchant, the service and the mode (scope.ts). */
  readonly scope: string;
  /** Unique within the scope. */
  readonly order: string;
  /**
   * Counts from 1 for each order. Two claims never have the same number; this makes exactly one key
   * current.
   */
  readonly attempt: number;
  readonly terms: Terms;
  /** The MerchantReference of this attempt (references.ts): letters, digits, hyphens; at most 50. */
  readonly reference: string;
  readonly state: ClaimState;
  readonly claimedAt: number;
  /** Null until `live`. */
  readonly authKey: string | null;
  /** When the service stops accepting the key. Null until `live`. */
  readonly expiresAt: number | null;
  /** When the outcome was first asked for. The card may have been sent from this instant on. */
  readonly askedAt: number | null;
  /** When a webhook said that the attempt has ended, if that has not been followed up yet. */
  readonly hintedAt: number | null;
  /**
   * The client that asked for the key, for rate limits: a keyed hash of its address, so that no
   * address is stored.
   */
  readonly client: string | null;
  /** When a reconciliation last searched for its transaction. */
  readonly checkedAt: number;
  /** The request that is asking the service for the key, and how long other requests wait for it. */
  readonly leaseOwner: string | null;
  readonly leaseUntil: number;
  /** When asking the service for the key last failed. */
  readonly failedAt: number | null;
}

/** A claim for the store, which begins its lease and notes when. */
export interface NewClaim extends Omit<Claim, 'claimedAt' | 'leaseUntil'> {
  /** How long other requests wait for its key. Milliseconds. */
  readonly lease: number;
}

/** The inputs of {@link createClaim}. */
interface ClaimParts extends Pick<
  NewClaim,
  'id' | 'scope' | 'order' | 'attempt' | 'terms' | 'reference' | 'leaseOwner' | 'lease'
> {
  readonly client?: string | undefined;
}

/** Creates a claim that has no key yet. */
export function createClaim({ client, ...parts }: ClaimParts): NewClaim {
  return {
    ...parts,
    state: 'issuing',
    authKey: null,
    expiresAt: null,
    askedAt: null,
    hintedAt: null,
    client: client ?? null,
    checkedAt: 0,
    failedAt: null,
  };
}

/**
 * Whether the transaction of the claim is known. An `expired` claim is not finished: if a
 * transaction appears after all, the next request finds it.
 */
export function isFinished({ state }: Claim): boolean {
  return state === 'approved' || state === 'declined' || state === 'failed' || state === 'review';
}

/** 128 random bits, so that nobody can guess the reference of another attempt. */
export function createClaimId(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

/** The action for the page: absent for an ordinary payment. */
export function actionOf({ action }: Pick<Terms, 'action'>): Pick<AuthKeyGrant, 'action'> {
  return action === 'preauth' || action === 'verify_only' ? { action } : {};
}

/** Whether two sets of terms would charge the same. */
export function isSameTerms(one: Terms, other: Terms): boolean {
  return (
    one.merchantNumber === other.merchantNumber &&
    one.action === other.action &&
    one.amount.minor === other.amount.minor &&
    one.amount.currency === other.amount.currency &&
    one.surcharge === other.surcharge &&
    one.cardTypes?.join() === other.cardTypes?.join() &&
    one.crn1 === other.crn1 &&
    one.crn2 === other.crn2 &&
    one.crn3 === other.crn3 &&
    one.billerCode === other.billerCode &&
    one.testMode === other.testMode &&
    one.version === other.version &&
    one.dvToken === other.dvToken &&
    one.owner?.id === other.owner?.id &&
    one.owner?.crn1 === other.owner?.crn1
  );
}
