/** The store on PostgreSQL: any number of processes, each unit of work a transaction of its own. */
import { sql, type Kysely } from 'kysely';
import { SandboxFault } from '../fault.js';
import type { Log } from '../log.js';
import type { MerchantSeed } from '../merchant.js';
import { createUnit } from './create-unit.js';
import { createView } from './create-view.js';
import { DatabaseRefused, isUpToDate, migrate, readFacts } from './migrate.js';
import { DatabaseGone, isBrokenOff, isNotAvailable } from './postgres-errors.js';
import { createPostgresRules, createSequences, lockAdvisory } from './postgres-rules.js';
import type { Schema } from './schema.js';
import { addMerchants, hashSeeds, missingMerchants } from './seed.js';
import type { Store } from './store.js';

/** What a store on PostgreSQL is made from. */
export interface PostgresStoreOptions {
  /** Its statements name the schema. */
  readonly db: Kysely<Schema>;
  /** Where the tables are. Any number of sandboxes live in one database, each in a schema of its own. */
  readonly schema: string;
  readonly seeds: readonly MerchantSeed[];
  readonly log: Log;
}

/** How often a unit is run that the database breaks off: two that wait for each other, and one has to give way. */
const TRIES = 5;
/** How long the unit that gave way waits, in milliseconds, each time longer. */
const BACK_OFF_MS = 20;

/** @throws DatabaseRefused when the server may lose what it acknowledged */
async function assertDurable(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<Record<string, string>>`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit`.execute(db);
  for (const [name, value] of Object.entries(rows[0] ?? {})) {
    if (value === 'off') throw new DatabaseRefused(`has ${name} off: it may lose payments that it has acknowledged`);
  }
}

/** Makes the tables or brings them up to date. Any number of processes may come at once: one does it, the others wait. */
async function prepareSchema(db: Kysely<Schema>, schema: string): Promise<void> {
  const rules = createPostgresRules(schema);
  // Where there is nothing to do, no right to make tables is needed.
  if (await isUpToDate(db, rules)) return;
  await db.transaction().execute(async (transaction) => {
    // Another process may be at work on tables that have become large.
    await sql`select set_config('statement_timeout', '0', true)`.execute(transaction);
    await lockAdvisory(transaction, `florin tables ${schema}`);
    const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(transaction);
    if (rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(transaction);
    // For the parts of a migration that are plain SQL.
    await sql`select set_config('search_path', ${`"${schema}"`}, true)`.execute(transaction);
    await migrate(transaction, rules);
    await createSequences(transaction, schema);
  });
}

/** Adds the first merchants; of processes that start together, one adds each. */
async function addSeeds(db: Kysely<Schema>, seeds: readonly MerchantSeed[]): Promise<void> {
  const hashed = await hashSeeds(await missingMerchants(db, seeds));
  if (hashed.length > 0) await db.transaction().execute((transaction) => addMerchants(transaction, hashed));
}

const sleep = (milliseconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, milliseconds));

/**
 * Prepares the database and makes the store. While the server does not answer, every call ends with the service's own
 * code 900, after some seconds at the latest; the next call after its return is as ever.
 *
 * @throws DatabaseRefused when the schema is not one of this version, an error of the driver when there is no server
 */
export async function createPostgresStore({ db, schema, seeds, log }: PostgresStoreOptions): Promise<Store> {
  await assertDurable(db);
  await prepareSchema(db, schema);
  await addSeeds(db, seeds);
  const facts = await readFacts(db);
  const rules = createPostgresRules(schema);
  const view = createView(db);
  let isGone = false;

  /** Passes on what the work says; says 900 in place of an error that only means that the server is gone. */
  async function answer<T>(work: () => Promise<T>): Promise<T> {
    try {
      const value = await work();
      if (isGone) log({ level: 'info', event: 'database_back' });
      isGone = false;
      return value;
    } catch (error) {
      if (error instanceof SandboxFault || !isNotAvailable(error)) throw error;
      // Once, not for each of the calls that meet it.
      if (!isGone) log({ level: 'error', event: 'database_gone', kind: describe(error) });
      isGone = true;
      throw Object.assign(new SandboxFault(900), { cause: error });
    }
  }

  async function runUnit<T>(work: (unit: ReturnType<typeof createUnit>) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        // Locks decide (dialect-rules.ts), whatever the server's own default is.
        return await db
          .transaction()
          .setIsolationLevel('read committed')
          .execute((transaction) => work(createUnit(transaction, rules)));
      } catch (error) {
        if (tries === TRIES || !isBrokenOff(error)) throw error;
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

/** Neither the text, which may quote an address or a value, nor the stack. */
function describe(thrown: unknown): string {
  const error = thrown instanceof DatabaseGone ? thrown.cause : thrown;
  if (typeof error !== 'object' || error === null) return typeof error;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'name' in error && typeof error.name === 'string' ? error.name : '';
}
