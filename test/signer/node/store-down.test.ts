/**
 * A store that fails, completely or for one kind of write, during payments: every endpoint answers, no payment is
 * made twice or lost, and the shop gets its notices when the store is back.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../../src/signer/claims/claim-store.js';
import { openPostgresStore } from '../../../src/signer/node/postgres-store.js';
import { openSqliteStore } from '../../../src/signer/node/sqlite-store.js';
import { startPostgres } from '../../support/postgres-server.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { createShop, orderOf, ORIGIN, type Shop, shopClock } from '../shop.js';

let service: FaultyService;

beforeEach(async () => {
  service = await startFaultyService();
});
afterEach(() => service.close());

interface Payment {
  readonly order: string;
  readonly claim: string;
  readonly resultKey: string;
  /** The address that the service was given. */
  readonly hook: string;
}

const open = (store: ClaimStore): Shop => createShop(accountAt(service), { store, webhooks: true });

async function pay(shop: Shop, order: string): Promise<Payment> {
  shop.orders.set(order, orderOf(order));
  const { authKey, claim } = await shop.grant(order);
  const { WebHookUrl = '' } = service.keyRequests.at(-1) as { WebHookUrl?: string };
  const { resultKey } = await service.pay(authKey);
  return { order, claim, resultKey: resultKey ?? '', hook: WebHookUrl };
}

/** The answer of each endpoint, without the order, when what the webhook began has ended. */
async function knock(shop: Shop, { order, claim, resultKey, hook }: Payment) {
  const begun: Promise<void>[] = [];
  const waitUntil = (work: Promise<void>) => void begun.push(work);
  const visit = (path: string, method = 'GET') => shop.signer.fetch(new Request(path, { method }), { waitUntil });
  const [key, result, back, heard, health] = await Promise.all([
    shop.post('authkey', { order }),
    shop.post('result', { claim, resultKey }),
    visit(`${ORIGIN}/pay/return?claim=${claim}&ResponseCode=0&ResultKey=${resultKey}`),
    visit(hook, 'POST'),
    visit(`${ORIGIN}/pay/health`),
  ]);
  await Promise.all(begun);
  const { checked } = await shop.signer.reconcile();
  return {
    key: key.status,
    result: result.status,
    back: back.status,
    hook: heard.status,
    health: health.status,
    checked,
  };
}

describe('a database that is killed', () => {
  it(
    'is a 503 at every endpoint, the service’s webhook included; afterwards all data is there',
    { timeout: 120_000 },
    async () => {
      const server = await startPostgres();
      const store = await openPostgresStore({ clock: shopClock, connection: await server.createDatabase() });
      const shop = open(store);
      const payments = [await pay(shop, '1'), await pay(shop, '2')];
      const { T4 } = service.calls;
      await server.crash();
      for (const payment of payments) {
        const away = { key: 503, result: 503, back: 503, hook: 503, health: 503, checked: 0 };
        expect(await knock(shop, payment)).toEqual(away);
      }
      shop.orders.set('3', orderOf('3'));
      expect((await shop.post('authkey', { order: '3' })).status).toBe(503);
      // No key without a stored claim.
      expect([service.calls.T4, shop.paid, shop.mismatches]).toEqual([T4, [], []]);
      await server.restart();
      const [first, second] = payments;
      expect((await shop.result(first!.claim, first!.resultKey)).status).toBe('approved');
      expect(await shop.signer.reconcile()).toMatchObject({ found: 1 });
      for (const payment of payments) await knock(shop, payment);
      expect(shop.paid.map(({ order }) => order)).toEqual([first!.order, second!.order]);
      expect((await shop.grant('3')).order).toBe('3');
      await store.close();
      await server.stop();
    },
  );
});

describe('a full disk', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'florin-store-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A signer on a file that somebody else can make to refuse a kind of write, as a full disk does. */
  function openFile() {
    const file = join(folder, 'claims.sqlite');
    const store = openSqliteStore(file, { clock: shopClock });
    const other = new DatabaseSync(file);
    const close = async () => {
      other.close();
      await store.close();
    };
    return {
      shop: open(store),
      refuse: (write: string) =>
        other.exec(`CREATE TRIGGER full BEFORE ${write} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`),
      allow: () => other.exec('DROP TRIGGER full'),
      close,
    };
  }

  it('makes no key that the store could not save', async () => {
    const { shop, refuse, allow, close } = openFile();
    refuse('INSERT ON claim');
    expect((await shop.post('authkey', { order: '1042' })).status).toBe(503);
    expect(service.calls.T4).toBe(0);
    allow();
    // The service has made the key, and the store cannot save it: nobody gets it.
    refuse("UPDATE ON claim WHEN NEW.state = 'live'");
    const { status, body } = await shop.post('authkey', { order: '1042' });
    expect([status, Object.keys(body as object)]).toEqual([503, ['error']]);
    expect(service.calls.T4).toBe(1);
    allow();
    const { authKey } = await shop.grant('1042');
    await service.pay(authKey);
    await shop.signer.reconcile();
    expect([shop.paid.length, shop.mismatches]).toEqual([1, []]);
    await close();
  });

  it.each([
    ['what was found', 'INSERT ON entry', { result: 503, back: 303, hook: 200 }],
    ['that somebody asked', 'UPDATE OF asked_at ON claim', { result: 503, back: 303, hook: 200 }],
    [
      'that the shop is being told',
      "UPDATE ON entry WHEN NEW.notice = 'calling'",
      // What was found is written down: the shopper has the receipt.
      { result: 200, back: 303, hook: 200 },
    ],
  ])('that cannot store %s makes the notice once, later', async (_name, write, expected) => {
    const { shop, refuse, allow, close } = openFile();
    const payment = await pay(shop, '1042');
    refuse(write);
    const seen = await knock(shop, payment);
    expect(seen).toMatchObject(expected);
    allow();
    for (let turns = 0; turns < 3; turns += 1) {
      shop.now += 91_000;
      await shop.signer.reconcile();
      expect((await shop.result(payment.claim)).status).toBe('approved');
    }
    expect(shop.paid).toEqual([{ order: '1042', txnNumber: '1001' }]);
    await close();
  });

  it('that cannot store the success of a notice repeats it after the lease', async () => {
    const { shop, refuse, allow, close } = openFile();
    const { claim } = await pay(shop, '1042');
    refuse("UPDATE ON entry WHEN NEW.notice = 'done'");
    expect((await shop.result(claim)).status).toBe('approved');
    expect(shop.log).toMatchObject([{ event: 'notice_not_stored', txnNumber: '1001' }]);
    allow();
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 0, waiting: 1 });
    shop.now += 90_000;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 1, waiting: 0 });
    expect(shop.paid.map(({ txnNumber }) => txnNumber)).toEqual(['1001', '1001']);
    await close();
  });
});
