/**
 * The tables of the signer's SQLite file, and how to open it so that several processes can share
 * it.
 */
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { makePrivateDatabase } from '../../node/private-file.js';
import { openSqlite, type SqliteConnection, type SqlitePrepared } from '../../node/sqlite.js';
import type { Tables } from './tables.js';

/**
 * How long a writer waits for others, in milliseconds. Their transactions have one or a few
 * statements.
 */
const BUSY_TIMEOUT = 10_000;
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/**
 * Each migration is applied once, in order, with its number in `user_version`. A file of a later
 * version is refused. Released migrations never change.
 */
const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE claim (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  terms TEXT NOT NULL,
  reference TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL,
  claimed_at INTEGER NOT NULL,
  auth_key TEXT,
  expires_at INTEGER,
  asked_at INTEGER,
  checked_at INTEGER NOT NULL,
  lease_owner TEXT,
  lease_until INTEGER NOT NULL,
  failed_at INTEGER,
  UNIQUE (order_id, attempt)
) STRICT;
CREATE INDEX claim_open ON claim (checked_at) WHERE state IN ('live', 'superseded');
CREATE TABLE entry (
  txn_number TEXT PRIMARY KEY,
  claim_id TEXT NOT NULL REFERENCES claim (id),
  order_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  differences TEXT NOT NULL,
  txn TEXT NOT NULL,
  recorded_at INTEGER NOT NULL,
  notice TEXT NOT NULL,
  notice_at INTEGER NOT NULL,
  notice_tries INTEGER NOT NULL
) STRICT;
CREATE INDEX entry_order ON entry (order_id);
CREATE UNIQUE INDEX entry_paid ON entry (order_id) WHERE kind = 'paid';
CREATE INDEX entry_due ON entry (notice_at) WHERE notice IN ('due', 'calling');
`,
  `
ALTER TABLE claim ADD COLUMN hinted_at INTEGER;
ALTER TABLE claim ADD COLUMN client TEXT;
CREATE INDEX claim_hinted ON claim (checked_at) WHERE hinted_at IS NOT NULL;
`,
  `
ALTER TABLE entry ADD COLUMN current_terms TEXT;
`,
];

/**
 * Opens or creates the file, readable only by its owner.
 * @throws RangeError when the file was made by another version of Florin or by another program
 */
export function openDatabase(file: string): { readonly db: Kysely<Tables>; readonly database: SqliteConnection } {
  makePrivateDatabase(file);
  const database = openSqlite(file);
  try {
    prepareFile(database, file);
  } catch (error) {
    database.close();
    throw error;
  }
  return { db: new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(database) }) }), database };
}

function prepareFile(database: SqliteConnection, file: string): void {
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`);
  // Takes the lock first: of several processes that find a fresh file, one creates the tables. WAL
  // can only be enabled outside a transaction, and SQLite does not wait for other processes there,
  // so this loop does.
  switchToWal(database, file);
  database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = readNumber(database, 'PRAGMA user_version');
    const isEmpty = readNumber(database, 'SELECT count(*) FROM sqlite_schema') === 0;
    if (version > MIGRATIONS.length || (version === 0 && !isEmpty)) {
      throw new RangeError(
        `${file} is not a signer's database of version ${MIGRATIONS.length}: move it away or name another file`,
      );
    }
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function switchToWal(database: SqliteConnection, file: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; ; tries += 1) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      const { errcode } = error as { errcode?: number };
      if (errcode === SQLITE_NOTADB) throw new RangeError(`${file} is not a database`, { cause: error });
      if (errcode !== SQLITE_BUSY || tries === 100) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

function readNumber(database: SqliteConnection, query: string): number {
  const [value] = Object.values(database.prepare(query).get() as Record<string, number>);
  return Number(value);
}

/**
 * Kysely's view of a synchronous driver. Statements are cached by their text: Kysely writes the
 * same text for the same query.
 */
function adapt(database: SqliteConnection): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(query) {
      const known = statements.get(query);
      if (known) return known;
      const statement = adaptStatement(database.prepare(query));
      statements.set(query, statement);
      return statement;
    },
  };
}

function adaptStatement(statement: SqlitePrepared): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters),
    run: (parameters) => statement.run(...parameters),
    iterate: (parameters) => statement.iterate(...parameters),
  };
}
