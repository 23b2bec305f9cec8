/**
 * The signer's rate limits counted in Redis, so that all processes of a shop share them. Only limits: claims and
 * payments never live in Redis, which may lose what it has acknowledged. While Redis is down or slow, each process counts
 * in its own memory: limits become looser by the number of processes, and nobody is let in or kept out for good.
 */
import { RateLimiterMemory, RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible';
import {
  BRAKE_SECONDS,
  CALL_LIMITS,
  countBy,
  type CallCounter,
  type CallLimit,
  type CallLimits,
  type TryCounter,
} from '../call-limits.js';

/** What is used of a client of `@redis/client` (or `redis`) 5 or later. The caller connects and closes it. */
export interface RedisConnection {
  readonly isReady: boolean;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** What was counted is read, and a brake is set, by transactions of the client; a client without them would never be asked. */
  multi(): object;
}

export interface RedisLimitsOptions {
  readonly redis: RedisConnection;
  /** Default: `CALL_LIMITS`. */
  readonly limits?: Partial<CallLimits>;
  /** Begins each key. Signers of different shops on one Redis take different ones. Default `florin`. */
  readonly prefix?: string;
}

/** Milliseconds that a page waits for Redis before the process counts by itself. */
const TIMEOUT = 500;

export interface RedisLimits {
  readonly client: CallCounter;
  readonly order: CallCounter;
  readonly tries: TryCounter;
  readonly declines: TryCounter;
}

/** Pass the answer to `createSigner` as `rateLimit`. */
export function createRedisLimits(options: RedisLimitsOptions): RedisLimits {
  const { redis, limits, prefix = 'florin' } = options;
  const counterOf = (name: keyof CallLimits, blockSeconds?: number) =>
    createCounter(redis, limits?.[name] ?? CALL_LIMITS[name], { keyPrefix: `${prefix}:${name}`, blockSeconds });
  return {
    client: counterOf('client'),
    order: counterOf('order'),
    tries: counterOf('tries'),
    declines: counterOf('declines', BRAKE_SECONDS),
  };
}

/** One script in Redis counts and sets the time, so that parallel calls, of any number of processes, are exact (P37). */
function createCounter(
  redis: RedisConnection,
  { calls, seconds }: CallLimit,
  { keyPrefix, blockSeconds = 0 }: { keyPrefix: string; blockSeconds?: number | undefined },
): TryCounter {
  const window = { points: calls, duration: seconds, keyPrefix, blockDuration: blockSeconds };
  const limiter = new RLWrapperTimeouts({
    limiter: new RateLimiterRedis({
      ...window,
      storeClient: redis,
      useRedisPackage: true,
      // The client would keep calls until Redis is back, and the page would wait.
      rejectIfRedisNotReady: true,
    }),
    insuranceLimiter: new RateLimiterMemory(window),
    timeoutMs: TIMEOUT,
  });
  return countBy(limiter, calls);
}
