/**
 * The shop's answer for an order: how it is checked, and which members become part of the key. Without HTTP; a wrong
 * answer makes no key.
 */
import { describe, expect, it } from 'vitest';
import type { AuthKeyGrant, SignerRefusal } from '../../../src/core/pay-api.js';
import { Refusal } from '../../../src/signer/refusal.js';
import type { PricedOrder, SignerOptions } from '../../../src/signer/signer-options.js';
import { createQuickService } from '../../promises/quick-service.js';
import { createShop, orderOf } from '../shop.js';

function open(options: Partial<SignerOptions> = {}) {
  const service = createQuickService();
  const shop = createShop(service.connection, options);
  const termsOf = (authKey: string) => service.keys.get(authKey)?.ProcessTxnData;
  return { shop, service, termsOf };
}

describe('a request for a key', () => {
  it.each([
    ['no order', {}],
    ['an empty order', { order: '' }],
    ['an order that is a number', { order: 1042 }],
    ['an order that is null', { order: null }],
    ['an order of 4,097 characters', { order: 'x'.repeat(4097) }],
    ['an order that leads to another address', { order: '..' }],
  ])('with %s is refused before priceOrder is called', async (_title, body) => {
    let asked = 0;
    const { shop, service } = open({
      priceOrder: () => {
        asked += 1;
        return null;
      },
    });
    const answer = await shop.post<SignerRefusal>('authkey', body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_request']);
    expect([asked, service.keys.size]).toEqual([0, 0]);
  });

  it('with an empty order is refused with the limits of a name', async () => {
    const { body } = await open().shop.post<SignerRefusal>('authkey', { order: '' });
    expect(body.error.message).toBe('order must be text of 1 to 4096 characters');
  });

  it('may name an order of 4,096 characters, which the shop gets with the request', async () => {
    const order = 'x'.repeat(4096);
    const asked: unknown[] = [];
    const { shop } = open({
      priceOrder: (request, name) => {
        asked.push([request.headers.get('x-session'), name]);
        return orderOf('1042');
      },
    });
    expect((await shop.post('authkey', { order }, { 'x-session': 'ann-1' })).status).toBe(200);
    expect(asked).toEqual([['ann-1', order]]);
  });
});

describe('the shop’s answer', () => {
  it.each<[string, Partial<PricedOrder>, object]>([
    ['is a payment by default', {}, { Action: 'payment', Amount: 19900, Currency: 'AUD', TestMode: true }],
    ['reserves an amount', { action: 'preauth' }, { Action: 'preauth', Amount: 19900 }],
    ['only checks a card', { action: 'verify_only', amount: { minor: 0, currency: 'AUD' } }, { Amount: 0 }],
    ['is live where it says nothing of a test', { testMode: undefined as never }, { TestMode: false }],
    ['charges one minor unit', { amount: { minor: 1, currency: 'JPY' } }, { Amount: 1, Currency: 'JPY' }],
    [
      'has references and a biller code of 50 characters',
      { crn1: '1'.repeat(50), crn2: '2'.repeat(50), crn3: '3'.repeat(50), billerCode: 'B'.repeat(50) },
      { Crn1: '1'.repeat(50), Crn2: '2'.repeat(50), Crn3: '3'.repeat(50), BillerCode: 'B'.repeat(50) },
    ],
    ['has an order of 4,096 characters', { order: 'o'.repeat(4096) }, { Amount: 19900 }],
  ])('%s', async (_title, changes, expected) => {
    const { shop, termsOf } = open();
    shop.orders.set('1042', orderOf('1042', changes));
    const grant = await shop.grant('1042');
    expect(termsOf(grant.authKey)).toMatchObject(expected);
    expect(grant.order).toBe(changes.order ?? '1042');
    expect(shop.log).toEqual([]);
  });

  it('has empty references and an empty version by default', async () => {
    const agreed: unknown[] = [];
    const { service, shop, termsOf } = open({ onPaid: (_order, _txn, terms) => void agreed.push(terms) });
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey);
    await shop.result(claim);
    expect(agreed).toMatchObject([{ version: '', crn2: '', crn3: '', billerCode: '' }]);
    for (const member of ['Crn2', 'Crn3', 'BillerCode', 'AmountSurcharge', 'DVTokenData']) {
      expect(termsOf(authKey)).not.toHaveProperty(member);
    }
  });

  it.each<[string, unknown, RegExp]>([
    ['another action', { action: 'refund' }, /^action must be one of payment, preauth, verify_only$/],
    ['a mode in text', { testMode: 'false' }, /^testMode must be true or false$/],
    ['a mode in numbers', { testMode: 0 }, /^testMode must be true or false$/],
    ['a version in numbers', { version: 5 }, /^version must be text$/],
    ['money for a check', { action: 'verify_only' }, /^amount\.minor must be 0 for verify_only$/],
    ['less than nothing', { amount: { minor: -5, currency: 'AUD' } }, /above 0$/],
    ['a part of a cent', { amount: { minor: 0.5, currency: 'AUD' } }, /above 0$/],
    ['an amount as text', { amount: { minor: '19900', currency: 'AUD' } }, /above 0$/],
    ['no currency', { amount: { minor: 1 } }, /^amount\.currency must be an ISO 4217 code$/],
    ['a currency that is none', { amount: { minor: 1, currency: 'XXX' } }, /^amount\.currency/],
    ['no order', { order: '' }, /^order must be text of 1 to 4096 characters$/],
    ['an order that is a number', { order: 7 }, /^order must be text/],
    ['an order of 4,097 characters', { order: 'x'.repeat(4097) }, /^order must be text/],
    ['an order that leads to another address', { order: '.' }, /^order must be text without/],
    ['no Crn1', { crn1: undefined }, /^crn1 must be text of 1 to 50 characters$/],
    ['an empty Crn1', { crn1: '' }, /^crn1/],
    ['a Crn1 that is a number', { crn1: 1042 }, /^crn1/],
    ['a Crn2 of 51 characters', { crn2: 'x'.repeat(51) }, /^crn2 must be text of 0 to 50 characters$/],
    ['a Crn3 that is a list', { crn3: ['x'] }, /^crn3/],
    ['a biller code of 51 characters', { billerCode: 'x'.repeat(51) }, /^billerCode/],
  ])('with %s is the shop’s error: the log names the member, and no key is made', async (_title, changes, reason) => {
    const { shop, service } = open();
    shop.orders.set('1042', { ...orderOf('1042'), ...(changes as object) });
    const { status, headers, body } = await shop.post<SignerRefusal>('authkey', { order: '1042' });
    expect([status, headers.get('retry-after')]).toEqual([500, null]);
    expect(body).toEqual({
      error: { code: 'configuration_invalid', message: 'The shop’s answer for this order is invalid' },
    });
    expect(shop.log).toEqual([
      { level: 'error', event: 'price_order_failed', message: expect.stringMatching(reason) as string },
    ]);
    expect(service.keys.size).toBe(0);
  });

  it('may be an exception, whose message is only in the log; or a refusal, which the page gets', async () => {
    const failing = open({ priceOrder: () => Promise.reject(new Error('the database is down')) });
    expect((await failing.shop.post('authkey', { order: '1042' })).status).toBe(503);
    expect(failing.shop.log).toMatchObject([{ event: 'price_order_failed', message: 'the database is down' }]);
    const refusing = open({ priceOrder: () => Promise.reject(new Refusal('order_refused', 'Not today')) });
    const { status, body } = await refusing.shop.post<SignerRefusal>('authkey', { order: '1042' });
    expect([status, body.error.message]).toEqual([403, 'Not today']);
    expect(refusing.shop.log).toEqual([]);
  });

  it('null is an order that is refused', async () => {
    const { shop, service } = open();
    const { status, body } = await shop.post<SignerRefusal>('authkey', { order: 'unknown' });
    expect([status, body.error.code, service.keys.size]).toEqual([403, 'order_refused', 0]);
    expect(shop.log).toEqual([]);
  });
});

