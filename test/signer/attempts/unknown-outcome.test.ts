/** The result of an attempt with an unknown outcome: what it waits for, until when, and the shop's contact. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { startService, type Service } from '../service-on-a-port.js';
import { createShop, orderOf, type Shop, shopClock } from '../shop.js';

const MINUTE = 60;
const CONTACT = { support: { email: 'help@shop.example' }, confirmsByEmail: true } as const;
let service: Service;
let shop: Shop;
let serial = 0;

beforeAll(async () => {
  service = await startService();
  shop = createShop(service.accountAt(service.url), { clock: service.clock, ...CONTACT });
});
afterAll(() => service.close());

/** Grants the key of a new order, and pays with a card of this holder. */
async function pay(CardHolderName: string) {
  serial += 1;
  const order = `unknown-${serial}`;
  shop.orders.set(order, orderOf(order));
  const { authKey, claim } = await shop.grant(order);
  const { RedirectionUrl, ResultKey } = await service.pay(authKey, { CardHolderName });
  return { order, claim, resultKey: ResultKey ?? '', challenge: RedirectionUrl ?? '' };
}

/** The clock of the sandbox runs on, so a minute of room is left. */
function expectEnd(answer: object, minutes: number): void {
  const { endsInSeconds = NaN } = answer as { readonly endsInSeconds?: number };
  expect(endsInSeconds).toBeGreaterThan((minutes - 1) * MINUTE);
  expect(endsInSeconds).toBeLessThanOrEqual(minutes * MINUTE);
}

describe('a bank that cannot be reached', () => {
  it('is waited for until a review, and the order is not payable before', async () => {
    const { order, claim, resultKey } = await pay('BANK DOWN');
    const first = await shop.result(claim, resultKey);
    // The key lives for 30 minutes; an hour later a person looks.
    expect(first).toMatchObject({ status: 'pending', order, waitsFor: 'bank', ...CONTACT });
    expectEnd(first, 90);
    await service.advanceClock(80 * MINUTE);
    const later = await shop.authkey(order);
    expect(later).toMatchObject({ status: 'pending', order, waitsFor: 'bank', ...CONTACT });
    expectEnd(later, 10);
    expect(await shop.signer.resultOf(order, { testMode: true })).toMatchObject({
      status: 'pending',
      waitsFor: 'bank',
    });
    await service.advanceClock(11 * MINUTE);
    expect(await shop.result(claim)).toEqual({
      status: 'review',
      order,
      claim: expect.any(String) as string,
      ...CONTACT,
    });
    expect(await shop.signer.resultOf(order, { testMode: true })).toMatchObject({ status: 'review', ...CONTACT });
  });
});

describe('3-D Secure', () => {
  it('has the bank’s usual waiting time, counted from its start, until the service ends it', async () => {
    const { order, claim, resultKey } = await pay('3DS CHALLENGE');
    expectEnd(await shop.result(claim, resultKey), 10);
    await service.advanceClock(4 * MINUTE);
    const left = await shop.result(claim);
    expect(left).toMatchObject({ status: 'pending', waitsFor: 'shopper' });
    expectEnd(left, 6);
    expect(await shop.signer.resultOf(order, { testMode: true })).toMatchObject({
      status: 'pending',
      waitsFor: 'shopper',
    });
    await service.advanceClock(7 * MINUTE);
    expect(await shop.result(claim)).toMatchObject({ status: 'failed' });
    expect(await shop.signer.resultOf(order, { testMode: true })).toMatchObject({ status: 'failed' });
    expect((await shop.grant(order)).status).toBe('granted');
  });
});

describe('the result of an order for the shop’s own pages', () => {
  it('is null for an unknown order, and "open" while nothing was sent', async () => {
    expect(await shop.signer.resultOf('never seen', { testMode: true })).toBeNull();
    shop.orders.set('looked-at', orderOf('looked-at'));
    await shop.grant('looked-at');
    expect(await shop.signer.resultOf('looked-at', { testMode: true })).toMatchObject({ status: 'open' });
  });

  it('does not block the order: a changed price gets a new key at once', async () => {
    shop.orders.set('repriced', orderOf('repriced'));
    const { authKey } = await shop.grant('repriced');
    await shop.signer.resultOf('repriced', { testMode: true });
    const order = orderOf('repriced');
    shop.orders.set('repriced', { ...order, amount: { ...order.amount, minor: order.amount.minor + 100 } });
    expect((await shop.grant('repriced')).authKey).not.toBe(authKey);
  });

  it('is the receipt after a payment', async () => {
    const { order, claim, resultKey } = await pay('Mia Tran');
    expect(await shop.signer.resultOf(order, { testMode: true })).toEqual(await shop.result(claim, resultKey));
    expect(await shop.signer.resultOf(order, { testMode: true })).toMatchObject({
      status: 'approved',
      receipt: { order },
    });
  });

  it('is "pending" while the service does not answer if its result was requested, and null otherwise', async () => {
    const sent = await pay('BANK DOWN');
    expect((await shop.result(sent.claim)).status).toBe('pending');
    shop.orders.set('not-sent', orderOf('not-sent'));
    await shop.grant('not-sent');
    service.control.setUnavailable(true);
    try {
      expect(await shop.signer.resultOf(sent.order, { testMode: true })).toMatchObject({
        status: 'pending',
        waitsFor: 'key',
      });
      expect(await shop.signer.resultOf('not-sent', { testMode: true })).toBeNull();
    } finally {
      service.control.setUnavailable(false);
    }
  });
});

describe('a transaction number that is recorded for another attempt', () => {
  it('is for review: the order is neither paid nor payable', async () => {
    const store = createMemoryStore({ clock: shopClock });
    const pays = async (order: string) => {
      // A service that counts from the beginning, as a sandbox does after its database was deleted.
      const fresh = await startService();
      const its = createShop(
        { ...fresh.accountAt(fresh.url), browserUrl: 'https://service.example' },
        { clock: fresh.clock, store },
      );
      its.orders.set(order, orderOf(order));
      const { authKey, claim } = await its.grant(order);
      const { ResultKey } = await fresh.pay(authKey, {});
      return { fresh, its, claim, answer: await its.result(claim, ResultKey) };
    };
    const first = await pays('first');
    const second = await pays('second');
    const { fresh, its, claim } = second;
    try {
      expect(first.answer.status).toBe('approved');
      expect(second.answer).toMatchObject({ status: 'review', order: 'second' });
      expect(its.log).toContainEqual(
        expect.objectContaining({ level: 'error', event: 'txn_number_taken', order: 'second' }),
      );
      // Long after the key has ended.
      await fresh.advanceClock(24 * 60 * MINUTE);
      expect(await its.result(claim)).toMatchObject({ status: 'review' });
      expect(await its.authkey('second')).toMatchObject({ status: 'review' });
      await its.signer.reconcile();
      expect(await its.authkey('second')).toMatchObject({ status: 'review' });
      expect(await its.signer.resultOf('second', { testMode: true })).toMatchObject({ status: 'review' });
      expect(its.paid).toEqual([]);
    } finally {
      await Promise.all([first, second].map((each) => each.fresh.close()));
    }
  });
});
