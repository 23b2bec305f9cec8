/**
 * P46: a password in a URL never reaches the log: a URL with a password in the configuration is refused by its name at the
 * start, and passwords in URLs are removed from every message, also from those of other programs.
 */
import { describe, expect, it } from 'vitest';
import { createAddressPolicy } from '../../src/sandbox/node/address-policy.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { createFramePage } from '../../src/signer/frame/frame-page.js';
import { createCallbacks } from '../../src/signer/node/sidecar-callbacks.js';
import { readSidecarConfig } from '../../src/signer/node/sidecar-config.js';
import { createSigner } from '../../src/signer/signer.js';
import { createShop, ORIGIN, shopClock } from '../signer/shop.js';
import { createQuickService } from './quick-service.js';

const PASSWORD = 'hunter2';
const WITH_PASSWORD = `http://me:${PASSWORD}@127.0.0.1:9`;

const ENV = Object.fromEntries(
  ['A', 'B', 'C', 'D'].map((name) => [name, `${name}: for tests, thirty-two bytes or more`]),
);
const SERVICE = { baseUrl: 'http://127.0.0.1:9', merchantNumber: '1', username: 'u', password: { env: 'A' } };
const CALLBACKS = { url: 'https://shop.example/payments', kid: 'c', alg: 'HS256', key: { env: 'B' } };
const CONFIG = {
  service: SERVICE,
  secret: { env: 'C' },
  publicUrl: 'https://shop.example/pay',
  merchantName: 'Example Shop',
  orders: { issuer: 'shop', audience: 'florin', keys: [{ kid: 'k', alg: 'HS256', key: { env: 'D' } }] },
  callbacks: CALLBACKS,
};
const FRAME = { listen: { port: 0 }, signingKey: { env: 'JWK' } };

function refusalOf(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'taken';
}

describe('P46: a password in an address never reaches the log', () => {
  it.each([
    ['service.baseUrl', { service: { ...SERVICE, baseUrl: WITH_PASSWORD } }],
    ['service.browserUrl', { service: { ...SERVICE, browserUrl: WITH_PASSWORD } }],
    ['publicUrl', { publicUrl: WITH_PASSWORD }],
    ['allowedOrigins[0]', { allowedOrigins: [WITH_PASSWORD] }],
    ['callbacks.url', { callbacks: { ...CALLBACKS, url: WITH_PASSWORD } }],
    ['callbacks.url', { callbacks: { ...CALLBACKS, url: 'http://me@127.0.0.1:9' } }],
    ['callbacks.termsUrl', { callbacks: { ...CALLBACKS, termsUrl: WITH_PASSWORD } }],
    ['redis.url', { redis: { url: `redis://:${PASSWORD}@cache.example` } }],
    ['frame.parents[0]', { frame: { ...FRAME, parents: [WITH_PASSWORD] } }],
  ])('refuses %s of a sidecar', (name, change) => {
    const place = { folder: '/', env: { ...ENV, JWK: '{}' } };
    const refusal = refusalOf(() => readSidecarConfig({ ...CONFIG, ...change }, place));
    expect(refusal).toContain(`${name} `);
    expect(refusal).not.toContain(PASSWORD);
  });

  it.each([
    ['publicUrl', { publicUrl: WITH_PASSWORD }],
    ['allowedOrigins', { allowedOrigins: [WITH_PASSWORD] }],
    ['baseUrl', { service: { ...SERVICE, password: 'p', baseUrl: WITH_PASSWORD } }],
    ['service.browserUrl', { service: { ...SERVICE, password: 'p', browserUrl: WITH_PASSWORD } }],
  ])('refuses %s of a signer', (name, change) => {
    const options = {
      service: createQuickService().connection,
      ...{
        store: createMemoryStore({ clock: shopClock }),
        secret: 'x'.repeat(32),
        publicUrl: `${ORIGIN}/pay`,
        merchantName: 'Demo Shop',
      },
      ...{ priceOrder: () => null, onPaid: () => undefined },
    };
    const refusal = refusalOf(() => createSigner({ ...options, ...change }));
    expect(refusal).toContain(`${name} must`);
    expect(refusal).not.toContain(PASSWORD);
  });

  it('refuses an origin of a frame page', () => {
    const options = { script: 'x', parents: ['https://shop.example'], serviceOrigin: 'https://service.example' };
    for (const change of [{ parents: [WITH_PASSWORD] }, { serviceOrigin: WITH_PASSWORD }]) {
      const refusal = refusalOf(() => createFramePage({ ...options, publicKeys: [], ...change }));
      expect(refusal).toContain('"http://…@127.0.0.1:9" is not an origin');
    }
  });

  it('refuses an allowed address of webhooks', () => {
    const refusal = refusalOf(() => createAddressPolicy({ isLoopbackAllowed: false, allow: [WITH_PASSWORD] }));
    expect(refusal).toContain('"…@127.0.0.1:9" is not a host name');
  });

  it.each([
    `me:${PASSWORD}@`,
    // Not a URL: fetch refuses it, and quotes it.
    `me:a/${PASSWORD}@`,
    `me:a@${PASSWORD}@`,
  ])('logs fetch’s message about a URL in a callback of the shop without %s', async (userInfo) => {
    const service = createQuickService();
    const shop = createShop(service.connection, {
      onPaid: async () => void (await fetch(`http://${userInfo}127.0.0.1:9/payments`)),
    });
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey);
    await shop.result(claim);
    expect(shop.log).toMatchObject([{ event: 'callback_failed', message: expect.stringContaining('127.0.0.1:9') }]);
    expect(JSON.stringify(shop.log)).not.toContain(PASSWORD);
  });

  it('does not pass on fetch’s message about a callback’s URL', async () => {
    const settings = { ...CALLBACKS, alg: 'HS256', key: ENV['B'] ?? '', issuer: 'florin', audience: 'shop' } as const;
    const callbacks = await createCallbacks(
      { ...settings, url: `${WITH_PASSWORD}/payments`, timeoutSeconds: 60 },
      'AUD',
    );
    const { signal } = new AbortController();
    const agreed = { amount: 1, total: 1, currency: 'AUD', version: '', crn1: '1', crn2: '', crn3: '', billerCode: '' };
    await expect(callbacks.onPaid('1042', {}, agreed, signal)).rejects.toThrow(
      /^the shop could not be reached \(\w+\)$/,
    );
  });
});