describe('the surcharge of a card type', () => {
  const surcharge = () => ({ minor: 200, currency: 'AUD' });

  it('is part of the amount, and sent to the service', async () => {
    const { shop, termsOf } = open({ surcharge });
    const { body } = await shop.post<AuthKeyGrant>('authkey', { order: '1042', cardType: 'VC' });
    expect(body).toMatchObject({
      amount: { minor: 20100, currency: 'AUD' },
      surcharge: { minor: 200, currency: 'AUD' },
      surcharges: { VC: 200 },
    });
    expect(termsOf(body.authKey)).toMatchObject({ Amount: 20100, AmountOriginal: 19900, AmountSurcharge: 200 });
  });

  it('is not requested if a card is only checked', async () => {
    const { shop } = open({ surcharge: () => Promise.reject(new Error('asked')) });
    shop.orders.set('1042', orderOf('1042', { action: 'verify_only', amount: { minor: 0, currency: 'AUD' } }));
    expect(await shop.grant('1042')).not.toHaveProperty('surcharges');
  });

  it('of a key stays while the card type is unknown, and changes with another type', async () => {
    const { shop } = open({ surcharge: (_order, type) => (type === 'AX' ? { minor: 300, currency: 'AUD' } : null) });
    const first = (await shop.post<AuthKeyGrant>('authkey', { order: '1042', cardType: 'AX' })).body;
    expect((await shop.grant('1042')).authKey).toBe(first.authKey);
    const other = (await shop.post<AuthKeyGrant>('authkey', { order: '1042', cardType: 'VC' })).body;
    expect(other.authKey).not.toBe(first.authKey);
    // The price without surcharge has changed too: the old key is not granted.
    shop.orders.set('1042', orderOf('1042', { amount: { minor: 1, currency: 'AUD' } }));
    expect((await shop.grant('1042')).amount).toEqual({ minor: 1, currency: 'AUD' });
  });
});

describe('orders whose version rises', () => {
  it('refuse an older price, also with a reference that the shopper types', async () => {
    const { shop } = open({ orderVersions: 'rising' });
    const shopperReferences = [{ name: 'crn2' }] as const;
    shop.orders.set('1042', orderOf('1042', { version: '2', shopperReferences }));
    expect((await shop.post('authkey', { order: '1042', references: { crn2: 'A 1' } })).status).toBe(200);
    expect((await shop.post('authkey', { order: '1042', references: { crn2: 'A 2' } })).status).toBe(200);
    shop.orders.set('1042', orderOf('1042', { version: '1', shopperReferences }));
    const { status, body } = await shop.post<SignerRefusal>('authkey', { order: '1042' });
    expect([status, body.error.code]).toEqual([403, 'order_refused']);
  });
});
