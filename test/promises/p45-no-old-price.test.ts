/**
 * P45: the shop always learns of a payment at an old price: each notice has the agreed terms, and if the shop has
 * `currentTerms`, a payment with another amount, currency or version is reported as `paid_superseded` with both. If the shop
 * does not answer `currentTerms`, it is asked again later, and the shopper sees no wrong result.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthKeyGrant } from '../../src/core/pay-api.js';
import type { AgreedTerms, CurrentTerms } from '../../src/signer/claims/agreed-terms.js';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { openPostgresStore } from '../../src/signer/node/postgres-store.js';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { createShop, orderOf, ORIGIN, type Shop, shopClock } from '../signer/shop.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { createQuickService } from './quick-service.js';

const OLD = { minor: 5_000, currency: 'AUD' };
const NEW = { minor: 900_000, currency: 'AUD' };
/** The longest pause between two calls of the shop. */
const LONGEST_PAUSE = 600_000;

let server: PostgresServer;
let folder: string;
let store: ClaimStore;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-price-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true });
});

type Open = () => ClaimStore | Promise<ClaimStore>;

interface Paid {
  readonly shop: Shop;
  readonly claim: string;
  readonly resultKey: string;
  readonly hook: string;
  readonly told: AgreedTerms[];
}

/** An order that was paid at the old price, and now has the price of `currentTerms`. */
async function pay(open: Open, options: Partial<SignerOptions> = {}): Promise<Paid> {
  store = await open();
  const service = createQuickService();
  const told: AgreedTerms[] = [];
  const shop = createShop(service.connection, {
    store,
    webhooks: true,
    onPaid: (_order, _txn, agreed) => void told.push(agreed),
    ...options,
  });
  shop.orders.set('1042', orderOf('1042', { amount: OLD, version: 'cart 1' }));
  // With what the card adds, where the shop takes a surcharge.
  const { authKey, claim } = (await shop.post<AuthKeyGrant>('authkey', { order: '1042', cardType: 'MC' })).body;
  const hook = service.keys.get(authKey)?.WebHookUrl ?? '';
  return { shop, claim, hook, told, resultKey: service.pay(authKey)?.resultKey ?? '' };
}

const FINDERS: Readonly<Record<string, (paid: Paid) => Promise<unknown>>> = {
  'the page': ({ shop, claim, resultKey }) => shop.result(claim, resultKey),
  'the return': ({ shop, claim, resultKey }) =>
    shop.signer.fetch(new Request(`${ORIGIN}/pay/return?claim=${claim}&ResultKey=${resultKey}&ResponseCode=0`)),
  'the webhook': async ({ shop, hook }) => {
    const work: Promise<void>[] = [];
    const waitUntil = (each: Promise<void>) => void work.push(each);
    await shop.signer.fetch(new Request(hook, { method: 'POST', body: '{}' }), { waitUntil });
    await Promise.all(work);
  },
  'the reconciliation': ({ shop }) => shop.signer.reconcile(),
};
const STORES: Readonly<Record<string, Open>> = {
  memory: () => createMemoryStore({ clock: shopClock }),
  SQLite: () => openSqliteStore(join(folder, 'claims.db'), { clock: shopClock }),
  PostgreSQL: async () => openPostgresStore({ clock: shopClock, connection: await server.createDatabase() }),
};
const WAYS = Object.keys(STORES).flatMap((name) => Object.keys(FINDERS).map((finder) => [finder, name] as const));

const CHANGES: readonly (readonly [string, CurrentTerms])[] = [
  ['amount', { amount: NEW, version: 'cart 1' }],
  ['currency', { amount: { ...OLD, currency: 'NZD' }, version: 'cart 1' }],
  ['version', { amount: OLD, version: 'cart 2' }],
];

