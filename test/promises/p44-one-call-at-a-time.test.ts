/**
 * P44: a callback of the shop runs once at a time, whatever the clocks of its processes say: the store's clock ends leases. A
 * callback that hangs is given up and repeated, the lease of a dead process expires, and a caller that has lost its lease does
 * not undo the work of the next one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { openPostgresStore } from '../../src/signer/node/postgres-store.js';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import { LEASE_MARGIN } from '../../src/signer/notices/notify-shop.js';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { createShop, orderOf, ORIGIN, shopClock, type Shop } from '../signer/shop.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { createQuickService } from './quick-service.js';

const LIMIT = 60_000;
const LEASE = LIMIT + LEASE_MARGIN;
/** How far apart the clocks of two hosts are. */
const SKEW = 90_000;

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
  folder = mkdtempSync(join(tmpdir(), 'florin-slow-'));
  calls = [];
  asked = [];
});
afterEach(async () => {
  for (const call of calls) call.finish();
  await Promise.all(asked);
  await store.close();
  rmSync(folder, { recursive: true });
});

type Clock = NonNullable<SignerOptions['clock']>;
const STORES = [
  ['memory', async (clock?: Clock) => createMemoryStore({ ...(clock && { clock }) })],
  ['SQLite', async (clock?: Clock) => openSqliteStore(join(folder, 'claims.db'), { ...(clock && { clock }) })],
  [
    'PostgreSQL',
    async (clock?: Clock) => openPostgresStore({ connection: await server.createDatabase(), ...(clock && { clock }) }),
  ],
] as const;

/** A callback that the test ends. */
const call = () =>
  new Promise<void>((finish, reject) => calls.push({ finish, fail: () => reject(new Error('the shop said no')) }));

/** Two processes of the shop on one store, whose callback the test ends. The first of them is calling. */
async function beginCall(options: Partial<SignerOptions> = {}): Promise<string> {
  const service = createQuickService();
  shops = [0, 1].map(() => createShop(service.connection, { store, onPaid: call, ...options }));
  const [first] = shops as [Shop, Shop];
  const { authKey, claim } = await first.grant('1042');
  service.pay(authKey);
  asked.push(first.result(claim));
  await expect.poll(() => calls.length).toBe(1);
  return claim;
}

const entry = async () => (await store.readOrder(shops[0]!.scope, '1042')).entries[0];

/** Lets time pass, for the store and for all processes. */
function pass(milliseconds: number): void {
  for (const shop of shops) shop.now += milliseconds;
}

describe.each(STORES)('P44: a slow callback, with claims in %s', (_name, open) => {
  beforeEach(async () => {
    store = await open(shopClock);
  });

  it('runs once, even if every process looks for due notices', async () => {
    const claim = await beginCall();
    for (let turn = 0; turn < 5; turn += 1) {
      pass(LIMIT / 5);
      await Promise.all(shops.flatMap(({ result, signer }) => [result(claim), signer.reconcileNow()]));
    }
    expect(calls).toHaveLength(1);
    calls[0]?.finish();
    await expect.poll(async () => (await entry())?.notice).toBe('done');
  });

  it('is repeated after the lease of a dead process', async () => {
    const claim = await beginCall();
    const other = shops[1] as Shop;
    pass(LEASE - 1);
    expect((await other.result(claim)).status).toBe('approved');
    expect(calls).toHaveLength(1);
    pass(1);
    asked.push(other.result(claim));
    await expect.poll(() => calls.length).toBe(2);
  });

  it('that lost its lease and fails does not cause a repeated call', async () => {
    const claim = await beginCall();
    pass(LEASE);
    const [first, other] = shops as [Shop, Shop];
    asked.push(other.result(claim));
    await expect.poll(() => calls.length).toBe(2);
    calls[0]?.fail();
    await expect.poll(() => first.log.map(({ event }) => event)).toContain('callback_failed');
    await asked[0];
    expect(await entry()).toMatchObject({ notice: 'calling', noticeTries: 2 });
    calls[1]?.finish();
    await expect.poll(async () => (await entry())?.notice).toBe('done');
  });

  it('that hangs is given up after its limit and repeated, as the log and the health say', async () => {
    const signals: AbortSignal[] = [];
    await beginCall({
      callbackTimeoutSeconds: 0.2,
      onPaid(_order, _txn, _agreed, signal) {
        signals.push(signal);
        return call();
      },
    });
    const [first, other] = shops as [Shop, Shop];
    await Promise.all(asked);
    expect(first.log).toMatchObject([{ level: 'error', event: 'callback_timed_out', order: '1042', seconds: 0.2 }]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await entry()).toMatchObject({ notice: 'due', noticeTries: 1 });
    const health = async () => (await first.signer.fetch(new Request(`${ORIGIN}/pay/health`))).json();
    expect(await health()).toMatchObject({ status: 'degraded', callbackTimedOutAt: expect.any(String) });
    pass(600_000);
    const round = other.signer.reconcile();
    await expect.poll(() => calls.length).toBe(2);
    calls[1]?.finish();
    expect(await round).toMatchObject({ notified: 1, waiting: 0 });
    pass(900_000);
    expect(await health()).toMatchObject({ status: 'ok' });
  });

  it('that succeeds after its limit counts, unless it is being repeated', async () => {
    await beginCall({ callbackTimeoutSeconds: 0.2 });
    await Promise.all(asked);
    calls[0]?.finish();
    await expect.poll(async () => (await entry())?.notice).toBe('done');
    pass(600_000);
    expect(await shops[1]!.signer.reconcile()).toMatchObject({ notified: 0, waiting: 0 });
    expect(calls).toHaveLength(1);
  });

  it('that succeeds while it is being repeated does not end the repeated call', async () => {
    await beginCall({ callbackTimeoutSeconds: 0.5 });
    await Promise.all(asked);
    pass(600_000);
    const round = shops[1]!.signer.reconcile();
    await expect.poll(() => calls.length).toBe(2);
    calls[0]?.finish();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await entry()).toMatchObject({ notice: 'calling', noticeTries: 2 });
    calls[1]?.finish();
    await round;
    expect(await entry()).toMatchObject({ notice: 'done' });
  });

  it('is not begun after its limit, if the questions before it have taken that long', async () => {
    const { amount } = orderOf('1042');
    const late: (() => void)[] = [];
    const service = createQuickService();
    const currentTerms = () =>
      new Promise<{ amount: typeof amount }>((resolve) => {
        if (late.push(() => resolve({ amount })) > 1) resolve({ amount });
      });
    shops = [0, 1].map(() =>
      createShop(service.connection, { store, onPaid: call, currentTerms, callbackTimeoutSeconds: 0.2 }),
    );
    const [first, other] = shops as [Shop, Shop];
    const { authKey, claim } = await first.grant('1042');
    service.pay(authKey);
    await first.result(claim);
    expect(first.log).toMatchObject([{ event: 'callback_timed_out' }]);
    pass(600_000);
    asked.push(other.result(claim));
    await expect.poll(() => calls.length).toBe(1);
    late[0]?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls).toHaveLength(1);
  });
});

