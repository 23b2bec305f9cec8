/** Rules for all attempts: payments, and saved or changed cards and bank accounts. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuthKeyGrant } from '../../../src/core/pay-api.js';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { ATTEMPT_KINDS, grantOf, resultOf } from '../attempt-kinds.js';
import { type LossyProxy, startLossyProxy } from '../lossy-proxy.js';
import { type Service, startService } from '../service-on-a-port.js';
import { ORIGIN, shopClock } from '../shop.js';
import { createShopWithCards, type ShopWithCards } from '../shopper.js';

let service: Service;
let line: LossyProxy;
let shop: ShopWithCards;
let serial = 0;
let session = '';

beforeAll(async () => {
  service = await startService();
  line = await startLossyProxy(service.url);
});
afterAll(async () => {
  await line.close();
  await service.close();
});
beforeEach(() => {
  serial += 1;
  session = `kim${serial}-1`;
  line.alter = (body) => body;
  line.lose = () => undefined;
  shop = createShopWithCards(service, { service: service.accountAt(line.url) });
});

const isKeyCall = (path: string) => /authkey$/.test(path);

describe.each(ATTEMPT_KINDS)('the key for $name', (kind) => {
  it('lives as long as the shop sets, counted from before the request to the service', async () => {
    const hour = createShopWithCards(service, { keyLifetimeSeconds: 3600 });
    const { authKey, claim, expiresInSeconds } = await grantOf(kind, hour, session);
    expect(authKey).toMatch(/^[\da-f-]{36}$/);
    expect(claim).not.toContain(authKey);
    expect(expiresInSeconds).toBeGreaterThan(3590);
    expect(expiresInSeconds).toBeLessThanOrEqual(3600);
  });

  it.each(['request', 'answer', 'half', 'html'] as const)('is none when the line loses its %s', async (loss) => {
    const body = await kind.prepare(shop, session);
    line.lose = (_call, _method, path) => (isKeyCall(path) ? loss : undefined);
    const refused = await shop.as(session, kind.path, body);
    expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unreachable']);
    line.lose = () => undefined;
    expect((await shop.as(session, kind.path, body)).status).toBe(200);
  });

  it('is returned only when the store has saved it, and no request waits for that', async () => {
    const store = createMemoryStore({ clock: shopClock });
    let isBroken = false;
    const goLive: typeof store.goLive = async (...given) => !isBroken && store.goLive(...given);
    const failing = createShopWithCards(service, { store: { ...store, goLive } });
    const body = await kind.prepare(failing, session);
    isBroken = true;
    const answer = await failing.as<AuthKeyGrant>(session, kind.path, body);
    expect(answer.status).toBe(503);
    expect(answer.body).not.toHaveProperty('authKey');
    expect(failing.log.map(({ event }) => event)).toEqual(['internal_error']);
  });

  it('is made again when the store has lost its claim', async () => {
    const store = createMemoryStore({ clock: shopClock });
    let toLose = 0;
    const addClaim: typeof store.addClaim = async (claim) => (toLose-- > 0 ? true : store.addClaim(claim));
    const forgetful = createShopWithCards(service, { store: { ...store, addClaim } });
    const body = await kind.prepare(forgetful, session);
    toLose = 1;
    const { status } = await forgetful.as(session, kind.path, body);
    expect([status, toLose]).toEqual([200, -1]);
  });
});

describe.each(ATTEMPT_KINDS)('what becomes of $name', (kind) => {
  it.each(['its result key', 'its reference'])(
    'is found by %s, and the shop is notified once for all requests',
    async (by) => {
      const { claim, ...grant } = await grantOf(kind, shop, session);
      const { ResultKey } = await kind.send(service, { claim, ...grant });
      const ask = () => resultOf(kind, shop, claim, by === 'its result key' ? ResultKey : undefined);
      const answers = await Promise.all(Array.from({ length: 8 }, ask));
      expect(answers[0]).toMatchObject({ status: kind.good, claim });
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      await shop.signer.reconcile();
      expect(kind.told(shop)).toBe(1);
      expect([shop.mismatches, shop.log]).toEqual([[], []]);
    },
  );

  it('is found by a reconciliation if no page asks', async () => {
    const grant = await grantOf(kind, shop, session);
    await kind.send(service, grant);
    expect(await shop.signer.reconcile()).toMatchObject({ found: 1 });
    expect(kind.told(shop)).toBe(1);
    expect((await resultOf(kind, shop, grant.claim)).status).toBe(kind.good);
    expect(kind.told(shop)).toBe(1);
  });

  it('is not guessed if the service does not answer', async () => {
    const grant = await grantOf(kind, shop, session);
    const { ResultKey } = await kind.send(service, grant);
    line.lose = () => 'answer';
    for (const resultKey of [ResultKey, undefined]) {
      const { status, body } = await shop.as('', kind.resultPath, { claim: grant.claim, resultKey });
      expect([status, body.error.code]).toEqual([503, 'service_unreachable']);
    }
    expect(await shop.signer.reconcile()).toMatchObject({ found: 0, unreachable: 1 });
    line.lose = () => undefined;
    expect((await resultOf(kind, shop, grant.claim)).status).toBe(kind.good);
    expect(kind.told(shop)).toBe(1);
  });

  it('is not another attempt’s result, even if the page has its result key', async () => {
    const own = await grantOf(kind, shop, session);
    const other = await grantOf(kind, shop, session);
    const { ResultKey } = await kind.send(service, other);
    expect(['open', 'review']).toContain((await resultOf(kind, shop, own.claim, ResultKey)).status);
    // A payment is processed at once, because money has moved. A saved card is left to its own page.
    const isPayment = kind.path === 'authkey';
    expect(kind.told(shop)).toBe(isPayment ? 1 : 0);
    expect(shop.mismatches).toHaveLength(isPayment ? 1 : 0);
    expect(shop.log).toMatchObject([{ level: 'warn', event: 'foreign_result' }]);
    expect((await resultOf(kind, shop, other.claim)).status).toBe(kind.good);
    expect(kind.told(shop)).toBe(1);
    const { ResultKey: ownKey } = await kind.send(service, own);
    expect((await resultOf(kind, shop, own.claim, ownKey)).status).toBe(kind.good);
    expect(kind.told(shop)).toBe(2);
  });

  it('is open, then pending within the grace period of an expired key, then expired', async () => {
    let now = service.clock.now();
    const timed = createShopWithCards(service, { clock: { now: () => now } });
    const { claim } = await grantOf(kind, timed, session);
    now = service.clock.now();
    expect((await resultOf(kind, timed, claim)).status).toBe('open');
    now += 30 * 60_000;
    expect(await resultOf(kind, timed, claim)).toMatchObject({ status: 'pending', retryAfterSeconds: 15 });
    now += 114_000;
    // The service's Date counts whole seconds.
    const { status, ...late } = (await resultOf(kind, timed, claim)) as { status: string; retryAfterSeconds?: number };
    expect([status, [5, 6, 7].includes(late.retryAfterSeconds ?? 0)]).toEqual(['pending', true]);
    now += 7000;
    await service.advanceClock(32 * 60 + 2);
    for (let time = 0; time < 2; time += 1) expect((await resultOf(kind, timed, claim)).status).toBe('expired');
  });

  it('is answered by its own route only', async () => {
    const { claim } = await grantOf(kind, shop, session);
    const other = kind.resultPath === 'result' ? 'tokenresult' : 'result';
    const { status, body } = await shop.as('', other, { claim });
    expect([status, body.error.code]).toEqual([403, 'claim_refused']);
  });
});

describe.each(ATTEMPT_KINDS)('the return from $name', (kind) => {
  const openReturn = (claim: string, headers: Record<string, string> = {}) =>
    shop.signer.fetch(new Request(`${ORIGIN}/pay/return?claim=${claim}`, { headers }));

  it('redirects to the shop, even if the service does not answer', async () => {
    const { claim } = await grantOf(kind, shop, session);
    const locations = [];
    for (const loss of [undefined, 'request', 'html'] as const) {
      line.lose = () => loss;
      const { status, headers } = await openReturn(claim);
      locations.push([status, headers.get('location')]);
    }
    expect(locations).toEqual(Array.from({ length: 3 }, () => [303, `${ORIGIN}/`]));
  });

  it('inside a frame notifies the embedding page, and does not redirect', async () => {
    const { claim } = await grantOf(kind, shop, session);
    const response = await openReturn(claim, { 'sec-fetch-dest': 'iframe' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain(`frame-ancestors ${ORIGIN}`);
    expect(await response.text()).toContain('florin:returned');
  });
});
