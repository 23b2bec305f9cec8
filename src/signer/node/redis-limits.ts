/**
 * The signer's rate limits counted in Redis, so that all processes of a shop share them. Only
 * limits: claims and payments are never stored in Redis, which may lose acknowledged writes. While
 * Redis is down or slow, each process counts in its own memory: the limits are then looser by the
 * number of processes.
 */
import { RateLimiterMemory, RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible';
import {
  CALL_LIMITS,
  countBy,
  networkLimit,
  THROTTLE_SECONDS,
  type CallCounter,
  type CallLimit,
  type CallLimits,
  type TryCounter,
} from '../guards/call-limits.js';

/**
 * The parts of a client of `@redis/client` (or `redis`) 5 or later that are used. The caller
 * connects and closes it.
 */
export interface RedisConnection {
  readonly isReady: boolean;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /**
   * Counts are read, and throttling is started, by transactions of the client. A client without
   * transactions would never be asked.
   */
  multi(): object;
}

/** Options of {@link createRedisLimits}. */
export interface RedisLimitsOptions {
  /** A connected client of the package `redis`. */
  readonly redis: RedisConnection;
  /** Default: `CALL_LIMITS`. */
  readonly limits?: Partial<CallLimits>;
  /** Prefix of each key. Default `florin`. */
  readonly prefix?: string;
  /**
   * Called once when Redis stops answering although the connection is up; the process then counts
   * on its own.
   */
  readonly onSilent?: () => void;
}

/** How long a page waits for Redis before the process counts on its own. Milliseconds. */
const TIMEOUT = 500;

/**
 * How long Redis is not asked after a timeout: otherwise each call would wait for the whole
 * timeout.
 */
const AWAY = 2_000;

/** The same connection, reported as not ready for a while after a timeout. */
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
        // One call per outage, however many requests it affects.
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

interface RedisLimits {
  readonly client: CallCounter & { readonly networks: CallCounter };
  readonly order: CallCounter;
  readonly tries: TryCounter;
  readonly declines: TryCounter;
}

/** Pass the result to `createSigner` as `rateLimit`. */
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
    declines: counterOf('declines', THROTTLE_SECONDS),
  };
}

/**
 * One Redis script counts and sets the expiry, so that parallel calls of any number of processes
 * are exact (P37).
 */
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
      // Otherwise the client would queue calls until Redis is back, and the page would wait.
      rejectIfRedisNotReady: true,
    }),
    insuranceLimiter: new RateLimiterMemory(window),
    timeoutMs: TIMEOUT,
  });
  return countBy(limiter, calls);
}