describe.each(STORES)('P44: two processes whose clocks are 90 s apart, with claims in %s', (_name, open) => {
  it('never run a callback twice at the same time', { timeout: 60_000 }, async () => {
    store = await open();
    const service = createQuickService();
    const running = new Map<string, number>();
    let most = 0;
    let told = 0;
    const onPaid = async (order: string) => {
      running.set(order, (running.get(order) ?? 0) + 1);
      most = Math.max(most, running.get(order)!);
      await new Promise((resolve) => setTimeout(resolve, 300));
      running.set(order, running.get(order)! - 1);
      told += 1;
    };
    shops = [0, SKEW].map((ahead) =>
      createShop(service.connection, { store, onPaid, clock: { now: () => Date.now() + ahead } }),
    );
    for (const shop of shops) {
      for (let order = 0; order < 20; order += 1) shop.orders.set(`${order}`, orderOf(`${order}`));
    }
    const work = Array.from({ length: 20 }, async (_, order) => {
      const [first, other] = (order % 2 ? shops : [...shops].reverse()) as [Shop, Shop];
      const { authKey, claim } = await first.grant(`${order}`);
      service.pay(authKey);
      await Promise.all([first.result(claim), other.result(claim), other.signer.reconcile()]);
    });
    await Promise.all(work);
    await Promise.all(shops.map(({ signer }) => signer.reconcile()));
    expect([most, told]).toEqual([1, 20]);
  });
});

it('P44: a shop’s transaction that lasts longer than its lease delays neither a round nor a shopper’s request', async () => {
  // A shop may give its transactions more than the ten seconds that the store gives them.
  const limits = { idle_in_transaction_session_timeout: 60_000 };
  const connection = { connectionString: await server.createDatabase(), ...limits };
  const onPaid = (_transaction: unknown, order: string) => (order === '1042' ? call() : Promise.resolve());
  store = await openPostgresStore({ clock: shopClock, connection, onPaid });
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
  pass(LEASE);
  // The row is locked by now. PostgreSQL would end a wait for it after ten seconds, with an error.
  const began = performance.now();
  expect((await other.result(slow.claim)).status).toBe('approved');
  expect(await other.signer.reconcile()).toMatchObject({ found: 3, notified: 0, waiting: 1 });
  expect(performance.now() - began).toBeLessThan(5_000);
  for (const name of ['1043', '1044', '1045']) {
    expect((await store.readOrder(first.scope, name)).entries).toMatchObject([{ notice: 'done' }]);
  }
  expect(calls).toHaveLength(1);
  calls[0]?.finish();
  await Promise.all(asked);
  expect(await entry()).toMatchObject({ kind: 'paid', notice: 'done', noticeTries: 1 });
  expect(other.log).toEqual([]);
});
