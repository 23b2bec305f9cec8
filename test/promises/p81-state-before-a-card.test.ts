/**
 * P81: A page can know, before it takes a card, whether its order was paid, is being paid or can be paid; the question makes no
 * key, is no sign of a sent card, and tells nothing to somebody who may not see the order. `POST order`, without HTTP.
 */
import { describe, expect, it } from 'vitest';
import type { OrderAnswer } from '../../src/core/pay-api.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import type { PricedOrder } from '../../src/signer/signer-options.js';
import { openQuickShop } from '../signer/quick-shop.js';
import { orderOf, type Shop, shopClock } from '../signer/shop.js';

/** The order can be paid, at the price of `orderOf`. */
const PRICED = { price: { amount: orderOf('1042').amount } };
const PAYABLE = { status: 'payable', ...PRICED };
const stateOf = (shop: Shop, order = '1042') => shop.post<OrderAnswer>('order', { order });

describe('the state of an order for its page', () => {
  it('is payable before anything is sent: nothing is searched for, stored or asked of the service', async () => {
    const store = createMemoryStore({ clock: shopClock });
    const { shop, run } = openQuickShop({ store });
    run.isDown = true;
    const { status, body } = await stateOf(shop);
    expect([status, body]).toEqual([200, PAYABLE]);
    expect((await store.readOrder(shop.scope, '1042')).claims).toEqual([]);
  });

  it('is payable while the key is not used, and the question is no sign of a card: another price gets another key', async () => {
    const { shop } = openQuickShop();
    const { authKey } = await shop.grant('1042');
    expect((await stateOf(shop)).body).toEqual(PAYABLE);
    shop.orders.set('1042', orderOf('1042', { version: '2' }));
    expect((await shop.grant('1042')).authKey).not.toBe(authKey);
  });

  it('is the payment that no page has asked about, and the shop is told', async () => {
    const { service, shop } = openQuickShop();
    service.pay((await shop.grant('1042')).authKey);
    expect((await stateOf(shop)).body).toMatchObject({ status: 'approved', receipt: { txnNumber: '1001' } });
    expect(shop.paid).toEqual([{ order: '1042', txnNumber: '1001' }]);
  });

  it('is the payment on a key that another price has replaced', async () => {
    const { service, shop } = openQuickShop();
    const { authKey } = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', { version: '2' }));
    await shop.grant('1042');
    service.pay(authKey);
    expect((await stateOf(shop)).body).toMatchObject({ status: 'review' });
  });

  it('is the decline on such a key', async () => {
    const { service, shop } = openQuickShop();
    const { authKey } = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', { version: '2' }));
    await shop.grant('1042');
    service.pay(authKey, 'declined');
    expect((await stateOf(shop)).body).toMatchObject({ status: 'declined', ...PRICED });
  });

  it('is the last attempt’s decline also when a page has another key already', async () => {
    const { service, shop } = openQuickShop();
    service.pay((await shop.grant('1042')).authKey, 'declined');
    expect((await stateOf(shop)).body).toMatchObject({ status: 'declined' });
    const { authKey } = await shop.grant('1042');
    expect((await stateOf(shop)).body).toMatchObject({ status: 'declined', ...PRICED });
    service.pay(authKey);
    expect((await stateOf(shop)).body).toMatchObject({ status: 'approved' });
  });

  it('is the last attempt’s decline', async () => {
    const { service, shop } = openQuickShop();
    service.pay((await shop.grant('1042')).authKey, 'declined');
    expect((await stateOf(shop)).body).toMatchObject({ status: 'declined', order: '1042' });
  });

  it('is pending while the bank waits for the shopper', async () => {
    const { service, shop, run } = openQuickShop();
    service.pay((await shop.grant('1042')).authKey);
    run.alter = (txn) => ({ ...txn, ResponseCode: 'P', BankResponseCode: '' });
    expect((await stateOf(shop)).body).toMatchObject({ status: 'pending', waitsFor: 'shopper' });
  });

  it('is payable while the service is down, unless a page has asked for the result', async () => {
    const { shop, run } = openQuickShop();
    const { claim } = await shop.grant('1042');
    run.isDown = true;
    expect((await stateOf(shop)).body).toEqual(PAYABLE);
    await shop.post('result', { claim });
    expect((await stateOf(shop)).body).toMatchObject({ status: 'pending', waitsFor: 'key', claim });
  });

  it.each<[string, Partial<PricedOrder>]>([
    ['has become 0', { amount: { minor: 0, currency: 'AUD' } }],
    ['is missing', { amount: undefined as never }],
    ['has references that the page has not sent', { shopperReferences: [{ name: 'crn2', isRequired: true }] }],
  ])('is that of a paid order whose price %s', async (_what, changes) => {
    const { service, shop } = openQuickShop();
    service.pay((await shop.grant('1042')).authKey);
    shop.orders.set('1042', orderOf('1042', changes));
    expect((await stateOf(shop)).body).toMatchObject({ status: 'approved' });
  });

  it('is the payment on an earlier key, whose card arrives after a decline on the newer one', async () => {
    const { service, shop, run } = openQuickShop();
    const { authKey } = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', { version: '2' }));
    const newer = await shop.grant('1042');
    service.pay(newer.authKey, 'declined');
    await shop.result(newer.claim);
    service.pay(authKey);
    run.alter = (txn) => (txn.ResponseCode === '0' ? { ...txn, ResponseCode: 'P', BankResponseCode: '' } : txn);
    const waiting = (await stateOf(shop)).body;
    expect([waiting.status, waiting.price]).toEqual(['pending', undefined]);
    run.alter = (txn) => txn;
    expect((await stateOf(shop)).body).toMatchObject({ status: 'review' });
  });

  it('is no decline while nobody knows whether a newer key was paid', async () => {
    const { service, shop, run } = openQuickShop();
    service.pay((await shop.grant('1042')).authKey, 'declined');
    await stateOf(shop);
    const { authKey } = await shop.grant('1042');
    service.pay(authKey);
    run.isDown = true;
    expect((await stateOf(shop)).body).toEqual(PAYABLE);
    run.isDown = false;
    expect((await stateOf(shop)).body).toMatchObject({ status: 'approved' });
  });

  it('is the payment on a key whose successor could not be made', async () => {
    const { service, shop, run } = openQuickShop();
    service.pay((await shop.grant('1042')).authKey, 'declined');
    await stateOf(shop);
    const { authKey } = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', { version: '2' }));
    run.makesNoKey = true;
    await shop.post('authkey', { order: '1042' });
    service.pay(authKey);
    expect((await stateOf(shop)).body).toMatchObject({ status: 'review' });
  });

  it('is pending while the service is down and a page has asked about an earlier key', async () => {
    const { shop, run } = openQuickShop();
    const { claim } = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', { version: '2' }));
    await shop.grant('1042');
    await shop.post('result', { claim });
    run.isDown = true;
    const { status, price } = (await stateOf(shop)).body;
    expect([status, price]).toEqual(['pending', undefined]);
  });

  it('is payable when another tab gets a key at a new price meanwhile', async () => {
    const { shop, run } = openQuickShop();
    await shop.grant('1042');
    run.beforeSearch = async () => {
      run.beforeSearch = () => Promise.resolve();
      shop.orders.set('1042', orderOf('1042', { version: '2' }));
      await shop.grant('1042');
    };
    expect((await stateOf(shop)).body).toEqual(PAYABLE);
  });

  it('has the action of an order that is no payment', async () => {
    const { shop } = openQuickShop();
    shop.orders.set('1042', orderOf('1042', { action: 'preauth' }));
    expect((await stateOf(shop)).body.price).toEqual({ action: 'preauth', ...PRICED.price });
  });

  it('has the price and what each card type adds, and asks for no key', async () => {
    const surcharge = (_order: PricedOrder, type: string) => (type === 'AX' ? { minor: 200, currency: 'AUD' } : null);
    const { shop, run } = openQuickShop({ surcharge });
    run.isDown = true;
    const { price } = (await stateOf(shop)).body;
    expect(price).toMatchObject({ amount: orderOf('1042').amount, surcharges: { AX: 200, VC: 0 } });
  });

  it('has the price with a decline, and none with a payment', async () => {
    const { service, shop } = openQuickShop();
    service.pay((await shop.grant('1042')).authKey, 'declined');
    expect((await stateOf(shop)).body).toMatchObject({ status: 'declined', ...PRICED });
    service.pay((await shop.grant('1042')).authKey);
    const paid = (await stateOf(shop)).body;
    expect([paid.status, paid.price]).toEqual(['approved', undefined]);
  });

  it.each<[string, Partial<PricedOrder>]>([
    ['is 0', { amount: { minor: 0, currency: 'AUD' } }],
    ['is missing', { amount: undefined as never }],
    ['is no amount', { amount: { minor: 1.5, currency: 'AUD' } }],
  ])('is payable without a price that %s: the request for a key says why', async (_what, changes) => {
    const { shop } = openQuickShop();
    shop.orders.set('1042', orderOf('1042', changes));
    expect((await stateOf(shop)).body).toEqual({ status: 'payable' });
  });

  it('is payable without a price when the shop’s surcharge fails, which the log says', async () => {
    const { shop } = openQuickShop({
      surcharge: () => {
        throw new Error('no rates');
      },
    });
    expect((await stateOf(shop)).body).toEqual({ status: 'payable' });
    expect(shop.log).toMatchObject([{ event: 'price_order_failed', message: 'no rates' }]);
  });

  it('is refused alike for an unknown order and for one that the caller may not see', async () => {
    // A search in a list, as shops write it, finds undefined.
    const known = new Map([['1042', orderOf('1042')]]);
    const { shop } = openQuickShop({
      priceOrder: (_request, order) => (order === 'private' ? null : known.get(order)),
    });
    const [unknown, refused] = [await stateOf(shop, 'no such order'), await stateOf(shop, 'private')];
    expect([unknown.status, unknown.body]).toEqual([refused.status, refused.body]);
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'order_refused' } } });
  });

  it.each([
    ['no order', {}, {}, 400, 'bad_request'],
    ['a number', { order: 1042 }, {}, 400, 'bad_request'],
    [
      'another origin',
      { order: '1042' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      403,
      'origin_refused',
    ],
  ])('is not told for %s', async (_what, body, headers, status, code) => {
    const { shop } = openQuickShop();
    expect(await shop.post('order', body, headers)).toMatchObject({ status, body: { error: { code } } });
  });

  it('is told only so often, without the limit of the order’s keys', async () => {
    const { shop } = openQuickShop({ rateLimit: { order: { calls: 2, seconds: 60 } } });
    const statuses = [];
    for (let asked = 0; asked < 3; asked += 1) statuses.push((await stateOf(shop)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await shop.grant('1042')).status).toBe('granted');
  });
});
