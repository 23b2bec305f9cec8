/**
 * How much a promise test does, and by which seed. `FLORIN_TRIALS=10 npm run proof -- test/promises/…` does ten times as
 * much, `FLORIN_SEED=1` repeats a run.
 */

const FACTOR = Number(process.env['FLORIN_TRIALS'] ?? 1);

/** A number of trials, as many times as was asked for. */
export function trials(count: number): number {
  return Math.max(1, Math.round(count * FACTOR));
}

/** Chance that can be repeated. */
export interface Chance {
  readonly seed: number;
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
}

/** Makes chance from a seed (mulberry32); a new one each time unless the environment names it. */
export function createChance(seed = Number(process.env['FLORIN_SEED'] ?? Date.now() % 2 ** 31)): Chance {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return { seed, next, whole, pick: (items) => items[whole(0, items.length - 1)]! };
}

/** Prints what was done. */
export function report(promise: string, chance: Chance, facts: Readonly<Record<string, number | string>>): void {
  const told = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
  console.log(`${promise}: seed ${chance.seed}, ${told.join(', ')}`);
}
