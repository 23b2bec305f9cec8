import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedisLimits, type RedisConnection } from '../../../src/signer/node/redis-limits.js';
import { retryWhileSlow } from '../../support/retry-while-slow.js';
import { fastest } from '../../support/fastest.js';
import { hasRedis, startRedis, type RedisServer } from '../../support/redis-server.js';

const isRedisThere = hasRedis();

describe.skipIf(!isRedisThere)('limits in Redis', () => {
  let server: RedisServer;
  let redis: ReturnType<typeof connect>;
  const connect = () => {
    const client = createClient({ url: server.url, socket: { reconnectStrategy: 50 } });
    client.on('error', () => undefined);
    return client;
  };
  beforeAll(async () => {
    server = await startRedis();
    redis = connect();
    await redis.connect();
  });
  afterAll(async () => {
    redis.destroy();
    await server.stop();
  });
  const limits = { client: { calls: 3, seconds: 60 }, order: { calls: 2, seconds: 60 } };
  const take = async (counter: { take(key: string): Promise<number> }, key: string, times: number) => {
    const waits: number[] = [];
    for (let call = 0; call < times; call += 1) waits.push(await counter.take(key));
    return waits;
  };
  const passed = (waits: readonly number[]) => waits.filter((wait) => wait === 0).length;

  it('allow a number of calls, and return how long the next has to wait', async () => {
    const waits = await retryWhileSlow(redis, (calm, trial) =>
      take(createRedisLimits({ redis: calm, limits, prefix: `a${trial}` }).client, '192.0.2.1', 5),
    );
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    for (const wait of waits.slice(3)) {
      expect(wait).toBeGreaterThan(50_000);
      expect(wait).toBeLessThanOrEqual(60_000);
    }
  });

  it('also count IPv6 networks, sixteen times as many calls', async () => {
    const counts = await retryWhileSlow(redis, async (calm, trial) => {
      const { client, tries } = createRedisLimits({ redis: calm, limits, prefix: `n${trial}` });
      return [passed(await take(client.networks, '2001:db8:1', 60)), tries.networks !== undefined];
    });
    expect(counts).toEqual([48, true]);
  });

  it('count clients, orders and shops apart', async () => {
    const counts = await retryWhileSlow(redis, async (calm, trial) => {
      const one = createRedisLimits({ redis: calm, limits, prefix: `b${trial}` });
      const other = createRedisLimits({ redis: calm, limits, prefix: `c${trial}` });
      return [
        passed(await take(one.client, 'x', 4)),
        passed(await take(one.client, 'y', 4)),
        passed(await take(one.order, 'x', 4)),
        passed(await take(other.client, 'x', 4)),
      ];
    });
    expect(counts).toEqual([3, 3, 2, 3]);
  });

  it('are shared by all who use the same Redis', async () => {
    const another = connect();
    await another.connect();
    const waits = await retryWhileSlow(redis, (one, trial) =>
      retryWhileSlow(another, (other, again) => {
        const prefix = `d${trial}-${again}`;
        const counters = [one, other].map((each) => createRedisLimits({ redis: each, limits, prefix }).client);
        return Promise.all(Array.from({ length: 40 }, (_, index) => counters[index % 2]!.take('x')));
      }),
    );
    expect(passed(waits)).toBe(3);
    another.destroy();
  });

  it('start again when the period is over', async () => {
    const short = { order: { calls: 2, seconds: 1 } };
    const over = () => new Promise((resolve) => setTimeout(resolve, 1100));
    const counts = await retryWhileSlow(redis, async (calm, trial) => {
      const { order } = createRedisLimits({ redis: calm, limits: short, prefix: `e${trial}` });
      /** Of three calls within one second; those that took longer say nothing. */
      const passedAtOnce = async () => {
        for (;;) {
          const startedAt = performance.now();
          const count = passed(await take(order, '1', 3));
          if (performance.now() - startedAt < 900) return count;
          await over();
        }
      };
      const first = await passedAtOnce();
      await over();
      return [first, await passedAtOnce()];
    });
    expect(counts).toEqual([2, 2]);
  });

  it('delete a key when its period is over', async () => {
    const left = await retryWhileSlow(redis, async (calm, trial) => {
      await createRedisLimits({ redis: calm, limits, prefix: `f${trial}` }).order.take('1');
      return redis.pTTL(`f${trial}:order:1`);
    });
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(60_000);
  });

  it('take tries back, and keep a shop above its limit of declines there for an hour', async () => {
    const own = { tries: { calls: 2, seconds: 60 }, declines: { calls: 2, seconds: 60 } };
    const seen = await retryWhileSlow(redis, async (calm, trial) => {
      const open = () => createRedisLimits({ redis: calm, limits: own, prefix: `i${trial}` });
      const { tries, declines } = open();
      const before = passed(await take(tries, 'x', 2));
      await tries.giveBack('x');
      const givenBack = [await tries.peek('x'), passed(await take(tries, 'x', 3))];
      const wait = await tries.peek('x');
      await take(declines, 'shop', 2);
      const allowed = await declines.peek('shop');
      await declines.take('shop');
      // Another process sees the same.
      const kept = [await declines.peek('shop'), await open().declines.peek('shop')];
      return { before, givenBack, wait, allowed, kept: Math.min(...kept) };
    });
    expect(seen).toMatchObject({ before: 2, givenBack: [0, 1], allowed: 0 });
    expect(seen.wait).toBeGreaterThan(50_000);
    expect(seen.kept).toBeGreaterThan(3_500_000);
  });

  it('wait once for a Redis that does not answer, log it once, and count in memory', async () => {
    let silences = 0;
    let asked = 0;
    const counted: RedisConnection = {
      get isReady() {
        return redis.isReady;
      },
      eval: (script, options) => ((asked += 1), redis.eval(script, options)),
      multi: () => redis.multi(),
    };
    const onSilent = () => void (silences += 1);
    const { client } = createRedisLimits({ redis: counted, limits, prefix: 'silent', onSilent });
    server.pause();
    for (let call = 0; call < 40; call += 1) await client.take(`192.0.2.${call}`);
    server.resume();
    expect(silences).toBe(1);
    // Each that is asked waits for the whole timeout.
    expect(asked).toBeLessThan(20);
  });

  it('count in memory at once while Redis is down, and in Redis when it is back', async () => {
    let current = redis;
    const through: RedisConnection = {
      get isReady() {
        return current.isReady;
      },
      eval: (script, options) => current.eval(script, options),
      multi: () => current.multi(),
    };
    const { client } = createRedisLimits({ redis: through, limits, prefix: 'g' });
    expect(passed(await take(client, 'x', 2))).toBe(2);
    await server.crash();
    while (redis.isReady) await new Promise((resolve) => setTimeout(resolve, 5));
    let shopper = 0;
    const takeTen = async () => expect(passed(await take(client, `x${(shopper += 1)}`, 10))).toBe(3);
    expect(await fastest(200, takeTen)).toBeLessThan(200);
    await server.restart();
    while (!redis.isReady) await new Promise((resolve) => setTimeout(resolve, 5));
    const [count, stored] = await retryWhileSlow(redis, async (calm, trial) => {
      current = calm;
      return [passed(await take(client, `back${trial}`, 10)), await redis.get(`g:client:back${trial}`)];
    });
    expect([count, stored]).toEqual([3, '10']);
  });

  it('do not delay a page if Redis hangs', async () => {
    const { client } = createRedisLimits({ redis, limits, prefix: 'h' });
    server.pause();
    let shopper = 0;
    const counts: number[] = [];
    const took = await fastest(2000, async () => {
      const key = `x${(shopper += 1)}`;
      counts.push(passed(await Promise.all(Array.from({ length: 10 }, () => client.take(key)))));
    });
    server.resume();
    expect(new Set(counts)).toEqual(new Set([3]));
    expect(took).toBeLessThan(2000);
  });
});
