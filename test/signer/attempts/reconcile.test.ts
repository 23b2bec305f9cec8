/** A reconciliation finds payments that no page requests. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthKeyGrant } from '../../../src/core/pay-api.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { payDuringSearch } from '../pay-order.js';
import { createShop, orderOf, type Shop } from '../shop.js';

const MINUTE = 60_000;
const IDLE = { waiting: 0, nextCallAt: null };
let service: FaultyService;
let shop: Shop;

beforeEach(async () => {
  service = await startFaultyService();
  shop = createShop(accountAt(service));
});
afterEach(async () => {
  vi.useRealTimers();
  await service.close();
});

describe('a reconciliation', () => {
  it('finds payments that no page requested, and expires keys', async () => {
    for (const order of ['1', '2', '3', '4']) {
      shop.orders.set(order, orderOf(order));
      const { authKey } = await shop.grant(order);
      if (order === '1') await service.pay(authKey);
      if (order === '2') await service.pay(authKey, { holder: 'DECLINED' });
    }
    expect(await shop.signer.reconcile()).toEqual({
      checked: 4,
      found: 2,
      expired: 0,
      notified: 0,
      unreachable: 0,
      ...IDLE,
    });
    expect(shop.paid).toEqual([{ order: '1', txnNumber: '1001' }]);
    shop.now += 32 * MINUTE;
    service.fault = () => 'unavailable';
    expect(await shop.signer.reconcile()).toEqual({
      checked: 2,
      found: 0,
      expired: 0,
      notified: 0,
      unreachable: 2,
      ...IDLE,
    });
    service.fault = () => undefined;
    expect(await shop.signer.reconcile()).toEqual({
      checked: 2,
      found: 0,
      expired: 2,
      notified: 0,
      unreachable: 0,
      ...IDLE,
    });
    expect(await shop.signer.reconcile()).toMatchObject({ checked: 0 });
  });

  it('does not expire a key by a search that began within its grace period', async () => {
    const { authKey } = await shop.grant('1042');
    shop.now += 31 * MINUTE;
    payDuringSearch(service, { authKey, then: () => (shop.now += 2 * MINUTE) });
    expect(await shop.signer.reconcile()).toMatchObject({ found: 0, expired: 0 });
    expect(await shop.signer.reconcile()).toMatchObject({ found: 1, expired: 0 });
    expect(shop.paid).toHaveLength(1);
  });

  it('checks other attempts too while webhooks came for many that the service cannot decide', async () => {
    shop = createShop(accountAt(service), { webhooks: true });
    for (const order of ['1', '2', '3']) {
      shop.orders.set(order, orderOf(order));
      const { authKey } = await shop.grant(order);
      await service.pay(authKey, { holder: 'PENDING' });
      const work: Promise<void>[] = [];
      const webhook = new Request(service.keyRequests.at(-1)?.WebHookUrl ?? '', { method: 'POST' });
      await shop.signer.fetch(webhook, { waitUntil: (each) => void work.push(each) });
      await Promise.all(work);
    }
    await service.pay((await shop.grant('1042')).authKey);
    expect(await shop.signer.reconcile()).toMatchObject({ checked: 4, found: 1 });
    expect(shop.paid).toEqual([{ order: '1042', txnNumber: '1004' }]);
  });

  it('finds a payment on a key that was superseded', async () => {
    const old = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', { version: '2' }));
    await shop.grant('1042');
    await service.pay(old.authKey);
    await shop.signer.reconcile();
    expect(shop.mismatches).toMatchObject([{ kind: 'paid_superseded' }]);
  });

  it('begins no search after its time', async () => {
    shop = createShop(accountAt(service), { reconciliation: { atOnce: 1, callsPerSecond: 1e6 } });
    await grantMany(6);
    vi.useFakeTimers({ toFake: ['performance'] });
    service.beforeFound = async () => void vi.advanceTimersByTime(10_000);
    expect(await shop.signer.reconcile(30)).toMatchObject({ checked: 3 });
    expect(service.calls.T3).toBe(3);
  });

  it('checks every attempt if reconcileNow is called, and expires none earlier', async () => {
    const grants = await grantMany(130);
    await service.pay(grants[0]!.authKey);
    await service.pay(grants[129]!.authKey);
    const seen: number[] = [];
    const now = () => shop.signer.reconcileNow((checked) => seen.push(checked));
    expect(await now()).toMatchObject({ checked: 130, found: 2, expired: 0 });
    expect(seen).toEqual(grants.map((_grant, index) => index + 1));
    expect(shop.paid.map(({ order }) => order).sort()).toEqual(['1', '130']);
    // Expired, but within the grace period: a payment may still be in progress.
    shop.now += 31 * MINUTE;
    expect(await now()).toMatchObject({ checked: 128, found: 0, expired: 0 });
    await service.pay(grants[64]!.authKey);
    shop.now += 2 * MINUTE;
    expect(await now()).toMatchObject({ checked: 128, found: 1, expired: 127 });
    expect(await now()).toMatchObject({ checked: 0 });
    expect(shop.paid).toHaveLength(3);
  });

  it('ends if the service does not answer', async () => {
    await grantMany(120);
    service.fault = () => 'unavailable';
    const { checked, unreachable, expired } = await shop.signer.reconcileNow();
    expect([checked, expired]).toEqual([unreachable, 0]);
    expect(checked).toBeGreaterThan(0);
    expect(checked).toBeLessThan(20);
  });
});

/** Keys of the orders 1, 2, 3, …; none is paid. */
async function grantMany(count: number): Promise<readonly AuthKeyGrant[]> {
  const grants: AuthKeyGrant[] = [];
  for (let order = 1; order <= count; order += 1) {
    shop.orders.set(String(order), orderOf(String(order)));
    grants.push(await shop.grant(String(order)));
  }
  return grants;
}
