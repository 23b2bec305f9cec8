/** The callbacks of one reconciliation if the shop is slow or does not answer. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ClaimStore } from '../../../src/signer/claims/claim-store.js';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { createQuickService, type QuickService } from '../../promises/quick-service.js';
import { createShop, orderOf, type Shop, shopClock } from '../shop.js';

type Mode = 'refuses' | 'hangs' | 'slow' | 'answers';

let store: ClaimStore;
let service: QuickService;
let shop: Shop;
let mode: Mode;
let calls: string[];

beforeEach(() => {
  store = createMemoryStore({ clock: shopClock });
  service = createQuickService();
  calls = [];
  shop = createShop(service.connection, {
    store,
    onPaid(order) {
      calls.push(order);
      if (mode === 'refuses') throw new Error('down');
      if (mode === 'hangs') return new Promise(() => undefined);
      return mode === 'slow' ? new Promise((resolve) => setTimeout(resolve, 8_000)) : undefined;
    },
  });
});
afterEach(() => vi.useRealTimers());

async function pay(order: string): Promise<string> {
  shop.orders.set(order, orderOf(order));
  const { authKey, claim } = await shop.grant(order);
  service.pay(authKey);
  return claim;
}

/** Payments whose callback has failed, and whose pause is over. */
async function payUntold(count: number): Promise<void> {
  mode = 'refuses';
  for (let index = 0; index < count; index += 1) await shop.result(await pay(`untold ${index}`));
  shop.now += 600_000;
  calls = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
}

it('looks for lost payments before its callbacks, and calls a receiver that hangs a few times', async () => {
  await payUntold(100);
  await pay('lost');
  mode = 'hangs';
  let ended: unknown;
  void shop.signer.reconcile().then((counts) => (ended = counts));
  await vi.advanceTimersByTimeAsync(0);
  expect((await store.readOrder(shop.scope, 'lost')).entries).toMatchObject([{ kind: 'paid' }]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(ended).toMatchObject({ checked: 1, found: 1, notified: 0, waiting: 101 });
  // The parallel ones, and the two that started before the third time-out.
  expect(calls).toHaveLength(7);
  expect(shop.log.filter(({ event }) => event === 'callbacks_deferred')).toMatchObject([{ callback: 'onPaid' }]);
  // The next round starts again, without the calls that still hang.
  mode = 'answers';
  expect(await shop.signer.reconcile()).toMatchObject({ notified: 93, waiting: 7 });
});

it('calls other receivers while one hangs', async () => {
  await payUntold(20);
  mode = 'hangs';
  // Paid on a key that was given up for another price: for onMismatch.
  const old = await shop.grant('1042');
  shop.orders.set('1042', orderOf('1042', { version: '2' }));
  await shop.grant('1042');
  service.pay(old.authKey);
  const round = shop.signer.reconcile();
  await vi.advanceTimersByTimeAsync(20_000);
  await round;
  expect(shop.mismatches).toMatchObject([{ kind: 'paid_superseded', order: '1042' }]);
});

it('calls several receivers at a time, and leaves the rest to the next round after its time limit', async () => {
  await payUntold(40);
  mode = 'slow';
  let ended: unknown;
  void shop.signer.reconcile().then((counts) => (ended = counts));
  await vi.advanceTimersByTimeAsync(7_999);
  expect(calls).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(24_001);
  expect(ended).toMatchObject({ notified: 20, waiting: 20 });
  mode = 'answers';
  expect(await shop.signer.reconcile()).toMatchObject({ notified: 20, waiting: 0 });
});

it('makes the other calls of a round if the store gives no lease for one', async () => {
  const { takeNotice } = store;
  store.takeNotice = async (read, ...lease) => {
    if (read.txnNumber === '1001') throw new Error('canceling statement due to lock timeout');
    return takeNotice.call(store, read, ...lease);
  };
  await payUntold(0);
  mode = 'answers';
  const claims = await Promise.all(['first', 'second', 'third'].map(pay));
  const round = shop.signer.reconcile();
  await vi.advanceTimersByTimeAsync(0);
  expect(await round).toMatchObject({ found: 3, waiting: 1 });
  expect(calls).toEqual(['second', 'third']);
  expect(shop.log).toMatchObject([{ event: 'notice_not_taken', txnNumber: '1001' }]);
  // The payment is recorded, so its shopper has a receipt.
  expect((await shop.result(claims[0]!)).status).toBe('approved');
  store.takeNotice = takeNotice;
  shop.now += 1;
  expect(await shop.signer.reconcile()).toMatchObject({ notified: 1, waiting: 0 });
});

it('does not count the notice of another process as an answer of the receiver', async () => {
  await payUntold(20);
  mode = 'hangs';
  const { takeNotice } = store;
  // After the first five, every second entry is under another process's lease.
  store.takeNotice = async (read, ...lease) =>
    (Number(read.txnNumber) <= 1005 || Number(read.txnNumber) % 2 === 1) && takeNotice.call(store, read, ...lease);
  const round = shop.signer.reconcile();
  await vi.advanceTimersByTimeAsync(60_000);
  await round;
  expect(calls).toHaveLength(7);
  expect(shop.log.filter(({ event }) => event === 'callbacks_deferred')).toHaveLength(1);
});

it('calls a receiver that refuses for every entry', async () => {
  await payUntold(20);
  expect(await shop.signer.reconcile()).toMatchObject({ notified: 0, waiting: 20 });
  expect(calls).toHaveLength(20);
  expect(shop.log.filter(({ event }) => event === 'callbacks_deferred')).toEqual([]);
});
