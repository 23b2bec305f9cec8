/** Calls to the service for repeated and parallel requests of a key. Without HTTP. */
import * as openTelemetry from '@opentelemetry/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FlorinError } from '../../../src/core/errors.js';
import type { SignerRefusal } from '../../../src/core/pay-api.js';
import { createClaim } from '../../../src/signer/claims/claim.js';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import type { SignerOptions } from '../../../src/signer/signer-options.js';
import { createQuickService } from '../../promises/quick-service.js';
import { startInMemoryTelemetry } from '../in-memory-telemetry.js';
import { createShop, orderOf, ORIGIN, shopClock } from '../shop.js';
import { TERMS } from '../terms.js';

afterEach(() => void vi.useRealTimers());

/** A shop whose service counts its calls; `answerKey` can take the place of its answer to a request for a key. */
function open(options: Partial<SignerOptions> = {}) {
  const service = createQuickService();
  const { client } = service.connection;
  const calls = { keys: 0, searches: 0, signals: [] as (AbortSignal | undefined)[] };
  const run: { answerKey?: () => Promise<string> } = {};
  const notCalled = () => Promise.reject(new Error('the frame of the service is not used here'));
  const counting: typeof client = {
    ...client,
    processIframeTransaction: notCalled,
    processIframeAddToken: notCalled,
    processIframeUpdateToken: notCalled,
    createAuthKey: (request, call) => {
      calls.keys += 1;
      calls.signals.push(call?.signal);
      return run.answerKey?.() ?? client.createAuthKey(request, call);
    },
    searchTransactions: (search) => {
      calls.searches += 1;
      return client.searchTransactions(search);
    },
  };
  const shop = createShop({ ...service.connection, client: counting }, options);
  service.clock = { now: () => shop.now };
  return { service, shop, calls, run };
}

describe('a key that is requested again', () => {
  it('is granted without a search for ten seconds, and from then on after one search', async () => {
    const { shop, calls } = open();
    const { authKey } = await shop.grant('1042');
    shop.now += 9_999;
    expect((await shop.grant('1042')).authKey).toBe(authKey);
    expect(calls).toMatchObject({ keys: 1, searches: 0 });
    shop.now += 1;
    expect((await shop.grant('1042')).authKey).toBe(authKey);
    expect(calls).toMatchObject({ keys: 1, searches: 1 });
  });

  it('has its remaining life, rounded down to seconds, and none after its end', async () => {
    const { shop } = open();
    shop.now += 500;
    expect((await shop.grant('1042')).expiresInSeconds).toBe(1800);
    shop.now += 1;
    expect((await shop.grant('1042')).expiresInSeconds).toBe(1799);
  });

  it('of an order with a transaction of another order is for review: no other key is made', async () => {
    const store = createMemoryStore({ clock: shopClock });
    const before = open({ store });
    before.shop.orders.set('first', orderOf('first'));
    const first = await before.shop.grant('first');
    before.service.pay(first.authKey);
    expect((await before.shop.result(first.claim)).status).toBe('approved');
    // A sandbox with a new database numbers its transactions from the beginning.
    const { service, shop, calls } = open({ store });
    const { authKey } = await shop.grant('1042');
    service.pay(authKey);
    shop.now += 40 * 60_000;
    expect(await shop.authkey('1042')).toMatchObject({ status: 'review' });
    shop.orders.set('1042', orderOf('1042', { amount: { minor: 1, currency: 'AUD' } }));
    expect(await shop.authkey('1042')).toMatchObject({ status: 'review' });
    expect(calls.keys).toBe(1);
  });
});

