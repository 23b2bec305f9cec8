/** The tables of the signer in a PostgreSQL database. The first process creates them. */
import { sql, type Kysely, type Transaction } from 'kysely';
import { LAST_LOOK } from '../claims/claim.js';
import { refuseVersion } from '../sql/sqlite-tables.js';
import type { Tables } from '../sql/tables.js';

/** The number in `florin_version`. A schema of another number is refused (docs/guides/stores.md). */
const VERSION = 1;

const TABLES = `
CREATE TABLE florin_version (version integer PRIMARY KEY);
CREATE TABLE claim (
  id text PRIMARY KEY,
  scope text NOT NULL,
  order_id text NOT NULL,
  attempt integer NOT NULL,
  terms text NOT NULL,
  reference text NOT NULL,
  state text NOT NULL,
  claimed_at bigint NOT NULL,
  auth_key text,
  expires_at bigint,
  asked_at bigint,
  hinted_at bigint,
  client text,
  checked_at bigint NOT NULL,
  lease_owner text,
  lease_until bigint NOT NULL,
  failed_at bigint,
  UNIQUE (scope, order_id, attempt),
  UNIQUE (scope, reference)
);
CREATE INDEX claim_age ON claim (scope, claimed_at);
CREATE INDEX claim_asked ON claim (scope, checked_at) WHERE state IN ('live', 'superseded') AND asked_at IS NOT NULL;
CREATE INDEX claim_unasked ON claim (scope, expires_at) WHERE state IN ('live', 'superseded') AND asked_at IS NULL;
CREATE INDEX claim_hinted ON claim (scope, checked_at) WHERE hinted_at IS NOT NULL;
CREATE INDEX claim_last_look ON claim (scope, expires_at) WHERE state = 'expired' AND checked_at < expires_at + ${LAST_LOOK};
CREATE TABLE entry (
  scope text NOT NULL,
  txn_number text NOT NULL,
  -- The order in which transactions became known: instants alone can be equal.
  serial bigint GENERATED ALWAYS AS IDENTITY,
  claim_id text NOT NULL REFERENCES claim (id),
  order_id text NOT NULL,
  kind text NOT NULL,
  differences text NOT NULL,
  current_terms text,
  txn text NOT NULL,
  recorded_at bigint NOT NULL,
  notice text NOT NULL,
  notice_at bigint NOT NULL,
  notice_tries integer NOT NULL,
  PRIMARY KEY (scope, txn_number)
);
CREATE INDEX entry_order ON entry (scope, order_id);
CREATE UNIQUE INDEX entry_paid ON entry (scope, order_id) WHERE kind = 'paid';
CREATE INDEX entry_due ON entry (scope, notice_at) WHERE notice IN ('due', 'calling');
CREATE INDEX entry_recorded ON entry (scope, recorded_at, txn_number COLLATE "C");
CREATE TABLE mark (
  scope text NOT NULL,
  name text NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (scope, name)
);
`;

/**
 * Steps that take an order's lock. They are functions because a statement does not see what others commit while it waits: each
 * statement of a function does, and all of them together are one round trip. `at` is null for the server's own clock.
 */
