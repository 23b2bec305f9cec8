/** The signer on Node's own HTTP server. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientAddressOf, createListener } from '../../../src/signer/node/listener.js';
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
  it('answers over the line', async () => {
    await listen();
    const response = await ask();
    expect(await response.json()).toMatchObject({ status: 'granted', order: '1042' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('limits by the address of the socket, and believes no header about it', async () => {
    await listen();
    const statuses = [];
    for (const forwarded of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) statuses.push((await ask(forwarded)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('limits by the address that the shop’s own proxy saw', async () => {
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
  ])('with %i proxies and X-Forwarded-For %s sees %s', async (proxies, forwarded, address) => {
    await listen();
    const headers = forwarded ? { 'x-forwarded-for': forwarded } : {};
    const incoming = { socket: { remoteAddress: '10.0.0.1' }, headers } as unknown as IncomingMessage;
    expect(clientAddressOf(incoming, proxies)).toBe(address);
  });
});
