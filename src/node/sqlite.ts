/** SQLite, by an optional dependency that is loaded when the first database is opened. */
import type * as sqlite from '@photostructure/sqlite';
import { loadPackage } from './load-package.js';

/** The part of a connection that the stores use. */
export interface SqliteConnection {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): SqlitePrepared;
  close(): void;
}

/** A compiled statement. */
export interface SqlitePrepared {
  columns(): readonly unknown[];
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
}

/** @param file a path, or `:memory:` */
export function openSqlite(file: string): SqliteConnection {
  const { DatabaseSync } = loadPackage('@photostructure/sqlite', 'A SQLite database') as typeof sqlite;
  return new DatabaseSync(file);
}
