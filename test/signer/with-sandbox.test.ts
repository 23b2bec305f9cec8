/** Signer and sandbox over HTTP: two implementations that share only the protocol. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PricedOrder } from '../../src/signer/signer-options.js';
import { startService, type Service, type TypedCard } from './service-on-a-port.js';
import { createShop, ORIGIN, orderOf, type Shop } from './shop.js';

let service: Service;
let shop: Shop;
let serial = 1000;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  shop = createShop(service.accountAt(service.url), {
    clock: service.clock,
    returnTo: (order, result) => `/orders/${order}?payment=${result.status}`,
  });
});

/** A new order and its key. */
async function grantOf(changes: Partial<PricedOrder> = {}) {
  serial += 1;
  const order = String(serial);
  shop.orders.set(order, orderOf(order, changes));
  return shop.grant(order);
}

async function payAndAsk(changes: Partial<PricedOrder>, card: TypedCard = {}) {
  const { authKey, claim, order } = await grantOf(changes);
  const { ResultKey } = await service.pay(authKey, card);
  return { order, claim, result: await shop.result(claim, ResultKey) };
}

describe('a payment through signer and sandbox', () => {
  it('is approved, with a receipt', async () => {
    const { order, result } = await payAndAsk({ crn2: 'two', crn3: 'three', billerCode: 'B1' });
    expect(result).toMatchObject({
      status: 'approved',
      receipt: {
        outcome: 'approved',
        amount: { minor: 19900, currency: 'AUD' },
        card: { type: 'MC', lastDigits: '346', expiry: '0542' },
        references: [`ORDER-${order}`, 'two', 'three'],
        receiptNumber: expect.stringMatching(/^\d{11}$/),
        isTest: true,
      },
    });
    const { processedAt } = (result as { receipt: { processedAt: string } }).receipt;
    expect(Math.abs(Date.parse(processedAt) - service.clock.now())).toBeLessThan(60_000);
    expect(shop.paid).toMatchObject([{ order }]);
    expect(shop.mismatches).toEqual([]);
  });

  it.each([
    ['a live order', { testMode: false }, {}, 'approved'],
    ['an order in yen', { amount: { minor: 200, currency: 'JPY' } }, {}, 'approved'],
    ['an amount that ends in 05', { amount: { minor: 10005, currency: 'AUD' } }, {}, 'declined'],
    ['a wrong CVN', {}, { Cvn: '987' }, 'declined'],
    ['an expiry that stands for 51', {}, { ExpiryDateMonth: '99', ExpiryDateYear: '51' }, 'declined'],
    ['no funds on a live order', { testMode: false }, { CardHolderName: 'NO FUNDS' }, 'declined'],
    ['a bank that is down', {}, { CardHolderName: 'BANK DOWN' }, 'pending'],
    ['a test expiry on a live order', { testMode: false }, { ExpiryDateMonth: '99', ExpiryDateYear: '00' }, 'review'],
  ] as const)('of %s (%o, %o) ends as %s', async (_name, changes, card, status) => {
    const { result } = await payAndAsk(changes, card);
    expect(result.status).toBe(status);
    expect(shop.paid).toHaveLength(status === 'approved' ? 1 : 0);
    expect(shop.mismatches.map(({ differences }) => differences)).toEqual(status === 'review' ? [['IsTestTxn']] : []);
  });

  it.each(['v2', 'v3'] as const)('works by version %s of the interface', async (version) => {
    shop = createShop({ ...service.accountAt(service.url), version }, { clock: service.clock });
    const grant = await grantOf();
    expect(grant.submitUrl).toContain(`/webapi/${version}/txns/withauthkey/`);
    const { ResultKey } = await service.submit(grant.submitUrl);
    expect((await shop.result(grant.claim, ResultKey)).status).toBe('approved');
  });

  it('keeps the key after a field error', async () => {
    const { authKey, claim, order } = await grantOf();
    const refused = await service.pay(authKey, { CardNumber: '5123456789012345' });
    expect(refused.APIResponse.ResponseCode).toBe(112);
    expect((await shop.grant(order)).authKey).toBe(authKey);
    const { ResultKey } = await service.pay(authKey);
    expect((await shop.result(claim, ResultKey)).status).toBe('approved');
  });

  it('gives a new key after a decline, and pays once', async () => {
    const { order } = await payAndAsk({}, { Cvn: '987' });
    const { authKey, claim } = await shop.grant(order);
    const { ResultKey } = await service.pay(authKey);
    expect((await shop.result(claim, ResultKey)).status).toBe('approved');
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
  });

  it('is one, however often the key is submitted at once', async () => {
    const { authKey, claim, order } = await grantOf();
    await Promise.all(Array.from({ length: 50 }, () => service.pay(authKey)));
    expect((await shop.result(claim)).status).toBe('approved');
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
  });

  it('comes back by the service’s redirect', async () => {
    const { authKey, order } = await grantOf();
    const { RedirectionUrl } = await service.pay(authKey);
    const response = await shop.signer.fetch(new Request(RedirectionUrl ?? ''));
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `${ORIGIN}/orders/${order}?payment=approved`,
    ]);
  });

  it('is found when its answer was lost, by the page or without it', async () => {
    const asked = await grantOf();
    const unasked = await grantOf();
    service.control.setAvailability('answer_lost');
    for (const { authKey } of [asked, unasked]) await expect(service.pay(authKey)).rejects.toThrow();
    expect((await shop.post('result', { claim: asked.claim })).status).toBe(503);
    service.control.setAvailability('normal');
    expect((await shop.result(asked.claim)).status).toBe('approved');
    await shop.signer.reconcile();
    expect(shop.paid.map(({ order }) => order)).toEqual([asked.order, unasked.order]);
  });

  it('is not to be had while the service is down, and is afterwards', async () => {
    shop.orders.set('down', orderOf('down'));
    for (const availability of ['unavailable', 'dropping'] as const) {
      service.control.setAvailability(availability);
      expect((await shop.post('authkey', { order: 'down' })).status).toBe(503);
    }
    service.control.setAvailability('normal');
    expect((await shop.grant('down')).order).toBe('down');
  });

  it('begins anew when the key has run out, for shop and service alike', async () => {
    const { authKey, claim, order } = await grantOf();
    await service.advanceClock(30 * 60);
    expect((await service.pay(authKey)).APIResponse.ResponseCode).toBe(207);
    expect((await shop.result(claim)).status).toBe('pending');
    await service.advanceClock(2 * 60);
    expect((await shop.result(claim)).status).toBe('expired');
    const next = await shop.grant(order);
    const { ResultKey } = await service.pay(next.authKey);
    expect((await shop.result(next.claim, ResultKey)).status).toBe('approved');
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
  });

  it('cannot be changed by the page: the amount that it sends is not the amount that counts', async () => {
    const { authKey, claim } = await grantOf();
    const response = await fetch(`${service.url}/webapi/v3/txns/withauthkey/${authKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        TxnReq: {
          Amount: 1,
          CardDetails: { CardNumber: '5123456789012346', Cvn: '123', ExpiryDateMonth: '05', ExpiryDateYear: '42' },
        },
      }),
    });
    const { APIResponse } = (await response.json()) as { APIResponse: { ResponseCode: number } };
    expect(APIResponse.ResponseCode).toBe(110);
    expect((await shop.result(claim)).status).toBe('open');
  });

  it('of another order is none of this one', async () => {
    const other = await grantOf();
    const { ResultKey } = await service.pay(other.authKey);
    const mine = await grantOf();
    expect((await shop.result(mine.claim, ResultKey)).status).toBe('review');
    expect(shop.paid).toMatchObject([{ order: other.order }]);
    expect((await shop.grant(mine.order)).authKey).toBe(mine.authKey);
  });
});
