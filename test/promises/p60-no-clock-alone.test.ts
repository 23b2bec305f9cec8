/**
 * P60: no single clock decides about money. Keys live for a minute. A signer, its store or the service has a wrong clock;
 * the webhook is lost, the page closed. The key is paid just before its true end, and the shopper comes back.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { accountAt, startFaultyService, type FaultyService } from '../signer/faulty-service.js';
import { createShop, orderOf, type Shop } from '../signer/shop.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const LIFETIME = 60;
const GRACE = 120 * SECOND;

/** The true time, by which the service expires its keys. */
let now: number;
/** How far the clock of the store is wrong. */
let storeSkew: number;
let service: FaultyService;
let shop: Shop;
/** Another process on the same store, whose own clock is wrong too. */
let fast: Shop;
let paid: Shop['paid'];

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21, 7, 30);
  storeSkew = 0;
  service = await startFaultyService();
  const store = createMemoryStore({ clock: { now: () => now + storeSkew } });
  const options = { store, keyLifetimeSeconds: LIFETIME };
  shop = createShop(accountAt(service), { ...options, clock: { now: () => now } });
  fast = createShop(accountAt(service), { ...options, clock: { now: () => now + storeSkew } });
  service.clock = { now: () => now };
  paid = shop.paid;
});
afterEach(() => service.close());

/** All payments that were told, by whichever process. */
const told = () => [...paid, ...fast.paid].map(({ order }) => order);
const kinds = () => [...shop.mismatches, ...fast.mismatches].map(({ kind }) => kind);

async function comeBack(to: Shop = shop): Promise<string> {
  const { status, body } = await to.post<{ status?: string }>('authkey', { order: '1042' });
  return status === 200 ? (body.status ?? '') : 'unreachable';
}

