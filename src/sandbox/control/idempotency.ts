/**
 * `Idempotency-Key` for calls with side effects: a caller that lost the response can repeat the call, and it is carried
 * out once. The keys are in the database, so they survive a restart, and every process that shares the database knows
 * them. A sandbox choice, for the control API and the back office.
 */
import type { Context } from '../context.js';
import { sha256Of } from '../hex.js';
import { webCryptoHmac } from '../hmac.js';
import type { KeyedCall } from '../store/keyed-call-store.js';

/** Request header of the key, 1 to 255 characters. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** Response header: the response is a stored one, and nothing was done again. */
export const REPLAYED_HEADER = 'Idempotency-Replayed';

const LONGEST_KEY = 255;
/** Maximum number of keys. Beyond it, the oldest are deleted. */
const MOST_KEYS = 10_000;

export interface StoredAnswer {
  readonly status: number;
  /** JSON text. */
  readonly text: string;
}

export interface OnceCall extends Pick<KeyedCall, 'merchantId' | 'username' | 'name' | 'subject'> {
  readonly key: string;
  /** Method, address and body. */
  readonly whole: string;
}

/** A response, and what is stored of it. */
export interface RunAnswer {
  readonly answer: StoredAnswer;
  /** Replaces a response that contains a secret. */
  readonly stored?: StoredAnswer;
  /** What the call changed, where it is an action of the back office. */
  readonly detail?: string | null;
}

/**
 * - `done`: the response of `run`, from this call or, when `isReplayed`, from an earlier one.
 * - `other`: the key was used for another call.
 * - `unfinished`: the same call still runs, or it was interrupted.
 */
export type IdempotentEnd =
  | { readonly end: 'done'; readonly answer: StoredAnswer; readonly isReplayed: boolean }
  | { readonly end: keyof typeof UNUSABLE_KEYS };

/** Responses to unusable keys, for programs. */
export const UNUSABLE_KEYS = {
  other: { status: 422, message: `This ${IDEMPOTENCY_HEADER} was used for another call` },
  unfinished: {
    status: 409,
    message: `A call with this ${IDEMPOTENCY_HEADER} is being carried out, or was interrupted and may have been done`,
  },
  bad_key: { status: 400, message: `${IDEMPOTENCY_HEADER} has 1 to ${LONGEST_KEY} characters` },
} as const;

/** Runs a call once per key. */
export type RunOnce = (call: OnceCall, run: () => Promise<RunAnswer>) => Promise<IdempotentEnd>;

/** Each user has keys of its own. */
async function describe({ key, whole, ...call }: OnceCall, now: number): Promise<KeyedCall> {
  const { merchantId, username } = call;
  return {
    ...call,
    keyHash: await sha256Of(JSON.stringify([merchantId, username, key])),
    callMac: await webCryptoHmac(new TextEncoder().encode(key))(whole),
    calledAt: now,
    status: null,
    answer: null,
    detail: null,
  };
}

export function createRunOnce({ store, clock }: Pick<Context, 'store' | 'clock'>): RunOnce {
  return async (call, run) => {
    if (call.key === '' || call.key.length > LONGEST_KEY) return { end: 'bad_key' };
    const begun = await describe(call, clock.now());
    const before = await store.write((unit) => unit.beginKeyedCall(begun, MOST_KEYS));
    if (before && before.callMac !== begun.callMac) return { end: 'other' };
    if (before) {
      const { status, answer } = before;
      if (status === null || answer === null) return { end: 'unfinished' };
      return { end: 'done', answer: { status, text: answer }, isReplayed: true };
    }
    const { answer, stored = answer, detail = null } = await run();
    if (answer.status < 300) {
      await store.write((unit) =>
        unit.finishKeyedCall({ ...begun, status: stored.status, answer: stored.text, detail }),
      );
    } else if (answer.status < 500) {
      // A refused call had no effect: its key stays free for a corrected call.
      await store.write((unit) => unit.dropKeyedCall(begun.keyHash));
    }
    return { end: 'done', answer, isReplayed: false };
  };
}
