/** The tables of the signer in a PostgreSQL database. The first process creates them. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../sql/tables.js';

/**
 * Each migration is applied once, in order, in one transaction with its number. Released migrations
 * never change.
 */
const MIGRATIONS: readonly string[] = [
  `
CREATE TABLE claim (
  id text PRIMARY KEY,
  order_id text NOT NULL,
  attempt integer NOT NULL,
  terms text NOT NULL,
  reference text NOT NULL UNIQUE,
  state text NOT NULL,
  claimed_at bigint NOT NULL,
  auth_key text,
  expires_at bigint,
  asked_at bigint,
  checked_at bigint NOT NULL,
  lease_owner text,
  lease_until bigint NOT NULL,
  failed_at bigint,
  UNIQUE (order_id, attempt)
);
CREATE INDEX claim_open ON claim (checked_at) WHERE state IN ('live', 'superseded');
CREATE TABLE entry (
  txn_number text PRIMARY KEY,
  -- The order in which transactions became known: instants alone can be equal.
  serial bigint GENERATED ALWAYS AS IDENTITY,
  claim_id text NOT NULL REFERENCES claim (id),
  order_id text NOT NULL,
  kind text NOT NULL,
  differences text NOT NULL,
  txn text NOT NULL,
  recorded_at bigint NOT NULL,
  notice text NOT NULL,
  notice_at bigint NOT NULL,
  notice_tries integer NOT NULL
);
CREATE INDEX entry_order ON entry (order_id);
CREATE UNIQUE INDEX entry_paid ON entry (order_id) WHERE kind = 'paid';
CREATE INDEX entry_due ON entry (notice_at) WHERE notice IN ('due', 'calling');
`,
  `
ALTER TABLE claim ADD COLUMN hinted_at bigint;
ALTER TABLE claim ADD COLUMN client text;
CREATE INDEX claim_hinted ON claim (checked_at) WHERE hinted_at IS NOT NULL;
`,
  `
ALTER TABLE entry ADD COLUMN current_terms text;
`,
];

/**
 * Creates or migrates the tables. Does nothing, and needs no extra rights, if they are up to date.
 * Several processes may call it at the same time.
 * @throws RangeError when the schema belongs to a newer Florin or to another program, or the server
 * may lose what it has acknowledged
 */
export async function prepareSchema(db: Kysely<Tables>, schema: string): Promise<void> {
  await assertSettings(db);
  if ((await readVersion(db, schema)) === MIGRATIONS.length) return;
  await db.transaction().execute(async (transaction) => {
    // Another process may be migrating large tables.
    await sql`SELECT set_config('statement_timeout', '0', true)`.execute(transaction);
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`florin tables ${schema}`}, 0))`.execute(transaction);
    await migrate(transaction, schema);
  });
}

async function migrate(transaction: Transaction<Tables>, schema: string): Promise<void> {
  const version = await readVersion(transaction, schema);
  if (version > MIGRATIONS.length) {
    throw new RangeError(`the schema ${schema} is of version ${version}; this Florin knows ${MIGRATIONS.length}`);
  }
  const { rows } = await sql`SELECT 1 FROM pg_namespace WHERE nspname = ${schema}`.execute(transaction);
  // Not `IF NOT EXISTS`, because that needs the right to create schemas even if the schema exists.
  if (rows.length === 0) await sql`CREATE SCHEMA ${sql.id(schema)}`.execute(transaction);
  await sql`SELECT set_config('search_path', ${`"${schema}"`}, true)`.execute(transaction);
  if (version === 0) await sql`CREATE TABLE florin_version (version integer PRIMARY KEY)`.execute(transaction);
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue;
    for (const statement of migration.split(';\n')) {
      if (statement.trim()) await sql.raw(statement).execute(transaction);
    }
    await sql`INSERT INTO florin_version VALUES (${index + 1})`.execute(transaction);
  }
}

/** The number of the last applied migration; 0 if the schema is missing or empty. */
async function readVersion(db: Kysely<Tables>, schema: string): Promise<number> {
  const names = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ${schema}`.execute(db);
  if (names.rows.length === 0) return 0;
  if (!names.rows.some(({ name }) => name === 'florin_version')) {
    throw new RangeError(`the schema ${schema} has tables of another program: name another schema`);
  }
  const found = await sql<{ version: number }>`
    SELECT coalesce(max(version), 0) AS version FROM ${sql.id(schema, 'florin_version')}`.execute(db);
  return found.rows[0]?.version ?? 0;
}

/**
 * The server must not lose an acknowledged payment in a power cut, and the store's locks rely on
 * READ COMMITTED: each statement sees everything that was committed before it.
 */
async function assertSettings(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<Record<string, string>>`
    SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('default_transaction_isolation') AS default_transaction_isolation`.execute(db);
  const settings = rows[0] ?? {};
  for (const name of ['fsync', 'synchronous_commit']) {
    if (settings[name] !== 'off') continue;
    throw new RangeError(`the PostgreSQL server has ${name} off: it may lose payments it has acknowledged`);
  }
  if (settings['default_transaction_isolation'] !== 'read committed') {
    throw new RangeError("default_transaction_isolation must be 'read committed' for the signer's role");
  }
}
