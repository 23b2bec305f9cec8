/** Milliseconds: after the first failure, and at most. */
const FIRST = 5_000;
const LONGEST = 600_000;

/**
 * How long a call of the shop that failed waits to be made again: twice as long after each failure, from 5 seconds to
 * 10 minutes, for ever. A part of it is left to chance, so that what failed together does not come back together.
 *
 * @param tries how often it has been made
 * @param chance 0 to 1; the pause is between half of itself and all of it
 */
export function retryPause(tries: number, chance: number): number {
  const whole = Math.min(LONGEST, FIRST * 2 ** Math.max(0, Math.min(tries, 32) - 1));
  return Math.round(whole * (0.5 + chance / 2));
}