describe('a request for a key', () => {
  it('sends the return URL, the webhook URL and the frame’s theme to the service', async () => {
    const { service, shop } = open({ webhooks: true, iframe: {}, redirect: { merchantShortName: 'DEMOSHOP' } });
    const { authKey, claim, frameUrl, hostedUrl } = await shop.grant('1042');
    expect(service.keys.get(authKey)).toMatchObject({
      RedirectionUrl: `${ORIGIN}/pay/return?claim=${claim}`,
      WebHookUrl: expect.stringContaining(`${ORIGIN}/pay/webhook?hint=`) as string,
      IframeParameters: expect.any(Object) as object,
    });
    expect(frameUrl).toContain(`/txns/iframe/${authKey}`);
    expect(hostedUrl).toContain(authKey);
  });

  it('sends none of them if the shop does not use them', async () => {
    const { service, shop } = open();
    const grant = await shop.grant('1042');
    const request = service.keys.get(grant.authKey);
    for (const member of ['WebHookUrl', 'IframeParameters', 'HppParameters'])
      expect(request).not.toHaveProperty(member);
    for (const member of ['frameUrl', 'hostedUrl']) expect(grant).not.toHaveProperty(member);
  });

  it('waits twenty seconds for the key of another request, and then answers that the service is unavailable', async () => {
    const store = createMemoryStore({ clock: shopClock });
    const { shop, calls } = open({ store });
    const inputs = {
      id: '0'.repeat(32),
      scope: shop.scope,
      order: '1042',
      attempt: 1,
      terms: TERMS,
      reference: 'a reference',
      leaseOwner: 'another',
    };
    await store.addClaim(createClaim({ ...inputs, lease: 25_000 }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answers: number[] = [];
    void shop.post<SignerRefusal>('authkey', { order: '1042' }).then(({ status }) => answers.push(status));
    await vi.advanceTimersByTimeAsync(19_800);
    expect(answers).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    await vi.waitFor(() => expect(answers).toEqual([503]));
    expect(calls.keys).toBe(0);
  });

  it('takes over a claim that another process left, and only one of many does', async () => {
    const store = createMemoryStore({ clock: shopClock });
    const { shop, calls, run } = open({ store });
    const inputs = {
      id: '0'.repeat(32),
      scope: shop.scope,
      order: '1042',
      attempt: 1,
      terms: TERMS,
      reference: 'a reference',
      leaseOwner: 'dead',
    };
    await store.addClaim(createClaim({ ...inputs, lease: 0 }));
    let answer: (authKey: string) => void = () => undefined;
    const asked = new Promise<void>((isAsked) => {
      run.answerKey = () => {
        isAsked();
        return new Promise((resolve) => (answer = resolve));
      };
    });
    const together = [shop.grant('1042'), shop.grant('1042')];
    await asked;
    // The lease that was taken over lasts as long as a new one.
    shop.now += 24_999;
    const late = shop.grant('1042');
    answer('00000000-0000-4000-8000-000000000001');
    const keys = await Promise.all([...together, late]);
    expect(new Set(keys.map(({ authKey }) => authKey)).size).toBe(1);
    expect(calls.keys).toBe(1);
    expect((await store.readOrder(shop.scope, '1042')).claims).toHaveLength(1);
  });

  it('that takes over a claim counts as a try of its own client', async () => {
    const store = createMemoryStore({ clock: shopClock });
    const { shop } = open({ store, rateLimit: { tries: { calls: 1, seconds: 600 } } });
    const inputs = {
      id: '0'.repeat(32),
      scope: shop.scope,
      order: '1042',
      attempt: 1,
      terms: TERMS,
      reference: 'a reference',
      leaseOwner: 'dead',
    };
    await store.addClaim(createClaim({ ...inputs, lease: 0 }));
    shop.orders.set('7', orderOf('7'));
    const statusOf = async (order: string, clientAddress: string) => {
      const headers = { 'content-type': 'application/json', origin: ORIGIN };
      const request = new Request(`${ORIGIN}/pay/authkey`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ order }),
      });
      return (await shop.signer.fetch(request, { clientAddress })).status;
    };
    expect(await statusOf('1042', '192.0.2.1')).toBe(200);
    expect(await statusOf('7', '192.0.2.1')).toBe(429);
    expect(await statusOf('7', '192.0.2.2')).toBe(200);
  });

  it('fails at once if the store does not have the key that was just made', async () => {
    const store = createMemoryStore({ clock: shopClock });
    const { shop, calls } = open({ store: { ...store, goLive: async () => false } });
    expect((await shop.post('authkey', { order: '1042' })).status).toBe(503);
    expect(shop.log.map(({ event }) => event)).toEqual(['internal_error']);
    expect(calls.keys).toBe(1);
  });

  it('beyond the limit of an order has its own metric; keys are counted by their action', async () => {
    const telemetry = startInMemoryTelemetry();
    const { shop } = open({ openTelemetry });
    for (const version of ['1', '2', '3', '4']) {
      shop.orders.set('1042', orderOf('1042', { version }));
      await shop.grant('1042');
    }
    shop.orders.set('1042', orderOf('1042', { version: '5' }));
    expect((await shop.post('authkey', { order: '1042' })).status).toBe(429);
    expect(telemetry.sum('florin.signer.limits.refusals', { 'florin.limit': 'keys' })).toBe(1);
    expect(telemetry.sum('florin.signer.keys.issued', { 'florin.action': 'payment' })).toBe(4);
    telemetry.stop();
  });

  it('for an order that is paid needs no answer of the service', async () => {
    const { service, shop, calls } = open();
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey);
    await shop.result(claim);
    const { searches } = calls;
    expect(await shop.authkey('1042')).toMatchObject({ status: 'approved', claim });
    expect(calls.searches).toBe(searches);
  });

  it('waits twenty seconds for the service, and then the order is free for the next request', async () => {
    const { shop, calls, run } = open();
    run.answerKey = () =>
      new Promise((_resolve, reject) => {
        const [signal] = calls.signals;
        signal?.addEventListener('abort', () => reject(new FlorinError('service_timeout', 'no answer')));
      });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = new Promise<void>((resolve) => {
      const { answerKey } = run;
      run.answerKey = () => {
        resolve();
        return answerKey!();
      };
    });
    const answers: number[] = [];
    void shop.post<SignerRefusal>('authkey', { order: '1042' }).then(({ status }) => answers.push(status));
    await asked;
    await vi.advanceTimersByTimeAsync(19_999);
    expect(calls.signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitFor(() => expect(answers).toEqual([503]));
    delete run.answerKey;
    shop.now += 1;
    expect((await shop.grant('1042')).authKey).toBeTruthy();
    expect(vi.getTimerCount()).toBe(0);
  });
});
