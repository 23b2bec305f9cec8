/** Payments that differ from their terms. docs/invariants.md, invariants 2 and 3. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { payOrder } from '../pay-order.js';
import { createShop, orderOf, type Shop } from '../shop.js';

const MINUTE = 60_000;
let service: FaultyService;
let shop: Shop;

beforeEach(async () => {
  service = await startFaultyService();
  shop = createShop(accountAt(service));
});
afterEach(() => service.close());

const paid = (holder?: string) => payOrder(shop, service, holder);

describe('a transaction that differs from its claim', () => {
  it.each([
    ['MerchantNumber', { MerchantNumber: '5353109000000001' }],
    ['Action', { Action: 'preauth' }],
    ['Amount', { Amount: 100 }],
    ['Amount', { Amount: null }],
    ['Currency', { Currency: 'USD' }],
    ['Crn1', { Crn1: 'ORDER-7' }],
    ['Crn1', { Crn1: null }],
    ['Crn2', { Crn2: 'something' }],
    ['Crn3', { Crn3: 'something' }],
    ['BillerCode', { BillerCode: 'B2' }],
    ['IsTestTxn', { IsTestTxn: false }],
    ['MerchantReference', { MerchantReference: 'florin-of-nobody' }],
    ['MerchantReference', { MerchantReference: null }],
  ])('in %s is for review, even if approved, and the shop is notified (%o)', async (member, change) => {
    const { claim, resultKey } = await paid();
    service.alter = (txn) => ({ ...txn, ...change });
    expect(await shop.result(claim, resultKey)).toEqual({ status: 'review', order: '1042', claim });
    expect(shop.mismatches).toMatchObject([
      { kind: 'result_mismatch', order: '1042', differences: [member], terms: { crn1: 'ORDER-1042' } },
    ]);
    expect(shop.paid).toEqual([]);
    // And it stays so: neither the page nor the next request is offered to pay again.
    service.alter = (txn) => txn;
    expect((await shop.result(claim, resultKey)).status).toBe('review');
    expect((await shop.authkey('1042')).status).toBe('review');
    expect(service.calls.T4).toBe(1);
    expect(shop.mismatches).toHaveLength(1);
  });

  it('is found for a live order that was paid with a test card', async () => {
    shop.orders.set('1042', orderOf('1042', { testMode: false }));
    const { claim } = await paid();
    service.alter = (txn) => ({ ...txn, IsTestTxn: true });
    expect((await shop.result(claim)).status).toBe('review');
    expect(shop.mismatches).toMatchObject([{ differences: ['IsTestTxn'] }]);
  });

  it('is equal with a blank after its merchant number, and with empty members', async () => {
    const { claim } = await paid();
    service.alter = ({ MerchantNumber, ...txn }) => ({
      ...txn,
      'MerchantNumber ': `${String(MerchantNumber)} `,
      BillerCode: '',
      Crn2: '',
    });
    expect((await shop.result(claim)).status).toBe('approved');
  });

  it.each([
    ['AUD', 'approved'],
    ['NZD', 'review'],
  ])('without a currency is in the merchant’s default %s: %s', async (merchantCurrency, status) => {
    shop = createShop(accountAt(service), { merchantCurrency });
    const { claim } = await paid();
    service.alter = (txn) => ({ ...txn, Currency: null });
    expect((await shop.result(claim)).status).toBe(status);
  });

  it('in currency counts only if it was approved', async () => {
    shop = createShop(accountAt(service), { merchantCurrency: 'NZD' });
    const { claim } = await paid('REFUSED');
    expect((await shop.result(claim)).status).toBe('failed');
  });

  it.each([0, 1, true, '00', ' 0', '0 ', '', null, 'X'])(
    'in the spelling of its ResponseCode (%o) is never approved',
    async (ResponseCode) => {
      const { claim, resultKey } = await paid();
      service.alter = (txn) => ({ ...txn, ResponseCode });
      const { body } = await shop.post<{ status?: string }>('result', { claim, resultKey });
      expect(['pending', undefined]).toContain(body.status);
      expect(shop.paid).toEqual([]);
      service.alter = (txn) => txn;
      expect((await shop.result(claim, resultKey)).status).toBe('approved');
    },
  );

  it('is not approved if the bank’s code contradicts', async () => {
    const { claim } = await paid();
    service.alter = (txn) => ({ ...txn, BankResponseCode: '51' });
    expect((await shop.result(claim)).status).toBe('pending');
  });
});

describe('the result key of another order', () => {
  it('never pays this one; both keep their own results', async () => {
    shop.orders.set('7', orderOf('7'));
    const other = await shop.grant('7');
    const { resultKey } = await service.pay(other.authKey);
    const mine = await shop.grant('1042');
    expect(await shop.result(mine.claim, resultKey)).toEqual({ status: 'review', order: '1042', claim: mine.claim });
    expect(shop.mismatches).toMatchObject([{ kind: 'foreign_result', order: '1042', txn: { Crn1: 'ORDER-7' } }]);
    expect(shop.paid).toEqual([{ order: '7', txnNumber: '1001' }]);
    expect((await shop.result(other.claim)).status).toBe('approved');
    // Nothing was written down against this order: it can be paid.
    expect((await shop.result(mine.claim)).status).toBe('open');
    expect((await shop.grant('1042')).authKey).toBe(mine.authKey);
  });

  it('does not hide the payment of this one', async () => {
    shop.orders.set('7', orderOf('7'));
    const other = await shop.grant('7');
    const { resultKey } = await service.pay(other.authKey);
    const { claim } = await paid();
    expect((await shop.result(claim, resultKey)).status).toBe('approved');
  });

  it('of no order that the signer knows does not hide the payment of this one', async () => {
    const { claim } = await paid();
    const elsewhere = createShop(accountAt(service));
    const { resultKey } = await service.pay((await elsewhere.grant('1042')).authKey);
    expect((await shop.result(claim, resultKey ?? '')).status).toBe('approved');
    expect(shop.mismatches).toMatchObject([{ kind: 'foreign_result', order: '1042', txn: { TxnNumber: '1002' } }]);
    expect(shop.paid).toEqual([{ order: '1042', txnNumber: '1001' }]);
  });

  it('is no other one if the answer for it has lost the reference', async () => {
    const { claim, resultKey } = await paid();
    let isFirst = true;
    service.alter = (txn) => {
      const altered = isFirst ? { ...txn, MerchantReference: null } : txn;
      isFirst = false;
      return altered;
    };
    expect((await shop.result(claim, resultKey)).status).toBe('approved');
    expect(shop.mismatches).toEqual([]);
  });

  it('of an earlier, declined attempt does not change this one', async () => {
    const first = await paid('DECLINED');
    await shop.result(first.claim, first.resultKey);
    const second = await shop.grant('1042');
    expect((await shop.result(second.claim, first.resultKey)).status).toBe('review');
    await service.pay(second.authKey);
    expect((await shop.result(second.claim, first.resultKey)).status).toBe('approved');
  });
});

describe('a payment on the wrong key', () => {
  it('that was superseded is reported and never shown as failed', async () => {
    const old = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', { amount: { minor: 20500, currency: 'AUD' } }));
    const current = await shop.grant('1042');
    const { resultKey } = await service.pay(old.authKey);
    expect((await shop.result(old.claim, resultKey)).status).toBe('review');
    expect(shop.mismatches).toMatchObject([{ kind: 'paid_superseded', terms: { amount: { minor: 19900 } } }]);
    expect(shop.paid).toEqual([]);
    expect(await shop.authkey('1042')).toMatchObject({ status: 'review', claim: old.claim });
    // The other key cannot be called back; a payment with it is the second one.
    await service.pay(current.authKey);
    expect((await shop.result(current.claim)).status).toBe('review');
    expect(shop.mismatches).toMatchObject([{ kind: 'paid_superseded' }, { kind: 'paid_twice', order: '1042' }]);
    expect(shop.paid).toEqual([]);
  });

  it('is a second payment if the current key was paid first', async () => {
    const old = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', { amount: { minor: 20500, currency: 'AUD' } }));
    const current = await shop.grant('1042');
    await service.pay(current.authKey);
    expect((await shop.result(current.claim)).status).toBe('approved');
    await service.pay(old.authKey);
    expect((await shop.result(old.claim)).status).toBe('review');
    expect(shop.paid).toHaveLength(1);
    expect(shop.mismatches).toMatchObject([{ kind: 'paid_twice', txn: { TxnNumber: '1002' } }]);
    expect((await shop.result(current.claim)).status).toBe('approved');
  });

  it('that was superseded is pending while it is unpaid, until its end', async () => {
    const old = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', { amount: { minor: 20500, currency: 'AUD' } }));
    await shop.grant('1042');
    expect((await shop.result(old.claim)).status).toBe('pending');
    shop.now += 32 * MINUTE;
    expect((await shop.result(old.claim)).status).toBe('expired');
  });
});
