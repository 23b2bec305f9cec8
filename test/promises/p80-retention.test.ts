/**
 * P80: With `retention` the store does not grow for ever, and what is removed is settled: an audit never takes it for a lost
 * payment, and a payment or a callback that is open stays.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/node/sqlite.js';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { createShop, orderOf, type Shop } from '../signer/shop.js';
import { createQuickService } from './quick-service.js';

const DAY = 86_400_000;
const RETENTION = 7;

let folder = '';
let file = '';
let store: ClaimStore;
let service: Service | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-retention-'));
  file = join(folder, 'claims.db');
});
afterEach(async () => {
  await store.close();
  await service?.close();
  service = undefined;
  rmSync(folder, { recursive: true });
});

function countRows(): readonly number[] {
  const database = openSqlite(file, { readOnly: true });
  const count = (table: string) =>
    (database.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count;
  const counts = [count('claim'), count('entry')];
  database.close();
  return counts;
}

describe('P80: under a steady load', () => {
  it('the tables have no more rows than the period has orders', async () => {
    const quick = createQuickService();
    store = openSqliteStore(file, { clock: { now: () => shop.now } });
    const shop = createShop(quick.connection, { store, retention: RETENTION });
    const [perDay, days] = [6, 30];
    for (let day = 0; day < days; day += 1) {
      for (let each = 0; each < perDay; each += 1) {
        const order = `${day}-${each}`;
        shop.orders.set(order, orderOf(order));
        const { authKey, claim } = await shop.grant(order);
        // Half are paid, some declined, and some left.
        if (each < 5) quick.pay(authKey, each < 3 ? 'approved' : 'declined');
        if (each < 5) await shop.result(claim);
      }
      shop.now += DAY;
      // An expired key has its last look after an hour.
      await shop.signer.reconcile();
      await shop.signer.reconcile();
    }
    const [claims = 0, entries = 0] = countRows();
    expect(claims).toBeGreaterThan((RETENTION - 2) * perDay);
    expect(claims).toBeLessThanOrEqual((RETENTION + 2) * perDay);
    expect(entries).toBeLessThanOrEqual(claims);
    expect(shop.paid).toHaveLength(3 * days);
    expect([shop.mismatches, shop.log.filter(({ level }) => level === 'error')]).toEqual([[], []]);
  }, 60_000);
});

describe('P80: a store with many old orders', () => {
  it('answers between two batches of those that it removes', async () => {
    const quick = createQuickService();
    store = openSqliteStore(file, { clock: { now: () => shop.now } });
    const shop = createShop(quick.connection, { store, retention: RETENTION, dailyAudit: false });
    for (let order = 0; order < 250; order += 1) {
      shop.orders.set(`${order}`, orderOf(`${order}`));
      const { authKey, claim } = await shop.grant(`${order}`);
      quick.pay(authKey, 'declined');
      await shop.result(claim);
    }
    shop.now += RETENTION * DAY;
    const counts: number[] = [];
    const removing = shop.signer.reconcile().then(() => true);
    while (!(await Promise.race([removing, new Promise((resolve) => setImmediate(resolve))])))
      counts.push(countRows()[0] ?? 0);
    expect(counts).toContain(150);
    expect(counts).toContain(50);
    expect(countRows()).toEqual([0, 0]);
  }, 60_000);
});

describe('P80: an audit', () => {
  let shop: Shop;
  let sandbox: Service;
  const start = (options: Partial<SignerOptions> = {}) => {
    store = openSqliteStore(file, { clock: sandbox.clock });
    shop = createShop(sandbox.accountAt(sandbox.url), {
      ...{ clock: sandbox.clock, store, retention: RETENTION },
      ...{ priceOrder: (_request, order) => orderOf(order), ...options },
    });
  };
  const pay = async (order: string) => {
    const { authKey, claim } = await shop.grant(order);
    const { ResultKey } = await sandbox.pay(authKey);
    expect((await shop.result(claim, ResultKey)).status).toBe('approved');
  };
  const daysAgo = (days: number) => new Date(sandbox.clock.now() - days * DAY);

  beforeEach(async () => {
    sandbox = await startService();
    service = sandbox;
  });

  it('knows the payments of the period, and refuses a time before it', async () => {
    start();
    await pay('removed');
    await sandbox.advanceClock(5 * 86_400);
    await pay('kept');
    await sandbox.advanceClock(3 * 86_400);
    await shop.signer.reconcile();
    expect(await shop.signer.resultOf('removed', { testMode: true })).toBeNull();
    await expect(shop.signer.auditPayments({ from: daysAgo(9) })).rejects.toThrow(/must begin at \S+Z or later/);
    await expect(shop.signer.auditPayments({ from: daysAgo(RETENTION) })).rejects.toThrow(RangeError);
    // Two hours before its beginning are read too.
    expect(await shop.signer.auditPayments({ from: daysAgo(RETENTION - 1) })).toMatchObject({ read: 1, lost: 0 });
    await shop.signer.reconcile();
    expect(shop.mismatches).toEqual([]);
  });

  it('refuses what was removed before the retention became longer', async () => {
    start();
    await pay('removed');
    await sandbox.advanceClock(8 * 86_400);
    await shop.signer.reconcile();
    await store.close();
    start({ retention: 30 });
    await expect(shop.signer.auditPayments({ from: daysAgo(9) })).rejects.toThrow(/must begin at \S+Z or later/);
    await shop.signer.reconcile();
    expect(shop.mismatches).toEqual([]);
  });

  it('knows the payments of an order whose person was forgotten', async () => {
    const owner = { crn1: 'CUSTOMER ANN', crn2: 'ann@shop.example' };
    start({ priceOrder: (_request, order) => orderOf(order, owner) });
    const from = new Date(sandbox.clock.now() - 1_000);
    const { authKey, claim } = await shop.grant('1042');
    expect(await shop.signer.forgetOrder('1042', { testMode: true })).toBe('open');
    const { ResultKey } = await sandbox.pay(authKey, { CardHolderName: 'ANN SHOPPER' });
    await shop.result(claim, ResultKey);
    const database = openSqlite(file, { readOnly: true });
    const rows = () =>
      JSON.stringify([...['claim', 'entry'].map((each) => database.prepare(`SELECT * FROM ${each}`).all())]);
    expect(rows()).toMatch(/CUSTOMER ANN.*ann@shop\.example.*ANN SHOPPER.*512345/);
    expect(await shop.signer.forgetOrder('1042', { testMode: true })).toBe('forgotten');
    expect(rows()).not.toMatch(/ANN|ann@|512345/);
    database.close();
    // Nor what the rows were, in the log of the database.
    for (const each of readdirSync(folder))
      expect(readFileSync(join(folder, each), 'latin1')).not.toMatch(/ANN SHOPPER|ann@/);
    expect(await shop.signer.forgetOrder('1042')).toBe('unknown');
    expect(await shop.signer.auditPayments({ from })).toMatchObject({ read: 1, lost: 0 });
    expect((await shop.authkey('1042')).status).toBe('approved');
  });

  it('finds the payment of a callback that failed for longer than the period', async () => {
    let isDown = true;
    const told: string[] = [];
    const onPaid = (order: string) => {
      if (isDown) throw new Error('the shop is down');
      told.push(order);
    };
    start({ onPaid });
    await pay('told late');
    await sandbox.advanceClock((RETENTION + 3) * 86_400);
    await shop.signer.reconcileNow();
    await shop.signer.reconcile();
    isDown = false;
    await shop.signer.reconcileNow();
    expect(told).toEqual(['told late']);
  });
});
