/** The store on SQLite: one connection writes in groups, a second one reads what is committed. */
import { CompiledQuery, type Kysely } from 'kysely';
import type { MerchantSeed } from '../merchant.js';
import { createUnit } from './create-unit.js';
import { createView } from './create-view.js';
import { SQLITE_RULES } from './dialect-rules.js';
import { GroupCommit } from './group-commit.js';
import { isUpToDate, migrate, readFacts } from './migrate.js';
import type { Schema } from './schema.js';
import { addMerchants, hashSeeds, missingMerchants } from './seed.js';
import type { Store } from './store.js';

/** How long a process waits for another one that writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

const PATIENCE = `pragma busy_timeout = ${BUSY_TIMEOUT_MS}`;

/** What each connection is set to before anything else. */
const SETTINGS = [
  PATIENCE,
  'pragma journal_mode = wal',
  // A commit is on the disk when it is acknowledged, also when the power fails.
  'pragma synchronous = full',
  // What is deleted or overwritten is gone from the file, not only from the tables.
  'pragma secure_delete = on',
  'pragma foreign_keys = on',
  'pragma temp_store = memory',
  // The log is copied into the file after so many pages, 16 MB, and every writer waits for it: four times as seldom as usual.
  // A commit is on the disk in the log either way.
  'pragma wal_autocheckpoint = 4000',
];

/** The connections of a store. */
export interface SqliteConnections {
  readonly writer: Kysely<Schema>;
  /** Absent for a database in memory, which only its own connection sees: then reads wait for the group as well. */
  readonly reader?: Kysely<Schema>;
  /** Runs a callback at the end of the turn of the event loop. */
  readonly defer: (run: () => void) => void;
}

async function configure(db: Kysely<Schema>): Promise<void> {
  for (const setting of SETTINGS) await db.executeQuery(CompiledQuery.raw(setting));
}

async function inTransaction<T>(db: Kysely<Schema>, work: () => Promise<T>): Promise<T> {
  await db.executeQuery(CompiledQuery.raw('begin immediate'));
  try {
    const value = await work();
    await db.executeQuery(CompiledQuery.raw('commit'));
    return value;
  } catch (error) {
    await db.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
    throw error;
  }
}

/**
 * Prepares the database (settings, tables, first merchants) and makes the store.
 *
 * @throws DatabaseRefused when the database is not one of this version
 */
export async function createSqliteStore(
  { writer, reader, defer }: SqliteConnections,
  seeds: readonly MerchantSeed[],
): Promise<Store> {
  await writer.executeQuery(CompiledQuery.raw(PATIENCE));
  // A database of something else is refused before anything of it is changed, its journal mode among it.
  await isUpToDate(writer, SQLITE_RULES);
  await configure(writer);
  await inTransaction(writer, () => migrate(writer, SQLITE_RULES));
  const hashed = await hashSeeds(await missingMerchants(writer, seeds));
  if (hashed.length > 0) await inTransaction(writer, () => addMerchants(writer, hashed));
  const facts = await readFacts(writer);
  if (reader) await configure(reader);

  const group = new GroupCommit(writer, defer);
  const unit = createUnit(writer, SQLITE_RULES);
  const view = createView(reader ?? writer);
  return {
    ...facts,
    read: reader ? (work) => work(view) : (work) => group.run(() => work(view)),
    write: (work) => group.run(() => work(unit)),
    async close() {
      await group.settled();
      await reader?.destroy();
      // The driver leaves the log behind; emptied, the one file is the whole database and can be copied.
      await writer.executeQuery(CompiledQuery.raw('pragma wal_checkpoint(truncate)'));
      await writer.destroy();
    },
  };
}
