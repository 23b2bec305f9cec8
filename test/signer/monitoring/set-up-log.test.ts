/** Mistakes in a set-up: the log names the mistake and the solution. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createListener } from '../../../src/signer/node/listener.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { createShop, ORIGIN, type Shop } from '../shop.js';

let service: FaultyService;
let shop: Shop;
beforeEach(async () => {
  service = await startFaultyService();
  shop = createShop(accountAt(service));
});
afterEach(() => service.close());

const ask = (origin: string, init: RequestInit = {}) =>
  shop.signer.fetch(
    new Request(`${ORIGIN}/pay/authkey`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'cross-site' },
      body: '{"order":"1042"}',
      ...init,
    }),
  );
const logged = (event: string) => shop.log.filter((entry) => entry.event === event);

describe('a page of another origin', () => {
  it('is named in the log, with the option that would allow it', async () => {
    expect((await ask('http://localhost:5173')).status).toBe(403);
    expect(logged('origin_refused')).toMatchObject([
      { level: 'warn', origin: 'http://localhost:5173', option: 'allowedOrigins', times: 1 },
    ]);
  });

  it('is named by its preflight too', async () => {
    const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' };
    const preflight = new Request(`${ORIGIN}/pay/authkey`, { method: 'OPTIONS', headers });
    expect((await shop.signer.fetch(preflight)).status).toBe(403);
    expect(logged('origin_refused')).toHaveLength(1);
  });

  it('is named once a minute for all calls and all origins', async () => {
    for (let count = 0; count < 50; count += 1) await ask(`https://${count}.example`);
    expect(logged('origin_refused')).toHaveLength(1);
    shop.now += 60_001;
    await ask('https://last.example');
    expect(logged('origin_refused')).toMatchObject([{ times: 1 }, { origin: 'https://last.example', times: 50 }]);
  });

  it('cannot write lines or card numbers into the log', async () => {
    await ask(`https://shop.example/4111-1111 1111\t1111 ${'x'.repeat(5_000)}`);
    const [entry] = logged('origin_refused');
    expect(String(entry?.['origin'])).toMatch(/^https:\/\/shop\.example\/\[digits\] x+$/);
    expect(String(entry?.['origin']).length).toBeLessThanOrEqual(200);
  });

  it('is written by console.warn if the shop has no log', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    shop = createShop(accountAt(service), { log: undefined as never });
    await ask('http://localhost:5173');
    expect(warn.mock.calls.join()).toContain('"origin":"http://localhost:5173"');
    warn.mockRestore();
  });
});

describe('a page that is served with the signer', () => {
  const from = (origin: string) => {
    const headers = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' };
    return ask(origin, { headers });
  };

  it('is named in the log if publicUrl has another port, and can pay', async () => {
    expect((await from('http://localhost:5173')).status).toBe(200);
    const entry = { level: 'warn', origin: 'http://localhost:5173', publicUrl: `${ORIGIN}/pay`, times: 1 };
    expect(logged('public_url_differs')).toMatchObject([entry]);
  });

  it('is not named at the origin of publicUrl, at a listed one, or without one', async () => {
    await from(ORIGIN);
    await from('null');
    shop = createShop(accountAt(service), { allowedOrigins: ['http://localhost:5173'] });
    await from('http://localhost:5173');
    expect(logged('public_url_differs')).toEqual([]);
  });
});

describe('a signer in Express', () => {
  /** Posts to the signer as a page does, through the server that `mount` sets up. */
  async function post(mount: (app: express.Express) => void, type = 'application/json', body = '{"order":"1042"}') {
    const app = express();
    mount(app);
    const server = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const init = { method: 'POST', headers: { 'content-type': type }, body };
      const response = await fetch(`http://127.0.0.1:${port}/pay/authkey`, init);
      return { status: response.status, text: await response.text() };
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  it('answers if it is mounted as in the guide', async () => {
    const { status } = await post((app) => app.all('/pay/{*path}', createListener(shop.signer)));
    expect(status).toBe(200);
    expect(shop.log).toEqual([]);
  });

  it.each([
    ['express.json()', express.json(), 'application/json', '{"order":"1042"}'],
    ['express.urlencoded()', express.urlencoded(), 'application/x-www-form-urlencoded', 'order=1042'],
    ['express.raw()', express.raw({ type: '*/*' }), 'application/json', '{"order":"1042"}'],
  ])('logs a body parser in front: %s', async (_name, parser, type, body) => {
    const { status, text } = await post(
      (app) => app.use(parser).all('/pay/{*path}', createListener(shop.signer)),
      type,
      body,
    );
    expect(status).toBe(500);
    expect(text).toContain('The body was read before the signer got the request');
    expect(logged('body_read')).toMatchObject([{ level: 'warn', path: '/pay/authkey', times: 1 }]);
    expect(service.calls.T4).toBe(0);
  });

  it('logs a path that the framework cuts off', async () => {
    const { status, text } = await post((app) => app.use('/pay', createListener(shop.signer)));
    expect(status).toBe(404);
    expect(text).toContain('the signer serves paths below /pay/');
    expect(logged('path_refused')).toMatchObject([{ level: 'warn', path: '/authkey', basePath: '/pay', times: 1 }]);
  });

  it('logs another path than that of publicUrl', async () => {
    shop = createShop(accountAt(service), { publicUrl: 'http://localhost:3000/api/pay' });
    expect((await post((app) => app.all('/pay/{*path}', createListener(shop.signer)))).status).toBe(404);
    expect(logged('path_refused')).toMatchObject([{ path: '/pay/authkey', basePath: '/api/pay' }]);
  });
});

it('logs a body that a handler has already read', async () => {
  const request = new Request(`${ORIGIN}/pay/authkey`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: '{"order":"1042"}',
  });
  await request.json();
  expect((await shop.signer.fetch(request)).status).toBe(500);
  expect(logged('body_read')).toHaveLength(1);
});

it('does not log other wrong paths, because anybody can call them', async () => {
  for (const path of ['/wp-login.php', '/pay/nothing', '/pay']) {
    await shop.signer.fetch(new Request(`${ORIGIN}${path}`, { method: 'POST' }));
  }
  expect(shop.log).toEqual([]);
});
