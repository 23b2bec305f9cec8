/** Migrates a database to this version's tables, or refuses it with a reason. */
import { sql, type Kysely } from 'kysely';
import { writeHex } from '../hex.js';
import type { DialectRules } from './dialect-rules.js';
import type { Schema } from './schema.js';
import { SEARCH_INDEXES } from './search-indexes.js';
import { writeTables } from './tables.js';

/** Version 2: why a user of the back office made a transaction, and what an action changed. */
const REASONS = ['alter table txn add column reason text', 'alter table keyed_call add column detail text'];

/** The statements that lead to version 1, 2 and so on. Those of a published version are never changed. */
const VERSIONS: readonly ((countedKey: string) => readonly string[])[] = [
  writeTables,
  () => REASONS,
  () => SEARCH_INDEXES,
];

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

/** 0 for an empty database. */
async function readVersion(db: Kysely<Schema>, rules: DialectRules): Promise<number> {
  const tables = await rules.listTables(db);
  if (tables.length === 0) return 0;
  const version = tables.includes('meta') ? (await readMeta(db)).get('schema_version') : undefined;
  if (version === undefined) throw new DatabaseRefused('belongs to another program, not to a Florin sandbox');
  if (Number(version) > VERSIONS.length) {
    throw new DatabaseRefused('was made by another version of Florin: use that version, or delete it and start empty');
  }
  return Number(version);
}

async function addFacts(db: Kysely<Schema>): Promise<void> {
  const key = crypto.getRandomValues(new Uint8Array(32));
  await db
    .insertInto('meta')
    .values([
      { name: 'fingerprint_key', value: writeHex(key) },
      { name: 'clock_offset', value: '0' },
    ])
    .execute();
}

async function saveVersion(db: Kysely<Schema>, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name: 'schema_version', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** True when no migration is needed. @throws DatabaseRefused when another program or version has made it */
export async function isUpToDate(db: Kysely<Schema>, rules: DialectRules): Promise<boolean> {
  return (await readVersion(db, rules)) === VERSIONS.length;
}

/**
 * Creates or migrates the tables. It runs within an exclusive transaction, so that two processes that start together
 * migrate once (docs/decisions/0001-store.md says why not by Kysely's Migrator).
 *
 * @throws DatabaseRefused when another program or version has made it
 */
export async function migrate(db: Kysely<Schema>, rules: DialectRules): Promise<void> {
  const version = await readVersion(db, rules);
  if (version === VERSIONS.length) return;
  for (const statement of VERSIONS.slice(version).flatMap((statements) => statements(rules.countedKey))) {
    await sql.raw(statement).execute(db);
  }
  if (version === 0) await addFacts(db);
  await saveVersion(db, String(VERSIONS.length));
}

/** Reads the constants of a migrated database. */
export async function readFacts(db: Kysely<Schema>): Promise<DatabaseFacts> {
  const meta = await readMeta(db);
  const fingerprintKey = meta.get('fingerprint_key');
  if (fingerprintKey === undefined) throw new DatabaseRefused('has lost its fingerprint key');
  return { fingerprintKey, clockOffset: Number(meta.get('clock_offset') ?? 0) };
}

/** Forgets the clock's offset. */
export async function restartClock(db: Kysely<Schema>): Promise<void> {
  await db.updateTable('meta').set({ value: '0' }).where('name', '=', 'clock_offset').execute();
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
