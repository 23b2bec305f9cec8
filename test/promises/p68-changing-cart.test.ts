/**
 * P68: a cart may change as often as the shopper likes. Before the shopper pays, a changed price makes no key; a press pays the
 * amount that it was made for, or nothing; and the three keys that may be replaced are not used up by a cart.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCheckout } from '../../src/checkout/checkout.js';
import type { CheckoutOptions } from '../../src/checkout/contract.js';
import type { AuthKeyGrant, PriceAnswer, SignerRefusal } from '../../src/core/pay-api.js';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { createShop, ORIGIN, orderOf, type Shop } from '../signer/shop.js';

const CARD = { number: '5123456789012346', expiryMonth: '05', expiryYear: '42', cvn: '123', holderName: 'A Buyer' };
const aud = (minor: number) => ({ minor, currency: 'AUD' });

let service: Service;
let shop: Shop;
let order: string;
let serial = 0;
/** Bodies of the page's requests for a key. */
let asked: unknown[];
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => openShop());

function openShop(options: Partial<SignerOptions> = {}): void {
  shop = createShop(service.accountAt(service.url), { clock: service.clock, ...options });
  order = `cart-${(serial += 1)}`;
  asked = [];
}

const price = (minor: number) => shop.orders.set(order, orderOf(order, { amount: aud(minor) }));
const ask = async <T = PriceAnswer | AuthKeyGrant>(body: object) =>
  (await shop.post<T>('authkey', { order, ...body })).body;

/** The page of a shop, in front of its signer and of the service. */
function openPage(options: Partial<CheckoutOptions> = {}) {
  return createCheckout({
    signerUrl: `${ORIGIN}/pay`,
    order,
    storage: undefined,
    isOnline: () => true,
    async fetch(...call) {
      const request = new Request(...call);
      if (!request.url.startsWith(ORIGIN)) return fetch(request);
      const sent = await request.text();
      if (request.url.endsWith('/authkey')) asked.push(JSON.parse(sent));
      const { status, body } = await shop.post(request.url.split('/pay/')[1] ?? '', sent);
      return Response.json(body, { status });
    },
    ...options,
  });
}

describe('a cart that changes', () => {
  it('ten times after the first digit is paid once, at its last price, with one more key', async () => {
    price(10_000);
    const page = openPage();
    page.prepare();
    await expect.poll(() => page.state.status).toBe('ready');
    for (let change = 1; change <= 10; change += 1) {
      price(10_000 + change * 100);
      expect((await page.refresh()).amount).toEqual(aud(10_000 + change * 100));
    }
    const { status, result } = await page.submit(CARD, { cardType: 'MC', amount: aud(11_000) });
    expect([status, result]).toMatchObject(['approved', { receipt: { amount: aud(11_000) } }]);
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
    expect(shop.paid).toMatchObject([{ order }]);
    expect(shop.mismatches).toEqual([]);
    // The first digit, ten prices, and the press.
    expect(asked).toHaveLength(12);
    page.dispose();
  });

  it('is priced before each press, in whichever page it is paid', async () => {
    for (let load = 0; load < 10; load += 1) {
      price(20_000 + load);
      expect(await ask({ beforePay: true })).toMatchObject({
        status: load === 0 ? 'granted' : 'priced',
        amount: aud(20_000 + load),
      });
    }
    expect(await ask({ shown: aud(20_009) })).toMatchObject({ status: 'granted', amount: aud(20_009) });
  });

  it('back to its first price is paid with the first key', async () => {
    price(100);
    const first = await ask<AuthKeyGrant>({ beforePay: true });
    price(200);
    expect(await ask({ beforePay: true })).toMatchObject({ status: 'priced', order, amount: aud(200), testMode: true });
    expect(await ask({ beforePay: true })).not.toHaveProperty('authKey');
    price(100);
    expect(await ask({ shown: aud(100) })).toMatchObject({ status: 'granted', authKey: first.authKey });
  });

  it('to nothing has nothing to pay, and can be paid again after that', async () => {
    price(100);
    const page = openPage();
    page.prepare();
    await expect.poll(() => page.state.status).toBe('ready');
    price(0);
    const state = await page.refresh();
    expect([state.error?.code, state.amount]).toEqual(['nothing_to_pay', undefined]);
    price(300);
    expect(await page.refresh()).toMatchObject({ status: 'ready', amount: aud(300) });
    expect((await page.submit(CARD, { amount: aud(300) })).status).toBe('approved');
    page.dispose();
  });
});

