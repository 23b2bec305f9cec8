/**
 * P67: what a shop causes itself is never told as an outage. A price of 0 is `nothing_to_pay`. Credentials and prices that the
 * service refuses, and an invalid answer of `priceOrder`, are `configuration_invalid`: nobody is asked to try again, and no
 * number of them stops the calls of other orders. Only a function of the shop that throws can be tried again.
 * docs/guides/signer.md
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthKeyGrant, SignerRefusal } from '../../src/core/pay-api.js';
import { createRestClient } from '../../src/service/rest-client.js';
import type { PricedOrder, SignerOptions } from '../../src/signer/signer-options.js';
import { accountAt } from '../signer/faulty-service.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { createShop, orderOf, ORIGIN } from '../signer/shop.js';

/** More than the failures after which the signer stops calling the service. */
const MANY = 15;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

function open(options: Partial<SignerOptions> = {}, account: object = {}) {
  return createShop({ ...service.accountAt(service.url), ...account }, { clock: service.clock, ...options });
}

/** Asks for the key of an order that the shop prices wrongly. */
async function ask(shop: ReturnType<typeof open>, changes: object = {}, body: object = {}) {
  shop.orders.set('wrong', { ...orderOf('wrong'), ...changes });
  const answer = await shop.post<SignerRefusal>('authkey', { order: 'wrong', ...body });
  return { status: answer.status, code: answer.body.error.code, again: answer.headers.get('retry-after') };
}

const NOTHING = { status: 409, code: 'nothing_to_pay', again: null };
const INVALID = { status: 500, code: 'configuration_invalid', again: null };

describe('a price of 0', () => {
  it.each<[string, Partial<PricedOrder>]>([
    ['a payment', {}],
    ['a reservation', { action: 'preauth' }],
    ['a payment without references', { crn1: '' }],
  ])('of %s is an outcome, not an error', async (_title, changes) => {
    const shop = open({ surcharge: () => Promise.reject(new Error('asked')) });
    expect(await ask(shop, { amount: { minor: 0, currency: 'AUD' }, ...changes })).toEqual(NOTHING);
    expect(shop.log).toEqual([]);
  });

  it('is right to verify a card', async () => {
    const shop = open();
    shop.orders.set('check', orderOf('check', { action: 'verify_only', amount: { minor: 0, currency: 'AUD' } }));
    expect((await shop.grant('check')).amount.minor).toBe(0);
  });

  it('is said on the plain form, as a page and as a fragment', async () => {
    const shop = open({ webform: {} });
    shop.orders.set('free', orderOf('free', { amount: { minor: 0, currency: 'AUD' } }));
    const page = await shop.signer.fetch(new Request(`${ORIGIN}/pay/form?order=free`));
    expect([page.status, await page.text()]).toEqual([409, expect.stringContaining('There is nothing left to pay')]);
    const fragment = await shop.signer.renderForm(new Request(ORIGIN), 'free');
    expect(fragment).toMatchObject({ status: 'refused', html: expect.stringContaining('nothing left to pay') });
  });
});

describe('an error of the shop’s configuration', () => {
  it.each<[string, object, object, number?]>([
    ['a wrong password', {}, { password: 'wrong' }, 1],
    ['an unknown merchant', {}, { merchantNumber: '1234567890123456' }, 1],
    ['a currency that the merchant does not take (109)', { amount: { minor: 100, currency: 'XTS' } }, {}],
    ['a price that is no whole number', { amount: { minor: 0.5, currency: 'AUD' } }, {}],
    ['a price below 0', { amount: { minor: -1, currency: 'AUD' } }, {}],
    ['a missing crn1', { crn1: undefined }, {}],
    [
      'a member that this version of the interface does not have',
      { statementDescriptor: { merchantName: 'Shop' } },
      { version: 'v2' },
    ],
  ])('%s is named in the log, and stops no other order', async (_title, changes, account, refusedBy) => {
    const shop = open({}, account);
    for (let call = 0; call < MANY; call += 1) expect(await ask(shop, changes)).toEqual(INVALID);
    expect(shop.log).toHaveLength(MANY);
    for (const entry of shop.log) {
      expect(entry).toMatchObject({ level: 'error', event: expect.stringMatching(/^price_order_|^service_call_/) });
    }
    const health = await shop.signer.fetch(new Request(`${ORIGIN}/pay/health`));
    expect(await health.json()).toMatchObject({
      // A code of the account refuses every order.
      ...(refusedBy === undefined ? { status: 'ok' } : { status: 'degraded', reasons: ['service_refuses'] }),
      service: { circuit: 'closed', failures: 0, refusals: refusedBy === undefined ? {} : { [refusedBy]: MANY } },
    });
  });

  it('is an invalid surcharge, and an invalid shopper too', async () => {
    expect(await ask(open({ surcharge: () => ({ minor: 0.5, currency: 'AUD' }) }))).toEqual(INVALID);
    const shopper = { id: 'ann', session: 'a1', crn1: '' };
    const shop = open({ authoriseToken: () => shopper });
    expect((await shop.post<SignerRefusal>('cards', {})).body.error.code).toBe('configuration_invalid');
  });

  it('that the shop has corrected no longer shows', async () => {
    const shop = open();
    expect(await ask(shop, { crn1: '' })).toEqual(INVALID);
    shop.orders.set('wrong', orderOf('wrong'));
    expect((await shop.post<AuthKeyGrant>('authkey', { order: 'wrong' })).body.status).toBe('granted');
  });
});

describe('a function of the shop that throws', () => {
  const down = () => Promise.reject(new RangeError('the database is down'));
  const FAILED = { status: 503, code: 'shop_failed', again: '5' };

  it.each<[string, Partial<SignerOptions>]>([
    ['priceOrder', { priceOrder: down }],
    ['surcharge', { surcharge: down }],
  ])('%s can be tried again, and its message is only in the log', async (_name, options) => {
    const shop = open(options);
    expect(await ask(shop)).toEqual(FAILED);
    expect(shop.log).toMatchObject([{ event: 'price_order_failed', message: 'the database is down' }]);
  });

  it('authoriseToken can be tried again too', async () => {
    const shop = open({ authoriseToken: down });
    const { status, body } = await shop.post<SignerRefusal>('cards', {});
    expect([status, body.error]).toEqual([
      503,
      { code: 'shop_failed', message: 'The shop could not answer', retryAfterSeconds: 5 },
    ]);
    expect(shop.log).toMatchObject([{ event: 'authorise_token_failed', message: 'the database is down' }]);
  });
});

describe('an outage', () => {
  it('is told as one, also to a shop whose client throws as fetch does', async () => {
    const client = createRestClient({ ...accountAt({ url: 'http://127.0.0.1:9' }), version: 'v3' });
    const { browserUrl, merchantNumber } = {
      browserUrl: service.url,
      merchantNumber: accountAt(service).merchantNumber,
    };
    const fetching = { ...client, createAuthKey: () => Promise.reject(new TypeError('fetch failed')) };
    for (const each of [client, fetching]) {
      const shop = createShop({ client: each, browserUrl, merchantNumber });
      expect(await ask(shop)).toEqual({ status: 503, code: 'service_unreachable', again: '5' });
    }
  });
});
