import type { AttemptState } from '../../checkout/contract.js';
import type { FlorinError } from '../../core/errors.js';
import { inTime } from '../../languages/in-time.js';
import type { PaymentMessages } from '../messages/payment-messages.js';

/** The message about a whole attempt: what happened, and what to do. */
export interface AttemptMessage {
  readonly tone: 'wrong' | 'calm' | 'good';
  readonly what: string;
  readonly next: string;
  /** Label of the button that continues the bank's step, if the step waits for the shopper. */
  readonly continueLabel?: string;
}

/**
 * Codes whose text follows from the state alone: the shop cannot take cards, or something does not answer. Any other code has a
 * row in the tables of checkout-message.ts and token-message.ts, which do not compile without it.
 */
export type CodeWithoutText =
  | 'field_invalid'
  | 'card_declined'
  | 'key_expired'
  | 'key_refused'
  | 'api_rejected'
  | 'service_timeout'
  | 'signer_unreachable'
  | 'frame_unreachable'
  | 'claim_refused'
  | 'result_mismatch'
  | 'result_unknown'
  | 'configuration_invalid'
  | 'internal_error';

export function wrong(what: string, next: string): AttemptMessage {
  return { tone: 'wrong', what, next };
}

/** True in `unknown` when polling has ended: only the shop can help. */
export function isStuck({ status, result, error }: AttemptState): boolean {
  return status === 'unknown' && (result?.status === 'review' || error?.audience === 'merchant');
}

/** The message of a limit that is reached. It names the time that the signer has named. */
export function limited(
  { tooMany, tryLater }: Pick<PaymentMessages, 'tooMany' | 'tryLater'>,
  { retryAfterSeconds = 60 }: FlorinError,
  locale: string,
): AttemptMessage {
  return wrong(tooMany, tryLater(inTime(retryAfterSeconds, locale)));
}
