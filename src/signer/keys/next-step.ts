/**
 * Decides the next step of a request for an order's key (invariant 3): a pure function of the store's
 * content, tested as a table. `issue-key.ts` performs the steps.
 */
import { GRACE, isSameTerms, type Claim, type Terms } from '../claims/claim.js';
import { isMoney, type OrderRecord as StoredOrder } from '../claims/ledger-entry.js';

type OrderRecord = Pick<StoredOrder, 'claims' | 'entries'>;

/** Limits of the claim rules. All times are in milliseconds. */
export interface ClaimRules {
  /** How long after its expiry a key still counts as payable. */
  readonly grace: number;
  /**
   * How long after its key's expiry a transaction may stay undecided at the service before a person
   * has to look at it (for example a 3-D Secure challenge that began in the key's last second, or a
   * bank that does not answer).
   */
  readonly undecided: number;
  /** How many superseded keys of an order may be payable at one time. */
  readonly supersededKeys: number;
  /** How many keys an order may have within the window, including declined ones. */
  readonly keysPerWindow: number;
  readonly window: number;
}

export const CLAIM_RULES: ClaimRules = {
  grace: GRACE,
  undecided: 3_600_000,
  supersededKeys: 3,
  keysPerWindow: 12,
  window: 3_600_000,
};

export type NextStep =
  /** The order has an outcome; the claim holds it. */
  | { readonly do: 'answer'; readonly claim: Claim }
  /** The claim's key is the order's current key. */
  | { readonly do: 'grant'; readonly claim: Claim }
  /** Another request is asking the service for the key. */
  | { readonly do: 'wait'; readonly claim: Claim }
  /** The request that asked the service has failed or died. */
  | { readonly do: 'take_over'; readonly claim: Claim }
  /** The service did not make a key while this request waited. */
  | { readonly do: 'give_up' }
  /** Search for a transaction of the claim, whose key may have been paid. */
  | { readonly do: 'search'; readonly claim: Claim }
  /** Search for a transaction of the claim. If there is none, move the claim to the state `as`. */
  | { readonly do: 'end'; readonly claim: Claim; readonly as: 'superseded' | 'expired' }
  /** Create the claim with this attempt number. */
  | { readonly do: 'issue'; readonly attempt: number }
  /** The claim's key has other terms, and the request keeps it. */
  | { readonly do: 'price' }
  /** The claim can still be paid, and no other key may be made yet. */
  | { readonly do: 'hold'; readonly claim: Claim; readonly until: number }
  /** Too many keys. */
  | { readonly do: 'refuse'; readonly until: number };

/** A request for the key of an order now (`at`) that began at `since`; both by the store's clock. */
interface NextStepInput {
  readonly terms: Terms;
  readonly since: number;
  readonly at: number;
  /** Ids of the claims that this request has searched for. */
  readonly searched: ReadonlySet<string>;
  /** A key with other terms is not replaced. */
  readonly keepsKey?: boolean | undefined;
}

/** The next step towards a key for the order. Before another key, every earlier one that may have been paid is searched for. */
export function nextStep(order: OrderRecord, input: NextStepInput, rules: ClaimRules): NextStep {
  const step = chooseStep(order, input, rules);
  if (step.do !== 'issue' && step.do !== 'take_over') return step;
  const earlier = order.claims.find(
    ({ id, state }) => (state === 'superseded' || state === 'expired') && !input.searched.has(id),
  );
  return earlier ? { do: 'search', claim: earlier } : step;
}

function chooseStep(order: OrderRecord, input: NextStepInput, rules: ClaimRules): NextStep {
  const settled = settledClaim(order);
  if (settled) return { do: 'answer', claim: settled };
  const claim = order.claims.at(-1);
  if (!claim) return { do: 'issue', attempt: 1 };
  switch (claim.state) {
    case 'issuing':
      return whileIssuing(order, claim, input, rules);
    case 'live':
      return whileLive(order, claim, input, rules);
    case 'superseded':
    case 'declined':
    case 'failed':
    case 'expired':
      return issueNext(order, claim, input, rules);
    case 'approved':
    case 'review':
      return { do: 'answer', claim };
  }
}

/** The claim to answer with after money has moved for the order. Claims in review come first. */
export function settledClaim({ claims, entries }: OrderRecord): Claim | undefined {
  if (!entries.some((entry) => isMoney(entry.kind))) return undefined;
  return claims.find(({ state }) => state === 'review') ?? claims.find(({ state }) => state === 'approved');
}

/** When a key can no longer be paid, in milliseconds since 1970. */
export function payableUntil({ expiresAt }: Claim, { grace }: ClaimRules): number {
  return (expiresAt ?? 0) + grace;
}

function whileIssuing(order: OrderRecord, claim: Claim, input: NextStepInput, rules: ClaimRules): NextStep {
  const { since, at, terms } = input;
  if (claim.leaseUntil > at) return { do: 'wait', claim };
  if (claim.failedAt !== null && claim.failedAt > since) return { do: 'give_up' };
  // The service may refuse the claim's terms for ever. Nobody can make the claim live without a lease.
  const isAbandoned = claim.leaseOwner === null && !isSameTerms(claim.terms, terms);
  return isAbandoned ? issueNext(order, claim, input, rules) : { do: 'take_over', claim };
}

function whileLive(order: OrderRecord, claim: Claim, input: NextStepInput, rules: ClaimRules): NextStep {
  const { terms, at, keepsKey } = input;
  const expiresAt = claim.expiresAt ?? 0;
  if (at >= expiresAt + rules.grace) return { do: 'end', claim, as: 'expired' };
  // During the grace period, a card that was sent in time may still lead to a payment.
  if (at >= expiresAt) return { do: 'hold', claim, until: expiresAt + rules.grace };
  if (isSameTerms(claim.terms, terms)) return { do: 'grant', claim };
  // The price changed. If the card may have been sent, the old key must have ended first.
  if (claim.askedAt !== null) return { do: 'hold', claim, until: expiresAt + rules.grace };
  if (keepsKey) return { do: 'price' };
  const payable = order.claims.filter((other) => isPayable(other, at, rules));
  if (payable.length >= rules.supersededKeys) {
    return { do: 'refuse', until: Math.min(...payable.map((other) => payableUntil(other, rules))) };
  }
  const limit = keyLimit(order, at, rules);
  return limit === undefined ? { do: 'end', claim, as: 'superseded' } : { do: 'refuse', until: limit };
}

function issueNext(order: OrderRecord, claim: Claim, { at }: NextStepInput, rules: ClaimRules): NextStep {
  const limit = keyLimit(order, at, rules);
  return limit === undefined ? { do: 'issue', attempt: claim.attempt + 1 } : { do: 'refuse', until: limit };
}

function isPayable(claim: Claim, at: number, rules: ClaimRules): boolean {
  return claim.state === 'superseded' && payableUntil(claim, rules) > at;
}

/**
 * When the order may have another key; undefined if it may now. This stops clients that try card
 * after card. Claims without a key do not count.
 */
function keyLimit({ claims }: OrderRecord, at: number, { keysPerWindow, window }: ClaimRules): number | undefined {
  const recent = claims.filter(({ claimedAt, state }) => claimedAt > at - window && state !== 'issuing');
  const first = recent.at(-keysPerWindow);
  return first && first.claimedAt + window;
}
