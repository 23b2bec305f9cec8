/** The signer with a SQLite file, over restarts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/signer/node/sqlite-store.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { createShop, orderOf, shopClock } from '../shop.js';

let folder: string;
let service: FaultyService;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-signer-'));
  service = await startFaultyService();
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

describe('a signer that is started again', () => {
  const open = () => openSqliteStore(join(folder, 'signer.db'), { clock: shopClock });

  it('returns the same key, accepts the same claim and finds the payment', async () => {
    const store = open();
    const before = await createShop(accountAt(service), { store }).grant('1042');
    await service.pay(before.authKey);
    await store.close();

    const later = open();
    const shop = createShop(accountAt(service), { store: later });
    expect((await shop.grant('1042')).authKey).toBe(before.authKey);
    expect((await shop.result(before.claim)).status).toBe('approved');
    expect(shop.paid).toHaveLength(1);
    await later.close();

    const last = open();
    const again = createShop(accountAt(service), { store: last });
    expect((await again.authkey('1042')).status).toBe('approved');
    expect((await again.result(before.claim)).status).toBe('approved');
    expect(again.paid).toEqual([]);
    expect(service.calls.T4).toBe(1);
    await last.close();
  });

  it('notifies the shop again after the lease if it ended during a notice', async () => {
    const store = open();
    const dying = createShop(accountAt(service), { store, onPaid: () => new Promise(() => undefined) });
    const { claim, authKey } = await dying.grant('1042');
    await service.pay(authKey);
    // Cut off by the end of the store, long after this test.
    void dying.result(claim).catch(() => undefined);
    await expect.poll(async () => (await store.readOrder(dying.scope, '1042')).entries[0]?.notice).toBe('calling');

    const later = open();
    const shop = createShop(accountAt(service), { store: later });
    expect((await shop.result(claim)).status).toBe('approved');
    expect(shop.paid).toEqual([]);
    shop.now += 90_000;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 1 });
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 0 });
    expect(shop.paid).toEqual([{ order: '1042', txnNumber: '1001' }]);
    await later.close();
    await store.close();
  });

  it('can keep its claims in memory only', async () => {
    const store = openSqliteStore(':memory:', { clock: shopClock });
    const shop = createShop(accountAt(service), { store });
    shop.orders.set('7', orderOf('7'));
    expect((await shop.grant('7')).authKey).toBe((await shop.grant('7')).authKey);
    await store.close();
  });

  it('logs that the store is gone, and keeps running', async () => {
    const store = open();
    const shop = createShop(accountAt(service), { store });
    await shop.grant('1042');
    await store.close();
    expect(await shop.signer.reconcile()).toMatchObject({ checked: 0 });
    expect((await shop.post('authkey', { order: '1042' })).status).toBe(503);
    expect(shop.log.map((entry) => entry.event)).toEqual([
      ...['reconcile_failed', 'audit_failed', 'store_unreachable'],
    ]);
  });
});
