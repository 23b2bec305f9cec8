import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/signer/node/postgres-store.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';
import { describeClaimStore } from '../claim-store-suite.js';
import { addLive, claimOf, findingOf } from '../claims.js';
import { SCOPE } from '../terms.js';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const inDatabase = async (url: string, ...statements: string[]) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

let schemas = 0;
let suiteDatabase: Promise<string> | undefined;
describeClaimStore('in PostgreSQL', async (clock) => {
  const connection = await (suiteDatabase ??= server.createDatabase());
  return openPostgresStore({ connection, schema: `test_${(schemas += 1)}`, clock });
});

describe('the PostgreSQL store', () => {
  it('has everything after it was closed and opened again', async () => {
    const connection = await server.createDatabase();
    const store = await openPostgresStore({ connection });
    await store.record(findingOf(await addLive(store, '1'), '1'));
    const before = await store.readOrder(SCOPE, '1');
    await store.close();
    const again = await openPostgresStore({ connection });
    expect(await again.readOrder(SCOPE, '1')).toEqual({ ...before, at: expect.any(Number) });
    expect(await again.readDueNotices(SCOPE, 0, 10)).toEqual(before.entries);
    await again.close();
  });
});

describe('the tables in PostgreSQL', () => {
  it('are created once by twenty processes that start together', async () => {
    const connection = await server.createDatabase();
    const stores = await Promise.all(Array.from({ length: 20 }, () => openPostgresStore({ connection })));
    expect(await stores[0]!.addClaim(claimOf('1'))).toBe(true);
    expect((await stores[19]!.readOrder(SCOPE, '1')).claims).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('are in a schema of a configured name, apart from other schemas', async () => {
    const connection = await server.createDatabase();
    const [one, other] = await Promise.all(
      ['shop_a', 'shop_b'].map((schema) => openPostgresStore({ connection, schema })),
    );
    await one!.addClaim(claimOf('1'));
    expect((await other!.readOrder(SCOPE, '1')).claims).toEqual([]);
    await Promise.all([one!.close(), other!.close()]);
  });

  it('need no right to create tables once they exist', async () => {
    const connection = await server.createDatabase();
    await (await openPostgresStore({ connection })).close();
    await inDatabase(
      connection,
      "CREATE ROLE shop LOGIN PASSWORD 'for tests'",
      'GRANT USAGE ON SCHEMA florin_signer TO shop',
      'GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA florin_signer TO shop',
    );
    const asShop = new URL(connection);
    asShop.username = 'shop';
    asShop.password = 'for tests';
    const store = await openPostgresStore({ connection: asShop.href });
    expect((await store.record(findingOf(await addLive(store, '1'), '1'))).entry.kind).toBe('paid');
    await store.close();
  });

  it.each([
    [
      'another version',
      'UPDATE florin_signer.florin_version SET version = 3',
      /another version of Florin: .* an empty place/,
    ],
    ['another program', 'DROP TABLE florin_signer.florin_version', /tables of another program/],
  ])('are refused when they are of %s', async (_name, change, message) => {
    const connection = await server.createDatabase();
    await (await openPostgresStore({ connection })).close();
    await inDatabase(connection, change);
    await expect(openPostgresStore({ connection })).rejects.toThrow(message);
  });

  it.each([
    ['synchronous_commit', 'off', /may lose payments/],
    ['default_transaction_isolation', "'repeatable read'", /read committed/],
  ])('are not created where %s is %s', async (name, value, message) => {
    const connection = await server.createDatabase();
    await inDatabase(connection, `ALTER DATABASE ${new URL(connection).pathname.slice(1)} SET ${name} = ${value}`);
    await expect(openPostgresStore({ connection })).rejects.toThrow(message);
  });

  it.each(['', 'Shop', 'a"b', 'a.b', 'x'.repeat(64)])('refuse %j as the name of a schema', async (schema) => {
    await expect(openPostgresStore({ connection: server.url, schema })).rejects.toThrow(RangeError);
  });

  it('report that there is no server', async () => {
    await expect(openPostgresStore({ connection: 'postgres://127.0.0.1:1/none' })).rejects.toThrow(/ECONNREFUSED/);
  });
});
