/**
 * The answer for the page about an attempt that has not ended, or whose outcome a person has to
 * review.
 */
import type { Claim } from './claim.js';
import type { SignerContext } from './signer-context.js';

export type Standing =
  | { readonly status: 'open' | 'expired' | 'review' }
  | { readonly status: 'pending'; readonly retryAfterSeconds: number };

/** Seconds after which a page may ask again: the most, and the least. */
const LONGEST_PAUSE = 15;
const SHORTEST_PAUSE = 2;

/** The state by the clock, when the service knows no transaction. */
export function standingOf({ clock, rules }: Pick<SignerContext, 'clock' | 'rules'>, claim: Claim): Standing {
  const expiresAt = claim.expiresAt ?? 0;
  switch (claim.state) {
    case 'expired':
      return { status: 'expired' };
    case 'live':
      return clock.now() < expiresAt ? { status: 'open' } : pendingUntil({ clock }, expiresAt + rules.grace);
    case 'superseded':
    case 'issuing':
      return pendingUntil({ clock }, expiresAt + rules.grace);
    default:
      return { status: 'review' };
  }
}

/** The outcome is unknown until `until` (milliseconds since 1970) at the latest. */
export function pendingUntil({ clock }: Pick<SignerContext, 'clock'>, until: number): Standing {
  const seconds = Math.ceil((until - clock.now()) / 1000);
  return { status: 'pending', retryAfterSeconds: Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, seconds)) };
}
