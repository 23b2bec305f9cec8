/**
 * P44: a callback of the shop runs once at a time, even if it is slow: the caller renews its lease while the call runs, the
 * lease of a dead process expires, and a caller that has lost its lease does not undo the work of the next one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { openPostgresStore } from '../../src/signer/node/postgres-store.js';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import { createShop, orderOf, type Shop } from '../signer/shop.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { createQuickService } from './quick-service.js';

const TURN = 20_000;
const LEASE = 60_000;

interface Call {
  finish(): void;
  fail(): void;
}

let server: PostgresServer;
let folder: string;
let store: ClaimStore;
let calls: Call[];
let shops: Shop[];
/** What was asked and not waited for: it waits for the callback itself. */
let asked: Promise<unknown>[];

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(() => {
  // The pauses of a running call are minutes; the shop's clock is moved by hand as well.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  folder = mkdtempSync(join(tmpdir(), 'florin-slow-'));
  calls = [];
  asked = [];
});
afterEach(async () => {
  for (const call of calls) call.finish();
  await Promise.all(asked);
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** With the number of turns: PostgreSQL needs more time for each. */
const STORES = [
  ['memory', 30, () => createMemoryStore()],
  ['SQLite', 30, () => openSqliteStore(join(folder, 'claims.db'))],
  ['PostgreSQL', 8, async () => openPostgresStore({ connection: await server.createDatabase() })],
] as const;

/** A callback that the test ends. */
const call = () =>
  new Promise<void>((finish, reject) => calls.push({ finish, fail: () => reject(new Error('the shop said no')) }));

/** Two processes of the shop on one store, whose callback the test ends. The first of them is calling. */
async function beginCall(open: () => ClaimStore | Promise<ClaimStore>): Promise<string> {
  store = await open();
  const service = createQuickService();
  shops = [0, 1].map(() => createShop(service.connection, { store, onPaid: call }));
  const [first] = shops as [Shop, Shop];
  const { authKey, claim } = await first.grant('1042');
  service.pay(authKey);
  asked.push(first.result(claim));
  await expect.poll(() => calls.length).toBe(1);
  return claim;
}

const entry = async () => (await store.readOrder('1042')).entries[0];

/** Moves the clocks of all by the time of one renewal. */
async function advance(): Promise<void> {
  for (const shop of shops) shop.now += TURN;
  vi.advanceTimersByTime(TURN);
  for (let step = 0; step < 20; step += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets the time of one renewal pass, for all. */
async function pass(): Promise<void> {
  await advance();
  // The renewal is in the store before the next step.
  if (vi.getTimerCount() === 0) return;
  await expect.poll(async () => (await entry())?.noticeAt, { interval: 5 }).toBe(shops[0]!.now + LEASE);
}

describe.each(STORES)('P44: a slow callback, with claims in %s', (_name, turns, open) => {
  it('runs once, even if every process looks for due notices', async () => {
    const claim = await beginCall(open);
    for (let turn = 0; turn < turns; turn += 1) {
      await pass();
      await Promise.all(shops.flatMap(({ result, signer }) => [result(claim), signer.reconcileNow()]));
      await pass();
    }
    expect(calls).toHaveLength(1);
    calls[0]?.finish();
    await expect.poll(async () => (await entry())?.notice).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is repeated after the lease of a dead process', async () => {
    const claim = await beginCall(open);
    await pass();
    // A dead process does nothing more.
    vi.clearAllTimers();
    const other = shops[1] as Shop;
    other.now += LEASE - 1;
    expect((await other.result(claim)).status).toBe('approved');
    expect(calls).toHaveLength(1);
    other.now += 1;
    asked.push(other.result(claim));
    await expect.poll(() => calls.length).toBe(2);
  });

  it('that lost its lease and fails does not cause a repeated call', async () => {
    const claim = await beginCall(open);
    vi.clearAllTimers();
    for (const shop of shops) shop.now += LEASE;
    const [first, other] = shops as [Shop, Shop];
    asked.push(other.result(claim));
    await expect.poll(() => calls.length).toBe(2);
    calls[0]?.fail();
    await expect.poll(() => first.log.map(({ event }) => event)).toContain('callback_failed');
    await pass();
    expect(await entry()).toMatchObject({ notice: 'calling', noticeTries: 2 });
    calls[1]?.finish();
    await expect.poll(async () => (await entry())?.notice).toBe('done');
  });
});

it('P44: a lease is kept although a renewal takes until the next one', async () => {
  const memory = createMemoryStore();
  const waiting: (() => void)[] = [];
  const renewNotice: ClaimStore['renewNotice'] = async (...lease) => {
    if (waiting.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    return memory.renewNotice(...lease);
  };
  await beginCall(() => ({ ...memory, renewNotice }));
  await advance();
  await advance();
  waiting[0]?.();
  await advance();
  await pass();
  expect(vi.getTimerCount()).toBe(1);
  expect(await entry()).toMatchObject({ notice: 'calling', noticeAt: shops[0]!.now + LEASE });
});

it('P44: a shop’s transaction that lasts longer than its lease delays neither a round nor a shopper’s request', async () => {
  // A shop may give its transactions more than the ten seconds that the store gives them.
  const limits = { idle_in_transaction_session_timeout: 60_000 };
  const connection = { connectionString: await server.createDatabase(), ...limits };
  const onPaid = (_transaction: unknown, order: string) => (order === '1042' ? call() : Promise.resolve());
  store = await openPostgresStore({ connection, onPaid });
  const service = createQuickService();
  // The store has the callback.
  shops = [0, 1].map(() => createShop(service.connection, { store, onPaid: undefined as never }));
  const [first, other] = shops as [Shop, Shop];
  const slow = await first.grant('1042');
  service.pay(slow.authKey);
  asked.push(first.result(slow.claim));
  await expect.poll(() => calls.length).toBe(1);
  for (const name of ['1043', '1044', '1045']) {
    other.orders.set(name, orderOf(name));
    service.pay((await other.grant(name)).authKey);
  }
  other.now += LEASE;
  // The row is locked by now. PostgreSQL would end a wait for it after ten seconds, with an error.
  const began = performance.now();
  expect((await other.result(slow.claim)).status).toBe('approved');
  expect(await other.signer.reconcile()).toMatchObject({ found: 3, notified: 0, waiting: 1 });
  expect(performance.now() - began).toBeLessThan(5_000);
  for (const name of ['1043', '1044', '1045']) {
    expect((await store.readOrder(name)).entries).toMatchObject([{ notice: 'done' }]);
  }
  expect(calls).toHaveLength(1);
  calls[0]?.finish();
  await Promise.all(asked);
  expect(await entry()).toMatchObject({ kind: 'paid', notice: 'done', noticeTries: 1 });
  expect(other.log).toEqual([]);
});
