/**
 * The shop's own database: sessions, carts, orders and settings in one SQLite file. Only the folder
 * `store` contains SQL. Money is in minor units; times are ISO 8601 in UTC.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';

/** An open database. */
export type ShopDatabase = InstanceType<typeof DatabaseSync>;

const SCHEMA = `
PRAGMA journal_mode = WAL;
PRAGMA foreign_keys = ON;
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS session (
  id TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '', name TEXT NOT NULL DEFAULT '', street TEXT NOT NULL DEFAULT '',
  suburb TEXT NOT NULL DEFAULT '', state TEXT NOT NULL DEFAULT '', postcode TEXT NOT NULL DEFAULT '',
  bar_hidden INTEGER NOT NULL DEFAULT 0,
  bank_cents INTEGER NOT NULL DEFAULT 0,
  live INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS cart_line (
  session_id TEXT NOT NULL REFERENCES session (id),
  product TEXT NOT NULL, size TEXT NOT NULL, grind TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (session_id, product, size, grind)
) STRICT;
CREATE TABLE IF NOT EXISTS shop_order (
  number INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES session (id),
  fingerprint TEXT NOT NULL,
  created_at TEXT NOT NULL,
  email TEXT NOT NULL, name TEXT NOT NULL, street TEXT NOT NULL,
  suburb TEXT NOT NULL, state TEXT NOT NULL, postcode TEXT NOT NULL,
  subtotal INTEGER NOT NULL, delivery INTEGER NOT NULL, bank_cents INTEGER NOT NULL, total INTEGER NOT NULL,
  live INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'review')),
  txn_number TEXT UNIQUE, receipt_number TEXT, card TEXT, authorise_id TEXT, paid_at TEXT, paid INTEGER, receipt TEXT, held INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS shop_order_of_session ON shop_order (session_id, number DESC);
CREATE TABLE IF NOT EXISTS order_line (
  order_number INTEGER NOT NULL REFERENCES shop_order (number),
  position INTEGER NOT NULL,
  product TEXT NOT NULL, name TEXT NOT NULL, size TEXT NOT NULL, grind TEXT NOT NULL,
  unit_price INTEGER NOT NULL, quantity INTEGER NOT NULL,
  PRIMARY KEY (order_number, position)
) STRICT;
`;

/** Opens the database and creates missing tables. `file` may be `:memory:`. */
export function openShopDatabase(file: string): ShopDatabase {
  // It contains the signer's secret, so only its owner may read the file; SQLite's extra files get
  // the same mode. Existing files are changed too.
  if (file !== ':memory:') {
    writeFileSync(file, '', { flag: 'a', mode: 0o600 });
    for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) chmodSync(file + part, 0o600);
  }
  const database = new DatabaseSync(file);
  database.exec(SCHEMA);
  // The file may be older than these columns.
  const has = database.prepare(`SELECT 1 FROM pragma_table_info('shop_order') WHERE name = ?`);
  for (const [name, type] of [
    ['paid', 'INTEGER'],
    ['receipt', 'TEXT'],
    ['held', 'INTEGER'],
  ] as const) {
    if (!has.get(name)) database.exec(`ALTER TABLE shop_order ADD COLUMN ${name} ${type}`);
  }
  return database;
}

/** Runs `work` in one transaction: all of it is committed or none. */
export function inTransaction<T>(database: ShopDatabase, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** The secret of the signer's claim tokens: created once and stored, so that tokens survive a restart. */
export function readSignerSecret(database: ShopDatabase): string {
  database
    .prepare(`INSERT OR IGNORE INTO setting (name, value) VALUES ('signer-secret', ?)`)
    .run(randomBytes(32).toString('base64url'));
  const row = database.prepare(`SELECT value FROM setting WHERE name = 'signer-secret'`).get() as { value: string };
  return row.value;
}
