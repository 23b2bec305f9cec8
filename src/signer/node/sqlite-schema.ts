/**
 * The tables of the signer's SQLite file, and how to open it so that several processes can share
 * it.
 */
import { makePrivateDatabase } from '../../node/private-file.js';
import { openSqlite } from '../../node/sqlite.js';
import type { SqliteConnection } from '../../sqlite/connection.js';
import { createTables } from '../sql/sqlite-tables.js';

/**
 * How long a writer waits for others, in milliseconds. Their transactions have one or a few
 * statements.
 */
const BUSY_TIMEOUT = 10_000;
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/**
 * Opens or creates the file, readable only by its owner.
 * @throws RangeError when the file was made by another version of Florin or by another program
 */
export function openDatabase(file: string): SqliteConnection {
  makePrivateDatabase(file);
  const database = openSqlite(file);
  try {
    prepareFile(database, file);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function prepareFile(database: SqliteConnection, file: string): void {
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`);
  // Takes the lock first: of several processes that find a fresh file, one creates the tables. WAL
  // can only be enabled outside a transaction, and SQLite does not wait for other processes there,
  // so this loop does.
  switchToWal(database, file);
  database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
  createTables(database, file);
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
