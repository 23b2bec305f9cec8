/**
 * Short claims in Redis. Redis may lose what it has acknowledged, hang, or be away; so the worst that it can do here is to
 * let a request wait for `patience`, or not to let it wait at all. Either way the store decides (short-claims.ts).
 */
import type { ShortClaims } from '../short-claims.js';
import type { RedisConnection } from './redis-limits.js';

export interface RedisClaimsOptions {
  readonly redis: RedisConnection;
  /** Begins each key. Signers of different shops on one Redis take different ones. Default `florin`. */
  readonly prefix?: string;
  /** Milliseconds that a request waits for another's: what is not done by then is not likely to be done soon. Default 5000. */
  readonly patience?: number;
}

/** All milliseconds. How long one that nobody gives back stands: as long as a claim's own lease in the store. */
const LIFETIME = 25_000;
const PATIENCE = 5_000;
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 100;
/** How long one answer of Redis may take, and how long nobody asks it after it took longer or failed. */
const TIMEOUT = 250;
const AWAY = 2_000;

/** Takes it when it is free; answers whose it is. */
const TAKE = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return ARGV[1] end
return redis.call('GET', KEYS[1])`;
/** Gives it back, unless it ran out and is another's by now. */
const GIVE_BACK = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** Pass the answer to `createSigner` as `shortClaims`. */
export function createRedisClaims({ redis, prefix = 'florin', patience = PATIENCE }: RedisClaimsOptions): ShortClaims {
  let awayUntil = 0;

  /** Undefined when Redis does not say. */
  async function ask(script: string, order: string, args: string[]): Promise<unknown> {
    if (!redis.isReady || performance.now() < awayUntil) return undefined;
    try {
      return await inTime(redis.eval(script, { keys: [`${prefix}:claim:${order}`], arguments: args }));
    } catch {
      awayUntil = performance.now() + AWAY;
      return undefined;
    }
  }

  /** Whether it is ours to give back. Waits for the one who was there first, and for nobody after. */
  async function take(order: string, me: string): Promise<boolean> {
    const since = performance.now();
    const first = await ask(TAKE, order, [me, String(LIFETIME)]);
    let owner = first;
    for (let pause = FIRST_PAUSE; owner === first && owner !== me && typeof owner === 'string';) {
      if (performance.now() - since > patience) return false;
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(LONGEST_PAUSE, pause * 2);
      owner = await ask(TAKE, order, [me, String(LIFETIME)]);
    }
    // Where Redis did not say, it may have been taken all the same.
    return owner === me || owner === undefined;
  }

  return {
    async hold(order, work) {
      const me = crypto.randomUUID();
      const isOurs = await take(order, me);
      try {
        return await work();
      } finally {
        // Nobody waits for that: a page least of all.
        if (isOurs) void ask(GIVE_BACK, order, [me]);
      }
    },
  };
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not answer in time')), TIMEOUT);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
