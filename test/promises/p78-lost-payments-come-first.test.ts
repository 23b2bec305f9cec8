/**
 * P78: A payment that nobody asks about is found at the next reconciliation, however many fresh attempts are open. Here the
 * service answers only so many calls in each, far fewer than there are attempts.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FlorinError } from '../../src/core/errors.js';
import type { AuthKeyGrant } from '../../src/core/pay-api.js';
import type { PaymentService } from '../../src/signer/service/payment-service.js';
import type { TxnResp } from '../../src/wire/rest/txn-resp.js';
import { createShop, orderOf, type Shop } from '../signer/shop.js';
import { createQuickService, type QuickService } from './quick-service.js';

const MINUTE = 60_000;
const CALLS = 30;
const FRESH = 400;

let service: QuickService;
let shop: Shop;
/** Calls that the service still answers. */
let left: number;
let searchesByDates: boolean;
/** Whether payments are still in 3-D Secure. */
let isPending: boolean;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  service = createQuickService();
  left = Infinity;
  searchesByDates = true;
  isPending = false;
  const answer = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    left -= 1;
    if (left < 0) throw new FlorinError('service_unreachable', 'too many calls', { retryAfterSeconds: 30 });
    return call();
  };
  const { client } = service.connection;
  const alter = (txn: TxnResp): TxnResp => (isPending ? { ...txn, ResponseCode: 'P', BankResponseCode: '' } : txn);
  const limited: PaymentService = {
    ...client,
    searchTransactions: (input, options) =>
      answer(async () => {
        if (!searchesByDates && input.MerchantReference === undefined) return [];
        return (await client.searchTransactions(input, options)).map(alter);
      }),
    getTransaction: (number) => answer(async () => alter(await client.getTransaction(number))),
  };
  shop = createShop({ ...service.connection, client: limited }, { webhooks: true });
});
afterEach(() => void vi.useRealTimers());

let orders = 0;
async function grant(): Promise<AuthKeyGrant> {
  const order = String((orders += 1));
  shop.orders.set(order, orderOf(order));
  return shop.grant(order);
}

async function grantFresh(): Promise<void> {
  for (let each = 0; each < FRESH; each += 1) await grant();
}

/** Reconciles a minute later. The number of payments that the shop was told of by then. */
async function toldAfterAMinute(): Promise<number> {
  shop.now += MINUTE;
  vi.advanceTimersByTime(MINUTE);
  left = CALLS;
  await shop.signer.reconcile();
  return shop.paid.length;
}

describe('P78: among many fresh attempts, the next reconciliation finds a payment', () => {
  it('whose page died before it asked and whose webhook was lost, minute after minute', async () => {
    for (let minute = 1; minute <= 5; minute += 1) {
      for (let each = 0; each < FRESH / 8; each += 1) await grant();
      const { authKey } = await grant();
      await grantFresh();
      service.pay(authKey);
      expect(await toldAfterAMinute()).toBe(minute);
    }
  });

  it('that a page has asked about while the service did not answer', async () => {
    searchesByDates = false;
    const { authKey, claim } = await grant();
    await grantFresh();
    service.pay(authKey);
    left = 0;
    expect((await shop.post('result', { claim })).status).toBe(503);
    expect(await toldAfterAMinute()).toBe(1);
  });

  it('whose webhook came while the service did not answer', async () => {
    searchesByDates = false;
    const { authKey } = await grant();
    await grantFresh();
    service.pay(authKey);
    left = 0;
    const work: Promise<void>[] = [];
    const webhook = new Request(service.keys.get(authKey)?.WebHookUrl ?? '', { method: 'POST' });
    await shop.signer.fetch(webhook, { waitUntil: (each) => void work.push(each) });
    await Promise.all(work);
    expect(await toldAfterAMinute()).toBe(1);
  });

  it('whose key has ended, if no search by dates names it', async () => {
    searchesByDates = false;
    const { authKey } = await grant();
    service.pay(authKey);
    await grantFresh();
    expect(await toldAfterAMinute()).toBe(0);
    shop.now += 20 * MINUTE;
    await grantFresh();
    shop.now += 11 * MINUTE;
    // All keys of the beginning have ended, and each needs two calls.
    for (let calls = 0; calls < 3 * FRESH && shop.paid.length === 0; calls += CALLS) await toldAfterAMinute();
    expect(shop.paid).toHaveLength(1);
  });

  it('that is in 3-D Secure for longer than a search by dates reaches back', async () => {
    const { authKey } = await grant();
    await grantFresh();
    service.pay(authKey);
    isPending = true;
    expect(await toldAfterAMinute()).toBe(0);
    searchesByDates = false;
    for (let minute = 0; minute < 5; minute += 1) expect(await toldAfterAMinute()).toBe(0);
    isPending = false;
    expect(await toldAfterAMinute()).toBe(1);
  });
});
