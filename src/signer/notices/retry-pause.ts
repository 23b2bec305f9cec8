/** Delay after the first failure, and the longest delay, in milliseconds. */
const FIRST = 5_000;
const LONGEST = 600_000;

/**
 * Exponential back-off for callbacks of the shop: the delay doubles after each failure, from 5
 * seconds to 10 minutes, without an end. Jitter spreads callbacks that failed together.
 *
 * @param tries number of calls so far
 * @param chance 0 to 1; the delay is between half of its full length and all of it
 */
export function retryPause(tries: number, chance: number): number {
  const whole = Math.min(LONGEST, FIRST * 2 ** Math.max(0, Math.min(tries, 32) - 1));
  return Math.round(whole * (0.5 + chance / 2));
}
