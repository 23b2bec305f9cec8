import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedisLimits } from '../../../src/signer/node/redis-limits.js';
import { findRedis, startRedis, type RedisServer } from '../../support/redis-server.js';

const redisProgram = findRedis();

describe.skipIf(!redisProgram)('limits in Redis', () => {
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
  const limits = { client: { calls: 3, seconds: 60 }, order: { calls: 2, seconds: 1 } };
  const take = async (counter: { take(key: string): Promise<number> }, key: string, times: number) => {
    const waits: number[] = [];
    for (let call = 0; call < times; call += 1) waits.push(await counter.take(key));
    return waits;
  };
  const passed = (waits: readonly number[]) => waits.filter((wait) => wait === 0).length;

  it('let so many calls pass, and say how long the next has to wait', async () => {
    const { client } = createRedisLimits({ redis, limits, prefix: 'a' });
    const waits = await take(client, '192.0.2.1', 5);
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    for (const wait of waits.slice(3)) {
      expect(wait).toBeGreaterThan(50_000);
      expect(wait).toBeLessThanOrEqual(60_000);
    }
  });

  it('count clients, orders and shops apart', async () => {
    const one = createRedisLimits({ redis, limits, prefix: 'b' });
    const other = createRedisLimits({ redis, limits, prefix: 'c' });
    expect(passed(await take(one.client, 'x', 4))).toBe(3);
    expect(passed(await take(one.client, 'y', 4))).toBe(3);
    expect(passed(await take(one.order, 'x', 4))).toBe(2);
    expect(passed(await take(other.client, 'x', 4))).toBe(3);
  });

  it('are shared by all who use the same Redis', async () => {
    const another = connect();
    await another.connect();
    const counters = [redis, another].map((each) => createRedisLimits({ redis: each, limits, prefix: 'd' }).client);
    const waits = await Promise.all(Array.from({ length: 40 }, (_, index) => counters[index % 2]!.take('x')));
    expect(passed(waits)).toBe(3);
    another.destroy();
  });

  it('begin again when the time is over', async () => {
    const { order } = createRedisLimits({ redis, limits, prefix: 'e' });
    expect(passed(await take(order, '1', 3))).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(passed(await take(order, '1', 3))).toBe(2);
  });

  it('forget a key when its time is over, so that Redis does not fill up', async () => {
    const { order } = createRedisLimits({ redis, limits, prefix: 'f' });
    await order.take('1');
    expect(await redis.pTTL('f:order:1')).toBeGreaterThan(0);
  });

  it('take tries back, and keep a shop that went over its declines there for an hour', async () => {
    const own = { tries: { calls: 2, seconds: 60 }, declines: { calls: 2, seconds: 60 } };
    const { tries, declines } = createRedisLimits({ redis, limits: own, prefix: 'i' });
    expect(passed(await take(tries, 'x', 2))).toBe(2);
    await tries.giveBack('x');
    expect(await tries.peek('x')).toBe(0);
    expect(passed(await take(tries, 'x', 3))).toBe(1);
    expect(await tries.peek('x')).toBeGreaterThan(50_000);
    await take(declines, 'shop', 2);
    expect(await declines.peek('shop')).toBe(0);
    await declines.take('shop');
    expect(await declines.peek('shop')).toBeGreaterThan(3_500_000);
    // Another process sees the same.
    expect(await createRedisLimits({ redis, limits: own, prefix: 'i' }).declines.peek('shop')).toBeGreaterThan(
      3_500_000,
    );
  });

  it('go on in memory at once while Redis is gone, and in Redis when it is back', async () => {
    const { client } = createRedisLimits({ redis, limits, prefix: 'g' });
    expect(passed(await take(client, 'x', 2))).toBe(2);
    await server.crash();
    while (redis.isReady) await new Promise((resolve) => setTimeout(resolve, 5));
    const startedAt = performance.now();
    expect(passed(await take(client, 'x', 10))).toBe(3);
    expect(performance.now() - startedAt).toBeLessThan(200);
    await server.restart();
    while (!redis.isReady) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(passed(await take(client, 'x', 10))).toBe(3);
    expect(await redis.get('g:client:x')).toBe('10');
  });

  it('do not keep a page waiting for a Redis that hangs', async () => {
    const { client } = createRedisLimits({ redis, limits, prefix: 'h' });
    server.pause();
    const startedAt = performance.now();
    const waits = await Promise.all(Array.from({ length: 10 }, () => client.take('x')));
    const took = performance.now() - startedAt;
    server.resume();
    expect(passed(waits)).toBe(3);
    expect(took).toBeLessThan(2000);
  });
});
