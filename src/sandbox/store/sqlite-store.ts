/** The store on SQLite: one connection writes in groups, a second one reads committed data. */
import { CamelCasePlugin, CompiledQuery, type Kysely } from 'kysely';
import type { MerchantSeed } from '../merchant.js';
import { createUnit } from './create-unit.js';
import { createView } from './create-view.js';
import { SQLITE_RULES } from './dialect-rules.js';
import { GroupCommit } from './group-commit.js';
import { isUpToDate, migrate, readFacts } from './migrate.js';
import type { Schema } from './schema.js';
import { addMerchants, hashSeeds, missingMerchants } from './seed.js';
import type { Store } from './store.js';

/** Timeout of the wait for another process that writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

const BUSY_TIMEOUT = `pragma busy_timeout = ${BUSY_TIMEOUT_MS}`;

const SETTINGS = [
  BUSY_TIMEOUT,
  'pragma journal_mode = wal',
  // An acknowledged commit is on the disk, even after a power failure.
  'pragma synchronous = full',
  // Deleted and overwritten data is also erased in the file.
  'pragma secure_delete = on',
  'pragma foreign_keys = on',
  'pragma temp_store = memory',
  // A checkpoint after this number of pages (16 MB) copies the log into the file, while every writer waits: a quarter
  // as often as by default. An acknowledged commit is on the disk in the log in any case.
  'pragma wal_autocheckpoint = 4000',
];

export interface SqliteConnections {
  readonly writer: Kysely<Schema>;
  /** Absent for an in-memory database, which only its own connection can see. Reads then wait for the group as well. */
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
 * Prepares the database (settings, tables, initial merchants) and creates the store.
 *
 * @throws DatabaseRefused when the database has another version
 */
export async function createSqliteStore(
  connections: SqliteConnections,
  seeds: readonly MerchantSeed[],
): Promise<Store> {
  const names = new CamelCasePlugin();
  const writer = connections.writer.withPlugin(names);
  const reader = connections.reader?.withPlugin(names);
  await writer.executeQuery(CompiledQuery.raw(BUSY_TIMEOUT));
  // A database of another program is refused before anything in it changes, including its journal mode.
  await isUpToDate(writer, SQLITE_RULES);
  await configure(writer);
  await inTransaction(writer, () => migrate(writer, SQLITE_RULES));
  const hashed = await hashSeeds(await missingMerchants(writer, seeds));
  if (hashed.length > 0) await inTransaction(writer, () => addMerchants(writer, hashed));
  const facts = await readFacts(writer);
  if (reader) await configure(reader);

  const group = new GroupCommit(writer, connections.defer);
  const unit = createUnit(writer, SQLITE_RULES);
  const view = createView(reader ?? writer);
  return {
    ...facts,
    read: reader ? (work) => work(view) : (work) => group.run(() => work(view)),
    write: (work) => group.run(() => work(unit)),
    async close() {
      await group.settled();
      await reader?.destroy();
      // The driver leaves the log file. After this checkpoint, the database file alone is complete and can be copied.
      await writer.executeQuery(CompiledQuery.raw('pragma wal_checkpoint(truncate)'));
      await writer.destroy();
    },
  };
}
