/** The tables of the signer's SQLite database. */
import type { SqliteConnection } from '../../sqlite/connection.js';
import { LAST_LOOK } from '../claims/claim.js';

/** The number in `user_version`. A database of another number is refused (docs/guides/stores.md). */
export const SCHEMA_VERSION = 1;

export const SCHEMA = `
CREATE TABLE claim (
  id TEXT PRIMARY KEY,
  scope TEXT NOT NULL,
  order_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  terms TEXT NOT NULL,
  reference TEXT NOT NULL,
  state TEXT NOT NULL,
  claimed_at INTEGER NOT NULL,
  auth_key TEXT,
  expires_at INTEGER,
  asked_at INTEGER,
  hinted_at INTEGER,
  client TEXT,
  checked_at INTEGER NOT NULL,
  lease_owner TEXT,
  lease_until INTEGER NOT NULL,
  failed_at INTEGER,
  UNIQUE (scope, order_id, attempt),
  UNIQUE (scope, reference)
) STRICT;
CREATE INDEX claim_age ON claim (scope, claimed_at);
CREATE INDEX claim_asked ON claim (scope, checked_at) WHERE state IN ('live', 'superseded') AND asked_at IS NOT NULL;
CREATE INDEX claim_unasked ON claim (scope, expires_at) WHERE state IN ('live', 'superseded') AND asked_at IS NULL;
CREATE INDEX claim_hinted ON claim (scope, checked_at) WHERE hinted_at IS NOT NULL;
CREATE INDEX claim_last_look ON claim (scope, expires_at) WHERE state = 'expired' AND checked_at < expires_at + ${LAST_LOOK};
CREATE TABLE entry (
  scope TEXT NOT NULL,
  txn_number TEXT NOT NULL,
  claim_id TEXT NOT NULL REFERENCES claim (id),
  order_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  differences TEXT NOT NULL,
  current_terms TEXT,
  txn TEXT NOT NULL,
  recorded_at INTEGER NOT NULL,
  notice TEXT NOT NULL,
  notice_at INTEGER NOT NULL,
  notice_tries INTEGER NOT NULL,
  PRIMARY KEY (scope, txn_number)
) STRICT;
CREATE INDEX entry_order ON entry (scope, order_id);
CREATE UNIQUE INDEX entry_paid ON entry (scope, order_id) WHERE kind = 'paid';
CREATE INDEX entry_due ON entry (scope, notice_at) WHERE notice IN ('due', 'calling');
CREATE INDEX entry_recorded ON entry (scope, recorded_at, txn_number);
CREATE TABLE mark (
  scope TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (scope, name)
) STRICT;
`;

/** The refusal of a store that another version of Florin has made. @param name of the store */
export function refuseVersion(name: string): RangeError {
  return new RangeError(
    `${name} was made by another version of Florin: let that version end its open payments (reconcileNow), then name an empty place`,
  );
}

/**
 * Creates the tables.
 * @param name of the database, for messages
 * @throws RangeError when the database was made by another version of Florin or by another program
 */
export function createTables(database: SqliteConnection, name: string): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = readNumber(database, 'PRAGMA user_version');
    const isEmpty = readNumber(database, 'SELECT count(*) FROM sqlite_schema') === 0;
    if (version === 0 && !isEmpty) throw new RangeError(`${name} belongs to another program: name another file`);
    if (version !== 0 && version !== SCHEMA_VERSION) throw refuseVersion(name);
    if (isEmpty) database.exec(`${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}`);
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
