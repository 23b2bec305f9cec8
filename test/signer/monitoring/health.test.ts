import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import type { Health } from '../../../src/signer/monitoring/health.js';
import { CIRCUIT_RULES } from '../../../src/signer/service/service-circuit.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import type { SignerLogEntry } from '../../../src/signer/signer-options.js';
import { createShop, orderOf, ORIGIN, type Shop, shopClock } from '../shop.js';

let service: FaultyService;
let shop: Shop;
beforeEach(async () => {
  service = await startFaultyService();
  shop = createShop(accountAt(service));
});
afterEach(() => {
  vi.restoreAllMocks();
  return service.close();
});

const ask = async () => {
  const response = await shop.signer.fetch(new Request(`${ORIGIN}/pay/health`));
  return { status: response.status, health: (await response.json()) as Health };
};

describe('health', () => {
  it('is ok, with the time of the last reconciliation', async () => {
    expect(await ask()).toEqual({
      status: 200,
      health: {
        status: 'ok',
        reasons: [],
        store: 'ok',
        service: { circuit: 'closed', failures: 0, refusals: {} },
        oldestAskedSeconds: null,
        oldestNoticeSeconds: null,
        lastAudit: null,
        reconciledAt: null,
        callbackTimedOutAt: null,
        knowsClients: null,
        clocks: null,
        isThrottled: false,
      },
    });
    await shop.signer.reconcile();
    expect((await ask()).health.reconciledAt).toBe(new Date(shop.now).toISOString());
  });

  it('is degraded while the service takes no calls', async () => {
    let isBusy = true;
    const send: typeof fetch = (url, init) =>
      isBusy
        ? Promise.resolve(new Response('busy', { status: 503, headers: { 'retry-after': '30' } }))
        : fetch(url, init);
    shop = createShop({ ...accountAt(service), fetch: send });
    for (let call = 0; call < CIRCUIT_RULES.failures; call += 1) {
      expect((await ask()).health.status).toBe('ok');
      expect((await shop.post('authkey', { order: '1042' })).status).toBe(503);
    }
    expect((await ask()).health).toMatchObject({
      ...{ status: 'degraded', reasons: ['service_unreachable'] },
      service: { circuit: 'closed' },
    });
    isBusy = false;
    await shop.grant('1042');
    expect((await ask()).health).toMatchObject({ status: 'ok', reasons: [] });
  });

  it.each([
    ['the store', 31, 0, { storeSeconds: 31, serviceSeconds: 0 }],
    ['the service', 0, -31, { storeSeconds: 0, serviceSeconds: -31 }],
    ['the store and the service from each other', -16, 16, { storeSeconds: -16, serviceSeconds: 16 }],
  ])('is degraded while the clock of %s is more than 30 s off', async (_what, store, theirs, clocks) => {
    const skews = { store, theirs };
    const log: SignerLogEntry[] = [];
    const clock = { now: () => shop.now + skews.store * 1000 };
    shop = createShop(accountAt(service), {
      store: createMemoryStore({ clock }),
      log: (entry) => void log.push(entry),
    });
    service.clock = { now: () => shop.now + skews.theirs * 1000 };
    for (const order of ['1042', '1043', '1044']) {
      shop.orders.set(order, orderOf(order));
      await shop.grant(order);
    }
    expect((await ask()).health).toMatchObject({ status: 'degraded', reasons: ['clocks_apart'], clocks });
    expect(log).toEqual([expect.objectContaining({ level: 'warn', event: 'clocks_apart', times: 1 })]);
    Object.assign(skews, { store: 0, theirs: 0 });
    shop.orders.set('1045', orderOf('1045'));
    await shop.grant('1045');
    expect((await ask()).health).toMatchObject({ status: 'ok', reasons: [] });
  });

  it('is ok without the service’s time, and says that it has none', async () => {
    service.alterHeaders = () => ({});
    await shop.grant('1042');
    expect((await ask()).health).toMatchObject({ status: 'ok', clocks: { storeSeconds: 0, serviceSeconds: null } });
  });

  it('is degraded while the service does not answer, and ok again when it does', { timeout: 30_000 }, async () => {
    service.fault = () => 'unavailable';
    // The clock of the circuit, whose pause of two seconds a busy machine may sleep through.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    for (let call = 0; call < CIRCUIT_RULES.failures; call += 1) {
      expect((await shop.post('authkey', { order: '1042' })).status).toBe(503);
    }
    const { status, health } = await ask();
    expect(status).toBe(200);
    expect(health).toMatchObject({
      status: 'degraded',
      reasons: ['service_unreachable'],
      service: { circuit: 'open', failures: CIRCUIT_RULES.failures },
    });
    clock.mockRestore();
    service.fault = () => undefined;
    await expect
      .poll(async () => (await shop.post('authkey', { order: '1042' })).status, { timeout: 20_000 })
      .toBe(200);
    expect((await ask()).health.status).toBe('ok');
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no such table: claim, password Demo-Password-1'))],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('is 503 when the store %s', async (_name, readClaim) => {
    shop = createShop(accountAt(service), { store: { ...createMemoryStore({ clock: shopClock }), readClaim } });
    const { status, health } = await ask();
    expect(status).toBe(503);
    expect(health).toMatchObject({ status: 'failing', store: 'unreachable' });
    expect(JSON.stringify(health)).not.toMatch(/Demo|claim|password/i);
  });

  it('is degraded while the service refuses the password, and ok again after it was corrected', async () => {
    service.fault = () => 'unauthorised';
    for (const order of ['1042', '1042', '1043']) {
      shop.orders.set(order, orderOf(order));
      expect((await shop.post('authkey', { order })).status).toBe(500);
    }
    expect(await ask()).toMatchObject({
      status: 200,
      health: { status: 'degraded', reasons: ['service_refuses'], service: { circuit: 'closed', refusals: { 1: 3 } } },
    });
    service.fault = () => undefined;
    await shop.grant('1042');
    expect((await ask()).health).toMatchObject({ status: 'ok', service: { refusals: {} } });
  });

  it('says how long the oldest question and the oldest notice wait', async () => {
    shop = createShop(accountAt(service), {
      store: createMemoryStore({ clock: shopClock }),
      onPaid: () => Promise.reject(new Error('the shop is down')),
    });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const { authKey, claim } = await shop.grant('1042');
    const { resultKey } = await service.pay(authKey);
    service.fault = () => 'unavailable';
    await shop.post('result', { claim, resultKey });
    shop.now += 65_500;
    expect((await ask()).health).toMatchObject({ oldestAskedSeconds: 65, oldestNoticeSeconds: null });
    service.fault = () => undefined;
    await shop.post('result', { claim, resultKey });
    shop.now += 10_000;
    clock.mockReturnValue(10_000);
    expect((await ask()).health).toMatchObject({ oldestAskedSeconds: null, oldestNoticeSeconds: 10 });
  });

  it('is 503 when the store takes no write, and tries one every ten seconds at most', async () => {
    let writes = 0;
    let isFull = true;
    const store = createMemoryStore({ clock: shopClock });
    const setMark: typeof store.setMark = async (mark) => {
      writes += 1;
      if (isFull) throw new Error('database or disk is full');
      return store.setMark(mark);
    };
    shop = createShop(accountAt(service), { store: { ...store, setMark } });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const full = { status: 503, health: { status: 'failing', reasons: ['store_unwritable'], store: 'unwritable' } };
    expect(await Promise.all([ask(), ask(), ask()])).toMatchObject([full, full, full]);
    isFull = false;
    clock.mockReturnValue(9_999);
    expect(await ask()).toMatchObject(full);
    expect(writes).toBe(1);
    clock.mockReturnValue(10_000);
    expect((await ask()).health).toMatchObject({ status: 'ok', store: 'ok' });
    expect(writes).toBe(2);
  });

  it('needs no login, is not limited, and refuses POST', async () => {
    shop = createShop(accountAt(service), { rateLimit: { client: { calls: 1, seconds: 60 } } });
    for (let call = 0; call < 5; call += 1) expect((await ask()).status).toBe(200);
    const posted = await shop.signer.fetch(new Request(`${ORIGIN}/pay/health`, { method: 'POST' }));
    expect(posted.status).toBe(405);
  });
});
