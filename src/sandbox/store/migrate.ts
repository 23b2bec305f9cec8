/** Migrates a database to this version's tables, or refuses it with a reason. */
import { sql, type Kysely } from 'kysely';
import { writeHex } from '../hex.js';
import type { DialectRules } from './dialect-rules.js';
import { transactionsAndKeys } from './migrations/0001-transactions-and-keys.js';
import { tokens } from './migrations/0002-tokens.js';
import { webhooks } from './migrations/0003-webhooks.js';
import { frameEntries } from './migrations/0004-frame-entries.js';
import { batchesAndLookups } from './migrations/0005-batches-and-lookups.js';
import { challenges } from './migrations/0006-challenges.js';
import { searchInIndex } from './migrations/0007-search-in-index.js';
import { usedTokens } from './migrations/0008-used-tokens.js';
import { backOffice } from './migrations/0009-back-office.js';
import { requestLog } from './migrations/0010-request-log.js';
import { caughtWebhooks } from './migrations/0012-caught-webhooks.js';
import { sessionTimes } from './migrations/0011-session-times.js';
import { soapLogins } from './migrations/0013-soap-logins.js';
import { keyedCalls } from './migrations/0014-keyed-calls.js';
import { transactionUsers } from './migrations/0015-transaction-users.js';
import type { Migration } from './migrations/migration.js';
import type { Schema } from './schema.js';

const MIGRATIONS: readonly Migration[] = [
  transactionsAndKeys,
  tokens,
  webhooks,
  frameEntries,
  batchesAndLookups,
  challenges,
  searchInIndex,
  usedTokens,
  backOffice,
  requestLog,
  sessionTimes,
  caughtWebhooks,
  soapLogins,
  keyedCalls,
  transactionUsers,
];

/** Current schema version. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Constants of a database. */
export interface DatabaseFacts {
  /** Hexadecimal. */
  readonly fingerprintKey: string;
  /** Milliseconds. */
  readonly clockOffset: number;
}

/** A refused database. The message is for the operator. */
export class DatabaseRefused extends Error {
  /** @param reason continues the database's name: `is not …` */
  constructor(reason: string) {
    super(reason);
    this.name = 'DatabaseRefused';
  }
}

async function readMeta(db: Kysely<Schema>): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('meta').selectAll().execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

async function readVersion(db: Kysely<Schema>, rules: DialectRules): Promise<number> {
  const tables = await rules.listTables(db);
  if (tables.length === 0) return 0;
  const version = tables.includes('meta') ? (await readMeta(db)).get('schema_version') : undefined;
  if (version === undefined) throw new DatabaseRefused('belongs to another program, not to a Florin sandbox');
  return Number(version);
}

async function createMeta(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('meta')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  const key = crypto.getRandomValues(new Uint8Array(32));
  await db
    .insertInto('meta')
    .values([
      { name: 'schema_version', value: '0' },
      { name: 'fingerprint_key', value: writeHex(key) },
      { name: 'clock_offset', value: '0' },
    ])
    .execute();
}

/** True when no migration is needed. @throws DatabaseRefused when the database belongs to another program */
export async function isUpToDate(db: Kysely<Schema>, rules: DialectRules): Promise<boolean> {
  return (await readVersion(db, rules)) === SCHEMA_VERSION;
}

/**
 * Migrates a database. It runs within an exclusive transaction, so that two processes that start together migrate once.
 *
 * @throws DatabaseRefused when it belongs to another program or to a newer Florin
 */
export async function migrate(db: Kysely<Schema>, rules: DialectRules): Promise<void> {
  const version = await readVersion(db, rules);
  if (version > SCHEMA_VERSION) {
    throw new DatabaseRefused(
      `was made by a newer Florin (its tables are version ${version}, this Florin knows ${SCHEMA_VERSION})`,
    );
  }
  if (version === 0) await createMeta(db);
  for (const migration of MIGRATIONS.slice(version)) {
    for (const statement of migration.statements(rules)) await statement.execute(db);
    await db
      .updateTable('meta')
      .set({ value: String(migration.number) })
      .where('name', '=', 'schema_version')
      .execute();
  }
}

/** Reads the constants of a migrated database. */
export async function readFacts(db: Kysely<Schema>): Promise<DatabaseFacts> {
  const meta = await readMeta(db);
  const fingerprintKey = meta.get('fingerprint_key');
  if (fingerprintKey === undefined) throw new DatabaseRefused('has lost its fingerprint key');
  return { fingerprintKey, clockOffset: Number(meta.get('clock_offset') ?? 0) };
}

/** Stores the clock's offset in milliseconds. It never decreases. */
export async function saveClockOffset(db: Kysely<Schema>, milliseconds: number): Promise<void> {
  await db
    .updateTable('meta')
    .set({ value: String(milliseconds) })
    .where('name', '=', 'clock_offset')
    .where(sql<number>`cast(value as bigint)`, '<', milliseconds)
    .execute();
}
