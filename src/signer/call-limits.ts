/**
 * How often one client, and one order, may call. On by default: a payment form without a limit is used to try out stolen
 * cards (reliability.md, P36). Exact under parallel calls (P37).
 */
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { Refusal } from './refusal.js';

/** So many calls in so many seconds. */
export interface CallLimit {
  readonly calls: number;
  readonly seconds: number;
}

export interface CallLimits {
  /** Calls of one client, all endpoints together. */
  readonly client: CallLimit;
  /** Calls for the key of one order, whoever asks. */
  readonly order: CallLimit;
  /** Keys of one client that did not lead to an approval. */
  readonly tries: CallLimit;
  /** Declines of the whole shop above a tenth of its approvals; beyond them the brake is on for `BRAKE_SECONDS`. */
  readonly declines: CallLimit;
}

/** How long the brake stays on. */
export const BRAKE_SECONDS = 3600;

/** A page asks for one key and, while it waits, for the result every few seconds; several buyers share an address. */
export const CALL_LIMITS: CallLimits = {
  client: { calls: 120, seconds: 60 },
  order: { calls: 60, seconds: 600 },
  tries: { calls: 12, seconds: 3600 },
  declines: { calls: 10, seconds: 600 },
};

/**
 * Counts calls. The limits of several processes add up unless they share one: implement this over Redis or PostgreSQL
 * (rate-limiter-flexible has both) and pass it in.
 */
export interface CallCounter {
  /** Counts one call. Answers 0, or the milliseconds until the key may call again. */
  take(key: string): Promise<number>;
}

/** A counter that can be looked at, and whose calls can be given back. */
export interface TryCounter extends CallCounter {
  /** @param share of its calls that the key may have for now, above 0 and at most 1, which is the default */
  take(key: string, share?: number): Promise<number>;
  /** What `take` would answer by now, without counting: above 0 once a call was refused. */
  peek(key: string): Promise<number>;
  /** One call less. */
  giveBack(key: string): Promise<void>;
}

/**
 * Counts in the memory of this process, by wall clock; forgets a key when its window is over.
 * @param blockSeconds how long a key that went over its limit stays there, when not to the end of its window
 */
export function createMemoryCounter({ calls, seconds }: CallLimit, blockSeconds = 0): TryCounter {
  return countBy(new RateLimiterMemory({ points: calls, duration: seconds, blockDuration: blockSeconds }), calls);
}

interface CountState {
  readonly msBeforeNext: number;
  readonly consumedPoints: number;
}

/** What is used of a limiter of rate-limiter-flexible. */
interface Limiter {
  consume(key: string): Promise<CountState>;
  reward(key: string): Promise<unknown>;
  get(key: string): Promise<CountState | null>;
}

/** A counter over one of the package's limiters. @param calls its points */
export function countBy(limiter: Limiter, calls: number): TryCounter {
  const waitOf = ({ msBeforeNext }: CountState) => Math.max(1, msBeforeNext);
  return {
    async take(key, share = 1) {
      try {
        const state = await limiter.consume(key);
        if (share >= 1 || state.consumedPoints <= Math.max(1, Math.floor(calls * share))) return 0;
        // What is refused for the smaller share must not count against the whole one.
        await limiter.reward(key);
        return waitOf(state);
      } catch (error) {
        // The package rejects with its result, which is no Error.
        if (error instanceof Error) throw error;
        return waitOf(error as CountState);
      }
    },
    async peek(key) {
      const state = await limiter.get(key);
      return state && state.consumedPoints > calls && state.msBeforeNext > 0 ? waitOf(state) : 0;
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
  };
}

/** Counts a call, or refuses it. */
export async function assertWithinLimit(
  counter: CallCounter | undefined,
  key: string,
  limit: 'client' | 'order',
): Promise<void> {
  const wait = counter ? await counter.take(key) : 0;
  if (wait > 0) {
    throw new Refusal('rate_limited', 'Too many calls', { retryAfterSeconds: Math.ceil(wait / 1000), limit });
  }
}

/**
 * What counts as one client: an IPv4 address, or the /64 that one IPv6 subscriber has. Callers whose address the host
 * does not pass in share one limit.
 */
export function clientKey(address: string | undefined): string {
  if (!address) return 'unknown';
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('%', 1)[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
