/**
 * Differences between SQLite and PostgreSQL. Everything else in this folder is common to both: common SQL, booleans as
 * 0 and 1, times as milliseconds, records as JSON text.
 *
 * SQLite has one writer at a time: nothing that a unit reads changes before the unit ends, so no locks are needed.
 * PostgreSQL has many writers at READ COMMITTED, where a statement does not see uncommitted changes. A unit that
 * decides by what it reads takes a lock first, in a separate statement; the next statement then sees everything that
 * was committed under the lock.
 */
import type { Kysely } from 'kysely';
import { nextByRow, type Counter } from './counter.js';
import type { Schema } from './schema.js';

/** A row that a unit can lock. */
export type LockedRow =
  | { readonly table: 'txn'; readonly merchantId: number; readonly key: number }
  | { readonly table: 'token'; readonly merchantId: number; readonly key: string };

export interface DialectRules {
  /** Returns the next number of a counter, always ascending. A failed unit may leave a gap. */
  nextNumber(db: Kysely<Schema>, counter: Counter): Promise<number>;
  /** Locks a row until the unit ends. A missing row is not an error. */
  lockRow(db: Kysely<Schema>, row: LockedRow): Promise<void>;
  /** Locks a name, where there is no single row to lock. */
  lockName(db: Kysely<Schema>, name: string): Promise<void>;
  /** Definition of an auto-increment primary key. */
  readonly countedKey: string;
  /** Names of the existing tables. */
  listTables(db: Kysely<Schema>): Promise<readonly string[]>;
}

const NOTHING = (): Promise<void> => Promise.resolve();

/** Rules of SQLite: one writer and no locks. */
export const SQLITE_RULES: DialectRules = {
  nextNumber: nextByRow,
  lockRow: NOTHING,
  lockName: NOTHING,
  countedKey: 'integer primary key',
  listTables: async (db) => (await db.introspection.getTables()).map(({ name }) => name),
};
