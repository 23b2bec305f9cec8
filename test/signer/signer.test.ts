/** The signer as an HTTP endpoint: paths, methods, origins, limits, bodies. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { accountAt, startFaultyService, type FaultyService } from './faulty-service.js';
import { createShop, ORIGIN, type Shop, shopClock } from './shop.js';

let service: FaultyService;
let shop: Shop;

beforeEach(async () => {
  service = await startFaultyService();
  shop = createShop(accountAt(service));
});
afterEach(() => service.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const call = (method: string, path: string, headers: Record<string, string> = {}, body?: BodyInit) =>
  shop.signer.fetch(new Request(`${ORIGIN}${path}`, { method, headers, ...(body === undefined ? {} : { body }) }));
const askKey = (headers: Record<string, string>, body = '{"order":"1042"}') =>
  call('POST', '/pay/authkey', { ...JSON_TYPE, ...headers }, body);
const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code;

describe('paths and methods', () => {
  it.each(['/pay', '/pay/', '/pay/nothing', '/paying/authkey', '/authkey', '/pay/authkey/more', '/pay/__proto__'])(
    '%s is not found',
    async (path) => {
      const response = await call('POST', path, JSON_TYPE, '{}');
      expect([response.status, await codeOf(response)]).toEqual([404, 'bad_request']);
    },
  );

  it.each([
    ['GET', '/pay/authkey', 'POST'],
    ['PUT', '/pay/authkey', 'POST'],
    ['HEAD', '/pay/result', 'POST'],
    ['DELETE', '/pay/result', 'POST'],
    ['OPTIONS', '/pay/result', 'POST'],
    ['PUT', '/pay/return', 'GET, POST'],
  ])('%s %s is not allowed, and %s is', async (method, path, allow) => {
    const response = await call(method, path);
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  });

  it('a slash at the end makes no difference', async () => {
    expect((await call('POST', '/pay/authkey/', JSON_TYPE, '{"order":"1042"}')).status).toBe(200);
  });

  it('the base path is that of publicUrl, or another one behind a proxy', async () => {
    const signer = createShop(accountAt(service), { publicUrl: `${ORIGIN}/checkout/pay/`, basePath: '/inner' }).signer;
    const request = (path: string) =>
      signer.fetch(
        new Request(`http://10.0.0.1${path}`, { method: 'POST', headers: JSON_TYPE, body: '{"order":"1042"}' }),
      );
    expect((await request('/inner/authkey')).status).toBe(200);
    expect((await request('/pay/authkey')).status).toBe(404);
    expect(service.keyRequests[0]?.RedirectionUrl).toMatch(/^https:\/\/shop\.example\/checkout\/pay\/return\?claim=/);
  });

  it.each([
    ['POST', '/pay/authkey'],
    ['POST', '/pay/result'],
    ['GET', '/pay/return'],
    ['GET', '/pay/nothing'],
  ])('%s %s answers with headers against caching, sniffing and framing', async (method, path) => {
    const { headers } = await call(method, path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('the origin of a call', () => {
  const OWN = { origin: ORIGIN };
  it.each([
    ['a page of the shop', { ...OWN, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }],
    ['a page of the shop in an older browser', OWN],
    ['a program', {}],
    ['a page of the shop by its other name', { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-origin' }],
  ])('may be %s', async (_name, headers) => {
    expect((await askKey(headers as Record<string, string>)).status).toBe(200);
  });

  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site in an older browser', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a sandboxed frame in an older browser', { origin: 'null' }],
    ['a sibling of the shop', { origin: 'https://blog.shop.example', 'sec-fetch-site': 'same-site' }],
    ['the shop’s name as a prefix', { origin: `${ORIGIN}.evil.example` }],
    ['the shop on another port', { origin: `${ORIGIN}:8443` }],
    ['the shop without TLS', { origin: 'http://shop.example' }],
    ['the shop’s origin, but not by its word', { ...OWN, 'sec-fetch-site': 'cross-site' }],
    ['a form', { ...OWN, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
    ['an image', { ...OWN, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }],
    ['an address typed in', { 'sec-fetch-site': 'none' }],
  ])('may not be %s', async (_name, headers) => {
    const response = await askKey(headers);
    expect([response.status, await codeOf(response)]).toEqual([403, 'origin_refused']);
    expect(service.calls.T4).toBe(0);
  });

  it('may be a listed one, which may then read the answer', async () => {
    const listed = 'https://www.shop.example';
    shop = createShop(accountAt(service), { allowedOrigins: [listed] });
    const preflight = await call('OPTIONS', '/pay/authkey', {
      origin: listed,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type',
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    });
    const response = await askKey({ origin: listed, 'sec-fetch-site': 'same-site' });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, listed]);
  });

  it('gets no CORS headers when it is not listed', async () => {
    shop = createShop(accountAt(service), { allowedOrigins: ['https://www.shop.example'] });
    const preflight = await call('OPTIONS', '/pay/authkey', {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
    });
    expect(preflight.status).toBe(403);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    expect((await askKey({})).headers.get('access-control-allow-origin')).toBeNull();
    expect((await askKey({})).headers.get('vary')).toBe('Origin');
  });
});

describe('the body of a call', () => {
  it.each([
    ['no type', {}, 415],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['text', { 'content-type': 'text/plain' }, 415],
    ['something like JSON', { 'content-type': 'application/json-patch+json' }, 415],
    ['JSON with a charset', { 'content-type': 'application/JSON; charset=utf-8' }, 200],
  ])('of %s answers %o with %i', async (_name, headers, status) => {
    const request = new Request(`${ORIGIN}/pay/authkey`, { method: 'POST', body: '{"order":"1042"}' });
    request.headers.delete('content-type');
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    expect((await shop.signer.fetch(request)).status).toBe(status);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"1042"',
    '1042',
    '{}',
    '{"order":1042}',
    '{"order":null}',
    '{"order":""}',
    '{"order":["1042"]}',
    '{"__proto__":{"order":"1042"}}',
    `{"order":"${'x'.repeat(4097)}"}`,
  ])('that reads %s is a bad request', async (body) => {
    const response = await askKey({}, body);
    expect([response.status, await codeOf(response)]).toEqual([400, 'bad_request']);
  });

  it('that is not UTF-8 is a bad request', async () => {
    const response = await call('POST', '/pay/authkey', JSON_TYPE, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]));
    expect(response.status).toBe(400);
  });

  it('over 16 KiB is refused by its length, or while it arrives', async () => {
    expect((await askKey({ 'content-length': '16385' }, 'x'.repeat(16_385))).status).toBe(413);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1024;
        controller.enqueue(new Uint8Array(1024).fill(0x20));
      },
    });
    const init = { method: 'POST', headers: JSON_TYPE, body: endless, duplex: 'half' } as RequestInit;
    expect((await shop.signer.fetch(new Request(`${ORIGIN}/pay/authkey`, init))).status).toBe(413);
    expect(sent).toBeLessThan(64 * 1024);
  });

  it('is never quoted in an answer', async () => {
    for (const body of ['{"order":"5123456789012346"}', '5123456789012346', '{"5123456789012346']) {
      expect(await (await askKey({}, body)).text()).not.toContain('5123456789');
    }
  });

  it('of any kind never leads to a 5xx, and its refusals have the usual form', { timeout: 120_000 }, async () => {
    const text = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .record({ order: fc.anything(), claim: fc.anything(), resultKey: fc.anything() }, { requiredKeys: [] })
        .map((value) => {
          try {
            return JSON.stringify(value) ?? '';
          } catch {
            return '';
          }
        }),
      fc.constantFrom('['.repeat(8000), `${'{"order":'.repeat(900)}1${'}'.repeat(900)}`, '{"order":"1042","order":5}'),
    );
    const claim = (await shop.grant('1042')).claim;
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('authkey', 'result', 'return', 'return?claim=', `return?claim=${claim}`, 'x'),
        fc.constantFrom('POST', 'GET', 'PUT', 'OPTIONS'),
        fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', ''),
        text,
        async (path, method, type, body) => {
          calls += 1;
          const init: RequestInit =
            method === 'GET' ? { method } : { method, body, headers: { 'content-type': type || 'x/y' } };
          const response = await shop.signer.fetch(new Request(`${ORIGIN}/pay/${path}`, init));
          expect(response.status).toBeLessThan(500);
          if (response.status >= 400 && !path.startsWith('return')) expect(await codeOf(response)).toMatch(/^[a-z_]+$/);
        },
      ),
      { numRuns: 3000, seed: 20261121 },
    );
    expect(calls).toBe(3000);
    expect(shop.log.filter((entry) => entry.event === 'internal_error')).toEqual([]);
  });
});

describe('an order name that a store cannot contain', () => {
  it.each(['\0', 'a\0b', '\ud800', 'a\udc00b', '.', '..'])(
    'is refused by name before priceOrder is called: %j',
    async (order) => {
      let asked = 0;
      shop = createShop(accountAt(service), { priceOrder: () => ((asked += 1), null) });
      const answer = await shop.post('authkey', { order });
      expect([answer.status, asked]).toEqual([400, 0]);
      expect(answer.body).toMatchObject({ error: { code: 'bad_request' } });
    },
  );
});

describe('limits', () => {
  const limited = (options: Partial<SignerOptions>) => {
    shop = createShop(accountAt(service), options);
    return (clientAddress: string, order = '1042') =>
      shop.signer.fetch(
        new Request(`${ORIGIN}/pay/authkey`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ order }) }),
        { clientAddress },
      );
  };
  const count = (responses: Response[], status: number) => responses.filter((each) => each.status === status).length;

  it('are on by default: 120 calls a minute for a client at all endpoints', async () => {
    const ask = limited({ rateLimit: {} });
    const responses = await Promise.all(Array.from({ length: 200 }, () => ask('192.0.2.1', 'unknown')));
    expect([count(responses, 403), count(responses, 429)]).toEqual([120, 80]);
    const refused = responses.find((response) => response.status === 429)!;
    expect(await codeOf(refused)).toBe('rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await ask('192.0.2.2')).status).toBe(200);
  });

  it('count a client without the port of its address', async () => {
    const ask = limited({ rateLimit: { client: { calls: 3, seconds: 60 } } });
    const statuses = [];
    for (const port of [40_001, 40_002, 40_003, 40_004]) statuses.push((await ask(`203.0.113.8:${port}`)).status);
    for (const port of [1, 2, 3, 4]) statuses.push((await ask(`[2001:db8::8]:${port}`)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 200, 429]);
  });

  it('also count an IPv6 network of a /48: sixteen times as many calls as a client', async () => {
    const ask = limited({ rateLimit: { client: { calls: 2, seconds: 60 } } });
    const statuses = [];
    for (let subnet = 0; subnet < 40; subnet += 1) statuses.push((await ask(`2001:db8:1:${subnet}::1`)).status);
    expect(statuses).toEqual([...Array<number>(32).fill(200), ...Array<number>(8).fill(429)]);
    // The calls that one client is refused are not counted for its neighbours.
    for (let call = 0; call < 60; call += 1) await ask('2001:db8:2:1::1');
    expect((await ask('2001:db8:2:2::1')).status).toBe(200);
  });

  it('count an order’s requests from all clients', async () => {
    const ask = limited({ rateLimit: { order: { calls: 10, seconds: 60 } } });
    const responses = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(`192.0.2.${index}`)));
    expect([count(responses, 200), count(responses, 429)]).toEqual([10, 30]);
  });

  it('are exact: 20,000 calls of 100 clients', { timeout: 120_000 }, async () => {
    const ask = limited({ rateLimit: { client: { calls: 10, seconds: 60 } } });
    let passed = 0;
    for (let round = 0; round < 400; round += 1) {
      const calls = Array.from({ length: 50 }, (_, index) => ask(`192.0.2.${(round * 50 + index) % 100}`, 'unknown'));
      passed += count(await Promise.all(calls), 403);
    }
    expect(passed).toBe(1000);
  });

  it('count an IPv6 subscriber as one client, and an IPv4 address once in both spellings', async () => {
    const ask = limited({ rateLimit: { client: { calls: 1, seconds: 60 } } });
    expect((await ask('2001:db8:0:1::1')).status).toBe(200);
    expect((await ask('2001:0db8::1:ffff:0:0:9')).status).toBe(429);
    expect((await ask('2001:db8:0:2::1')).status).toBe(200);
    expect((await ask('192.0.2.1')).status).toBe(200);
    expect((await ask('::ffff:192.0.2.1')).status).toBe(429);
  });

  it('can be shared by several processes with the shop’s own counter', async () => {
    const keys: string[] = [];
    const ask = limited({ rateLimit: { client: { take: async (key) => (keys.push(key), 1500) } } });
    const response = await ask('192.0.2.1');
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2']);
    // Merchants may share a counter.
    expect(keys).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ 5353109000000000 192\.0\.2\.1$/)]);
  });

  it('also count returns, which get a page', async () => {
    shop = createShop(accountAt(service), { rateLimit: { client: { calls: 1, seconds: 60 } } });
    const visit = () => shop.signer.fetch(new Request(`${ORIGIN}/pay/return?claim=x`), { clientAddress: '192.0.2.1' });
    await visit();
    const response = await visit();
    expect([response.status, response.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  });
});

describe('a store that fails', () => {
  it('is a 503 with the id of a log entry, and no detail', async () => {
    const store = createMemoryStore({ clock: shopClock });
    store.readOrder = () => Promise.reject(new Error('disk full at /var/secret'));
    shop = createShop(accountAt(service), { store });
    const { status, body } = await shop.post<{ error: { code: string; message: string } }>('authkey', {
      order: '1042',
    });
    expect([status, body.error.code]).toEqual([503, 'store_unreachable']);
    const id = /\((.+)\)/.exec(body.error.message)?.[1];
    expect(shop.log).toMatchObject([{ level: 'error', event: 'store_unreachable', id }]);
    expect(JSON.stringify(body)).not.toContain('disk');
  });
});
