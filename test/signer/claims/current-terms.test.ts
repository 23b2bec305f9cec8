/**
 * What the signer does with the shop's current terms of an order. P45 tests the same for each store and each way in
 * which a payment is found. docs/invariants.md, invariant 15.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AgreedTerms, CurrentTerms } from '../../../src/signer/claims/agreed-terms.js';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import type { SignerOptions } from '../../../src/signer/signer-options.js';
import { createQuickService } from '../../promises/quick-service.js';
import { createShop, orderOf, shopClock } from '../shop.js';

const AGREED = { minor: 5_000, currency: 'AUD' };
const LONGEST_PAUSE = 600_000;

afterEach(() => void vi.useRealTimers());

/** A shop whose order 1042 was paid at {@link AGREED} as "cart 1". */
async function payOrder(
  currentTerms: NonNullable<SignerOptions['currentTerms']>,
  options: Partial<SignerOptions> = {},
) {
  const service = createQuickService();
  const told: AgreedTerms[] = [];
  const shop = createShop(service.connection, {
    currentTerms,
    onPaid: (_order, _txn, agreed) => void told.push(agreed),
    ...options,
  });
  shop.orders.set('1042', orderOf('1042', { amount: AGREED, version: 'cart 1' }));
  const { authKey, claim } = await shop.grant('1042');
  const { resultKey = '' } = service.pay(authKey) ?? {};
  return { shop, told, ask: () => shop.result(claim, resultKey) };
}

const failures = (log: readonly { event: string; message?: unknown }[]) =>
  log.filter(({ event }) => event === 'callback_failed').map(({ message }) => message);

