/**
 * P57: a claim belongs to one merchant and one mode. On one store, with one secret, an order that is paid at one merchant or in
 * test mode is neither seen, answered, counted nor reconciled at another merchant or for the real bank.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignerRefusal } from '../../src/core/pay-api.js';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { createMemoryCounter } from '../../src/signer/guards/call-limits.js';
import { openPostgresStore } from '../../src/signer/node/postgres-store.js';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import { createShop, orderOf, ORIGIN, shopClock, type Shop } from '../signer/shop.js';
import { startDurableStores, type DurableStores } from '../signer/worker/durable-stores.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { createQuickService, type QuickService } from './quick-service.js';

const OTHER = '5353109000000088';

let server: PostgresServer;
let durable: DurableStores;
let folder: string;
let store: ClaimStore;
let services: readonly [QuickService, QuickService];
let shop: Shop;
let other: Shop;

const STORES = [
  ['memory', async () => createMemoryStore({ clock: shopClock })],
  ['SQLite', async () => openSqliteStore(join(folder, 'claims.db'), { clock: shopClock })],
  ['PostgreSQL', async () => openPostgresStore({ connection: await server.createDatabase(), clock: shopClock })],
  ['a Durable Object', async () => durable.open(shopClock)],
] as const;

beforeAll(async () => {
  [server, durable] = await Promise.all([startPostgres(), startDurableStores()]);
}, 60_000);
afterAll(() => Promise.all([server.stop(), durable.stop()]));

describe.each(STORES)('P57: two merchants with one secret and their claims in one store, %s', (_name, open) => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'florin-two-'));
    store = await open();
    services = [createQuickService(), createQuickService(OTHER)];
    const [mine, theirs] = services;
    // One counter for both, as in Redis.
    const rateLimit = {
      order: createMemoryCounter({ calls: 3, seconds: 600 }),
      client: createMemoryCounter({ calls: 1000, seconds: 600 }),
      tries: createMemoryCounter({ calls: 1000, seconds: 600 }),
      declines: createMemoryCounter({ calls: 1, seconds: 600 }, 3600),
    };
    shop = createShop(mine.connection, { store, rateLimit, webhooks: true });
    other = createShop(theirs.connection, { store, rateLimit, webhooks: true });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('do not answer, find or notify for each other', async () => {
    const [mine, theirs] = services;
    const { authKey, claim } = await shop.grant('1042');
    mine.pay(authKey);
    // Unasked: only a reconciliation finds it.
    expect(await other.signer.reconcile()).toMatchObject({ checked: 0, found: 0, notified: 0, waiting: 0 });
    expect(await other.signer.reconcileNow()).toMatchObject({ checked: 0, found: 0, notified: 0, waiting: 0 });
    const refused = await other.post<SignerRefusal>('result', { claim });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'claim_refused']);
    const hook = new URL(mine.keys.get(authKey)?.WebHookUrl ?? '');
    await other.signer.fetch(new Request(hook, { method: 'POST' }));
    expect((await store.readOrder(shop.scope, '1042')).claims).toMatchObject([{ hintedAt: null }]);
    expect((await shop.result(claim)).status).toBe('approved');
    expect(await other.signer.resultOf('1042', { testMode: true })).toBeNull();
    const theirGrant = await other.grant('1042');
    theirs.pay(theirGrant.authKey);
    // Both services count from 1001.
    expect((await other.result(theirGrant.claim)).status).toBe('approved');
    const told = [{ order: '1042', txnNumber: '1001' }];
    expect([shop.paid, other.paid, shop.mismatches, other.mismatches]).toEqual([told, told, [], []]);
  });

  it('have limits of their own', async () => {
    const [mine] = services;
    for (let call = 0; call < 3; call += 1) await shop.grant('1042');
    await expect(shop.grant('1042')).rejects.toThrow('429');
    await other.grant('1042');
    for (const order of ['a', 'b', 'c']) {
      shop.orders.set(order, orderOf(order));
      const { authKey, claim } = await shop.grant(order);
      mine.pay(authKey, 'declined');
      await shop.result(claim);
    }
    const isThrottled = async ({ signer }: Shop) =>
      ((await (await signer.fetch(new Request(`${ORIGIN}/pay/health`))).json()) as { isThrottled: boolean })
        .isThrottled;
    expect([await isThrottled(shop), await isThrottled(other)]).toEqual([true, false]);
  });

  it('have an order in test mode apart from the live order of the same name', async () => {
    const [mine] = services;
    const test = await shop.grant('1042');
    mine.pay(test.authKey);
    expect((await shop.result(test.claim)).status).toBe('approved');
    shop.orders.set('1042', orderOf('1042', { testMode: false }));
    expect(await shop.signer.resultOf('1042')).toBeNull();
    const live = await shop.grant('1042');
    expect(live.testMode).toBe(false);
    expect((await shop.result(live.claim)).status).toBe('open');
    mine.pay(live.authKey);
    expect((await shop.result(live.claim)).status).toBe('approved');
    expect(await shop.signer.resultOf('1042')).toMatchObject({ status: 'approved', receipt: { isTest: false } });
    expect(await shop.signer.resultOf('1042', { testMode: true })).toMatchObject({ receipt: { isTest: true } });
    expect(shop.mismatches).toEqual([]);
  });

  it('do not take the result of an order in test mode for one of the live order', async () => {
    const [mine] = services;
    const test = await shop.grant('1042');
    const paid = mine.pay(test.authKey);
    shop.orders.set('1042', orderOf('1042', { testMode: false }));
    const live = await shop.grant('1042');
    expect((await shop.result(live.claim, paid?.resultKey)).status).toBe('review');
    expect(shop.mismatches.map(({ kind }) => kind)).toEqual(['foreign_result']);
    expect((await shop.grant('1042')).authKey).toBe(live.authKey);
    mine.pay(live.authKey);
    expect((await shop.result(live.claim)).status).toBe('approved');
    expect((await shop.result(test.claim)).status).toBe('approved');
    expect(shop.paid.map(({ order }) => order)).toEqual(['1042', '1042']);
  });
});
