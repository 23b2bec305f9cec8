import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYMENT, RestCaller, credentials } from './rest-caller.js';
import { EACH_TARGET, type ServiceUnderTest } from './service-under-test.js';

const KEY = '0f8fad5b-d9cb-469f-a165-70867728950e';
const LIMIT = 256 * 1024;

describe.each(EACH_TARGET)('HTTP, $target', ({ open }) => {
  let service: ServiceUnderTest;
  let v3: RestCaller;

  beforeAll(async () => {
    service = await open();
    v3 = new RestCaller(service);
  });
  afterAll(() => service.close());

  it.each([
    ['GET', '/txns/', 'POST, OPTIONS'],
    ['PUT', '/txns', 'POST, OPTIONS'],
    ['GET', '/txns/search', 'POST, OPTIONS'],
    ['GET', '/txns/processtxnauthkey/', 'POST, OPTIONS'],
    ['POST', '/txns/12', 'GET, OPTIONS'],
    ['DELETE', `/txns/withauthkey/${KEY}`, 'POST, GET, OPTIONS'],
    ['POST', '/status/', 'GET, OPTIONS'],
  ])('%s %s is 405 with the allowed methods', async (method, path, allow) => {
    const response = await v3.send(method, path);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect(await response.json()).toEqual({ Message: expect.stringContaining('does not support this HTTP method') });
  });

  it.each([
    '/webapi/v1/txns/',
    '/webapi/v4/status',
    '/webapi',
    '/webapi/v3',
    '/webapi/v3/',
    '/txns/',
    '/webapi/v3/txns/1/2/3',
    '/webapi/v3/nothing',
    '/favicon.ico',
  ])('GET %s is 404', async (path) => {
    const response = await service.fetch(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ Message: expect.any(String) });
  });

  it.each(['/status', '/status/'])('GET %s: the trailing slash is optional', async (path) => {
    expect((await v3.server('GET', path)).APIResponse.ResponseCode).toBe(0);
  });

  it('answers a preflight of a browser call', async () => {
    const response = await service.fetch(`/webapi/v3/txns/withauthkey/${KEY}`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-headers': 'Content-Type',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-max-age': '1728000',
    });
  });

  it('answers with the headers of the wire', async () => {
    const response = await v3.send('GET', '/status/', undefined, { Authorization: credentials() });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'private,no-store,no-cache,must-revalidate,proxy-revalidate',
      'content-type': 'application/json; charset=utf-8',
      pragma: 'no-cache',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-xss-protection': '1; mode=block',
    });
    expect(response.headers.getSetCookie().join()).toMatch(/^ASP\.NET_SessionId=\w{24}; path=\/; secure; HttpOnly$/);
  });

  it.each(['', 'text/plain', 'application/xml', 'application/json', 'application/json; charset="UTF8"'])(
    'reads JSON whatever the Content-Type says: %s',
    async (type) => {
      const body = JSON.stringify({ TxnReq: PAYMENT });
      const headers = { Authorization: credentials(), 'Content-Type': type };
      expect((await v3.call('POST', '/txns/', body, headers)).APIResponse.ResponseCode).toBe(0);
    },
  );

  it.each([
    ['Content-Type', 'application/json; charset=iso-8859-1', 'iso-8859-1'],
    ['Content-Type', 'application/json; charset=utf-16le', 'utf-16le'],
    ['Content-Encoding', 'gzip', 'gzip'],
    ['Content-Encoding', 'br, identity', 'br'],
  ])('%s: %s is refused with the reason', async (name, value, words) => {
    const body = JSON.stringify({ TxnReq: PAYMENT });
    for (const path of ['/webapi/v3/txns/', `/webapi/v3/dvtokens/withauthkey/${KEY}`]) {
      const headers = { Authorization: credentials(), [name]: value };
      const response = await service.fetch(path, { method: 'POST', body, headers });
      expect(response.status).toBe(415);
      expect(await response.json()).toEqual({ Message: expect.stringContaining(words) });
    }
  });

  it('refuses a body with invalid UTF-8', async () => {
    const body = new Uint8Array(Buffer.from(JSON.stringify({ TxnReq: { ...PAYMENT, Crn1: 'Zoë' } }), 'latin1'));
    const headers = { Authorization: credentials() };
    const response = await service.fetch('/webapi/v3/txns/', { method: 'POST', body, headers });
    expect((await response.json()).APIResponse).toEqual({
      ResponseCode: 998,
      ResponseText: 'Invalid request payload (invalid: body, it is not in UTF-8)',
    });
  });

  it('reads a body that starts with a byte order mark', async () => {
    const body = `\ufeff${JSON.stringify({ TxnReq: PAYMENT })}`;
    expect((await v3.server('POST', '/txns/', body)).APIResponse.ResponseCode).toBe(0);
  });

  it.each([
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ['UTF-16', new Uint8Array(Buffer.from(JSON.stringify({ TxnReq: PAYMENT }), 'utf16le'))],
    ['a form', 'CardNumber=5123456789012346'],
    ['a NUL in a reference', JSON.stringify({ TxnReq: { ...PAYMENT, Crn1: 'a\u0000b' } })],
    ['a list nested 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['an object nested 20,000 deep', '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
  ])('%s is 998', async (_, body) => {
    const response = await service.fetch('/webapi/v3/txns/', {
      method: 'POST',
      body,
      headers: { Authorization: credentials() },
    });
    expect(response.status).toBe(200);
    expect((await response.json()).APIResponse.ResponseCode).toBe(998);
  });

  it('accepts a body of 256 KiB and refuses one byte more', async () => {
    const pad = (length: number) => {
      const body = JSON.stringify({ TxnReq: PAYMENT, Pad: '' });
      return body.replace('"Pad":""', `"Pad":"${'x'.repeat(length - body.length)}"`);
    };
    const headers = { Authorization: credentials() };
    expect((await v3.send('POST', '/txns/', pad(LIMIT), headers)).status).toBe(200);
    const refused = await v3.send('POST', '/txns/', pad(LIMIT + 1), headers);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual({ Message: expect.stringContaining('262144') });
  });

  it('refuses a stream without a length as soon as it is too long', async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
        if (sent > 64 * 1024 * 1024) controller.close();
      },
    });
    const init = { method: 'POST', body, duplex: 'half', headers: { Authorization: credentials() } } as RequestInit;
    const status = await service.fetch('/webapi/v3/txns/', init).then(
      (response) => response.status,
      // A client that continues to send may lose the connection before it reads the response.
      () => 413,
    );
    expect(status).toBe(413);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it.each(['%E0%A4%A', '%00', '..%2F..%2Fetc', "'%3B drop table txn --", 'x'.repeat(4_000)])(
    'finds no key in the path segment %s',
    async (segment) => {
      expect((await v3.submit(segment)).APIResponse.ResponseCode).toBe(206);
      expect((await v3.result(segment)).APIResponse.ResponseCode).toBe(206);
    },
  );

  it('finds paths in any case, as IIS does', async () => {
    const response = await service.fetch('/WebAPI/V3/Status', { headers: { Authorization: credentials() } });
    expect(await response.json()).toEqual({ APIResponse: { ResponseCode: 0, ResponseText: 'Success' } });
    const frame = await service.fetch(`/WEBAPI/v3/Txns/IFrame/${(await v3.key()).toUpperCase()}`);
    expect(frame.status).toBe(200);
  });

  it('describes itself at its root, and reports its health', async () => {
    expect(await (await service.fetch('/')).text()).toContain('sandbox');
    expect(await (await service.fetch('/health')).json()).toEqual({ status: 'ok' });
  });
});
