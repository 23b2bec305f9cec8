/** The tables of the signer's SQLite database, and their migrations. */
import type { SqliteConnection } from '../../sqlite/connection.js';

/**
 * Each migration is applied once, in order, with its number in `user_version`. A file of a later
 * version is refused. Released migrations never change.
 */
export const MIGRATIONS: readonly string[] = [
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
 * Creates or migrates the tables.
 * @param name of the database, for messages
 * @throws RangeError when the database was made by another version of Florin or by another program
 */
export function migrateTables(database: SqliteConnection, name: string): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = readNumber(database, 'PRAGMA user_version');
    const isEmpty = readNumber(database, 'SELECT count(*) FROM sqlite_schema') === 0;
    if (version > MIGRATIONS.length || (version === 0 && !isEmpty)) {
      throw new RangeError(
        `${name} is not a signer's database of version ${MIGRATIONS.length}: move it away or name another file`,
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

function readNumber(database: SqliteConnection, query: string): number {
  const [value] = Object.values(database.prepare(query).get() as Record<string, number>);
  return Number(value);
}
