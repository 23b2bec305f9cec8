/**
 * Rate limits per client and per order. They are on by default: thieves use payment forms without
 * limits to test stolen cards (docs/reference/promises.md, P36). The counts are exact under
 * parallel calls (P37).
 */
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { Refusal } from '../refusal.js';
import { partsOf } from './client-address.js';

/** At most `calls` calls in `seconds` seconds. */
export interface CallLimit {
  /** Most calls in the period. */
  readonly calls: number;
  /** Length of the period. */
  readonly seconds: number;
}

/** The limits of the signer. Each is counted by itself. */
export interface CallLimits {
  /** Calls of one client to all endpoints together. */
  readonly client: CallLimit;
  /** Key requests for one order, by any client. */
  readonly order: CallLimit;
  /** Keys of one client that did not lead to an approval. */
  readonly tries: CallLimit;
  /**
   * Declines of the whole shop in excess of a tenth of its approvals. Above this limit throttling is
   * on for `THROTTLE_SECONDS`.
   */
  readonly declines: CallLimit;
}

/** How long throttling stays on after too many declines, in seconds. */
export const THROTTLE_SECONDS = 3600;

/**
 * The default limits. A page asks for one key, and then for the result every few seconds while it waits. Several
 * shoppers may share an address.
 */
export const CALL_LIMITS: CallLimits = {
  client: { calls: 120, seconds: 60 },
  order: { calls: 60, seconds: 600 },
  tries: { calls: 12, seconds: 3600 },
  declines: { calls: 10, seconds: 600 },
};

/**
 * Counts calls. Each process counts on its own unless they share one counter: implement this
 * interface over Redis or PostgreSQL (rate-limiter-flexible supports both) and pass it in.
 */
export interface CallCounter {
  /** Counts one call. Returns 0, or the milliseconds until the next call is allowed. */
  take(key: string): Promise<number>;
  /**
   * Counts the IPv6 networks (/48) of clients; a network may make {@link NETWORK_CLIENTS} times as
   * many calls as a client. Networks are not counted without it.
   */
  readonly networks?: CallCounter | undefined;
}

/** A counter that can be read without counting, and that can take calls back. */
export interface TryCounter extends CallCounter {
  /** @param share the part of the limit that this key may use now: above 0, at most 1 (the default) */
  take(key: string, share?: number): Promise<number>;
  /** Like `take`, but does not count: above 0 after a call was refused. */
  peek(key: string): Promise<number>;
  /** Takes one call back. */
  giveBack(key: string): Promise<void>;
  readonly networks?: TryCounter | undefined;
}

/** How many clients of one IPv6 network (/48) may use their full limit. */
export const NETWORK_CLIENTS = 16;

/** The limit of a whole IPv6 network. */
export function networkLimit({ calls, seconds }: CallLimit): CallLimit {
  return { calls: calls * NETWORK_CLIENTS, seconds };
}

/**
 * Counts in the memory of this process, by the system clock. A key is forgotten when its window
 * ends.
 * @param blockSeconds how long a key stays refused after it exceeds its limit. Default: to the end
 * of its window
 */
export function createMemoryCounter({ calls, seconds }: CallLimit, blockSeconds = 0): TryCounter {
  return countBy(new RateLimiterMemory({ points: calls, duration: seconds, blockDuration: blockSeconds }), calls);
}

/** Like {@link createMemoryCounter}, for client keys. */
export function createClientCounter(limit: CallLimit): TryCounter {
  return { ...createMemoryCounter(limit), networks: createMemoryCounter(networkLimit(limit)) };
}

/** The counter for the keys of one merchant or scope, because several signers may share a counter. */
export function countCallsOf(name: string, counter: CallCounter): CallCounter {
  return {
    take: (key) => counter.take(`${name} ${key}`),
    ...(counter.networks && { networks: countCallsOf(name, counter.networks) }),
  };
}

/** Like {@link countCallsOf}. */
export function countTriesOf(name: string, counter: TryCounter): TryCounter {
  return {
    take: (key, share) => counter.take(`${name} ${key}`, share),
    peek: (key) => counter.peek(`${name} ${key}`),
    giveBack: (key) => counter.giveBack(`${name} ${key}`),
    ...(counter.networks && { networks: countTriesOf(name, counter.networks) }),
  };
}

/** The parts of a counter that {@link takeForClient} uses. */
interface ClientCounter {
  readonly networks?: ClientCounter | undefined;
  take(key: string, share?: number): Promise<number>;
  giveBack?(key: string): Promise<void>;
}

/**
 * Counts a call of a client and of its network.
 * @param key from {@link clientKey}, or the same with names instead of addresses
 */
export async function takeForClient(counter: ClientCounter, key: string, share?: number): Promise<number> {
  const [client, network] = partsOf(key);
  const wait = await counter.take(client, share);
  // A refused call of one client must not use up the limit of its network.
  if (wait > 0 || network === undefined || !counter.networks) return wait;
  const networkWait = await counter.networks.take(network, share);
  if (networkWait > 0) await counter.giveBack?.(client);
  return networkWait;
}

/** Takes one call of a client and of its network back. */
export async function giveBackForClient(counter: TryCounter, key: string): Promise<void> {
  const [client, network] = partsOf(key);
  await counter.giveBack(client);
  if (network !== undefined) await counter.networks?.giveBack(network);
}

interface CountState {
  readonly msBeforeNext: number;
  readonly consumedPoints: number;
}

/** The parts of a rate-limiter-flexible limiter that are used. */
interface Limiter {
  consume(key: string): Promise<CountState>;
  reward(key: string): Promise<unknown>;
  get(key: string): Promise<CountState | null>;
}

/** A counter over a limiter of rate-limiter-flexible. @param calls its points */
export function countBy(limiter: Limiter, calls: number): TryCounter {
  const waitOf = ({ msBeforeNext }: CountState) => Math.max(1, msBeforeNext);
  return {
    async take(key, share = 1) {
      try {
        const state = await limiter.consume(key);
        if (share >= 1 || state.consumedPoints <= Math.max(1, Math.floor(calls * share))) return 0;
        // A call that the smaller share refused does not count against the full limit.
        await limiter.reward(key);
        return waitOf(state);
      } catch (error) {
        // The package rejects with its result object, which is not an Error.
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

/** Counts a call. @throws Refusal `rate_limited` */
export async function assertWithinLimit(
  counter: CallCounter | undefined,
  key: string,
  limit: 'client' | 'order',
): Promise<void> {
  const wait = counter ? await takeForClient(counter, key) : 0;
  if (wait > 0) {
    throw new Refusal('rate_limited', 'Too many calls', { retryAfterSeconds: Math.ceil(wait / 1000), limit });
  }
}
