/** The shop is notified once for each TxnNumber. docs/invariants.md, invariant 4. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { payOrder } from '../pay-order.js';
import { createShop, type Shop, shopClock } from '../shop.js';

let service: FaultyService;
let shop: Shop;

beforeEach(async () => {
  service = await startFaultyService();
  shop = createShop(accountAt(service));
});
afterEach(() => service.close());

const paid = (holder?: string) => payOrder(shop, service, holder);

describe('a notice to the shop', () => {
  it('is repeated by a request after its pause; the shopper sees the receipt', async () => {
    let tries = 0;
    shop = createShop(accountAt(service), {
      onPaid: () => {
        tries += 1;
        if (tries < 3) throw new Error('the shop’s database is down');
      },
    });
    const { claim } = await paid();
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await shop.result(claim)).status).toBe('approved');
      shop.now += 20_000;
    }
    expect(tries).toBe(3);
    expect(shop.log.filter((entry) => entry.event === 'callback_failed')).toHaveLength(2);
  });

  it('is repeated by a reconciliation if no page asks', async () => {
    let isUp = false;
    const told: string[] = [];
    shop = createShop(accountAt(service), {
      onPaid: async (order) => {
        if (!isUp) throw new Error('down');
        told.push(order);
      },
    });
    const { claim } = await paid();
    await shop.result(claim);
    isUp = true;
    const early = await shop.signer.reconcile();
    expect(early).toMatchObject({ notified: 0, waiting: 1 });
    expect(early.nextCallAt).toBeGreaterThan(shop.now);
    shop.now += 60_000;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 1, checked: 0, waiting: 0, nextCallAt: null });
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 0 });
    expect(told).toEqual(['1042']);
  });

  it('is repeated after pauses that grow to ten minutes, even with requests and restarts in between', async () => {
    const calls: number[] = [];
    const store = createMemoryStore({ clock: shopClock });
    const begin = () =>
      createShop(accountAt(service), {
        store,
        startAt: shop.now,
        onPaid: () => {
          calls.push(shop.now);
          throw new Error('down');
        },
      });
    shop = begin();
    const { claim } = await paid();
    await shop.result(claim);
    for (let second = 0; second < 3600; second += 1) {
      shop.now += 1000;
      // Another process, or the same one after a restart: both read the store.
      if (second % 600 === 0) shop = begin();
      await (second % 2 === 0 ? shop.result(claim) : shop.signer.reconcile());
    }
    const pauses = calls.slice(1).map((at, index) => (at - calls[index]!) / 1000);
    const longest = (tries: number) => Math.min(600, 5 * 2 ** tries);
    expect(pauses.length).toBeGreaterThanOrEqual(12);
    expect(pauses.length).toBeLessThanOrEqual(18);
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(Math.floor(longest(index) / 2));
      expect(pause).toBeLessThanOrEqual(longest(index) + 1);
    }
  });

  it('is made at once by reconcileNow, before its pause is over', async () => {
    let isUp = false;
    let calls = 0;
    shop = createShop(accountAt(service), {
      onPaid: () => {
        calls += 1;
        if (!isUp) throw new Error('down');
      },
    });
    const { claim } = await paid();
    await shop.result(claim);
    expect(await shop.signer.reconcileNow()).toMatchObject({ notified: 0, waiting: 1 });
    expect(calls).toBe(2);
    isUp = true;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 0, waiting: 1 });
    expect(await shop.signer.reconcileNow()).toMatchObject({ notified: 1, waiting: 0, nextCallAt: null });
    expect(await shop.signer.reconcileNow()).toMatchObject({ notified: 0 });
    expect(calls).toBe(3);
  });

  it('is made once by parallel reconciliations, and not while another process makes it', async () => {
    const running = new Set<() => void>();
    let calls = 0;
    const store = createMemoryStore({ clock: shopClock });
    const onPaid = () => {
      calls += 1;
      if (calls === 1) throw new Error('down');
      return new Promise<void>((resolve) => running.add(resolve));
    };
    shop = createShop(accountAt(service), { store, onPaid });
    const { claim } = await paid();
    await shop.result(claim);
    // The longest pause there is, so that it ends after the lease of who calls early.
    await store.takeNotice({ scope: shop.scope, txnNumber: '1001', noticeTries: 1 }, 1, true);
    await store.failNotice({ scope: shop.scope, txnNumber: '1001', noticeTries: 2 }, 600_000);
    const other = createShop(accountAt(service), { store, onPaid, startAt: shop.now });
    const first = [shop, other, shop].map(({ signer }) => signer.reconcileNow());
    await expect.poll(() => running.size).toBe(1);
    for (const past of [0, 50_000, 89_000]) {
      other.now = shop.now + past;
      expect(await other.signer.reconcileNow()).toMatchObject({ notified: 0, waiting: 1 });
    }
    expect(calls).toBe(2);
    for (const finish of running) finish();
    const told = (await Promise.all(first)).map((each) => each.notified);
    expect(told.reduce((sum, each) => sum + each)).toBe(1);
    expect(calls).toBe(2);
  });

  it('without onMismatch is not done, and is made when the shop has one', async () => {
    const store = createMemoryStore({ clock: shopClock });
    shop = createShop(accountAt(service), { store, onMismatch: undefined as never });
    service.alter = (txn) => ({ ...txn, Amount: 1 });
    const { claim } = await paid();
    expect((await shop.result(claim)).status).toBe('review');
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 0, waiting: 1 });
    const mended = createShop(accountAt(service), { store, startAt: shop.now + 600_000 });
    expect(await mended.signer.reconcile()).toMatchObject({ notified: 1, waiting: 0 });
    expect(mended.mismatches).toMatchObject([{ kind: 'result_mismatch', differences: ['Amount'] }]);
  });

  it('without onPaid is not done, and is made when the shop has one', async () => {
    const store = createMemoryStore({ clock: shopClock });
    shop = createShop(accountAt(service), {
      store,
      ...{ onPaid: undefined as never, authoriseToken: () => null, onTokenStored: () => undefined },
    });
    const { claim } = await paid();
    expect((await shop.result(claim)).status).toBe('approved');
    expect(shop.log).toMatchObject([{ event: 'callback_failed', message: expect.stringContaining('onPaid') }]);
    shop.now += 600_000;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 0, waiting: 1 });
    const mended = createShop(accountAt(service), { store, startAt: shop.now + 600_000 });
    expect(await mended.signer.reconcile()).toMatchObject({ notified: 1, waiting: 0 });
    expect(mended.paid).toEqual([{ order: '1042', txnNumber: '1001' }]);
  });

  it('that a webhook has begun is waited for by the page, so that the shop’s next page shows the order as paid', async () => {
    let isTold = false;
    let finish: (() => void) | undefined;
    const store = createMemoryStore({ clock: shopClock });
    const other = createShop(accountAt(service), {
      store,
      onPaid: async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        isTold = true;
      },
    });
    shop = createShop(accountAt(service), { store });
    const { claim, resultKey } = await paid();
    const hinted = other.result(claim, resultKey);
    await expect.poll(() => finish).toBeDefined();
    const answer = shop.result(claim, resultKey).then(({ status }) => ({ status, isTold }));
    await sleep(200);
    finish?.();
    expect(await answer).toEqual({ status: 'approved', isTold: true });
    await hinted;
    expect(shop.paid).toEqual([]);
  });

  it('is not made twice while a slow callback runs', async () => {
    let calls = 0;
    let finish: () => void = () => undefined;
    shop = createShop(accountAt(service), {
      onPaid: () => {
        calls += 1;
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
    });
    const { claim } = await paid();
    const first = shop.result(claim);
    await expect.poll(() => calls).toBe(1);
    await shop.result(claim);
    await shop.signer.reconcile();
    expect(calls).toBe(1);
    finish();
    expect((await first).status).toBe('approved');
    await shop.result(claim);
    expect(calls).toBe(1);
  });
});
