/** SQLite compiled to WebAssembly: databases in the worker's memory, opened from an image and exported to one. */
import sqlite3InitModule, { type BindingSpec, type Sqlite3Static, type SqlValue } from '@sqlite.org/sqlite-wasm';
import { Kysely, SqliteDialect } from 'kysely';
import { adaptToKysely, type SqliteConnection, type SqlitePrepared } from '../sqlite/connection.js';

/** SQLite's WebAssembly as a data URL. vite.config.ts sets it. */
declare const FLORIN_SQLITE_WASM: string;

type Database = InstanceType<Sqlite3Static['oo1']['DB']>;

/** A database in memory. */
export interface TabDatabase {
  readonly connection: SqliteConnection;
  /** Number of all changes of rows: it differs after each change. */
  changes(): bigint;
  /** The bytes of the whole database. */
  export(): Uint8Array;
}

let loaded: Promise<Sqlite3Static> | undefined;

function load(): Promise<Sqlite3Static> {
  // Settings of the package: no warnings about files, which a worker does not have, and the address of the WebAssembly.
  Object.assign(globalThis, { sqlite3ApiConfig: { warn: () => undefined } });
  const { sqlite3InitModuleState: settings } = globalThis as {
    readonly sqlite3InitModuleState?: { wasmFilename: string };
  };
  if (settings) settings.wasmFilename = FLORIN_SQLITE_WASM;
  loaded ??= sqlite3InitModule();
  return loaded;
}

/** Opens a database. @param image bytes of an exported one; undefined for an empty one */
export async function openTabDatabase(image: Uint8Array | undefined): Promise<TabDatabase> {
  const sqlite = await load();
  const db = new sqlite.oo1.DB(':memory:');
  if (image) readImage(sqlite, db, image);
  return {
    connection: connect(sqlite, db),
    changes: () => sqlite.capi.sqlite3_total_changes64(db),
    export: () => sqlite.capi.sqlite3_js_db_export(db),
  };
}

/** Kysely on a database. */
export function queriesOf<Schema>({ connection }: TabDatabase): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: adaptToKysely(connection) }) });
}

function readImage({ capi, wasm }: Sqlite3Static, db: Database, image: Uint8Array): void {
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
  const bytes = wasm.allocFromTypedArray(image);
  db.checkRc(capi.sqlite3_deserialize(db, 'main', bytes, image.byteLength, image.byteLength, flags));
}

function connect({ capi }: Sqlite3Static, db: Database): SqliteConnection {
  return {
    get isOpen() {
      return db.isOpen();
    },
    get isTransaction() {
      return capi.sqlite3_txn_state(db, 'main') !== capi.SQLITE_TXN_NONE;
    },
    exec: (sql) => void db.exec(sql),
    prepare: (sql) => prepare(capi, db, sql),
    close: () => db.close(),
  };
}

function prepare(capi: Sqlite3Static['capi'], db: Database, sql: string): SqlitePrepared {
  const statement = db.prepare(sql);
  const columns = statement.columnCount > 0 ? statement.getColumnNames() : [];

  function* rows(parameters: readonly unknown[]): IterableIterator<Record<string, SqlValue>> {
    statement.reset(true);
    if (parameters.length > 0) statement.bind(parameters as BindingSpec);
    try {
      while (statement.step()) yield statement.get({});
    } finally {
      statement.reset();
    }
  }

  return {
    columns: () => columns,
    get: (...parameters) => Array.from(rows(parameters))[0],
    all: (...parameters) => Array.from(rows(parameters)),
    iterate: (...parameters) => rows(parameters),
    run(...parameters) {
      // All steps of the statement.
      Array.from(rows(parameters));
      return { changes: db.changes(), lastInsertRowid: capi.sqlite3_last_insert_rowid(db) };
    },
  };
}
