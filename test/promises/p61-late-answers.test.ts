/**
 * P61: a bank's late answer is no decline. The service reports 3 with 68, and may report 0 with 00 for the same transaction
 * later.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountAt, startFaultyService, type FaultyService } from '../signer/faulty-service.js';
import { payOrder } from '../signer/pay-order.js';
import { createShop, type Shop } from '../signer/shop.js';

const MINUTE = 60_000;
let service: FaultyService;
let shop: Shop;

beforeEach(async () => {
  service = await startFaultyService();
  shop = createShop(accountAt(service));
});
afterEach(() => service.close());

const keyOf = async () => (await shop.authkey('1042')).status;

describe('P61: an answer of the bank that came too late', () => {
  it('is unknown, with and without the result key, and gives no other key for an hour and ten minutes', async () => {
    const { claim, resultKey } = await payOrder(shop, service, 'LATE');
    for (const minutes of [0, 1, 9, 11, 40]) {
      shop.now += minutes * MINUTE;
      await shop.signer.reconcileNow();
      expect((await shop.result(claim, resultKey)).status).toBe('pending');
      await keyOf();
      expect(service.keyRequests).toHaveLength(1);
    }
    shop.now += 10 * MINUTE;
    expect((await shop.result(claim, resultKey)).status).toBe('declined');
    expect(await keyOf()).toBe('granted');
    expect([shop.paid, shop.mismatches]).toEqual([[], []]);
  });

  it.each(['1', '2'])('is unknown, too, if the service groups the bank’s 68 under %s', async (ResponseCode) => {
    service.alter = (txn) => ({ ...txn, ResponseCode });
    const { claim, resultKey } = await payOrder(shop, service, 'LATE');
    expect((await shop.result(claim, resultKey)).status).toBe('pending');
    await keyOf();
    expect(service.keyRequests).toHaveLength(1);
  });

  it.each([5, 30, 65])('is told as paid when the service says so after %i minutes', async (minutes) => {
    const { claim } = await payOrder(shop, service, 'LATE');
    await shop.signer.reconcileNow();
    shop.now += minutes * MINUTE;
    expect((await shop.result(claim)).status).toBe('pending');
    service.alter = (txn) => ({ ...txn, ResponseCode: '0', BankResponseCode: '00', ResponseText: 'Approved' });
    await shop.signer.reconcileNow();
    expect(shop.paid.map(({ order }) => order)).toEqual(['1042']);
    expect(await keyOf()).toBe('approved');
  });

  it('is for a person if the service never says its time', async () => {
    service.alterHeaders = () => ({});
    const { claim } = await payOrder(shop, service, 'LATE');
    shop.now += 150 * MINUTE;
    expect((await shop.result(claim)).status).toBe('pending');
    shop.now += 11 * MINUTE;
    expect((await shop.result(claim)).status).toBe('review');
    expect(shop.mismatches.map(({ kind, differences }) => [kind, differences])).toEqual([
      ['result_mismatch', ['ResponseCode']],
    ]);
  });
});
