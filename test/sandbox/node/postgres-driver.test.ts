/** Transactions of the sandbox's driver for PostgreSQL, which holds statements back until the next one. */
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresDialect } from '../../../src/sandbox/node/postgres-driver.js';
import { createPostgresPool } from '../../../src/sandbox/node/postgres-pool.js';
import { prepare } from '../../../src/sandbox/store/prepared.js';
import type { Schema } from '../../../src/sandbox/store/schema.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';

let server: PostgresServer;
let db: Kysely<Schema>;
beforeAll(async () => {
  server = await startPostgres();
  const pool = createPostgresPool({ connectionString: await server.createDatabase() });
  db = new Kysely<Schema>({ dialect: createPostgresDialect(pool, true) });
  await sql`CREATE TABLE written (id integer PRIMARY KEY)`.execute(db);
}, 60_000);
afterAll(async () => {
  await db.destroy();
  await server.stop();
});

type Written = { readonly id: number };
const written = async () =>
  (await sql<Written>`SELECT id FROM written ORDER BY id`.execute(db)).rows.map(({ id }) => id);
const insert = async (on: Kysely<Schema>, id: number) =>
  void (await sql`INSERT INTO written VALUES (${id})`.execute(on));
/** Waits in the driver for the next statement. */
const insertLater = prepare<Written, unknown>(
  (on, { id }) => ({ compile: () => sql`INSERT INTO written VALUES (${id})`.compile(on) }),
  { isUnread: true },
);

it('stores what waited with the statement after it, or neither', async () => {
  await db.transaction().execute(async (unit) => {
    await insertLater(unit, { id: 1 });
    await insert(unit, 2);
  });
  expect(await written()).toEqual([1, 2]);
  const twice = db.transaction().execute(async (unit) => {
    await insertLater(unit, { id: 3 });
    await insert(unit, 2);
  });
  await expect(twice).rejects.toThrow(/unique/);
  const left = db.transaction().execute(async (unit) => {
    await insertLater(unit, { id: 4 });
    await insertLater(unit, { id: 5 });
    throw new Error('left');
  });
  await expect(left).rejects.toThrow('left');
  expect(await written()).toEqual([1, 2]);
});

it('stores all that waits at the end, or none', async () => {
  await db.transaction().execute(async (unit) => {
    await insertLater(unit, { id: 6 });
    await insertLater(unit, { id: 7 });
  });
  const twice = db.transaction().execute(async (unit) => {
    await insertLater(unit, { id: 8 });
    await insertLater(unit, { id: 7 });
  });
  await expect(twice).rejects.toThrow();
  expect(await written()).toEqual([1, 2, 6, 7]);
});
