/** The signer counts the outcome of an attempt once, notifies the shop, and passes it on. Without HTTP. */
import * as openTelemetry from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { createMemoryCounter } from '../../../src/signer/guards/call-limits.js';
import { createQuickService } from '../../promises/quick-service.js';
import { startInMemoryTelemetry } from '../in-memory-telemetry.js';
import { openQuickShop as open } from '../quick-shop.js';
import { createShop, orderOf, ORIGIN } from '../shop.js';
import { shopClock } from '../shop.js';

describe('a recorded outcome', () => {
  it.each([
    ['at different times', 1],
    ['in the same millisecond', 0],
  ])('is counted once by requests %s', async (_when, step) => {
    let now = Date.UTC(2026, 10, 21, 7, 30);
    const telemetry = startInMemoryTelemetry();
    const declines = createMemoryCounter({ calls: 100, seconds: 600 });
    const counted: string[] = [];
    const take: typeof declines.take = (key) => {
      counted.push(key);
      return declines.take(key);
    };
    const store = createMemoryStore({ clock: shopClock });
    let arrived = 0;
    let goOn = () => {};
    const allArrived = new Promise<void>((resolve) => (goOn = resolve));
    /** All three requests have found the transaction before one of them records it. */
    const record: typeof store.record = async (finding) => {
      arrived += 1;
      if (arrived === 3) goOn();
      await allArrived;
      return store.record(finding);
    };
    const { service, shop } = open({
      store: { ...store, record },
      openTelemetry,
      rateLimit: { declines: { ...declines, take } },
      clock: { now: () => (now += step) },
    });
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey, 'declined');
    await Promise.all([1, 2, 3].map(() => shop.result(claim)));
    expect(counted).toHaveLength(1);
    expect(telemetry.sum('florin.signer.payments', { 'florin.outcome': 'declined' })).toBe(1);
    telemetry.stop();
  });

  it('is not counted again when the page of another order has its result key', async () => {
    const { service, shop } = open({ rateLimit: { declines: { calls: 1, seconds: 600 } } });
    const { authKey, claim } = await shop.grant('1042');
    const { resultKey } = service.pay(authKey, 'declined') ?? {};
    await shop.result(claim);
    shop.orders.set('7', orderOf('7'));
    await shop.result((await shop.grant('7')).claim, resultKey);
    expect(shop.log.map(({ event }) => event)).toEqual(['client_unknown', 'foreign_result']);
  });

  it('is the result, although the search also finds a transaction without an outcome', async () => {
    const { service, shop, run } = open();
    const { authKey, claim } = await shop.grant('1042');
    const { resultKey = '' } = service.pay(authKey) ?? {};
    const paid = await service.connection.client.getResult(resultKey);
    const pending: object = { TxnNumber: '2000', ResponseCode: 'P', BankResponseCode: null };
    run.alsoFound = [{ ...paid, ...pending }];
    expect((await shop.result(claim)).status).toBe('approved');
  });

  it('leads to no other key in the request that also finds a transaction without an outcome', async () => {
    const { service, shop, run } = open();
    const { authKey, claim } = await shop.grant('1042');
    const { resultKey = '' } = service.pay(authKey, 'declined') ?? {};
    const declined = await service.connection.client.getResult(resultKey);
    const pending: object = { TxnNumber: '2000', ResponseCode: 'P', BankResponseCode: null };
    run.alsoFound = [{ ...declined, ...pending }];
    shop.now += 10_000;
    expect(await shop.authkey('1042')).toMatchObject({ status: 'declined', claim });
    expect(service.keys.size).toBe(1);
  });

  it('is counted by a reconciliation, which also ends keys without one', async () => {
    const { service, shop } = open();
    shop.orders.set('7', orderOf('7'));
    await shop.grant('7');
    service.pay((await shop.grant('1042')).authKey);
    shop.now += 32 * 60_000;
    expect(await shop.signer.reconcile()).toMatchObject({ checked: 2, found: 1, expired: 1 });
  });

  it('is reported by the store if the store has a callback', async () => {
    const told: unknown[] = [];
    const store = createMemoryStore({ clock: shopClock });
    const { service, shop } = open({
      onPaid: undefined as never,
      store: {
        ...store,
        async notifyPaid(entry, agreed) {
          told.push([entry.order, agreed.amount]);
          await store.finishNotice(entry);
        },
      },
    });
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey);
    await shop.result(claim);
    expect([told, shop.log]).toEqual([[['1042', 19900]], []]);
  });

  it('is not reported to a shop without onPaid, and the log says why', async () => {
    const callbacks = { onPaid: undefined as never, authoriseToken: () => null, onTokenStored: () => undefined };
    const unused = () => Promise.reject(new Error('this call is not expected'));
    const tokenCalls = ['getToken', 'searchTokens', 'updateToken', 'deleteToken', 'getTokenResult'];
    const keyCalls = ['createAddTokenAuthKey', 'createUpdateTokenAuthKey'];
    const service = createQuickService();
    const client = {
      ...service.connection.client,
      ...Object.fromEntries([...tokenCalls, ...keyCalls].map((name) => [name, unused])),
    };
    const shop = createShop({ ...service.connection, client }, callbacks);
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey);
    expect((await shop.result(claim)).status).toBe('approved');
    expect(shop.log).toMatchObject([{ event: 'callback_failed', message: expect.stringContaining('has no onPaid') }]);
  });
});

describe('the return from the service', () => {
  const openReturn = async (isDown: boolean) => {
    const results: unknown[] = [];
    const { service, shop, run } = open({ returnTo: (_order, result) => `/${results.push(result)}` });
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey);
    run.isDown = isDown;
    await shop.signer.fetch(new Request(`${ORIGIN}/pay/return?claim=${claim}`));
    return results;
  };

  it('passes the result to the shop', async () => {
    expect(await openReturn(false)).toMatchObject([{ status: 'approved' }]);
  });

  it('passes on when to ask again if the service does not answer', async () => {
    expect(await openReturn(true)).toMatchObject([{ status: 'pending', retryAfterSeconds: 5 }]);
  });
});
