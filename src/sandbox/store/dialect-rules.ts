/**
 * What SQLite and PostgreSQL do differently. All else in this folder is one text for both: SQL that both know, truth
 * values as 0 and 1, times as milliseconds, records as JSON text.
 *
 * SQLite has one writer at a time: what a unit reads, nobody changes before it ends, and it needs no lock. PostgreSQL
 * has many, at READ COMMITTED, where a statement does not see what another has not committed yet. A unit that decides
 * by what it reads takes a lock first, in a statement of its own; the next statement sees all that was done under it.
 */
import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { nextByRow, type Counter } from './counter.js';
import type { Schema } from './schema.js';

/** A row that a unit can hold. */
export type LockedRow =
  | { readonly table: 'txn'; readonly merchantId: number; readonly key: number }
  | { readonly table: 'token'; readonly merchantId: number; readonly key: string };

/** The differences. */
export interface DialectRules {
  /** The next number of a counter. Grows from answer to answer; a unit that failed may leave a gap. */
  nextNumber(db: Kysely<Schema>, counter: Counter): Promise<number>;
  /** Until the unit ends, no other unit gets past the same call for the row. A row that is not there is no error. */
  lockRow(db: Kysely<Schema>, row: LockedRow): Promise<void>;
  /** The same for a name, where there is no one row to hold. */
  lockName(db: Kysely<Schema>, name: string): Promise<void>;
  /** A whole-number primary key that the database counts by itself. For migrations. */
  countedKey(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
  /** Names of the tables that are there already. */
  listTables(db: Kysely<Schema>): Promise<readonly string[]>;
}

const NOTHING = (): Promise<void> => Promise.resolve();

/** SQLite: one writer, so nothing is locked. */
export const SQLITE_RULES: DialectRules = {
  nextNumber: nextByRow,
  lockRow: NOTHING,
  lockName: NOTHING,
  countedKey: (column) => column.primaryKey(),
  listTables: async (db) => (await db.introspection.getTables()).map(({ name }) => name),
};
