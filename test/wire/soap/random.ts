/** Random numbers with a seed, so that a failing trial can be repeated. */
export interface RandomGenerator {
  /** A whole number from 0 up to, but not including, the limit. */
  below(limit: number): number;
  pick<T>(choices: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
}

/** Mulberry32: small, good enough for tests. */
export function createRandom(seed: number): RandomGenerator {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (choices) => choices[below(choices.length)] as (typeof choices)[number],
    shuffle(items) {
      const shuffled = [...items];
      for (let at = shuffled.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [shuffled[at], shuffled[other]] = [shuffled[other] as never, shuffled[at] as never];
      }
      return shuffled;
    },
  };
}
