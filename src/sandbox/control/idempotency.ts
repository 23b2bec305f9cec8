/**
 * `Idempotency-Key` for calls with side effects: a script that lost the response can repeat the call safely. The keys
 * are in the memory of one process. A sandbox choice, like the whole control API.
 */

/** Request header of the key, 1 to 255 characters. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** Response header: the response is a stored one, and nothing was done again. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

const LONGEST_KEY = 255;
/** Maximum number of keys. Beyond it, the oldest are dropped. */
const MOST_KEYS = 10_000;

/** A stored response. */
export interface StoredAnswer {
  readonly status: number;
  /** JSON text. */
  readonly text: string;
}

/**
 * - `done`: the response of `run`, from this call or, when `isReplayed`, from an earlier one.
 * - `other`: the key was used for another call.
 * - `running`: the same call is still running.
 */
export type IdempotentEnd =
  | { readonly end: 'done'; readonly answer: StoredAnswer; readonly isReplayed: boolean }
  | { readonly end: 'other' | 'running' | 'bad_key' };

/** Runs a call once per key. */
export type RunOnce = (key: string, call: string, run: () => Promise<StoredAnswer>) => Promise<IdempotentEnd>;

/** Creates the store of idempotency keys. */
export function createRunOnce(): RunOnce {
  const known = new Map<string, { readonly call: string; answer?: StoredAnswer }>();
  return async (key, call, run) => {
    if (key === '' || key.length > LONGEST_KEY) return { end: 'bad_key' };
    const before = known.get(key);
    if (before && before.call !== call) return { end: 'other' };
    if (before) return before.answer ? { end: 'done', answer: before.answer, isReplayed: true } : { end: 'running' };
    const entry: { readonly call: string; answer?: StoredAnswer } = { call };
    known.set(key, entry);
    for (const [oldest, { answer }] of known) {
      if (known.size <= MOST_KEYS) break;
      if (answer) known.delete(oldest);
    }
    try {
      const answer = await run();
      // A refused call had no effect: its key stays free for a corrected call.
      if (answer.status < 300) entry.answer = answer;
      return { end: 'done', answer, isReplayed: false };
    } finally {
      if (!entry.answer) known.delete(key);
    }
  };
}
