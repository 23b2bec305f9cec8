/** `florin doctor` counts the claims of test mode in the store of a live signer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/node/sqlite.js';
import { openPostgresStore } from '../../src/signer/node/postgres-store.js';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import { createQuickService } from '../promises/quick-service.js';
import { createShop, orderOf, shopClock } from '../signer/shop.js';
import { NOBODYS_PORT } from '../support/free-port.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { spawnFlorin, waitForEnd } from './florin-process.js';

/** As docs/guides/stores.md says it. */
const REMOVE = ['entry', 'claim'].map((table) => `DELETE FROM ${table} WHERE scope LIKE '% test'`);

let server: PostgresServer;
let folder: string;
let database: string;
beforeAll(async () => {
  server = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), 'florin-claims-'));
  database = await server.createDatabase();
}, 60_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const STORES = [
  {
    name: 'SQLite',
    store: { sqlite: 'claims.db' },
    open: async () => openSqliteStore(join(folder, 'claims.db'), { clock: shopClock }),
    remove: async () => {
      const file = openSqlite(join(folder, 'claims.db'));
      for (const statement of REMOVE) file.exec(statement);
      file.close();
    },
  },
  {
    name: 'PostgreSQL',
    store: { postgres: { env: 'DATABASE' } },
    open: () => openPostgresStore({ connection: database, clock: shopClock }),
    remove: async () => {
      const client = new Client({ connectionString: database, options: '-c search_path=florin_signer' });
      await client.connect();
      for (const statement of REMOVE) await client.query(statement);
      await client.end();
    },
  },
];

/** What the doctor says about the claims of a signer whose service is on another machine. */
async function examine(store: object, host = 'doctor.invalid'): Promise<readonly object[]> {
  const file = join(folder, 'florin.config.json');
  const baseUrl = `https://${host}:${NOBODYS_PORT}`;
  const service = { baseUrl, merchantNumber: '5353109000000000', username: 'shop', password: { env: 'PASSWORD' } };
  writeFileSync(file, JSON.stringify({ service, store }));
  const blank = { FLORIN_BASE_URL: '', FLORIN_USERNAME: '', FLORIN_PASSWORD: '', FLORIN_MERCHANT_NUMBER: '' };
  const env = { ...blank, PASSWORD: 'a password', DATABASE: database };
  const { out } = await waitForEnd(spawnFlorin(['doctor', '--json', '--config', file], undefined, env));
  return (JSON.parse(out) as { check: string }[]).filter(({ check }) => check === 'claims');
}

describe.each(STORES)('florin doctor, with claims in $name', { timeout: 90_000 }, ({ store, open, remove }) => {
  it('counts those of test mode, until they are removed, and leaves the live ones', async () => {
    const none = [{ check: 'claims', status: 'ok', message: 'the store has none of test mode' }];
    expect(await examine(store)).toEqual(none);
    const claims = await open();
    const service = createQuickService();
    const shop = createShop(service.connection, { store: claims });
    for (const [order, testMode] of [
      ['a', true],
      ['b', true],
      ['c', false],
    ] as const) {
      shop.orders.set(order, orderOf(order, { testMode }));
      const { authKey, claim } = await shop.grant(order);
      service.pay(authKey);
      await shop.result(claim);
    }
    expect(await examine(store)).toMatchObject([
      { status: 'ok', message: expect.stringMatching(/^the store has 2 of test mode, which never answer for a live/) },
    ]);
    // On this machine every claim is a test.
    expect(await examine(store, '127.0.0.1')).toEqual([]);
    await remove();
    expect(await examine(store)).toEqual(none);
    expect(await shop.signer.resultOf('a', { testMode: true })).toBeNull();
    expect(await shop.signer.resultOf('c')).toMatchObject({ status: 'approved' });
    await claims.close();
  });
});

it('florin doctor names a store that it cannot read, without its address', { timeout: 90_000 }, async () => {
  database = `postgres://shop:secret@127.0.0.1:${NOBODYS_PORT}/shop`;
  expect(await examine({ postgres: { env: 'DATABASE' } })).toEqual([
    { check: 'claims', status: 'bad', message: 'the store cannot be read (ECONNREFUSED)' },
  ]);
});
