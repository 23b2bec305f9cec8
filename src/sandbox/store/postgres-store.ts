/** The store on PostgreSQL: any number of processes; each unit of work is a transaction. */
import { CamelCasePlugin, sql, type Kysely } from 'kysely';
import { SandboxFault } from '../fault.js';
import type { Log } from '../log.js';
import type { MerchantSeed } from '../merchant.js';
import { createUnit } from './create-unit.js';
import { createView } from './create-view.js';
import { DatabaseRefused, isUpToDate, migrate, readFacts } from './migrate.js';
import { ConnectionFailed, isRolledBack, isNotAvailable } from './postgres-errors.js';
import { createPostgresRules, createSequences, lockAdvisory } from './postgres-rules.js';
import type { Schema } from './schema.js';
import { addMerchants, hashSeeds, missingMerchants } from './seed.js';
import type { Store } from './store.js';

/** Options of the store on PostgreSQL. */
export interface PostgresStoreOptions {
  /** A connection whose statements name the schema. */
  readonly connection: Kysely<Schema>;
  /** Schema of the tables. One database can hold many sandboxes in separate schemas. */
  readonly schema: string;
  readonly seeds: readonly MerchantSeed[];
  readonly log: Log;
}

/** Maximum number of attempts of a unit that a deadlock rolled back. */
const TRIES = 5;
/** Back-off before a retry, in milliseconds; it grows with each attempt. */
const BACK_OFF_MS = 20;

/** @throws DatabaseRefused when the server may lose acknowledged commits */
async function assertDurable(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'synchronous_commit')`.execute(db);
  for (const { name, setting } of rows) {
    if (setting === 'off') throw new DatabaseRefused(`has ${name} off: it may lose payments that it has acknowledged`);
  }
}

/** Creates or migrates the tables. With several processes, one does it and the others wait. */
async function prepareSchema(db: Kysely<Schema>, schema: string): Promise<void> {
  const rules = createPostgresRules(schema);
  // Without a migration, no right to create tables is needed.
  if (await isUpToDate(db, rules)) return;
  await db.transaction().execute(async (transaction) => {
    // Another process may be migrating large tables.
    await sql`select set_config('statement_timeout', '0', true)`.execute(transaction);
    await lockAdvisory(transaction, `florin tables ${schema}`);
    const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(transaction);
    if (rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(transaction);
    // The statements do not name the schema.
    await sql`select set_config('search_path', ${`"${schema}"`}, true)`.execute(transaction);
    await migrate(transaction, rules);
    await createSequences(transaction, schema);
  });
}

/** Adds the initial merchants. With several processes, one adds each. */
async function addSeeds(db: Kysely<Schema>, seeds: readonly MerchantSeed[]): Promise<void> {
  const hashed = await hashSeeds(await missingMerchants(db, seeds));
  if (hashed.length > 0) await db.transaction().execute((transaction) => addMerchants(transaction, hashed));
}

const sleep = (milliseconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, milliseconds));

/**
 * Prepares the database and creates the store. While the server is unavailable, every call rejects with the service's
 * own code 900 after a few seconds. Calls succeed again as soon as it is back.
 *
 * @throws DatabaseRefused when the schema has another version, an error of the driver when there is no server
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { connection, schema, seeds, log } = options;
  const db = connection.withPlugin(new CamelCasePlugin());
  await assertDurable(db);
  await prepareSchema(db, schema);
  await addSeeds(db, seeds);
  const facts = await readFacts(db);
  const rules = createPostgresRules(schema);
  const view = createView(db);
  let isDown = false;

  /** Runs the work. An error of an unavailable server becomes a fault with code 900. */
  async function answer<T>(work: () => Promise<T>): Promise<T> {
    try {
      const value = await work();
      if (isDown) log({ level: 'info', event: 'database_back' });
      isDown = false;
      return value;
    } catch (error) {
      if (error instanceof SandboxFault || !isNotAvailable(error)) throw error;
      // Logged once, not for each call.
      if (!isDown) log({ level: 'error', event: 'database_gone', kind: describe(error) });
      isDown = true;
      throw Object.assign(new SandboxFault(900), { cause: error });
    }
  }

  async function runUnit<T>(work: (unit: ReturnType<typeof createUnit>) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await db.transaction().execute((transaction) => work(createUnit(transaction, rules)));
      } catch (error) {
        if (tries === TRIES || !isRolledBack(error)) throw error;
        await sleep(tries * BACK_OFF_MS);
      }
    }
  }

  return {
    ...facts,
    read: (work) => answer(() => work(view)),
    write: (work) => answer(() => runUnit(work)),
    close: () => db.destroy(),
  };
}

/** Describes an error without its message, which may quote an address or a value, and without its stack. */
function describe(thrown: unknown): string {
  const error = thrown instanceof ConnectionFailed ? thrown.cause : thrown;
  if (typeof error !== 'object' || error === null) return typeof error;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'name' in error && typeof error.name === 'string' ? error.name : '';
}
