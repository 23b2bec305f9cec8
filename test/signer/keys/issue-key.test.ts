/** One live key for an order. docs/invariants.md, invariant 3. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { createShop, orderOf, type Shop, shopClock } from '../shop.js';

const MINUTE = 60_000;
let service: FaultyService;
let shop: Shop;

beforeEach(async () => {
  service = await startFaultyService();
  shop = createShop(accountAt(service));
});
afterEach(() => {
  vi.useRealTimers();
  return service.close();
});

describe('the key of an order', () => {
  it('comes with all data that the page needs', async () => {
    const grant = await shop.grant('1042');
    expect(grant).toEqual({
      status: 'granted',
      order: '1042',
      claim: expect.stringMatching(/^[0-9a-f]{32}\.[\w-]{43}$/),
      authKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      submitUrl: `${service.url}/webapi/v3/txns/withauthkey/${grant.authKey}`,
      amount: { minor: 19900, currency: 'AUD' },
      expiresInSeconds: 1800,
      testMode: true,
    });
  });

  it('fixes amount, currency and Crn1 at the service, with the attempt’s reference and the return URL', async () => {
    shop.orders.set('7', orderOf('7', { crn2: 'two', billerCode: 'B1', customerEmail: 'buyer@shop.example' }));
    const { claim } = await shop.grant('7');
    expect(service.keyRequests).toEqual([
      {
        ProcessTxnData: {
          Action: 'payment',
          Amount: 19900,
          BillerCode: 'B1',
          Crn1: 'ORDER-7',
          Crn2: 'two',
          Currency: 'AUD',
          EmailAddress: 'buyer@shop.example',
          MerchantReference: expect.stringMatching(`^florin-${claim.slice(0, 24)}-[\\da-f]{18}$`) as string,
          SubType: 'single',
          TestMode: true,
          Type: 'internet',
        },
        RedirectionUrl: `https://shop.example/pay/return?claim=${claim}`,
      },
    ]);
  });

  it.each(['immediately', 'a minute later', '29 minutes later'])('is the same for requests %s', async (when) => {
    const first = await shop.grant('1042');
    const later = { immediately: 0, 'a minute later': MINUTE, '29 minutes later': 29 * MINUTE }[when]!;
    shop.now += later;
    const second = await shop.grant('1042');
    expect(second).toEqual({ ...first, expiresInSeconds: 1800 - later / 1000 });
    expect(service.calls.T4).toBe(1);
  });

  it('is the same for two names of one order', async () => {
    shop.orders.set('token-a', orderOf('1042'));
    expect((await shop.grant('token-a')).authKey).toBe((await shop.grant('1042')).authKey);
  });

  it('is different for another order', async () => {
    shop.orders.set('7', orderOf('7'));
    expect((await shop.grant('7')).authKey).not.toBe((await shop.grant('1042')).authKey);
  });

  it('is refused with the same text for an unknown order and another shopper’s order', async () => {
    const { status, body } = await shop.post('authkey', { order: 'nobody’s' });
    expect(status).toBe(403);
    expect(body).toEqual({ error: { code: 'order_refused', message: 'This order cannot be paid from here' } });
    expect(service.calls.T4).toBe(0);
  });
});

describe('a changed price', () => {
  it('makes another key if no card was submitted', async () => {
    const first = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', { amount: { minor: 20500, currency: 'AUD' } }));
    const second = await shop.grant('1042');
    expect(second.authKey).not.toBe(first.authKey);
    expect(second.amount.minor).toBe(20500);
    expect(await shop.grant('1042')).toEqual(second);
  });

  it.each([
    ['currency', { amount: { minor: 19900, currency: 'NZD' } }],
    ['Crn1', { crn1: 'OTHER' }],
    ['Crn2', { crn2: 'x' }],
    ['Crn3', { crn3: 'x' }],
    ['BillerCode', { billerCode: 'x' }],
    ['test mode', { testMode: false }],
    ['version of the price', { version: 'cart-2' }],
  ] as const)('counts when only the %s changed', async (_name, change) => {
    const first = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', change));
    expect((await shop.grant('1042')).authKey).not.toBe(first.authKey);
  });

  it('frees an order whose first terms the service always refuses', async () => {
    service.refuseKey = ({ Crn2 }) => (Crn2 === 'refused' ? 107 : undefined);
    shop.orders.set('1042', orderOf('1042', { crn2: 'refused' }));
    for (let time = 0; time < 13; time += 1) {
      const { status } = await shop.post('authkey', { order: '1042' });
      expect(status).toBe(500);
      shop.orders.set('1042', orderOf('1042', { crn2: 'refused', version: String(time) }));
    }
    shop.orders.set('1042', orderOf('1042', { crn2: 'accepted' }));
    const { authKey } = await shop.grant('1042');
    await service.pay(authKey);
    expect(service.txns).toMatchObject([{ Crn2: 'accepted' }]);
  });

  it('makes at most three further keys while the old ones can be used', async () => {
    const keys = new Set<string>();
    const price = (minor: number) => shop.orders.set('1042', orderOf('1042', { amount: { minor, currency: 'AUD' } }));
    for (const minor of [100, 200, 300, 400]) {
      price(minor);
      keys.add((await shop.grant('1042')).authKey);
      shop.now += MINUTE;
    }
    expect(keys.size).toBe(4);
    price(500);
    const { status, headers, body } = await shop.post('authkey', { order: '1042' });
    expect([status, body]).toEqual([
      429,
      { error: { code: 'rate_limited', message: 'Too many keys for this order', retryAfterSeconds: 28 * 60 } },
    ]);
    // The first key, made four minutes ago, expires in 26 minutes, plus a grace period of two.
    expect(headers.get('retry-after')).toBe(String(28 * 60));
    shop.now += 28 * MINUTE;
    expect((await shop.grant('1042')).amount.minor).toBe(500);
  });

  it('makes no second key after the first one’s result was requested', async () => {
    const first = await shop.grant('1042');
    expect((await shop.result(first.claim)).status).toBe('open');
    shop.orders.set('1042', orderOf('1042', { amount: { minor: 20500, currency: 'AUD' } }));
    expect(await shop.authkey('1042')).toMatchObject({ status: 'pending', claim: first.claim });
    shop.now += 32 * MINUTE;
    expect((await shop.grant('1042')).amount.minor).toBe(20500);
  });

  it('finds a payment on the first key before it makes another', async () => {
    const first = await shop.grant('1042');
    await service.pay(first.authKey);
    shop.orders.set('1042', orderOf('1042', { amount: { minor: 20500, currency: 'AUD' } }));
    expect(await shop.authkey('1042')).toMatchObject({ status: 'approved', claim: first.claim });
    expect(service.calls.T4).toBe(1);
  });
});

describe('an expired key', () => {
  it('is replaced after its grace period and a search without a result', async () => {
    const first = await shop.grant('1042');
    shop.now += 32 * MINUTE;
    const second = await shop.grant('1042');
    expect(second.authKey).not.toBe(first.authKey);
    expect(second.claim).not.toBe(first.claim);
    expect(service.keyRequests[1]?.ProcessTxnData['MerchantReference']).not.toBe(
      service.keyRequests[0]?.ProcessTxnData['MerchantReference'],
    );
    // By the reference, then by Crn1.
    expect(service.calls).toMatchObject({ T3: 2, T4: 2 });
  });

  it.each([0, 1, 119])(
    'is not replaced %i seconds after its end: a submission may still be in progress',
    async (after) => {
      const first = await shop.grant('1042');
      shop.now += 30 * MINUTE + after * 1000;
      expect(await shop.authkey('1042')).toMatchObject({ status: 'pending', claim: first.claim });
      expect(service.calls.T4).toBe(1);
    },
  );

  it('is not replaced if the search finds its payment', async () => {
    const first = await shop.grant('1042');
    await service.pay(first.authKey);
    shop.now += 60 * MINUTE;
    expect(await shop.authkey('1042')).toMatchObject({ status: 'approved', claim: first.claim });
    expect(shop.paid).toEqual([{ order: '1042', txnNumber: '1001' }]);
  });

  it('is not replaced while the search fails', async () => {
    await shop.grant('1042');
    shop.now += 60 * MINUTE;
    service.fault = (call) => (call === 'T3' ? 'lost_answer' : undefined);
    await expect(shop.authkey('1042')).rejects.toThrow('503 service_unreachable');
    service.fault = () => undefined;
    expect((await shop.authkey('1042')).status).toBe('granted');
    expect(service.calls.T4).toBe(2);
  });
});

describe('a finished attempt', () => {
  it('frees the order for another key after a decline', async () => {
    const first = await shop.grant('1042');
    const { resultKey } = await service.pay(first.authKey, { holder: 'DECLINED' });
    expect((await shop.result(first.claim, resultKey)).status).toBe('declined');
    const second = await shop.grant('1042');
    await service.pay(second.authKey);
    expect((await shop.result(second.claim)).status).toBe('approved');
    expect(shop.paid).toHaveLength(1);
  });

  it('frees the order after a final failure', async () => {
    const first = await shop.grant('1042');
    await service.pay(first.authKey, { holder: 'REFUSED' });
    expect((await shop.result(first.claim)).status).toBe('failed');
    expect((await shop.grant('1042')).authKey).not.toBe(first.authKey);
  });

  it('gets a receipt instead of a key if it was approved', async () => {
    const { authKey, claim } = await shop.grant('1042');
    const { resultKey } = await service.pay(authKey);
    await shop.result(claim, resultKey);
    expect(await shop.authkey('1042')).toMatchObject({ status: 'approved', claim, receipt: { txnNumber: '1001' } });
    expect(service.calls.T4).toBe(1);
  });

  it('is found when a shopper returns to a key whose answer was lost', async () => {
    const { authKey, claim } = await shop.grant('1042');
    await service.pay(authKey);
    shop.now += MINUTE;
    expect(await shop.authkey('1042')).toMatchObject({ status: 'approved', claim });
  });

  it('stays unfinished while the service does not know the outcome', async () => {
    const { authKey, claim } = await shop.grant('1042');
    await service.pay(authKey, { holder: 'PENDING' });
    shop.now += MINUTE;
    expect(await shop.authkey('1042')).toMatchObject({ status: 'pending', claim });
    expect((await shop.result(claim)).status).toBe('pending');
    // The key and its grace period are over, but there is a transaction: no other key is made.
    shop.now += 40 * MINUTE;
    expect((await shop.result(claim)).status).toBe('pending');
    expect(await shop.authkey('1042')).toMatchObject({ status: 'pending', claim });
    expect(await shop.signer.reconcile()).toMatchObject({ checked: 1, found: 0, expired: 0 });
    expect(shop.mismatches).toEqual([]);
    // An hour after the key's end a person has to look.
    shop.now += 50 * MINUTE;
    expect((await shop.result(claim)).status).toBe('review');
    expect(shop.mismatches).toMatchObject([{ kind: 'result_mismatch', differences: ['ResponseCode'] }]);
  });

  it('allows an order twelve keys an hour that end with a decline', async () => {
    let granted = 0;
    for (let tries = 0; tries < 20; tries += 1) {
      const { status, body } = await shop.post<{ claim: string; authKey: string }>('authkey', { order: '1042' });
      if (status !== 200) continue;
      granted += 1;
      await service.pay(body.authKey, { holder: 'DECLINED' });
      await shop.result(body.claim);
      shop.now += 1000;
    }
    expect(granted).toBe(12);
    shop.now += 60 * MINUTE;
    expect((await shop.authkey('1042')).status).toBe('granted');
  });
});

describe('a service in trouble', () => {
  it.each(['lost_request', 'lost_answer', 'html', 'half', 'empty', 'unavailable'] as const)(
    'that answers a new key with "%s" is a 503, and the next request gets the key',
    async (fault) => {
      service.fault = () => fault;
      const { status, headers, body } = await shop.post('authkey', { order: '1042' });
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('5');
      expect(body).toMatchObject({ error: { code: 'service_unreachable' } });
      service.fault = () => undefined;
      shop.now += 1;
      expect((await shop.grant('1042')).authKey).toBeTruthy();
      // The same attempt: nobody got the key whose answer was lost, so nobody can pay with it.
      const references = service.keyRequests.map((request) => request.ProcessTxnData['MerchantReference']);
      expect(new Set(references).size).toBe(1);
    },
  );

  it('gets one call for many waiting requests, and all of them get the refusal', async () => {
    // Until the slowest of them waits.
    service.keyDelay = 500;
    service.fault = () => 'lost_answer';
    const step = setInterval(() => (shop.now += 5), 5);
    const answers = await Promise.all(Array.from({ length: 100 }, () => shop.post('authkey', { order: '1042' })));
    clearInterval(step);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(service.calls.T4).toBe(1);
  });

  it('is no retry if the credentials are wrong, and the log says so without them', async () => {
    service.fault = () => 'unauthorised';
    const { status, body } = await shop.post('authkey', { order: '1042' });
    expect([status, body]).toMatchObject([500, { error: { code: 'configuration_invalid' } }]);
    expect(shop.log).toMatchObject([
      { event: 'service_call_failed', call: 'create_auth_key', code: 'api_rejected', apiCode: 1 },
    ]);
    expect(JSON.stringify(shop.log)).not.toContain('Demo-Password-1');
  });
});

describe('a signer that died between claim and key', () => {
  it('is waited for until its lease runs out, then its claim is taken over', async () => {
    const store = createMemoryStore({ clock: shopClock });
    const dead = createShop(accountAt(service), { store });
    service.fault = () => 'lost_answer';
    // The process ends before it can give its lease back.
    const failLease = store.failLease;
    store.failLease = () => new Promise(() => undefined);
    void dead.post('authkey', { order: '1042' });
    await expect.poll(() => service.calls.T4).toBe(1);
    service.fault = () => undefined;
    store.failLease = failLease;

    const alive = createShop(accountAt(service), { store });
    const waiting = alive.grant('1042');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(service.calls.T4).toBe(1);
    alive.now += 25_000;
    const { authKey } = await waiting;
    expect(service.calls.T4).toBe(2);
    expect((await alive.grant('1042')).authKey).toBe(authKey);
  });
});

describe('the shop’s own prices', () => {
  it.each([
    ['a negative amount', { amount: { minor: -1, currency: 'AUD' } }],
    ['a fraction of a cent', { amount: { minor: 1.5, currency: 'AUD' } }],
    ['an unknown currency', { amount: { minor: 1, currency: 'aud' } }],
    ['no Crn1', { crn1: '' }],
    ['a Crn1 of 51 characters', { crn1: 'x'.repeat(51) }],
    ['no name', { order: '' }],
  ])('are refused with %s, before a call to the service', async (_name, change) => {
    shop.orders.set('1042', orderOf('1042', change));
    const { status, body } = await shop.post('authkey', { order: '1042' });
    expect([status, body]).toMatchObject([500, { error: { code: 'configuration_invalid' } }]);
    expect(shop.log).toMatchObject([{ level: 'error', event: 'price_order_failed' }]);
    expect(service.calls.T4).toBe(0);
  });

  it('may fail, and the page does not get the reason', async () => {
    const failing = createShop(accountAt(service), {
      priceOrder: () => {
        throw new Error('the database password is swordfish');
      },
    });
    const { status, body } = await failing.post('authkey', { order: '1042' });
    expect(status).toBe(503);
    expect(JSON.stringify(body)).not.toContain('swordfish');
  });

  it('may hang, and the page is told after 15 seconds that it may try again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let onAsked = () => {};
    const asked = new Promise<void>((resolve) => (onAsked = resolve));
    const hanging = createShop(accountAt(service), {
      priceOrder: () => {
        onAsked();
        return new Promise(() => undefined);
      },
    });
    const answer = hanging.post('authkey', { order: '1042' });
    await asked;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await answer).toMatchObject({ status: 503, body: { error: { code: 'shop_failed' } } });
    expect(hanging.log).toMatchObject([{ event: 'price_order_failed', message: 'no answer in 15 seconds' }]);
  });
});
