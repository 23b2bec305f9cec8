/** Opens a SQLite file, or a database in memory, as a sandbox's store. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite';
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { DEMO_MERCHANT, type MerchantSeed } from '../merchant.js';
import { DatabaseRefused } from '../store/migrate.js';
import type { Schema } from '../store/schema.js';
import { createSqliteStore } from '../store/sqlite-store.js';
import type { Store } from '../store/store.js';

/** What to open. */
export interface OpenSqliteOptions {
  /** A file, made with its folder when it is not there, or `:memory:`. */
  readonly database: string;
  /** Merchants to add when they are missing; the demo merchant by default. */
  readonly seed?: readonly MerchantSeed[];
}

const IN_MEMORY = ':memory:';
/** Compiled statements that a connection keeps. Searches differ by their filters; the rest are a dozen. */
const KEPT_STATEMENTS = 200;

/** Shows the driver to Kysely, and keeps what was compiled. */
function adapt(db: InstanceType<typeof DatabaseSync>): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();

  function compile(sql: string): SqliteStatement {
    const statement: StatementSyncInstance = db.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...parameters) as unknown[],
      run: (parameters) => statement.run(...parameters),
      iterate: (parameters) => statement.iterate(...parameters) as IterableIterator<unknown>,
    };
  }

  return {
    close() {
      statements.clear();
      db.close();
    },
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = compile(sql);
      if (statements.size >= KEPT_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
      statements.set(sql, statement);
      return statement;
    },
  };
}

function connect(database: string): Kysely<Schema> {
  return new Kysely({ dialect: new SqliteDialect({ database: adapt(new DatabaseSync(database)) }) });
}

/**
 * A turn later than the end of this one: requests that came while the last group was on its way to the disk are read in
 * between, and go along. Five share a commit where three did (8 clients), and nobody waits for longer than a turn.
 */
function afterTheNextTurn(run: () => void): void {
  setImmediate(() => void setImmediate(run));
}

function refusalOf(database: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof DatabaseRefused) return new Error(`The database ${database} ${reason}`, { cause: error });
  return new Error(`The database ${database} cannot be opened: ${reason}`, { cause: error });
}

/**
 * Opens the store.
 *
 * @throws Error in one line when the file cannot be opened, or is of something else or a newer Florin
 */
export async function openSqliteStore({ database, seed = [DEMO_MERCHANT] }: OpenSqliteOptions): Promise<Store> {
  const opened: Kysely<Schema>[] = [];
  const open = (): Kysely<Schema> => {
    const connection = connect(database);
    opened.push(connection);
    return connection;
  };
  try {
    if (database !== IN_MEMORY) mkdirSync(dirname(database), { recursive: true });
    const connections = { writer: open(), defer: afterTheNextTurn };
    return await createSqliteStore(database === IN_MEMORY ? connections : { ...connections, reader: open() }, seed);
  } catch (error) {
    await Promise.all(opened.map((connection) => connection.destroy()));
    throw refusalOf(database, error);
  }
}