describe('the current terms of a paid order', () => {
  it.each<[string, CurrentTerms]>([
    ['the same amount', { amount: AGREED }],
    ['the same amount and version', { amount: AGREED, version: 'cart 1' }],
  ])('with %s are a payment, which is reported with the agreed terms', async (_title, current) => {
    const asked: string[] = [];
    const { shop, told, ask } = await payOrder((order) => {
      asked.push(order);
      return current;
    });
    expect((await ask()).status).toBe('approved');
    expect(asked).toEqual(['1042']);
    expect(told).toEqual([
      {
        ...{ amount: 5000, total: 5000, currency: 'AUD', version: 'cart 1' },
        ...{ crn1: 'ORDER-1042', crn2: '', crn3: '', billerCode: '' },
      },
    ]);
    expect([shop.mismatches, shop.log]).toEqual([[], []]);
  });

  it.each<[string, CurrentTerms]>([
    ['another amount', { amount: { minor: 5_001, currency: 'AUD' } }],
    ['no amount left to pay', { amount: { minor: 0, currency: 'AUD' } }],
    ['another currency', { amount: { minor: 5_000, currency: 'NZD' } }],
    ['another version', { amount: AGREED, version: 'cart 2' }],
    ['an empty version', { amount: AGREED, version: '' }],
  ])('with %s are for review, and the shop is notified once with both', async (_title, current) => {
    const { shop, told, ask } = await payOrder(() => current);
    expect((await ask()).status).toBe('review');
    expect((await ask()).status).toBe('review');
    expect(told).toEqual([]);
    expect(shop.mismatches).toMatchObject([
      { kind: 'paid_superseded', order: '1042', current, terms: { amount: AGREED }, txn: { Amount: 5000 } },
    ]);
    expect(shop.mismatches[0]?.current).toEqual(current);
    expect(shop.log).toEqual([{ level: 'error', event: 'paid_superseded', order: '1042', txnNumber: '1001' }]);
  });

  it('pass on only members of the terms', async () => {
    const answer = { amount: { minor: 1, currency: 'AUD', note: 'mine' }, shopper: 'Ada' };
    const { shop, ask } = await payOrder(() => answer);
    await ask();
    expect(shop.mismatches[0]?.current).toStrictEqual({ amount: { minor: 1, currency: 'AUD' } });
  });

  it.each<[string, unknown, RegExp]>([
    ['is null', null, /does not know the order/],
    ['is undefined', undefined, /does not know the order/],
    ['has no amount', {}, /amount\.minor/],
    ['has a fraction of a cent', { amount: { minor: 0.5, currency: 'AUD' } }, /amount\.minor/],
    ['has a negative amount', { amount: { minor: -1, currency: 'AUD' } }, /amount\.minor/],
    ['has an amount as text', { amount: { minor: '5000', currency: 'AUD' } }, /amount\.minor/],
    ['has no currency', { amount: { minor: 5000 } }, /amount\.currency/],
    ['has a currency that is none', { amount: { minor: 5000, currency: 'aud' } }, /amount\.currency/],
    ['has a version as a number', { amount: AGREED, version: 2 }, /version/],
    ['has a version that is null', { amount: AGREED, version: null }, /version/],
  ])('are requested again later if the answer %s: the shop is not notified before', async (_title, answer, reason) => {
    let current = answer as CurrentTerms | null;
    const { shop, told, ask } = await payOrder(() => current);
    expect((await ask()).status).toBe('approved');
    expect([told, shop.mismatches]).toEqual([[], []]);
    expect(failures(shop.log)).toEqual([expect.stringMatching(reason)]);
    current = { amount: AGREED };
    shop.now += LONGEST_PAUSE;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 1, waiting: 0 });
    expect([told.length, shop.mismatches]).toEqual([1, []]);
  });

  it('that the shop knows late are compared at the next request, and the page shows a review', async () => {
    let current: CurrentTerms | null = null;
    const { shop, told, ask } = await payOrder(() => current);
    expect((await ask()).status).toBe('approved');
    current = { amount: { minor: 1, currency: 'AUD' } };
    shop.now += LONGEST_PAUSE;
    expect((await ask()).status).toBe('review');
    expect([told, shop.mismatches.length]).toEqual([[], 1]);
  });

  it('are waited for five seconds, and requested again later', async () => {
    const answers: ((terms: CurrentTerms) => void)[] = [];
    let isAsked = () => {};
    const { shop, told, ask } = await payOrder(() => {
      isAsked();
      return new Promise((resolve) => answers.push(resolve));
    });
    /** Does the work, and resolves when the shop is called. Fake timers do not advance meanwhile. */
    const untilAsked = async <Result>(work: () => Promise<Result>) => {
      const asked = new Promise<void>((resolve) => (isAsked = resolve));
      const result = work();
      await asked;
      return { result };
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const first = await untilAsked(ask);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(failures(shop.log)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await first.result).status).toBe('approved');
    expect(failures(shop.log)).toEqual(['currentTerms did not answer in time']);
    expect(vi.getTimerCount()).toBe(0);
    shop.now += LONGEST_PAUSE;
    const again = await untilAsked(() => shop.signer.reconcile());
    answers[1]?.({ amount: AGREED });
    expect(await again.result).toMatchObject({ notified: 1 });
    expect(told).toHaveLength(1);
    // The timer of an answer that came in time is gone.
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that arrive after the limit of the callback begin no call', async () => {
    const questions: { signal: AbortSignal; answer(terms: CurrentTerms): void }[] = [];
    const currentTerms = (_order: string, signal: AbortSignal) =>
      new Promise<CurrentTerms>((answer) => questions.push({ signal, answer }));
    const { shop, told, ask } = await payOrder(currentTerms, { callbackTimeoutSeconds: 0.2 });
    expect((await ask()).status).toBe('approved');
    expect(shop.log).toMatchObject([{ event: 'callback_timed_out' }]);
    expect(questions.map(({ signal }) => signal.aborted)).toEqual([true]);
    questions[0]?.answer({ amount: AGREED });
    shop.now += LONGEST_PAUSE;
    const again = shop.signer.reconcile();
    await expect.poll(() => questions.length).toBe(2);
    expect(told).toEqual([]);
    questions[1]?.answer({ amount: AGREED });
    expect(await again).toMatchObject({ notified: 1, waiting: 0 });
    expect(told).toHaveLength(1);
  });

  it('are not requested for a payment that failed or is not as agreed', async () => {
    let asked = 0;
    const { shop } = await payOrder(() => {
      asked += 1;
      return { amount: AGREED };
    });
    const service = createQuickService();
    const other = createShop(service.connection, {
      currentTerms: () => ({ amount: { minor: (asked += 1), currency: 'AUD' } }),
    });
    const { authKey, claim } = await other.grant('1042');
    service.pay(authKey, 'declined');
    expect((await other.result(claim)).status).toBe('declined');
    expect([asked, shop.mismatches, other.mismatches]).toEqual([0, [], []]);
  });

  it('are not requested for a second payment, which is reported as such', async () => {
    const asked: string[] = [];
    const service = createQuickService();
    const shop = createShop(service.connection, {
      currentTerms: (order) => {
        asked.push(order);
        return { amount: { minor: 19900, currency: 'AUD' } };
      },
    });
    const old = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', { version: '2' }));
    const current = await shop.grant('1042');
    for (const { authKey, claim } of [current, old]) {
      service.pay(authKey);
      await shop.result(claim);
    }
    expect(asked).toEqual(['1042']);
    expect(shop.paid).toHaveLength(1);
    expect(shop.mismatches).toMatchObject([{ kind: 'paid_twice', txn: { TxnNumber: '1002' } }]);
  });

  it('are not requested again if another process has compared them', async () => {
    const store = createMemoryStore({ clock: shopClock });
    const record: typeof store.record = async (finding) => ({ ...(await store.record(finding)), isNew: false });
    const takeNotice: typeof store.takeNotice = async (read, lease, isEarly) => {
      // The other process, which has recorded it, compares, and ends before it has notified the shop.
      await store.takeNotice(read, lease, isEarly);
      const theirs = { ...read, noticeTries: read.noticeTries + 1 };
      await store.supersedePayment(theirs, { amount: { minor: 1, currency: 'AUD' } });
      await store.failNotice(theirs, 0);
      return store.takeNotice(theirs, lease, isEarly);
    };
    const service = createQuickService();
    let asked = 0;
    const shop = createShop(service.connection, {
      store: { ...store, record, takeNotice },
      currentTerms: () => {
        asked += 1;
        return { amount: { minor: 19900, currency: 'AUD' } };
      },
    });
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey);
    expect((await shop.result(claim)).status).toBe('review');
    expect([asked, shop.paid]).toEqual([0, []]);
    expect(shop.mismatches).toMatchObject([{ kind: 'paid_superseded', current: { amount: { minor: 1 } } }]);
  });

  it('are not waited for in a reconciliation after three orders had no answer', async () => {
    const service = createQuickService();
    const shop = createShop(service.connection, { currentTerms: () => new Promise(() => undefined) });
    for (const order of ['1', '2', '3']) {
      shop.orders.set(order, orderOf(order));
      service.pay((await shop.grant(order)).authKey);
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const counts = shop.signer.reconcile();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await counts).toMatchObject({ found: 3, waiting: 3 });
    expect(shop.log).toContainEqual({ level: 'warn', event: 'callbacks_deferred', callback: 'onPaid' });
  });
});