describe('P60: a key that is paid just before its true end', () => {
  it.each([
    ['150 seconds ahead', 150 * SECOND],
    ['40 minutes ahead', 40 * MINUTE],
  ])('is not given up by a process whose clock and store are %s', async (_what, skew) => {
    const { authKey } = await shop.grant('1042');
    now += 35 * SECOND;
    storeSkew = skew;
    expect(await fast.signer.reconcile()).toMatchObject({ checked: 1, expired: 0 });
    expect(await comeBack(fast)).toBe('pending');
    now += 5 * SECOND;
    await service.pay(authKey);
    storeSkew = 0;
    await shop.signer.reconcileNow();
    expect(await comeBack()).toBe('approved');
    expect([told(), kinds(), service.txns.length]).toEqual([['1042'], [], 1]);
  });

  it('is not given up while the service’s clock is behind, nor while the store’s is', async () => {
    await shop.grant('1042');
    now += 61 * SECOND + GRACE;
    storeSkew = -10 * MINUTE;
    expect(await shop.signer.reconcile()).toMatchObject({ expired: 0 });
    storeSkew = 0;
    const { clock } = service;
    service.clock = { now: () => now - 10 * MINUTE };
    expect(await shop.signer.reconcile()).toMatchObject({ expired: 0 });
    service.clock = clock;
    expect(await shop.signer.reconcile()).toMatchObject({ expired: 1 });
    expect(await comeBack()).toBe('granted');
  });

  it('is given up by the service’s clock, from the Date of the key’s own answer', async () => {
    storeSkew = 30 * SECOND;
    await shop.grant('1042');
    storeSkew = 0;
    now += LIFETIME * SECOND + GRACE - SECOND;
    expect(await shop.signer.reconcile()).toMatchObject({ expired: 0 });
    now += SECOND;
    expect(await shop.signer.reconcile()).toMatchObject({ expired: 1 });
  });

  it.each<[string, FaultyService['alterHeaders']]>([
    ['has no Date', () => ({})],
    ['has an unreadable Date', () => ({ date: 'soon' })],
    ['comes from a cache', (headers) => ({ ...headers, age: '0' })],
  ])('is not given up for a day by an answer that %s', async (_what, alterHeaders) => {
    await shop.grant('1042');
    service.alterHeaders = alterHeaders;
    now += LIFETIME * SECOND + GRACE + 24 * HOUR - SECOND;
    expect(await shop.signer.reconcile()).toMatchObject({ expired: 0 });
    expect(await comeBack()).toBe('pending');
    now += SECOND;
    expect(await shop.signer.reconcile()).toMatchObject({ expired: 1 });
    expect(await comeBack()).toBe('granted');
  });

  it('is found before another key, even if it was given up', async () => {
    const { authKey } = await shop.grant('1042');
    now += LIFETIME * SECOND + GRACE + SECOND;
    expect(await shop.signer.reconcile()).toMatchObject({ expired: 1 });
    // A service that took the key for longer than it says.
    await service.pay(authKey);
    expect(await comeBack()).toBe('approved');
    expect([told(), service.keyRequests.length]).toEqual([['1042'], 1]);
  });

  it.each([
    ['is told as paid', false, ['1042'], []],
    ['is told as a second payment, if another key was paid', true, ['1042'], ['paid_twice']],
  ])('%s when it is found an hour after it was given up', async (_what, isPaidAgain, orders, mismatches) => {
    const { authKey } = await shop.grant('1042');
    now += LIFETIME * SECOND + GRACE + SECOND;
    expect(await shop.signer.reconcile()).toMatchObject({ expired: 1 });
    if (isPaidAgain) {
      const again = await shop.grant('1042');
      await service.pay(again.authKey);
      expect((await shop.result(again.claim)).status).toBe('approved');
    }
    // A service that took the key for longer than it says, and does not answer at first.
    await service.pay(authKey);
    now += 50 * MINUTE;
    expect(await shop.signer.reconcile()).toMatchObject({ checked: 0 });
    now += 10 * MINUTE;
    service.fault = (call) => (call === 'T3' ? 'unavailable' : undefined);
    expect(await shop.signer.reconcile()).toMatchObject({ checked: 1, unreachable: 1 });
    service.fault = () => undefined;
    now += MINUTE;
    expect(await shop.signer.reconcile()).toMatchObject({ checked: 1, found: 1 });
    await shop.signer.reconcile();
    expect([told(), kinds()]).toEqual([orders, mismatches]);
  });

  it('is looked up once more only, an hour after it was given up', async () => {
    await shop.grant('1042');
    now += LIFETIME * SECOND + GRACE + SECOND;
    const counts = [];
    for (let hours = 0; hours < 4; hours += 1) {
      const { checked, expired } = await shop.signer.reconcile();
      counts.push([checked, expired]);
      now += HOUR;
    }
    expect(counts).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
      [0, 0],
    ]);
    expect(shop.log).toEqual([]);
  });

  it('is found before a third key, if its price had changed', async () => {
    shop.orders.set('1042', orderOf('1042'));
    const { authKey } = await shop.grant('1042');
    for (const minor of [20000, 21000]) {
      if (minor === 21000) await service.pay(authKey);
      shop.orders.set('1042', orderOf('1042', { amount: { minor, currency: 'AUD' } }));
      await comeBack();
    }
    expect([kinds(), service.keyRequests.length]).toEqual([['paid_superseded'], 2]);
  });

  it('is not followed by another key while the search for a given up one is undecided', async () => {
    const { authKey } = await shop.grant('1042');
    now += LIFETIME * SECOND + GRACE + SECOND;
    expect(await shop.signer.reconcile()).toMatchObject({ expired: 1 });
    await service.pay(authKey, { holder: 'PENDING' });
    expect(await comeBack()).toBe('pending');
    expect(service.keyRequests).toHaveLength(1);
  });

  it('is not for a person to review while its challenge may last, for a process three hours ahead', async () => {
    const { authKey, claim } = await shop.grant('1042');
    await service.pay(authKey, { holder: 'PENDING' });
    storeSkew = 3 * HOUR;
    expect((await fast.result(claim)).status).toBe('pending');
    storeSkew = 0;
    expect([kinds(), (await shop.result(claim)).status]).toEqual([[], 'pending']);
  });
});
