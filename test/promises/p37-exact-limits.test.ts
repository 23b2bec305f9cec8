/**
 * P37: the limiter is exact. 20,000 calls, 100 keys, 10 points each, 50 calls at once: exactly 1,000 pass, in memory, in
 * Redis, and in Redis from four processes that share it. No trial is random, so there is no seed; the calls of one key
 * follow each other, so that those at once are for the same key, which is where a limiter that reads first goes wrong.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryCounter, type CallCounter } from '../../src/signer/guards/call-limits.js';
import { createRedisLimits } from '../../src/signer/node/redis-limits.js';
import { hasRedis, startRedis, type RedisServer } from '../support/redis-server.js';
import { SLOW_MS, retryWhileSlow } from '../support/retry-while-slow.js';

const CALLS = 20_000;
const KEYS = 100;
const AT_ONCE = 50;
/** The window is longer than the test: no key may begin again in between. */
const LIMIT = { calls: 10, seconds: 600 };
const isRedisThere = hasRedis();

/** How many calls of each key passed. */
async function countPassed(counter: CallCounter): Promise<Map<string, number>> {
  const passed = new Map<string, number>();
  let next = 0;
  const caller = async () => {
    while (next < CALLS) {
      const key = `key-${Math.floor((next++ * KEYS) / CALLS)}`;
      if ((await counter.take(key)) === 0) passed.set(key, (passed.get(key) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return passed;
}

function expectExact(store: string, passed: ReadonlyMap<string, number>): void {
  const total = [...passed.values()].reduce((sum, count) => sum + count, 0);
  console.log(`P37 ${store}: ${CALLS} calls, ${KEYS} keys, ${AT_ONCE} at once: ${total} passed`);
  expect(total).toBe(KEYS * LIMIT.calls);
  expect(passed.size).toBe(KEYS);
  expect(new Set(passed.values())).toEqual(new Set([LIMIT.calls]));
}

describe('P37: the limiter is exact', () => {
  it('in memory', async () => {
    expectExact('in memory', await countPassed(createMemoryCounter(LIMIT)));
  });
});

describe.skipIf(!isRedisThere)('P37: the limiter is exact', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  it('in Redis', { timeout: 60_000 }, async () => {
    const redis = createClient({ url: server.url });
    await redis.connect();
    const passed = await retryWhileSlow(redis, (calm, trial) =>
      countPassed(createRedisLimits({ redis: calm, limits: { order: LIMIT }, prefix: `one-${trial}` }).order),
    );
    expectExact('in Redis', passed);
    redis.destroy();
  });

  it('in Redis, from four processes', { timeout: 120_000 }, async () => {
    expect(existsSync('dist/signer/node/redis-limits.js'), 'run npm run build first').toBe(true);
    const run = async (prefix: string) => {
      const task = { url: server.url, prefix, limit: LIMIT, calls: CALLS / 4, keys: KEYS, atOnce: AT_ONCE };
      const runs = await Promise.all(Array.from({ length: 4 }, () => runProcess(task)));
      const lastStart = Math.max(...runs.map(({ startedAt }) => startedAt));
      const firstEnd = Math.min(...runs.map(({ endedAt }) => endedAt));
      return { runs, isAtOnce: lastStart < firstEnd, isCalm: runs.every(({ isCalm }) => isCalm) };
    };
    // On a stopped machine one of them may count alone for a while, as it should.
    let tries = 1;
    let { runs, isAtOnce, isCalm } = await run('four-1');
    while (!(isAtOnce && isCalm) && tries < 5) ({ runs, isAtOnce, isCalm } = await run(`four-${(tries += 1)}`));
    expect(isAtOnce, 'all four called at the same time').toBe(true);
    const passed = new Map<string, number>();
    for (const [key, count] of runs.flatMap((run) => run.passed)) passed.set(key, (passed.get(key) ?? 0) + count);
    expectExact('in Redis, from four processes', passed);
  });
});

/** The same calls as `countPassed`, in a process of its own, on the built package. */
const CALLER = `
import { createClient } from '@redis/client';
import { createRedisLimits } from './dist/signer/node/redis-limits.js';
const task = JSON.parse(process.env.TASK);
const redis = createClient({ url: task.url });
await redis.connect();
let slowest = 0;
const watched = {
  get isReady() { return redis.isReady; },
  async eval(script, options) {
    const startedAt = performance.now();
    try { return await redis.eval(script, options); }
    finally { slowest = Math.max(slowest, performance.now() - startedAt); }
  },
};
const { order } = createRedisLimits({ redis: watched, limits: { order: task.limit }, prefix: task.prefix });
const passed = new Map();
let next = 0;
const caller = async () => {
  while (next < task.calls) {
    const key = 'key-' + Math.floor((next++ * task.keys) / task.calls);
    if ((await order.take(key)) === 0) passed.set(key, (passed.get(key) ?? 0) + 1);
  }
};
await redis.incr(task.prefix);
while ((await redis.get(task.prefix)) !== '4') await new Promise((resolve) => setTimeout(resolve, 1));
const startedAt = Date.now();
await Promise.all(Array.from({ length: task.atOnce }, caller));
process.stdout.write(JSON.stringify({ passed: [...passed], startedAt, endedAt: Date.now(), isCalm: slowest < ${SLOW_MS} }));
redis.destroy();
`;

interface Run {
  readonly passed: readonly [string, number][];
  readonly startedAt: number;
  readonly endedAt: number;
  /** Redis answered at once, each time. */
  readonly isCalm: boolean;
}

async function runProcess(task: object): Promise<Run> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', CALLER], {
    env: { ...process.env, TASK: JSON.stringify(task) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  return JSON.parse(output) as Run;
}
