/** `onPaid` in the store's own transaction. P20 tests it with `kill -9`. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openPostgresStore,
  type PostgresStoreOptions,
  type ShopTransaction,
} from '../../../src/signer/node/postgres-store.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';
import type { SignerOptions } from '../../../src/signer/signer-options.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { createShop, shopClock } from '../shop.js';

let server: PostgresServer;
let service: FaultyService;
beforeAll(async () => {
  server = await startPostgres();
  service = await startFaultyService();
}, 60_000);
afterAll(async () => {
  await service.close();
  await server.stop();
});

/** A shop with a table of its own in the database, and one order that was paid. */
async function open(onPaid: NonNullable<PostgresStoreOptions['onPaid']>, options: Partial<SignerOptions> = {}) {
  const connection = await server.createDatabase();
  const database = new Client({ connectionString: connection });
  await database.connect();
  await database.query('CREATE TABLE shop_payment (txn_number text)');
  const store = await openPostgresStore({ clock: shopClock, connection, onPaid });
  // The signer's own is not given: the store has it.
  const shop = createShop(accountAt(service), { store, onPaid: undefined as never, ...options });
  const { authKey, claim } = await shop.grant('1042');
  await service.pay(authKey);
  return {
    shop,
    claim,
    entry: async () => (await store.readOrder(shop.scope, '1042')).entries[0],
    rows: async () => Number((await database.query('SELECT count(*) FROM shop_payment')).rows[0].count),
    close: async () => {
      await database.end();
      await store.close();
    },
  };
}
const insert = 'INSERT INTO shop_payment VALUES ($1)';

describe('onPaid of the PostgreSQL store', { timeout: 60_000 }, () => {
  it('writes in the same transaction as the notice, once for all requests', async () => {
    const { shop, claim, rows, close } = await open((transaction, _order, { TxnNumber }) =>
      transaction.query(insert, [TxnNumber]).then(() => undefined),
    );
    await Promise.all(Array.from({ length: 10 }, () => shop.result(claim)));
    await shop.signer.reconcile();
    expect((await shop.result(claim)).status).toBe('approved');
    expect(await rows()).toBe(1);
    await close();
  });

  it.each([
    ['throws after it has written', true],
    ['swallows the error of a statement', false],
  ])('leaves nothing if it %s, and is called again', async (_name, isThrown) => {
    let calls = 0;
    const { shop, claim, rows, close } = await open(async (transaction, _order, { TxnNumber }) => {
      calls += 1;
      await transaction.query(insert, [TxnNumber]);
      if (calls === 1 && isThrown) throw new Error('the shop’s own rule');
      if (calls === 1) await transaction.query('SELECT 1 / 0').catch(() => undefined);
    });
    expect((await shop.result(claim)).status).toBe('approved');
    expect(await rows()).toBe(0);
    expect(shop.log.map(({ event }) => event)).toContain('callback_failed');
    // The longest pause between two calls of the shop.
    shop.now += 10 * 60_000;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 1 });
    expect(await rows()).toBe(1);
    expect(calls).toBe(2);
    await close();
  });

  /** What the shop's code does when the limit is over. */
  const LATE: Readonly<Record<string, (transaction: ShopTransaction, signal: AbortSignal) => Promise<unknown>>> = {
    'returns late': (_transaction, signal) => aborted(signal),
    'writes late': (transaction, signal) => aborted(signal).then(() => transaction.query(insert, ['late'])),
    'writes after a statement that was running': (transaction) =>
      transaction.query('SELECT pg_sleep(1)').then(() => transaction.query(insert, ['late'])),
    'ends the transaction late': (transaction, signal) => aborted(signal).then(() => transaction.query('COMMIT')),
    'never returns': () => new Promise(() => undefined),
  };
  const aborted = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

  it.each(Object.keys(LATE))('leaves nothing if it is aborted by the limit and %s', async (name) => {
    let calls = 0;
    let late: Promise<unknown> = Promise.resolve();
    const { shop, claim, entry, rows, close } = await open(
      async (transaction, _order, { TxnNumber }, _agreed, signal) => {
        calls += 1;
        await transaction.query(insert, [TxnNumber]);
        if (calls > 1) return;
        late = LATE[name]!(transaction, signal);
        await late;
      },
      { callbackTimeoutSeconds: 0.3 },
    );
    expect((await shop.result(claim)).status).toBe('approved');
    expect(shop.log).toMatchObject([{ event: 'callback_timed_out', seconds: 0.3 }]);
    if (name !== 'never returns') await late.catch(() => undefined);
    // Due after a pause like a call that has thrown, not only after its lease.
    await expect.poll(async () => (await entry())?.notice).toBe('due');
    expect(await rows()).toBe(0);
    shop.now += 10 * 60_000;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 1, waiting: 0 });
    expect([calls, await rows()]).toEqual([2, 1]);
    await close();
  });

  it('can do nothing with a transaction that it has kept', async () => {
    let kept: ShopTransaction | undefined;
    const { shop, claim, rows, close } = await open(async (transaction, _order, { TxnNumber }) => {
      kept = transaction;
      await transaction.query(insert, [TxnNumber]);
    });
    await shop.result(claim);
    await expect(kept?.query(insert, ['late'])).rejects.toThrow('the transaction of this onPaid has ended');
    expect(await rows()).toBe(1);
    await close();
  });

  it('cannot be given beside the signer’s own', async () => {
    const store = await openPostgresStore({
      clock: shopClock,
      connection: await server.createDatabase(),
      onPaid: async () => undefined,
    });
    expect(() => createShop(accountAt(service), { store })).toThrow(/given twice/);
    await store.close();
  });
});
