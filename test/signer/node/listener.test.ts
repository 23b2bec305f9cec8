/** The signer on Node's own HTTP server. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientAddressOf, createListener } from '../../../src/signer/node/listener.js';
import { SERVER_LIMITS } from '../../../src/node/server-limits.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { createShop } from '../shop.js';

let service: FaultyService;
let server: Server;
let url: string;

async function listen(proxies?: number): Promise<void> {
  const { signer } = createShop(accountAt(service), { rateLimit: { client: { calls: 2, seconds: 60 } } });
  server = createServer(createListener(signer, proxies === undefined ? {} : { proxies }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`;
}
const ask = (forwarded?: string) =>
  fetch(`${url}/authkey`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
    body: '{"order":"1042"}',
  });

beforeEach(async () => {
  service = await startFaultyService();
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await service.close();
});

describe('a signer on node:http', () => {
  it('answers over a connection', async () => {
    await listen();
    const response = await ask();
    expect(await response.json()).toMatchObject({ status: 'granted', order: '1042' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('starts a few pipelined requests of a client that does not read, and ends its connection', async () => {
    const { signer } = createShop(accountAt(service));
    let calls = 0;
    const counted = { ...signer, fetch: (request: Request) => ((calls += 1), signer.fetch(request)) };
    server = createServer(createListener(counted)).listen(0, '127.0.0.1');
    const accepted = once(server, 'connection');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    socket.pause();
    const [accepting] = (await accepted) as [Socket];
    const ended = once(accepting, 'close');
    socket.write('GET /pay/health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20_000));
    await ended;
    socket.destroy();
    expect(calls).toBeLessThan(1_000);
  });

  // Node checks every 30 seconds by default, which is too long for this test.
  it('ends a connection whose header takes too long, with the limits of the guide', { timeout: 28_000 }, async () => {
    server = createServer(SERVER_LIMITS, createListener(createShop(accountAt(service)).signer)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    socket.write('GET /pay/health HTTP/1.1\r\nHost: x\r\nX: ');
    await once(socket, 'close');
    expect(socket.destroyed).toBe(true);
  });

  it('refuses a request with two Host headers', async () => {
    await listen();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /pay/health HTTP/1.1\r\nHost: one.example\r\nhost: two.example\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"bad_request"');
  });

  it('answers a balancer that speaks HTTP/1.0 and names no host', async () => {
    await listen();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET /pay/health HTTP/1.0\r\n\r\n');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('"status":"ok"');
  });

  it('limits by the address of the socket, and ignores headers', async () => {
    await listen();
    const statuses = [];
    for (const forwarded of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) statuses.push((await ask(forwarded)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('limits by the address from the shop’s own proxy', async () => {
    await listen(1);
    const statuses = [];
    for (const forwarded of ['192.0.2.1', '9.9.9.9, 192.0.2.1', '8.8.8.8, 192.0.2.1', '192.0.2.2']) {
      statuses.push((await ask(forwarded)).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it.each([
    [0, '192.0.2.1', '10.0.0.1'],
    [1, '192.0.2.1', '192.0.2.1'],
    [1, '6.6.6.6, 192.0.2.1', '192.0.2.1'],
    [2, '6.6.6.6, 192.0.2.1, 10.0.0.2', '192.0.2.1'],
    [2, '192.0.2.1', '10.0.0.1'],
    [1, undefined, '10.0.0.1'],
  ])('with %i proxies and X-Forwarded-For %s the client is %s', async (proxies, forwarded, address) => {
    await listen();
    const headers = forwarded ? { 'x-forwarded-for': forwarded } : {};
    const incoming = { socket: { remoteAddress: '10.0.0.1' }, headers } as unknown as IncomingMessage;
    expect(clientAddressOf(incoming, proxies)).toBe(address);
  });
});
