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
}

/** A page asks for one key and, while it waits, for the result every few seconds; several buyers share an address. */
export const CALL_LIMITS: CallLimits = {
  client: { calls: 120, seconds: 60 },
  order: { calls: 60, seconds: 600 },
};

/**
 * Counts calls. The limits of several processes add up unless they share one: implement this over Redis or PostgreSQL
 * (rate-limiter-flexible has both) and pass it in.
 */
export interface CallCounter {
  /** Counts one call. Answers 0, or the milliseconds until the key may call again. */
  take(key: string): Promise<number>;
}

/** Counts in the memory of this process, by wall clock; forgets a key when its window is over. */
export function createMemoryCounter({ calls, seconds }: CallLimit): CallCounter {
  const limiter = new RateLimiterMemory({ points: calls, duration: seconds });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return 0;
      } catch (error) {
        // The package rejects with its result, which is no Error.
        if (error instanceof Error) throw error;
        return Math.max(1, (error as { msBeforeNext: number }).msBeforeNext);
      }
    },
  };
}

/** Counts a call, or refuses it. */
export async function assertWithinLimit(counter: CallCounter | undefined, key: string): Promise<void> {
  const wait = counter ? await counter.take(key) : 0;
  if (wait > 0) {
    throw new Refusal('rate_limited', 'Too many calls', { retryAfterSeconds: Math.ceil(wait / 1000) });
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
