/** What a shop gives to `createSigner`: what is refused at once, and by which name. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSigner } from '../../src/signer/signer.js';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { createMemoryStore } from '../../src/signer/memory-store.js';
import { accountAt, startFaultyService, type FaultyService } from './faulty-service.js';
import { createShop, ORIGIN } from './shop.js';

let service: FaultyService;

beforeEach(async () => {
  service = await startFaultyService();
});
afterEach(() => service.close());

describe('options', () => {
  const options = (): SignerOptions => ({
    service: accountAt(service),
    store: createMemoryStore(),
    secret: 'x'.repeat(32),
    publicUrl: `${ORIGIN}/pay`,
    merchantName: 'Demo Shop',
    priceOrder: () => null,
    onPaid: () => undefined,
  });
  /** Of a program that nobody has compiled. */
  const wrong = (change: object) => () => createSigner({ ...options(), ...change });

  it.each([
    ['onPayed is not an option; the options are .*onPaid', { onPayed: () => undefined }],
    ['priceOrders is not an option', { priceOrders: () => null }],
    ['returnTo must be a function', { returnTo: '/x' }],
    ['onPaid must be a function', { onPaid: 'orders.markPaid' }],
    ['onPaid must be a function', { onPaid: undefined }],
    ['onPaid must be a function', { onPaid: undefined, authoriseToken: () => null }],
    ['onMismatch must be a function', { currentTerms: () => null }],
    ['secret must be text', { secret: undefined }],
    ['merchantName must be text', { merchantName: undefined }],
    ['merchantName must be text', { merchantName: '' }],
    ['keyLifetimeSeconds must be a number', { keyLifetimeSeconds: '1800' }],
    ['webhooks must be true or false', { webhooks: 'false' }],
    ['log must be a function', { log: console }],
    ['rateLimit must be an object or false', { rateLimit: true }],
    ['redirect.merchantShortName must be text', { redirect: {} }],
    ['allowedOrigins must be a list', { allowedOrigins: 'https://a.example' }],
    ['store must be an object', { store: undefined }],
    ['store.renewNotice must be a function', { store: { ...createMemoryStore(), renewNotice: undefined } }],
    ['service must be an object', { service: null }],
    ['service.password must be text', { service: { ...accountAt({ url: ORIGIN }), password: undefined } }],
    ['service.merchantNumber must be text', { service: { ...accountAt({ url: ORIGIN }), merchantNumber: 1 } }],
    ['service.pasword is not an option; the options are .*password', { service: { pasword: 'x' } }],
    ['secret must not be the same as service.password', { secret: 'Demo-Password-1' }],
    ['publicUrl must have no user name', { publicUrl: 'https://me:hunter2@shop.example/pay' }],
    ['allowedOrigins must have no user name', { allowedOrigins: ['https://me:hunter2@shop.example'] }],
    [
      'service.browserUrl must have no user',
      { service: { ...accountAt({ url: ORIGIN }), browserUrl: 'http://me:hunter2@x' } },
    ],
    ['baseUrl must be .* without .* credentials', { service: accountAt({ url: 'http://me:hunter2@x' }) }],
  ])('refuse: %s', (message, change) => {
    expect(wrong(change)).toThrow(new RegExp(message));
    expect(wrong(change)).not.toThrow(/hunter2/);
  });

  it('of a shop that only saves cards need nobody for payments, and those of one whose store tells them', () => {
    expect(wrong({ onPaid: undefined, authoriseToken: () => null, onTokenStored: () => undefined })).not.toThrow();
    const store = { ...createMemoryStore(), tellPaid: () => Promise.resolve() };
    expect(wrong({ onPaid: undefined, store })).not.toThrow();
  });

  it.each([
    ['secret', { secret: 'short' }],
    ['publicUrl', { publicUrl: '/pay' }],
    ['allowedOrigins', { allowedOrigins: ['https://a.example/path'] }],
    ['allowedOrigins', { allowedOrigins: ['*'] }],
    ['merchantCurrency', { merchantCurrency: 'XX' }],
    ['keyLifetimeSeconds', { keyLifetimeSeconds: 0 }],
    ['baseUrl', { service: { baseUrl: 'no', merchantNumber: '1', username: 'u', password: 'p' } }],
  ])('name what is wrong with %s', (name, change) => {
    expect(() => createSigner({ ...options(), ...change })).toThrow(new RegExp(name));
  });

  it('take a client of the shop’s own', async () => {
    const own = createShop({
      client: {
        createAuthKey: async () => '11111111-2222-4333-8444-555555555555',
        getResult: () => Promise.reject(new Error('not called')),
        getTransaction: () => Promise.reject(new Error('not called')),
        searchTransactions: async () => [],
      },
      browserUrl: 'https://service.example/',
      merchantNumber: '1',
      version: 'v2',
    });
    expect((await own.grant('1042')).submitUrl).toBe(
      'https://service.example/webapi/v2/txns/withauthkey/11111111-2222-4333-8444-555555555555',
    );
  });
});
