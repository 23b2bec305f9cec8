/**
 * A claim is the signer's record of one attempt to pay one order: the terms that were agreed, the reference that only
 * this attempt carries, and the AuthKey that was made for it. Terms never change; a changed price is a new claim.
 * Design, invariant 3.
 */
import type { Money } from '../core/money/money.js';
import type { AuthKeyGrant, OrderAction } from '../core/pay-api.js';

/** What a shop can ask of a card for an order. */
export const ORDER_ACTIONS: readonly OrderAction[] = ['payment', 'preauth', 'verify_only'];

/** The action of a claim on an order. @throws RangeError for one on a token */
export function orderActionOf({ action }: Terms): OrderAction {
  const known = ORDER_ACTIONS.find((each) => each === action);
  if (known) return known;
  throw new RangeError(`${action} is no action of an order`);
}

/** What one attempt may charge. Everything here is fixed in the AuthKey, so the page cannot change it. */
export interface Terms {
  readonly merchantNumber: string;
  /** `store_token`: the card of a payment, kept for its shopper (keep-card.ts). */
  readonly action: OrderAction | 'add_token' | 'update_token' | 'store_token';
  /** Zero where a card is stored or only checked. */
  readonly amount: Money;
  /** Part of `amount`, in minor units; absent when there is none. */
  readonly surcharge?: number;
  /** The service's types of the cards that this amount is for (surcharge.ts); absent where the shop does not ask. */
  readonly cardTypes?: readonly string[];
  readonly crn1: string;
  readonly crn2: string;
  readonly crn3: string;
  /** Empty when the shop has none. */
  readonly billerCode: string;
  readonly testMode: boolean;
  /** The shop's word for the price it worked out, for example a hash of the cart. Empty when it gives none. */
  readonly version: string;
  /** The stored card that pays, or that is changed. Never leaves the server. */
  readonly dvToken?: string;
  /** Whose card is stored, in which session; of a payment only where the shopper may have the card kept. */
  readonly owner?: CardOwner;
}

/** Whose a stored card is. */
export interface CardOwner {
  readonly id: string;
  readonly session: string;
  readonly email: string;
  /** By which the service finds the shopper's cards. Of payments, whose own references are the order's. */
  readonly crn1?: string;
  readonly crn2?: string;
}

/**
 * - `issuing`: somebody is asking the service for the key. Nobody has been given one.
 * - `live`: the order's current key.
 * - `superseded`: the price changed, another claim follows; the key can still be paid with.
 * - `approved`, `declined`, `failed`: finished.
 * - `review`: money moved, but not as was agreed (wrong terms, superseded key, second payment).
 * - `expired`: the key is dead, its grace is over, and no transaction was found.
 */
export type ClaimState = 'issuing' | 'live' | 'superseded' | 'approved' | 'declined' | 'failed' | 'review' | 'expired';

/** All instants are milliseconds since 1970, UTC. */
export interface Claim {
  /** 32 lower-case hexadecimal digits. */
  readonly id: string;
  readonly order: string;
  /** Counts from 1 for each order. Two claims never share it: this is what makes the current key one. */
  readonly attempt: number;
  readonly terms: Terms;
  /** The attempt's own MerchantReference: letters, digits, hyphens; at most 50. */
  readonly reference: string;
  readonly state: ClaimState;
  readonly claimedAt: number;
  /** Present from `live` on. */
  readonly authKey: string | null;
  /** From here on the service no longer takes the key. Present from `live` on. */
  readonly expiresAt: number | null;
  /** When somebody first asked what became of the attempt: from here on the card may have been sent. */
  readonly askedAt: number | null;
  /** When a webhook said that the attempt is over, and nobody has looked since. */
  readonly hintedAt: number | null;
  /** Whose key it is, for limits: a keyed hash of the client's address, so that no address is stored. */
  readonly client: string | null;
  /** When a reconciliation last searched for it. */
  readonly checkedAt: number;
  /** Who asks the service for the key, and until when the others wait for that. */
  readonly leaseOwner: string | null;
  readonly leaseUntil: number;
  /** When asking the service for the key last failed. */
  readonly failedAt: number | null;
}

/** What a new claim is made of; the rest follows. */
export interface NewClaim {
  readonly id: string;
  readonly order: string;
  readonly attempt: number;
  readonly terms: Terms;
  readonly at: number;
  readonly leaseOwner: string;
  readonly leaseUntil: number;
  readonly client?: string | undefined;
}

/** A claim as it stands before its key is there. */
export function createClaim({ id, order, attempt, terms, at, leaseOwner, leaseUntil, client }: NewClaim): Claim {
  return {
    id,
    order,
    attempt,
    terms,
    reference: referenceOf(id),
    state: 'issuing',
    claimedAt: at,
    authKey: null,
    expiresAt: null,
    askedAt: null,
    hintedAt: null,
    client: client ?? null,
    checkedAt: 0,
    leaseOwner,
    leaseUntil,
    failedAt: null,
  };
}

/** Its one transaction is known. `expired` is not among them: should one turn up after all, the next question finds it. */
export function isFinished({ state }: Claim): boolean {
  return state === 'approved' || state === 'declined' || state === 'failed' || state === 'review';
}

/** 128 random bits: nobody can guess the reference of another attempt. */
export function createClaimId(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

/** Only characters that no field rule of the service refuses, and one case, as its search may or may not fold it. */
function referenceOf(id: string): string {
  return `florin-${id}`;
}

/** What a page is told of the action: nothing when the order is simply paid. */
export function actionOf({ action }: Terms): Pick<AuthKeyGrant, 'action'> {
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
