/** Short claims in a real Redis, in front of a real store: they save calls to the store, and decide nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../../src/signer/claims/claim-store.js';
import type { ShortClaims } from '../../../src/signer/claims/short-claims.js';
import { createRedisClaims } from '../../../src/signer/node/redis-claims.js';
import type { RedisConnection } from '../../../src/signer/node/redis-limits.js';
import { openSqliteStore } from '../../../src/signer/node/sqlite-store.js';
import { hasRedis, startRedis, type RedisServer } from '../../support/redis-server.js';
import { retryWhileSlow } from '../../support/retry-while-slow.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { createShop, orderOf, type Shop, shopClock } from '../shop.js';

const isRedisThere = hasRedis();
const ORDER = '1042';

describe.skipIf(!isRedisThere)('short claims in Redis', { timeout: 60_000 }, () => {
  let server: RedisServer;
  let redis: ReturnType<typeof connect>;
  let folder: string;
  let service: FaultyService;
  let stores: ClaimStore[];
  let questions: number;
  let prefix = 0;

  const connect = () => {
    const client = createClient({ url: server.url, socket: { reconnectStrategy: 20 } });
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
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'florin-redis-claims-'));
    service = await startFaultyService();
    stores = [];
    questions = 0;
    prefix += 1;
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const open = (connection: RedisConnection = redis) =>
    createRedisClaims({ redis: connection, prefix: `claims-${prefix}` });
  /** A signer as another process would have it: a store and short claims of its own, on the same file and Redis. */
  function openShop(shortClaims?: ShortClaims): Shop {
    const store = openSqliteStore(join(folder, 'claims.db'), { clock: shopClock });
    stores.push(store);
    const counting: ClaimStore = {
      ...store,
      readOrder(scope, order) {
        questions += 1;
        return store.readOrder(scope, order);
      },
    };
    return createShop(accountAt(service), { store: counting, ...(shortClaims && { shortClaims }) });
  }
  /** Forty parallel requests for one order, by two signers. */
  async function askOften(shops: readonly Shop[], order = ORDER): Promise<ReadonlySet<string>> {
    for (const { orders } of shops) orders.set(order, orderOf(order));
    const grants = await Promise.all(Array.from({ length: 40 }, (_, index) => shops[index % 2]!.grant(order)));
    return new Set(grants.map(({ authKey }) => authKey));
  }
  const until = async (isTrue: () => boolean) => expect.poll(isTrue, { timeout: 30_000, interval: 5 }).toBe(true);

  it('let one process request the key of an order, while the others do not use the store', async () => {
    service.keyDelay = 300;
    const asked = await retryWhileSlow(redis, async (calm, trial) => {
      [service.calls.T4, questions] = [0, 0];
      const keys = await askOften([openShop(open(calm)), openShop(open(calm))], `calm-${trial}`);
      return { keys: keys.size, calls: service.calls.T4, questions };
    });
    expect(asked).toMatchObject({ keys: 1, calls: 1 });
    // Two for who goes first, one for each who waited: there is nothing left to ask by then.
    expect(asked.questions).toBeLessThanOrEqual(42);
  });

  it('are not needed for a single key: without them there is one key too, with more calls to the store', async () => {
    // As long as it takes, however slow the machine is: with short claims it would be for ever.
    service.beforeKey = () => until(() => questions > 80);
    expect((await askOften([openShop(), openShop()])).size).toBe(1);
    expect(service.calls.T4).toBe(1);
  });

  it('that Redis loses leave one key', async () => {
    service.keyDelay = 500;
    const asked = askOften([openShop(open()), openShop(open())]);
    await until(() => service.calls.T4 === 1);
    await server.crash();
    await server.restart();
    expect((await asked).size).toBe(1);
    expect(service.calls.T4).toBe(1);
    await until(() => redis.isReady);
  });

  it('do not delay requests if Redis hangs: the store works alone', async () => {
    const shops = [openShop(open()), openShop(open())];
    server.pause();
    try {
      expect((await askOften(shops)).size).toBe(1);
      expect(service.calls.T4).toBe(1);
    } finally {
      server.resume();
    }
  });

  it('of a dead process expire, before a page would stop waiting', async () => {
    await redis.set(`claims-${prefix}:claim:${ORDER}`, 'the dead', { PX: 700 });
    expect((await openShop(open()).grant(ORDER)).order).toBe(ORDER);
    await redis.set(`claims-${prefix}:claim:other`, 'the dead', { PX: 60_000 });
    let isDone = false;
    await createRedisClaims({ redis, prefix: `claims-${prefix}`, timeoutMs: 300 }).hold(
      'other',
      async () => void (isDone = true),
    );
    expect(isDone).toBe(true);
    expect(await redis.get(`claims-${prefix}:claim:other`)).toBe('the dead');
  });

  it('are released by their owner after the work, also after a failure', async () => {
    const key = `claims-${prefix}:claim:x`;
    const left = await retryWhileSlow(redis, async (calm) => {
      let held: string | null = null;
      // What a trial that was not calm has left.
      await redis.del(key);
      const run = open(calm).hold('x', async () => {
        held = await redis.get(key);
        expect(await redis.pTTL(key)).toBeLessThanOrEqual(25_000);
        throw new Error('no key');
      });
      await expect(run).rejects.toThrow('no key');
      expect(held).toMatch(/^[0-9a-f-]{36}$/);
      // What is sent after the giving back on the same connection is answered after it.
      return redis.exists(key);
    });
    expect(left).toBe(0);
    await open().hold('x', async () => void (await redis.set(key, 'another by now')));
    // What is sent after it on the same connection is answered after it.
    expect(await redis.get(key)).toBe('another by now');
  });

  it('of two orders, and of two shops, are independent', async () => {
    const order: string[] = [];
    await open().hold('a', async () => {
      await open().hold('b', () => Promise.resolve(order.push('b')));
      await createRedisClaims({ redis, prefix: `other-${prefix}` }).hold('a', () => Promise.resolve(order.push('a')));
    });
    expect(order).toEqual(['b', 'a']);
  });
});
