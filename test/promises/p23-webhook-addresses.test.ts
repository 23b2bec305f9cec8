/** P23: webhooks reach only allowed addresses, which are checked when the connection is made. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOfAddress } from '../../src/sandbox/node/address-policy.js';
import { createWebhookDelivery, type WebhookDeliveryOptions } from '../../src/sandbox/node/webhook-delivery.js';

/**
 * An internal server on every address of this machine that must not be reached, and the shop, which
 * may be reached.
 */
let inside: { port: number; count: () => number; close(): void };
let shop: { port: number; count: () => number; close(): void };
let redirect = 302;

async function listen(host: string, location: () => string | undefined) {
  let connections = 0;
  const server = createServer((request, response) => {
    request.resume();
    const to = location();
    response.writeHead(to === undefined ? 200 : redirect, to === undefined ? {} : { Location: to }).end();
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    count: () => connections,
    close: () => void server.close(),
  };
}

beforeAll(async () => {
  inside = await listen('::', () => undefined);
  shop = await listen('127.0.0.9', () => `http://127.0.0.1:${inside.port}/`);
});
afterAll(() => {
  inside.close();
  shop.close();
});

async function deliver(url: string, options: Partial<WebhookDeliveryOptions> = {}): Promise<string> {
  const delivery = createWebhookDelivery({ isLoopbackAllowed: false, allow: [], ...options });
  const end = await delivery({ url, body: '{}', signal: AbortSignal.timeout(15_000) });
  return end.end === 'status' ? String(end.status) : end.end;
}

const HOSTS = [
  // All notations of loopback.
  '127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.0.0.1 0x7F.1 0177.0.0.1 017700000001 0177.0.1',
  '127.0.0.1. [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:1] [::127.0.0.1] [::7f00:1]',
  '①②⑦.0.0.1 127。0。0。1 %31%32%37.0.0.1',
  // This host, and the unspecified address.
  '0.0.0.0 0 0x0 00 0.1 0.255.255.255 [::] [0:0::0] [::ffff:0.0.0.0]',
  // Link-local and metadata.
  '169.254.169.254 169.254.1.1 2852039166 0xa9fea9fe 0251.0376.0251.0376 [fe80::1] [febf::1] [::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe] [fd00:ec2::254] 168.63.129.16 100.100.100.200 192.0.0.192',
  // Networks inside.
  '10.0.0.1 10.255.255.255 0xa000001 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255 100.64.0.1 100.127.255.255',
  '198.18.0.1 198.19.255.255 [fc00::1] [fdff::1] [fec0::1] [::ffff:10.0.0.1] [::ffff:c0a8:1]',
  // Addresses that hold another one: 6to4, NAT64, Teredo.
  '[2002:7f00:1::] [2002:a00:1::1] [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::7f00:1] [2001:0:7f00:1::1]',
  // Multicast, broadcast, reserved.
  '224.0.0.1 239.255.255.255 255.255.255.255 240.0.0.1 [ff02::1] [ff0e::1] 192.88.99.1 [100::1]',
].flatMap((line) => line.split(' '));

/** A look-up that answers one list after the other. */
function answering(...lists: readonly (readonly string[])[]): { lookup: LookupFunction; asked: () => number } {
  let asked = 0;
  const lookup: LookupFunction = (_host, _options, callback) => {
    const list = lists[Math.min(asked, lists.length - 1)] ?? [];
    asked += 1;
    callback(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { lookup, asked: () => asked };
}

describe('P23: webhooks reach only what is allowed', () => {
  it('refuses every spelling of an internal address', async () => {
    for (const host of HOSTS) {
      expect(await deliver(`http://${host}:${inside.port}/hook`), host).toBe('blocked');
    }
    expect(inside.count()).toBe(0);
    console.log(`P23: spellings ${HOSTS.length}, connections ${inside.count()}`);
  });

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'ip6-localhost', 'localhost.localdomain'])(
    'refuses the name %s',
    async (host) => {
      // Whether the machine knows the name or not.
      expect(['blocked', 'unreachable']).toContain(await deliver(`http://${host}:${inside.port}/`));
      expect(inside.count()).toBe(0);
    },
  );

  it.each(['ftp:', 'file:', 'gopher:', 'ws:', 'data:', 'javascript:'])('refuses %s', async (scheme) => {
    expect(await deliver(`${scheme}//127.0.0.1:${inside.port}/`, { isLoopbackAllowed: true })).toBe('blocked');
    expect(inside.count()).toBe(0);
  });

  it('refuses a URL with a user, and an empty URL', async () => {
    for (const url of [
      `http://shop@127.0.0.1:${inside.port}/`,
      `http://a:b@127.0.0.1:${inside.port}/`,
      'http://',
      '',
    ]) {
      expect(await deliver(url, { isLoopbackAllowed: true })).toBe('blocked');
    }
    expect(inside.count()).toBe(0);
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254', '10.0.0.1', '0.0.0.0', '2002:7f00:1::'])(
    'refuses a name, even an allowed one, that resolves to %s',
    async (address) => {
      const { lookup } = answering([address]);
      const allow = address === '10.0.0.1' ? ['other.example'] : ['shop.example'];
      expect(await deliver(`http://shop.example:${inside.port}/`, { lookup, allow })).toBe('blocked');
      expect(inside.count()).toBe(0);
    },
  );

  it('resolves a name once for each connection, and connects to that address', async () => {
    const { lookup, asked } = answering(['127.0.0.9'], ['127.0.0.1']);
    const options = { lookup, allow: ['127.0.0.9'] };
    expect(await deliver(`http://shop.example:${shop.port}/`, options)).toBe('302');
    expect(asked()).toBe(1);
    expect(await deliver(`http://shop.example:${inside.port}/`, options)).toBe('blocked');
    expect(inside.count()).toBe(0);
  });

  it('connects only to the allowed addresses of a name', async () => {
    const { lookup } = answering(['127.0.0.1', '::1', '127.0.0.9']);
    expect(await deliver(`http://shop.example:${shop.port}/`, { lookup, allow: ['127.0.0.9'] })).toBe('302');
    expect(inside.count()).toBe(0);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %i to an internal address', async (status) => {
    redirect = status;
    expect(await deliver(`http://127.0.0.9:${shop.port}/`, { allow: ['127.0.0.9'] })).toBe(String(status));
    expect(inside.count()).toBe(0);
  });

  it('no option opens addresses that are never allowed', () => {
    const allow = ['0.0.0.0/0', '::/0', '169.254.169.254', 'shop.example'];
    return Promise.all(
      ['169.254.169.254', '0.0.0.0', '[fe80::1]', '168.63.129.16', '[64:ff9b::7f00:1]', '224.0.0.1'].map(async (host) =>
        expect(await deliver(`http://${host}:${inside.port}/`, { allow, isLoopbackAllowed: true }), host).toBe(
          'blocked',
        ),
      ),
    );
  });

  it('loopback is open only while the sandbox itself listens on loopback', async () => {
    expect(await deliver(`http://127.0.0.9:${shop.port}/`)).toBe('blocked');
    redirect = 302;
    expect(await deliver(`http://127.0.0.9:${shop.port}/`, { isLoopbackAllowed: true })).toBe('302');
  });

  it.each([
    ['8.8.8.8', 'public'],
    ['2606:4700::1111', 'public'],
    ['172.32.0.1', 'public'],
    ['100.128.0.1', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['nonsense', 'never'],
    ['fe80::1%eth0', 'never'],
  ])('%s is %s', (address, kind) => {
    expect(kindOfAddress(address)).toBe(kind);
  });
});
