/** The return inside a frame: the end of the bank's step in a dialog. docs/invariants.md, invariant 13. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { createShop, orderOf, ORIGIN, type Shop } from '../shop.js';

const OTHER = 'https://www.shop.example';

let service: FaultyService;
let shop: Shop;

beforeEach(async () => {
  service = await startFaultyService();
  shop = createShop(accountAt(service), {
    allowedOrigins: [OTHER],
    returnTo: (order) => `/orders/${order}?a="b"&c=<d>`,
  });
  shop.orders.set('1042', orderOf('1042'));
});
afterEach(() => service.close());

async function visit(dest: string | undefined, method: 'GET' | 'POST' = 'GET') {
  const { authKey, claim } = await shop.grant('1042');
  const { redirectionUrl, resultKey } = await service.pay(authKey);
  const headers = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    ...(dest && { 'sec-fetch-dest': dest }),
  };
  const request =
    method === 'GET'
      ? new Request(redirectionUrl ?? '', { headers })
      : new Request(`${ORIGIN}/pay/return?claim=${claim}`, {
          method,
          headers,
          body: new URLSearchParams({ ResponseCode: '0', ResultKey: resultKey ?? '' }),
        });
  return { claim, resultKey: resultKey ?? '', response: await shop.signer.fetch(request) };
}

describe('the return address inside a frame', () => {
  it.each(['GET', 'POST'] as const)('by %s tells the page one word, and nothing of the payment', async (method) => {
    const { response, claim, resultKey } = await visit('iframe', method);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(/<script>(.*)<\/script>/.exec(text)?.[1]).toBe(
      `for(const o of ["${ORIGIN}","${OTHER}"])parent.postMessage("florin:returned",o)`,
    );
    expect(text).not.toContain(claim);
    expect(text).not.toContain(resultKey);
    expect(text).not.toContain('approved');
  });

  it('has looked up the result, so the page need not wait for the service', async () => {
    await visit('iframe');
    expect(shop.paid).toHaveLength(1);
  });

  it('can be embedded by pages of the shop only, and runs only its own script', async () => {
    const { response } = await visit('iframe');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`frame-ancestors ${ORIGIN} ${OTHER};`);
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; /);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('has a link for browsers without script, with any URL', async () => {
    const text = await (await visit('iframe')).response.text();
    expect(text).toContain(`<a href="${ORIGIN}/orders/1042?a=%22b%22&amp;c=%3Cd%3E" target="_top">`);
  });

  it.each(['document', undefined, 'empty', 'iframes'])(
    'redirects as usual if the browser asks for %s',
    async (dest) => {
      const { response } = await visit(dest);
      expect([response.status, await response.text()]).toEqual([303, '']);
    },
  );
});