const functionsOf = (schema: string): readonly string[] => [
  // Until the transaction ends, no other process adds a claim to the order, makes one live, or records a payment.
  `CREATE FUNCTION lock_order(scope text, order_id text) RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock(hashtextextended('${schema} ' || $1 || ' ' || $2, 0)) $$`,
  `CREATE FUNCTION has_money(scope text, order_id text) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT 1 FROM "${schema}".entry e
      WHERE e.scope = $1 AND e.order_id = $2 AND e.kind NOT IN ('declined', 'failed')) $$`,
  `CREATE FUNCTION add_claim(added json, lease bigint, at bigint) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE new "${schema}".claim := json_populate_record(NULL::"${schema}".claim, added);
    BEGIN
      PERFORM "${schema}".lock_order(new.scope, new.order_id);
      -- What follows on the disk makes it durable too: nobody has the key before go_live.
      PERFORM set_config('synchronous_commit', 'off', true);
      IF new.state = 'issuing' AND "${schema}".has_money(new.scope, new.order_id) THEN RETURN false; END IF;
      new.claimed_at := coalesce(at, extract(epoch from clock_timestamp()) * 1000);
      new.lease_until := new.claimed_at + lease;
      INSERT INTO "${schema}".claim VALUES (new.*) ON CONFLICT DO NOTHING;
      RETURN FOUND;
    END $$`,
  `CREATE FUNCTION go_live(claim_id text, owner text, key text, expiry bigint) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE old "${schema}".claim;
    BEGIN
      SELECT * INTO old FROM "${schema}".claim WHERE id = claim_id;
      IF NOT FOUND THEN RETURN false; END IF;
      PERFORM "${schema}".lock_order(old.scope, old.order_id);
      IF "${schema}".has_money(old.scope, old.order_id) THEN RETURN false; END IF;
      UPDATE "${schema}".claim SET state = 'live', auth_key = key, expires_at = expiry, lease_owner = NULL, lease_until = 0
        WHERE id = claim_id AND state = 'issuing' AND lease_owner = owner;
      RETURN FOUND;
    END $$`,
  `CREATE FUNCTION read_order(scope text, order_id text, number text, at bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
    BEGIN
      RETURN json_build_object(
        'at', coalesce(at, (extract(epoch from clock_timestamp()) * 1000)::bigint),
        'known', (SELECT row_to_json(e) FROM "${schema}".entry e WHERE e.scope = $1 AND e.txn_number = number),
        'claims', (SELECT coalesce(json_agg(c ORDER BY c.attempt), '[]') FROM "${schema}".claim c
          WHERE c.scope = $1 AND c.order_id = $2),
        'entries', (SELECT coalesce(json_agg(e ORDER BY e.serial), '[]') FROM "${schema}".entry e
          WHERE e.scope = $1 AND e.order_id = $2));
    END $$`,
  // Locks the rows too: superseding and expiring lock by row, without the order's lock.
  `CREATE FUNCTION read_locked(scope text, order_id text, at bigint) RETURNS text LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM "${schema}".lock_order($1, $2);
      PERFORM FROM "${schema}".claim c WHERE c.scope = $1 AND c.order_id = $2 FOR UPDATE;
      RETURN "${schema}".read_order($1, $2, NULL, at);
    END $$`,
  // Null, and nothing is done, unless the order is as it was read: its claims and transactions are only ever added, and of the
  // claim only the state counts. The instants of the row are counted from now, which is the answer.
  `CREATE FUNCTION add_entry(added json, old_state text, new_state text, claims integer, entries integer, at bigint)
    RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE
      new "${schema}".entry := json_populate_record(NULL::"${schema}".entry, added);
      instant bigint;
    BEGIN
      PERFORM "${schema}".lock_order(new.scope, new.order_id);
      PERFORM FROM "${schema}".claim c WHERE c.id = new.claim_id AND c.state = old_state FOR UPDATE;
      IF NOT FOUND
        OR claims <> (SELECT count(*) FROM "${schema}".claim c WHERE c.scope = new.scope AND c.order_id = new.order_id)
        OR entries <> (SELECT count(*) FROM "${schema}".entry e WHERE e.scope = new.scope AND e.order_id = new.order_id)
      THEN RETURN NULL; END IF;
      instant := coalesce(at, (extract(epoch from clock_timestamp()) * 1000)::bigint);
      INSERT INTO "${schema}".entry (scope, txn_number, claim_id, order_id, kind, differences, current_terms, txn,
          recorded_at, notice, notice_at, notice_tries)
        VALUES (new.scope, new.txn_number, new.claim_id, new.order_id, new.kind, new.differences, new.current_terms, new.txn,
          instant, new.notice, instant + new.notice_at, new.notice_tries)
        ON CONFLICT DO NOTHING;
      -- Another process has recorded it for another order meanwhile.
      IF NOT FOUND THEN RETURN NULL; END IF;
      UPDATE "${schema}".claim c SET state = new_state, hinted_at = NULL WHERE c.id = new.claim_id;
      RETURN instant;
    END $$`,
];

/**
 * Creates the tables. Does nothing, and needs no extra rights, if they are there. Several processes
 * may call it at the same time.
 * @throws RangeError when the schema belongs to another Florin or to another program, or the server
 * may lose what it has acknowledged
 */
export async function prepareSchema(db: Kysely<Tables>, schema: string): Promise<void> {
  await assertSettings(db);
  if (await isThere(db, schema)) return;
  await db.transaction().execute(async (transaction) => {
    // Another process may be creating them.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`florin tables ${schema}`}, 0))`.execute(transaction);
    if (!(await isThere(transaction, schema))) await createTables(transaction, schema);
  });
}

async function createTables(transaction: Transaction<Tables>, schema: string): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM pg_namespace WHERE nspname = ${schema}`.execute(transaction);
  // Not `IF NOT EXISTS`, because that needs the right to create schemas even if the schema exists.
  if (rows.length === 0) await sql`CREATE SCHEMA ${sql.id(schema)}`.execute(transaction);
  await sql`SELECT set_config('search_path', ${`"${schema}"`}, true)`.execute(transaction);
  for (const statement of TABLES.split(';\n')) {
    if (statement.trim()) await sql.raw(statement).execute(transaction);
  }
  for (const statement of functionsOf(schema)) await sql.raw(statement).execute(transaction);
  await sql`INSERT INTO florin_version VALUES (${VERSION})`.execute(transaction);
}

/** Whether the tables are there. @throws RangeError for tables of another version or program */
async function isThere(db: Kysely<Tables>, schema: string): Promise<boolean> {
  const names = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ${schema}`.execute(db);
  if (names.rows.length === 0) return false;
  if (!names.rows.some(({ name }) => name === 'florin_version')) {
    throw new RangeError(`the schema ${schema} has tables of another program: name another schema`);
  }
  const { rows } = await sql<{ version: number }>`
    SELECT max(version) AS version FROM ${sql.id(schema, 'florin_version')}`.execute(db);
  if (rows[0]?.version !== VERSION) throw refuseVersion(`the schema ${schema}`);
  return true;
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
