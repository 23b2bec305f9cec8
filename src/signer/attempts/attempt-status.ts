/**
 * The answer for the page about an attempt that has not ended, or whose outcome a person has to
 * review.
 */
import { BANK_STEP_TIME } from '../../core/bank-frame.js';
import type { Wait } from '../../core/pay-api.js';
import type { Claim } from '../claims/claim.js';
import { payableUntil } from '../keys/next-step.js';
import type { SignerContext } from '../signer-context.js';
import type { Ending } from './expire-claim.js';
import { isUnfinished, type Search, type Unfinished } from './settle.js';

export type AttemptStatus =
  | { readonly status: 'open' | 'expired' | 'review' }
  | ({ readonly status: 'pending'; readonly retryAfterSeconds: number } & Wait);

type Time = Pick<SignerContext, 'clock' | 'rules'>;

/** Seconds after which a page may ask again: the most, and the least. */
const LONGEST_PAUSE = 15;
const SHORTEST_PAUSE = 2;
/** How soon a page may ask again while the service itself does not know the outcome. Milliseconds. */
const UNFINISHED_PAUSE = 5_000;

/** The state by the clock, when the service knows no transaction. */
export function attemptStatusOf(time: Time, claim: Claim): AttemptStatus {
  switch (claim.state) {
    case 'expired':
      return { status: 'expired' };
    case 'live':
      return time.clock.now() < (claim.expiresAt ?? 0) ? { status: 'open' } : whilePayable(time, claim);
    case 'superseded':
    case 'issuing':
      return whilePayable(time, claim);
    default:
      return { status: 'review' };
  }
}

/** The state after a search that found no outcome. */
export function statusAfter(time: Time, claim: Claim, search: Search | Ending): AttemptStatus {
  if (search === 'foreign' || (isUnfinished(search) && search.needsReview)) return { status: 'review' };
  return isUnfinished(search) ? whileUnfinished(time, claim, search) : whilePayable(time, claim);
}

/**
 * No transaction was found, but the key can still be paid, or the service could not be asked.
 * @param retryAt - when the page may ask again; default: when the key can no longer be paid
 */
export function whilePayable({ clock, rules }: Time, claim: Claim, retryAt?: number): AttemptStatus {
  const endsAt = payableUntil(claim, rules);
  const now = clock.now();
  return { ...pending(now, retryAt ?? endsAt), waitsFor: 'key', endsInSeconds: secondsUntil(endsAt, now) };
}

/** The service has the transaction, but does not know its outcome. */
export function whileUnfinished({ clock, rules }: Time, claim: Claim, { waitsFor, since }: Unfinished): AttemptStatus {
  const now = clock.now();
  if (waitsFor === undefined) return pending(now, now + UNFINISHED_PAUSE);
  const endsAt =
    waitsFor === 'shopper'
      ? (since ?? claim.askedAt ?? now) + BANK_STEP_TIME
      : (claim.expiresAt ?? 0) + rules.undecided;
  return { ...pending(now, now + UNFINISHED_PAUSE), waitsFor, endsInSeconds: secondsUntil(endsAt, now) };
}

function pending(now: number, retryAt: number) {
  const seconds = secondsUntil(retryAt, now);
  return {
    status: 'pending' as const,
    retryAfterSeconds: Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, seconds)),
  };
}

function secondsUntil(instant: number, now: number): number {
  return Math.max(0, Math.ceil((instant - now) / 1000));
}
