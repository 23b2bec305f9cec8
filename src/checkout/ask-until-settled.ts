/** Polls the signer for the result of an attempt until it is settled. */
import { FlorinError, isFlorinError } from '../core/errors.js';
import type { Result } from './attempt-kind.js';
import type { AttemptOptions } from './contract.js';
import type { Exchange } from './exchange.js';
import { pause } from './timers.js';

/** Delays before the first requests, and before all further ones. */
const FIRST_DELAYS = [2, 3, 5, 8, 13, 20, 30, 30, 30, 30];
const LAST_DELAY = 60;

/** Delay before the second request of {@link askTwice}. */
const RETRY_MS = 1_500;

interface Inquiry {
  readonly ask: () => Promise<Result>;
  readonly firstSeconds: number;
  /** Results `open` before this instant (milliseconds since 1970) are ignored. */
  readonly believeOpenFrom: number;
  readonly onAnswer: (answer: Result | FlorinError, isLast: boolean) => void;
}

/** Polls at growing intervals until a result is final, or the exchange is aborted. */
export async function askUntilSettled(inquiry: Inquiry, { timers, signal }: Exchange): Promise<void> {
  const { ask, firstSeconds, believeOpenFrom, onAnswer } = inquiry;
  let seconds = firstSeconds;
  for (let turn = firstSeconds > 0 ? 1 : 0, isLast = false; !isLast; turn += 1) {
    await pause(seconds * 1000, timers, signal);
    if (signal.aborted) return;
    seconds = FIRST_DELAYS[turn] ?? LAST_DELAY;
    try {
      const result = await ask();
      if (signal.aborted) return;
      if (result.status === 'open' && timers.now() < believeOpenFrom) continue;
      if (result.status === 'pending') seconds = Math.max(seconds, Math.min(result.retryAfterSeconds, LAST_DELAY));
      isLast = result.status !== 'pending';
      onAnswer(result, isLast);
    } catch (cause) {
      if (signal.aborted) return;
      const error = asFlorinError(cause);
      // The signer refuses the claim, or its configuration is wrong: a retry would not help.
      isLast = error.audience === 'merchant';
      onAnswer(error, isLast);
    }
  }
}

/**
 * Asks once more after a pause when the network or a server fails.
 *
 * @throws FlorinError of the last request
 */
export async function askTwice<Answer>(ask: () => Promise<Answer>, { timers, signal }: Exchange): Promise<Answer> {
  return ask().catch(async (error: unknown) => {
    if (!isOutage(asFlorinError(error))) throw error;
    await pause(RETRY_MS, timers, signal);
    return ask();
  });
}

/** The network or a server failed, so the same request may succeed later. */
export function isOutage(error: FlorinError | undefined): boolean {
  return error?.audience === 'network' && error.code !== 'rate_limited';
}

/** Wraps any error in a FlorinError. */
export function asFlorinError(cause: unknown): FlorinError {
  return isFlorinError(cause) ? cause : new FlorinError('internal_error', 'Florin failed', { cause });
}

/** Nothing is sent while the browser is offline. */
export function offlineError({ isOnline = () => globalThis.navigator?.onLine !== false }: AttemptOptions) {
  return isOnline() ? undefined : new FlorinError('service_unreachable', 'The browser is offline');
}
