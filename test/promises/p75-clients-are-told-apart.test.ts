/**
 * P75: A stranger cannot choose the address under which calls are counted, and a signer that does not learn the addresses of its
 * clients says so.
 */
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import type { Health } from '../../src/signer/monitoring/health.js';
import type { SignerLogEntry, SignerOptions } from '../../src/signer/signer-options.js';
import { createSigner } from '../../src/signer/signer.js';
import { NOWHERE } from '../support/free-port.js';

function open(options: Partial<SignerOptions> = {}) {
  const log: SignerLogEntry[] = [];
  const signer = createSigner({
    service: {
      baseUrl: NOWHERE,
      merchantNumber: '5353109000000000',
      username: 'demo-api',
      password: 'Demo-Password-1',
    },
    store: createMemoryStore(),
    secret: 'a secret of the shop, for tests only, long enough',
    publicUrl: 'https://shop.example/pay',
    merchantName: 'Demo Shop',
    priceOrder: () => null,
    onPaid: () => undefined,
    webhooks: false,
    rateLimit: { client: { calls: 3, seconds: 60 } },
    log: (entry) => void log.push(entry),
    ...options,
  });
  const call = async (clientAddress: string | undefined, headers: Readonly<Record<string, string>> = {}) => {
    const request = new Request('https://shop.example/pay/return?claim=x', { headers });
    return (await signer.fetch(request, { clientAddress })).status;
  };
  const health = async () =>
    (await (await signer.fetch(new Request('https://shop.example/pay/health'))).json()) as Health;
  return { call, health, events: () => log.map(({ event }) => event) };
}

/** Whether the fourth call is refused. */
async function isCounted(call: (index: number) => Promise<number>): Promise<boolean> {
  const statuses: number[] = [];
  for (let index = 0; index < 4; index += 1) statuses.push(await call(index));
  return statuses.indexOf(429) === 3;
}

describe('the address of a client', () => {
  it.each(['X-Forwarded-For', 'X-Real-IP', 'CF-Connecting-IP', 'Forwarded'])(
    'is never read from %s by itself',
    async (name) => {
      const { call } = open();
      expect(await isCounted((index) => call('192.0.2.1', { [name]: `198.51.100.${index}` }))).toBe(true);
      expect(await call('192.0.2.2')).not.toBe(429);
    },
  );

  it('is the last one in the header that the shop names', async () => {
    const { call } = open({ clientHeader: 'X-Forwarded-For' });
    expect(
      await isCounted((index) => call('127.0.0.1', { 'x-forwarded-for': `198.51.100.${index}, 203.0.113.7` })),
    ).toBe(true);
    expect(await call('127.0.0.1', { 'x-forwarded-for': '203.0.113.7, 203.0.113.8' })).not.toBe(429);
  });

  it('is that of the connection if the header is missing', async () => {
    const { call } = open({ clientHeader: 'X-Real-IP' });
    expect(await isCounted(() => call('192.0.2.1'))).toBe(true);
    expect(await call('192.0.2.1', { 'x-real-ip': '203.0.113.7' })).not.toBe(429);
  });
});

describe('a signer on a public address', () => {
  it.each([undefined, '', 'x', '127.0.0.1', '::1'])('says that it does not know its clients: %j', async (address) => {
    const { call, health, events } = open();
    expect(await health()).toMatchObject({ status: 'ok', knowsClients: null });
    await call(address);
    expect(events()).toEqual(['client_unknown']);
    expect(await health()).toMatchObject({ status: 'degraded', knowsClients: false });
  });

  it('says nothing if it knows them', async () => {
    const { call, health, events } = open({ clientHeader: 'X-Real-IP' });
    await call('127.0.0.1', { 'x-real-ip': '203.0.113.7' });
    expect([events(), (await health()).knowsClients]).toEqual([[], true]);
  });

  it('says nothing on the machine of a developer', async () => {
    const { call, events } = open({ publicUrl: 'http://localhost:3000/pay' });
    await call('127.0.0.1');
    expect(events()).toEqual([]);
  });
});
