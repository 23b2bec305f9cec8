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
  networkLimit,
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
  /** Told once when Redis stops answering although the connection stands; the process counts by itself then. */
  readonly onSilent?: () => void;
}

/** Milliseconds that a page waits for Redis before the process counts by itself. */
const TIMEOUT = 500;

/** How long nobody asks a Redis that was silent: otherwise each call would wait for the whole timeout. */
const AWAY = 2_000;

/** The same connection, which is not ready for a while after it has not answered in time. */
function withBreaker(redis: RedisConnection, onSilent: () => void): RedisConnection {
  let awayUntil = 0;
  let isSilent = false;
  return {
    get isReady() {
      return redis.isReady && performance.now() >= awayUntil;
    },
    async eval(script, options) {
      const timer = setTimeout(() => {
        awayUntil = performance.now() + AWAY;
        // One line for each silence, however many calls it meets.
        if (!isSilent) onSilent();
        isSilent = true;
      }, TIMEOUT);
      try {
        const answer = await redis.eval(script, options);
        isSilent = false;
        return answer;
      } finally {
        clearTimeout(timer);
      }
    },
    multi: () => redis.multi(),
  };
}

export interface RedisLimits {
  readonly client: CallCounter & { readonly networks: CallCounter };
  readonly order: CallCounter;
  readonly tries: TryCounter;
  readonly declines: TryCounter;
}

/** Pass the answer to `createSigner` as `rateLimit`. */
export function createRedisLimits(options: RedisLimitsOptions): RedisLimits {
  const { limits, prefix = 'florin', onSilent = () => undefined } = options;
  const redis = withBreaker(options.redis, onSilent);
  const counterOf = (name: keyof CallLimits, blockSeconds?: number) =>
    createCounter(redis, limits?.[name] ?? CALL_LIMITS[name], { keyPrefix: `${prefix}:${name}`, blockSeconds });
  const clientCounterOf = (name: 'client' | 'tries') => {
    const limit = networkLimit(limits?.[name] ?? CALL_LIMITS[name]);
    return { ...counterOf(name), networks: createCounter(redis, limit, { keyPrefix: `${prefix}:${name}-network` }) };
  };
  return {
    client: clientCounterOf('client'),
    order: counterOf('order'),
    tries: clientCounterOf('tries'),
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