describe('a press', () => {
  it('for another amount than the price sends nothing and makes no key; the next one pays', async () => {
    price(100);
    const page = openPage();
    page.prepare();
    await expect.poll(() => page.state.status).toBe('ready');
    price(200);
    await page.refresh();
    // Between the price and the press.
    price(300);
    const state = await page.submit(CARD, { amount: aud(200) });
    expect(state).toMatchObject({ status: 'ready', amount: aud(300), error: { code: 'amount_changed' } });
    expect(await service.countApproved(`ORDER-${order}`)).toBe(0);
    expect(await ask({ beforePay: true })).toMatchObject({ status: 'priced' });
    expect((await page.submit(CARD, { amount: aud(300) })).result).toMatchObject({ receipt: { amount: aud(300) } });
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
    page.dispose();
  });

  it('makes one request for a key if nothing has changed', async () => {
    price(100);
    const page = openPage();
    page.prepare();
    await expect.poll(() => page.state.status).toBe('ready');
    expect((await page.submit(CARD, { cardType: 'MC', amount: aud(100) })).status).toBe('approved');
    expect(asked).toHaveLength(1);
    page.dispose();
  });

  it('pays the surcharge of its card, after as many cards as were typed', async () => {
    openShop({ surcharge: (_order, type) => (type === 'AX' ? aud(300) : type === 'MC' ? aud(200) : null) });
    price(1_000);
    for (const cardType of ['MC', 'AX', 'VC', 'MC', 'AX', 'VC']) await ask({ cardType, beforePay: true });
    expect(await ask({ cardType: 'MC', shown: aud(1_300) })).toMatchObject({ amount: aud(1_200) });
    const grant = await ask<AuthKeyGrant>({ cardType: 'AX', shown: aud(1_300) });
    expect(grant).toMatchObject({ status: 'granted', amount: aud(1_300), surcharge: aud(300) });
  });

  it.each([[{ minor: '100', currency: 'AUD' }], [{ minor: 100 }], [100], ['100'], [[]], [true]])(
    'with the amount %j is for another one',
    async (shown) => {
      price(50);
      await ask({});
      price(100);
      expect((await ask({ shown })).status).toBe('priced');
    },
  );

  it('above the limit of keys learns when it ends, and the log says so', async () => {
    for (const minor of [100, 200, 300, 400]) {
      price(minor);
      expect((await ask({ shown: aud(minor) })).status).toBe('granted');
    }
    price(500);
    const { error } = await ask<SignerRefusal>({ shown: aud(500) });
    expect(error).toMatchObject({ code: 'rate_limited' });
    expect(error.retryAfterSeconds).toBeGreaterThan(31 * 60);
    expect(shop.log).toMatchObject([{ level: 'warn', event: 'keys_limited', order }]);
    // The price is still known.
    expect(await ask({ beforePay: true })).toMatchObject({ status: 'priced', amount: aud(500) });
  });
});

it('an order that is paid answers with its result, whatever the price is now', async () => {
  price(100);
  const { authKey, claim } = await ask<AuthKeyGrant>({ beforePay: true });
  const { ResultKey } = await service.pay(authKey);
  await shop.result(claim, ResultKey);
  price(200);
  expect((await ask({ beforePay: true })).status).toBe('approved');
  expect((await ask({ shown: aud(200) })).status).toBe('approved');
});
