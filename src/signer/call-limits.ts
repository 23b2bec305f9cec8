/**
 * How often one client, and one order, may call. On by default: a payment form without a limit is used to try out stolen
 * cards (docs/reference/promises.md, P36). Exact under parallel calls (P37).
 */
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { partsOf } from './client-address.js';
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
  /** Counts the IPv6 networks (/48) of clients besides: {@link NETWORK_CLIENTS} times as many calls. Without it they are not. */
  readonly networks?: CallCounter | undefined;
}

/** A counter that can be looked at, and whose calls can be given back. */
export interface TryCounter extends CallCounter {
  /** @param share of its calls that the key may have for now, above 0 and at most 1, which is the default */
  take(key: string, share?: number): Promise<number>;
  /** What `take` would answer by now, without counting: above 0 once a call was refused. */
  peek(key: string): Promise<number>;
  /** One call less. */
  giveBack(key: string): Promise<void>;
  readonly networks?: TryCounter | undefined;
}

/** As many clients of one IPv6 network (/48) may do all that a client may. */
export const NETWORK_CLIENTS = 16;

/** The limit of a whole IPv6 network. */
export function networkLimit({ calls, seconds }: CallLimit): CallLimit {
  return { calls: calls * NETWORK_CLIENTS, seconds };
}

/**
 * Counts in the memory of this process, by wall clock; forgets a key when its window is over.
 * @param blockSeconds how long a key that went over its limit stays there, when not to the end of its window
 */
export function createMemoryCounter({ calls, seconds }: CallLimit, blockSeconds = 0): TryCounter {
  return countBy(new RateLimiterMemory({ points: calls, duration: seconds, blockDuration: blockSeconds }), calls);
}

/** As {@link createMemoryCounter}, for keys of clients. */
export function createClientCounter(limit: CallLimit): TryCounter {
  return { ...createMemoryCounter(limit), networks: createMemoryCounter(networkLimit(limit)) };
}

/** What {@link takeForClient} needs of a counter. */
interface ClientCounter {
  readonly networks?: ClientCounter | undefined;
  take(key: string, share?: number): Promise<number>;
  giveBack?(key: string): Promise<void>;
}

/**
 * Counts a call of a client, and of the network that it is in.
 * @param key as {@link clientKey} makes it, or with names in the place of addresses
 */
export async function takeForClient(counter: ClientCounter, key: string, share?: number): Promise<number> {
  const [client, network] = partsOf(key);
  const wait = await counter.take(client, share);
  // What a client is refused does not use up what its neighbours may do.
  if (wait > 0 || network === undefined || !counter.networks) return wait;
  const networkWait = await counter.networks.take(network, share);
  if (networkWait > 0) await counter.giveBack?.(client);
  return networkWait;
}

/** One call less of a client and of its network. */
export async function giveBackForClient(counter: TryCounter, key: string): Promise<void> {
  const [client, network] = partsOf(key);
  await counter.giveBack(client);
  if (network !== undefined) await counter.networks?.giveBack(network);
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
  const wait = counter ? await takeForClient(counter, key) : 0;
  if (wait > 0) {
    throw new Refusal('rate_limited', 'Too many calls', { retryAfterSeconds: Math.ceil(wait / 1000), limit });
  }
}