describe('P45: an old price is never paid in silence', () => {
  it.each(WAYS)('a changed price is told with both sums: found by %s, claims in %s', async (finder, name) => {
    const paid = await pay(STORES[name]!, { currentTerms: () => ({ amount: NEW }) });
    await FINDERS[finder]?.(paid);
    const { shop, claim, told } = paid;
    expect(told).toEqual([]);
    expect(shop.mismatches).toMatchObject([
      {
        kind: 'paid_superseded',
        order: '1042',
        terms: { amount: OLD },
        current: { amount: NEW },
        txn: { Amount: 5000 },
      },
    ]);
    expect((await shop.result(claim)).status).toBe('review');
    expect((await shop.authkey('1042')).status).toBe('review');
    shop.now += LONGEST_PAUSE;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 0, waiting: 0 });
    expect(shop.mismatches).toHaveLength(1);
  });

  it('a changed price is not notified in the store’s own transaction', async () => {
    const written: string[] = [];
    const onPaid = async (_transaction: unknown, order: string) => void written.push(order);
    const open = async () => openPostgresStore({ clock: shopClock, connection: await server.createDatabase(), onPaid });
    const { shop, claim } = await pay(open, { onPaid: undefined as never, currentTerms: () => ({ amount: NEW }) });
    expect((await shop.result(claim)).status).toBe('review');
    expect(written).toEqual([]);
    expect(shop.mismatches).toMatchObject([{ kind: 'paid_superseded', current: { amount: NEW } }]);
  });

  it.each(CHANGES)('another %s is a difference', async (_member, current) => {
    const { shop, claim, told } = await pay(() => createMemoryStore({ clock: shopClock }), {
      currentTerms: () => current,
    });
    expect((await shop.result(claim)).status).toBe('review');
    expect([told, shop.mismatches.map((each) => each.current)]).toEqual([[], [current]]);
  });

  it('the same price is paid, with the agreed terms; a surcharge and a missing version are no difference', async () => {
    const { shop, claim, told } = await pay(() => createMemoryStore({ clock: shopClock }), {
      currentTerms: () => ({ amount: OLD }),
      surcharge: () => ({ minor: 150, currency: 'AUD' }),
    });
    expect((await shop.result(claim)).status).toBe('approved');
    expect(told).toEqual([
      {
        ...{ amount: 5000, total: 5150, currency: 'AUD', version: 'cart 1' },
        ...{ crn1: 'ORDER-1042', crn2: '', crn3: '', billerCode: '' },
      },
    ]);
  });

  it('a shop without currentTerms gets the agreed terms, so that it can compare', async () => {
    const { shop, claim, told } = await pay(() => createMemoryStore({ clock: shopClock }));
    expect((await shop.result(claim)).status).toBe('approved');
    expect(told).toMatchObject([{ amount: 5000, total: 5000, version: 'cart 1' }]);
  });

  it.each<[string, SignerOptions['currentTerms']]>([
    ['says null', () => null],
    ['throws', () => Promise.reject(new Error('down'))],
    ['says half of it', () => ({ amount: { minor: 0.5, currency: 'AUD' } })],
  ])('if the shop %s there is no notice until it answers', async (_name, currentTerms) => {
    let isUp = false;
    const { shop, claim, told } = await pay(() => createMemoryStore({ clock: shopClock }), {
      currentTerms: (order, signal) => (isUp ? { amount: OLD } : (currentTerms?.(order, signal) ?? null)),
    });
    expect((await shop.result(claim)).status).toBe('approved');
    expect([told, shop.mismatches]).toEqual([[], []]);
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 0, waiting: 1 });
    isUp = true;
    shop.now += LONGEST_PAUSE;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 1, waiting: 0 });
    expect([told.length, shop.mismatches.length]).toEqual([1, 0]);
  });

  it('a shopper who asks when the shop answers later sees a review', async () => {
    let current: CurrentTerms | null = null;
    const { shop, claim } = await pay(() => createMemoryStore({ clock: shopClock }), { currentTerms: () => current });
    expect((await shop.result(claim)).status).toBe('approved');
    current = { amount: NEW };
    shop.now += LONGEST_PAUSE;
    expect((await shop.result(claim)).status).toBe('review');
  });

  it('if the shop hangs there is no notice, and the shopper gets the receipt', async () => {
    let asked = 0;
    const { shop, claim, told } = await pay(() => createMemoryStore({ clock: shopClock }), {
      currentTerms: () => new Promise(() => void (asked += 1)),
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const result = shop.result(claim);
    await vi.waitUntil(() => asked === 1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await result).status).toBe('approved');
    expect([told, shop.mismatches]).toEqual([[], []]);
    expect((await store.readOrder(shop.scope, '1042')).entries).toMatchObject([{ kind: 'paid', notice: 'due' }]);
  });

  it('a changed price whose notice failed is reported later, even if the price is the old one again', async () => {
    let current = NEW;
    let isUp = false;
    const reports: unknown[] = [];
    const { shop, claim, told } = await pay(STORES['SQLite']!, {
      currentTerms: () => ({ amount: current }),
      onMismatch: (report) => {
        if (!isUp) throw new Error('down');
        reports.push(report.current);
      },
    });
    expect((await shop.result(claim)).status).toBe('review');
    isUp = true;
    current = OLD;
    shop.now += LONGEST_PAUSE;
    expect((await shop.result(claim)).status).toBe('review');
    expect([reports, told]).toEqual([[{ amount: NEW }], []]);
  });
});
