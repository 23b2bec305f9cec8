/**
 * `Idempotency-Key` for calls that change something: a script that lost the answer may ask again without doing it twice. A
 * sandbox choice, as the whole control API is. The keys are in the memory of one process.
 */

/** Header of the key; 1 to 255 characters. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** Says that nothing was done for this answer. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

const LONGEST_KEY = 255;
/** The oldest keys are forgotten beyond so many. */
const MOST_KEYS = 10_000;

/** What is answered. */
export interface KeptAnswer {
  readonly status: number;
  /** JSON text. */
  readonly text: string;
}

/**
 * - `done`: what `run` answered, now or, when `isReplayed`, before.
 * - `other`: the key was used for another call.
 * - `running`: the same call is being carried out.
 */
export type IdempotentEnd =
  | { readonly end: 'done'; readonly answer: KeptAnswer; readonly isReplayed: boolean }
  | { readonly end: 'other' | 'running' | 'bad_key' };

/** Carries a call out, unless one of the same key was. */
export type RunOnce = (key: string, call: string, run: () => Promise<KeptAnswer>) => Promise<IdempotentEnd>;

/** Makes the memory of keys. */
export function createRunOnce(): RunOnce {
  const known = new Map<string, { readonly call: string; answer?: KeptAnswer }>();
  return async (key, call, run) => {
    if (key === '' || key.length > LONGEST_KEY) return { end: 'bad_key' };
    const before = known.get(key);
    if (before && before.call !== call) return { end: 'other' };
    if (before) return before.answer ? { end: 'done', answer: before.answer, isReplayed: true } : { end: 'running' };
    const entry: { readonly call: string; answer?: KeptAnswer } = { call };
    known.set(key, entry);
    for (const [oldest, { answer }] of known) {
      if (known.size <= MOST_KEYS) break;
      if (answer) known.delete(oldest);
    }
    try {
      const answer = await run();
      // What was refused was not done: the key is free for the call put right.
      if (answer.status < 300) entry.answer = answer;
      return { end: 'done', answer, isReplayed: false };
    } finally {
      if (!entry.answer) known.delete(key);
    }
  };
}
