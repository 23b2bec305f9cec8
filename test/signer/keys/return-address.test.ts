/** The shopper's return from the service. docs/wire/rest.md section 5; docs/invariants.md, invariant 5. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentResult } from '../../../src/core/pay-api.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { createShop, orderOf, ORIGIN, type Shop } from '../shop.js';

let service: FaultyService;
let shop: Shop;
let results: PaymentResult[];

beforeEach(async () => {
  service = await startFaultyService();
  results = [];
  shop = createShop(accountAt(service), {
    returnTo: (order, result) => {
      results.push(result);
      return `/orders/${encodeURIComponent(order)}?payment=${result.status}`;
    },
  });
});
afterEach(() => service.close());

const visit = (url: string, init: RequestInit = {}) => shop.signer.fetch(new Request(url, init));
const post = (url: string, fields: Record<string, string>) =>
  visit(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: service.url, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  });

/** Where the service would send the shopper, and the claim. */
async function pay(order = '1042', holder?: string) {
  if (!shop.orders.has(order)) shop.orders.set(order, orderOf(order));
  const { authKey, claim } = await shop.grant(order);
  const { redirectionUrl, resultKey } = await service.pay(authKey, holder ? { holder } : {});
  return { url: redirectionUrl ?? '', claim, resultKey: resultKey ?? '' };
}

describe('a returning shopper', () => {
  it('is redirected to a URL without parameters of the service', async () => {
    const { url } = await pay();
    const response = await visit(url);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`${ORIGIN}/orders/1042?payment=approved`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await response.text()).toBe('');
    expect(shop.paid).toHaveLength(1);
  });

  it('may return by POST from the service, without cookies', async () => {
    const { claim, resultKey } = await pay();
    const fields = { ResponseCode: '0', ResponseText: 'Success', ResultKey: resultKey };
    const response = await post(`${ORIGIN}/pay/return?claim=${claim}`, fields);
    expect(response.headers.get('location')).toBe(`${ORIGIN}/orders/1042?payment=approved`);
    expect(service.calls.T8).toBe(1);
  });

  it('may return again: the answer is the same, and the shop is notified once', async () => {
    const { url } = await pay();
    const visits = await Promise.all(Array.from({ length: 20 }, () => visit(url)));
    expect(new Set(visits.map((response) => response.headers.get('location'))).size).toBe(1);
    expect(shop.paid).toHaveLength(1);
  });

  it.each([
    ['no result key', (url: string) => url.replace(/&ResultKey=.*/, '')],
    [
      'a forged result key',
      (url: string) => url.replace(/ResultKey=.*/, 'ResultKey=00000000-0000-4000-8000-000000000000'),
    ],
    ['a result key that is none', (url: string) => url.replace(/ResultKey=.*/, 'ResultKey=../../status')],
    ['two result keys', (url: string) => `${url}&ResultKey=00000000-0000-4000-8000-000000000000`],
    ['the same result key twice', (url: string) => url + url.slice(url.indexOf('&ResultKey='))],
    ['a code that says declined', (url: string) => url.replace('ResponseCode=0', 'ResponseCode=5')],
    ['foreign parameters', (url: string) => `${url}&Amount=1&order=7&TxnNumber=9`],
    ['the claim twice', (url: string) => url.replace('?', `?${url.slice(url.indexOf('claim='), url.indexOf('&'))}&`)],
    ['a slash at the end', (url: string) => url.replace('/return?', '/return/?')],
  ])('with %s is found', async (_name, change) => {
    const { url } = await pay();
    const response = await visit(change(url));
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `${ORIGIN}/orders/1042?payment=approved`,
    ]);
  });

  it('is not trusted: a forged success of an unpaid order is open', async () => {
    const { claim } = await shop.grant('1042');
    const response = await visit(`${ORIGIN}/pay/return?claim=${claim}&ResponseCode=0&ResponseText=Approved`);
    expect(response.headers.get('location')).toBe(`${ORIGIN}/orders/1042?payment=open`);
    expect(shop.paid).toEqual([]);
  });

  it('with the result of another order does not pay either order', async () => {
    const other = await pay('7');
    const { claim } = await shop.grant('1042');
    const response = await visit(`${ORIGIN}/pay/return?claim=${claim}&ResultKey=${other.resultKey}`);
    expect(response.headers.get('location')).toBe(`${ORIGIN}/orders/1042?payment=review`);
    expect(shop.paid).toEqual([{ order: '7', txnNumber: '1001' }]);
  });

  it.each([
    ['no claim', ''],
    ['a claim that is none', '?claim=hello'],
    ['two claims', '?claim=a&claim=b'],
    ['a forged claim', `?claim=${'0'.repeat(32)}.${'A'.repeat(43)}`],
  ])('with %s sees a page with the next step', async (_name, query) => {
    const response = await visit(`${ORIGIN}/pay/return${query}`);
    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toContain('Please do not pay again');
    expect(html).not.toContain('<script');
  });

  it('sees that page on a dark background with a dark colour scheme: the scheme is that of the root', async () => {
    const html = await (await visit(`${ORIGIN}/pay/return`)).text();
    expect(html).toContain('<style>:root{color-scheme:light dark}');
  });

  it('is redirected even if the service does not answer: the shop’s page asks again', async () => {
    const { url } = await pay();
    service.fault = () => 'lost_answer';
    expect((await visit(url)).headers.get('location')).toBe(`${ORIGIN}/orders/1042?payment=pending`);
    expect(results).toMatchObject([{ status: 'pending', retryAfterSeconds: 5 }]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['names another site', () => 'https://elsewhere.example/x'],
    ['names another site without a scheme', () => '//elsewhere.example/x'],
    ['names a script', () => 'javascript:alert(1)'],
    ['names nothing that is an address', () => 'https://'],
    ['rejects', () => Promise.reject(new Error('the database is away'))],
  ])('is redirected to the front page if returnTo %s', async (_name, returnTo) => {
    shop = createShop(accountAt(service), { returnTo });
    const { url } = await pay();
    expect((await visit(url)).headers.get('location')).toBe(`${ORIGIN}/`);
    expect(shop.log.some((entry) => entry.event.startsWith('return_'))).toBe(true);
  });

  it('may be redirected to an allowed origin', async () => {
    shop = createShop(accountAt(service), {
      allowedOrigins: ['https://www.shop.example'],
      returnTo: async () => 'https://www.shop.example/thanks',
    });
    const { url } = await pay();
    expect((await visit(url)).headers.get('location')).toBe('https://www.shop.example/thanks');
  });

  it('has no key and no claim in the URL', async () => {
    const { url, claim, resultKey } = await pay();
    const location = (await visit(url)).headers.get('location') ?? '';
    expect(location).not.toContain(claim.slice(0, 32));
    expect(location).not.toContain(resultKey);
  });

  it('is refused with a form larger than the service’s', async () => {
    const { claim } = await shop.grant('1042');
    const response = await post(`${ORIGIN}/pay/return?claim=${claim}`, { ResultKey: 'x'.repeat(20_000) });
    expect(response.status).toBe(413);
  });
});
