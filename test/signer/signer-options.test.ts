/** The options of `createSigner`: which ones are refused at the start, and with which name. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { generateFrameKeys } from '../../src/signer/frame/frame-keys.js';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { createSigner } from '../../src/signer/signer.js';
import { accountAt, startFaultyService, type FaultyService } from './faulty-service.js';
import { createShop, ORIGIN, shopClock } from './shop.js';

let service: FaultyService;

beforeEach(async () => {
  service = await startFaultyService();
});
afterEach(() => service.close());

/** A method that is never called. */
const NOTHING = () => Promise.resolve(0);

describe('options', () => {
  const options = (): SignerOptions => ({
    service: accountAt(service),
    store: createMemoryStore({ clock: shopClock }),
    secret: 'x'.repeat(32),
    publicUrl: `${ORIGIN}/pay`,
    merchantName: 'Demo Shop',
    priceOrder: () => null,
    onPaid: () => undefined,
  });
  /** As in a program that was not type-checked. */
  const wrong = (change: object) => () => createSigner({ ...options(), ...change });

  it.each([
    ['onPayed is not an option; did you mean onPaid\\? The options are .*onPaid', { onPayed: () => undefined }],
    ['priceOrders is not an option; did you mean priceOrder\\?', { priceOrders: () => null }],
    ['returnTo must be a function', { returnTo: '/x' }],
    ['onPaid must be a function', { onPaid: 'orders.markPaid' }],
    ['onPaid must be a function', { onPaid: undefined }],
    ['onPaid must be a function', { onPaid: undefined, authoriseToken: () => null }],
    ['onMismatch must be a function', { currentTerms: () => null }],
    ['secret must be text', { secret: undefined }],
    ['merchantName must be text', { merchantName: undefined }],
    ['merchantName must be text', { merchantName: '' }],
    ['support must be text of one line', { support: '' }],
    ['support must be text of one line', { support: 'Call us\nat noon' }],
    ['support must be text of one line', { support: 'x'.repeat(201) }],
    ['support must be an object', { support: 5 }],
    ['support must have email, phone or url, or be a sentence', { support: {} }],
    ['support.fax is not an option; the options are email, phone, url', { support: { fax: '1' } }],
    ['support.email must be an e-mail address', { support: { email: 'help at shop.example' } }],
    ['support.phone must be a phone number', { support: { phone: 'call us' } }],
    ['support.url must be an http or https URL', { support: { url: 'javascript:alert(1)' } }],
    ['confirmsByEmail must be true or false', { confirmsByEmail: 'yes' }],
    ['keyLifetimeSeconds must be a number', { keyLifetimeSeconds: '1800' }],
    ['webhooks must be true or false', { webhooks: 'false' }],
    ['log must be a function', { log: console }],
    ['rateLimit must be an object or false', { rateLimit: true }],
    [
      'rateLimit.clients is not an option; did you mean client\\? The options are client, order',
      { rateLimit: { clients: {} } },
    ],
    ['rateLimit.client must be an object', { rateLimit: { client: 5 } }],
    ['rateLimit.order.second is not an option', { rateLimit: { order: { calls: 1, second: 1 } } }],
    ['rateLimit.tries.calls must be a number', { rateLimit: { tries: { calls: '12', seconds: 60 } } }],
    ['rateLimit.declines.seconds must be a number', { rateLimit: { declines: { calls: 12 } } }],
    ['rateLimit.client.calls must be a number above 0', { rateLimit: { client: { calls: NaN, seconds: 1 } } }],
    ['rateLimit.order.take must be a function', { rateLimit: { order: { take: 5 } } }],
    ['rateLimit.tries.giveBack must be a function', { rateLimit: { tries: { take: NOTHING, peek: NOTHING } } }],
    ['rateLimit.client.networks.take', { rateLimit: { client: { take: NOTHING, networks: {} } } }],
    ['webform.titel is not an option', { webform: { titel: 'Pay' } }],
    ['webform.title must be text', { webform: { title: 5 } }],
    ['webform must be an object', { webform: true }],
    ['iframe.style is not an option', { iframe: { style: '' } }],
    ['iframe.css must be text', { iframe: { css: {} } }],
    ['redirect.shortName is not an option', { redirect: { shortName: 'shop' } }],
    ['frame.signingKey must be an object', { frame: {} }],
    ['frame.key is not an option', { frame: { key: {} } }],
    ['frame.signingKey.d must be text', { frame: { signingKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } } }],
    ['frame.signingKey.crv must be P-256', { frame: { signingKey: { kty: 'EC', crv: 'hunter2' } } }],
    ['clock.now must be a function', { clock: { time: () => 0 } }],
    ['clock must be an object', { clock: Date }],
    ['shortClaims.hold must be a function', { shortClaims: { take: NOTHING } }],
    ['orderVersions must be opaque or rising', { orderVersions: 'raising' }],
    ['transactionType must be internet or ecommerce', { transactionType: 'moto' }],
    ['service.version must be v2 or v3', { service: { ...accountAt({ url: ORIGIN }), version: 'v1' } }],
    ['service.client.getResult must be a function', { service: { client: { createAuthKey: NOTHING } } }],
    [
      'store.notifyPaid must be a function',
      { store: { ...createMemoryStore({ clock: shopClock }), notifyPaid: 'orders' } },
    ],
    ['allowedOrigins.1. must be text', { allowedOrigins: ['https://a.example', 5] }],
    ['redirect.merchantShortName must be text', { redirect: {} }],
    [
      'redirect.backUrl must be an absolute http or https URL',
      { redirect: { merchantShortName: 'DEMOSHOP', backUrl: 'javascript:alert(1)' } },
    ],
    [
      'redirect.backToCardsUrl must be an absolute http or https URL',
      { redirect: { merchantShortName: 'DEMOSHOP', backToCardsUrl: '/account' } },
    ],
    ['allowedOrigins must be a list', { allowedOrigins: 'https://a.example' }],
    ['store must be an object', { store: undefined }],
    [
      'store.finishNotice must be a function',
      { store: { ...createMemoryStore({ clock: shopClock }), finishNotice: undefined } },
    ],
    ['service must be an object', { service: null }],
    ['service.password must be text', { service: { ...accountAt({ url: ORIGIN }), password: undefined } }],
    ['service.merchantNumber must be text', { service: { ...accountAt({ url: ORIGIN }), merchantNumber: 1 } }],
    [
      'service.pasword is not an option; did you mean password\\? The options are .*password',
      { service: { pasword: 'x' } },
    ],
    ['secret must not be the same secret as service.password', { secret: 'Demo-Password-1' }],
    ['otherSecret must not be the same secret as secret', { otherSecret: 'x'.repeat(32) }],
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

  it('may lack the payment callbacks if the shop only saves cards, or its store has onPaid', () => {
    expect(wrong({ onPaid: undefined, authoriseToken: () => null, onTokenStored: () => undefined })).not.toThrow();
    const store = { ...createMemoryStore({ clock: shopClock }), notifyPaid: () => Promise.resolve() };
    expect(wrong({ onPaid: undefined, store })).not.toThrow();
  });

  it('accept all their members', async () => {
    const counter = { take: NOTHING, peek: NOTHING, giveBack: NOTHING };
    const { privateKey } = await generateFrameKeys();
    const given = {
      rateLimit: {
        client: { calls: 1, seconds: 1 },
        order: { take: NOTHING },
        tries: { ...counter, networks: counter },
        declines: counter,
      },
      ...{ webform: { title: 'Pay' }, iframe: { css: '' }, redirect: { merchantShortName: 'shop' } },
      ...{ frame: { signingKey: privateKey }, clock: { now: () => 0 }, shortClaims: { hold: NOTHING } },
      ...{ orderVersions: 'rising', transactionType: 'ecommerce', allowedOrigins: ['https://a.example'] },
      ...{ otherSecret: 'another secret of the shop, for tests', retention: 7 },
      service: { ...accountAt({ url: ORIGIN }), version: 'v2', otherPassword: 'p' },
    };
    expect(wrong(given)).not.toThrow();
    expect(wrong({ webform: {}, iframe: {}, rateLimit: {} })).not.toThrow();
  });

  it.each([
    ['secret', { secret: 'short' }],
    ['otherSecret', { otherSecret: 'short' }],
    ['publicUrl', { publicUrl: '/pay' }],
    ['allowedOrigins', { allowedOrigins: ['https://a.example/path'] }],
    ['allowedOrigins', { allowedOrigins: ['*'] }],
    ['merchantCurrency', { merchantCurrency: 'XX' }],
    ['keyLifetimeSeconds', { keyLifetimeSeconds: 0 }],
    ['retention', { retention: 6 }],
    ['retention', { retention: 7.5 }],
    ['baseUrl', { service: { baseUrl: 'no', merchantNumber: '1', username: 'u', password: 'p' } }],
  ])('are refused with the name of the member: %s', (name, change) => {
    expect(() => createSigner({ ...options(), ...change })).toThrow(new RegExp(name));
  });

  it('accept a client of the shop', async () => {
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
