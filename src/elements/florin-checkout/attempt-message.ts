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

/** The message of an error. */
export function wrong(what: string, next: string): AttemptMessage {
  return { tone: 'wrong', what, next };
}

/** True in `unknown` when polling has ended: only the shop can help. */
export function isStuck({ status, result, error }: AttemptState): boolean {
  return status === 'unknown' && (result?.status === 'review' || error?.audience === 'merchant');
}

/** The message of a limit that is reached. It names the time that the signer has named. */
export function limited(
  { retryAfterSeconds = 60 }: FlorinError,
  { tooMany, tryLater }: Pick<PaymentMessages, 'tooMany' | 'tryLater'>,
  locale: string,
): AttemptMessage {
  return wrong(tooMany, tryLater(inTime(retryAfterSeconds, locale)));
}
