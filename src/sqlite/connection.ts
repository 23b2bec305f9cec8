/** A synchronous SQLite connection, whatever its driver, and its adapter to Kysely. */
import type { SqliteDatabase, SqliteStatement } from 'kysely';

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

/** Maximum number of cached statements. Searches differ by their filters; there are about a dozen others. */
const CACHED_STATEMENTS = 200;

/** Adapts a connection to Kysely and caches compiled statements: Kysely writes the same text for the same query. */
export function adaptToKysely(connection: SqliteConnection): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();

  function compile(sql: string): SqliteStatement {
    const statement = connection.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...parameters),
      run: (parameters) => statement.run(...parameters),
      iterate: (parameters) => statement.iterate(...parameters),
    };
  }

  return {
    close() {
      statements.clear();
      connection.close();
    },
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = compile(sql);
      if (statements.size >= CACHED_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
      statements.set(sql, statement);
      return statement;
    },
  };
}
