/**
 * Short claims in Redis. Redis may lose acknowledged writes, hang, or be down. Then a request waits
 * for `timeoutMs`, or does not wait at all. In each case the store decides (short-claims.ts).
 */
import type { ShortClaims } from '../claims/short-claims.js';
import { within } from '../within.js';
import type { RedisConnection } from './redis-limits.js';

/** Options of {@link createRedisClaims}. */
export interface RedisClaimsOptions {
  /** A connected client of the package `redis`. */
  readonly redis: RedisConnection;
  /** Prefix of each key. Default `florin`. */
  readonly prefix?: string;
  /** How long a request waits for another request, in milliseconds. Default 5000. */
  readonly timeoutMs?: number;
}

/**
 * How long a short claim lasts if it is not given back: as long as a claim's lease in the store. All
 * times are in milliseconds.
 */
const LIFETIME = 25_000;
const DEFAULT_TIMEOUT_MS = 5_000;
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 100;
/** Timeout of one Redis call, and how long Redis is not asked again after a timeout or failure. */
const TIMEOUT = 250;
const AWAY = 2_000;

/** Takes the short claim if it is free; returns its owner. */
const TAKE = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return ARGV[1] end
return redis.call('GET', KEYS[1])`;
/** Gives it back, unless it has run out and belongs to another request. */
const GIVE_BACK = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** Pass the result to `createSigner` as `shortClaims`. */
export function createRedisClaims({
  redis,
  prefix = 'florin',
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: RedisClaimsOptions): ShortClaims {
  let awayUntil = 0;

  /** Undefined if Redis does not answer. */
  async function ask(script: string, key: string, args: string[]): Promise<unknown> {
    if (!redis.isReady || performance.now() < awayUntil) return undefined;
    const place = { keys: [`${prefix}:claim:${key}`], arguments: args };
    const answer = await within(TIMEOUT, redis.eval(script, place)).catch(() => undefined);
    if (answer === undefined) awayUntil = performance.now() + AWAY;
    return answer;
  }

  /** Whether this request has to give it back. Waits for the first owner only. */
  async function take(key: string, me: string): Promise<boolean> {
    const since = performance.now();
    const first = await ask(TAKE, key, [me, String(LIFETIME)]);
    let owner = first;
    for (let pause = FIRST_PAUSE; owner === first && owner !== me && typeof owner === 'string';) {
      if (performance.now() - since > timeoutMs) return false;
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(LONGEST_PAUSE, pause * 2);
      owner = await ask(TAKE, key, [me, String(LIFETIME)]);
    }
    // Without an answer from Redis, it may have been taken all the same.
    return owner === me || owner === undefined;
  }

  return {
    async hold(key, work) {
      const me = crypto.randomUUID();
      const isOurs = await take(key, me);
      try {
        return await work();
      } finally {
        // Not awaited, because the page must not wait for it.
        if (isOurs) void ask(GIVE_BACK, key, [me]);
      }
    },
  };
}
