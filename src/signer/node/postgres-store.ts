/**
 * Claims in a PostgreSQL database, for several processes on several machines. It keeps the contract
 * of `ClaimStore`.
 * A change of one row is one conditional UPDATE: PostgreSQL checks the condition again after it
 * waited for another writer. A change that depends on two tables (a claim, and whether its order is
 * paid) is not safe in one statement, because a statement does not see uncommitted changes of
 * others. Those methods first take the order's lock in a separate statement, so that the next
 * statement sees everything that was done under the lock.
 */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { PostgresClient, PostgresConfig } from '../../node/postgres-connections.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { AgreedTerms } from '../claims/agreed-terms.js';
import type { ClaimStore } from '../claims/claim-store.js';
import {
  createEntry,
  stateAfter,
  type Finding,
  type LedgerEntry,
  type RecordedFinding,
} from '../claims/ledger-entry.js';
import type { StoreClock } from '../claims/store-clock.js';
import { createClaimQueries, supersedePayment } from '../sql/claim-queries.js';
import { toClaim, toClaimRow, toEntry, toEntryRow } from '../sql/rows.js';
import type { ClaimRow, EntryRow, Tables } from '../sql/tables.js';
import { createSignerPool, isSilence, type SignerPool } from './postgres-pool.js';
import { prepareSchema } from './postgres-schema.js';

export interface PostgresStoreOptions extends StoreClock {
  /**
   * `postgres://user@host/database`, or a configuration of the package `pg` (TLS, a function for
   * the password, pool size).
   */
  readonly connection: string | PostgresConfig;
  /** The schema of the signer's tables, separate from the shop's. Default `florin_signer`. */
  readonly schema?: string;
  /**
   * For a shop whose orders are in this database: called for each payment inside the transaction
   * that marks the payment as notified, instead of the signer's `onPaid`. Changes made through
   * `transaction` are committed together with that mark or not at all: exactly once for each
   * TxnNumber, even if the process is killed. Other effects (mail) are not part of the transaction:
   * insert them into a table here and perform them from there. The callback must not end the
   * transaction or keep `transaction`, and has 10 seconds. If it throws, nothing is committed and
   * it is called again.
   * @param agreed compare it with the order before you deliver
   */
  onPaid?(transaction: ShopTransaction, order: string, txn: TxnResp, agreed: AgreedTerms): Promise<void>;
}

/**
 * The shop's view of the transaction: `query` of the package `pg`. A bigint is returned as a
 * number.
 */
export type ShopTransaction = Pick<PostgresClient, 'query'>;

const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * Connects, and creates or migrates the tables.
 * @throws RangeError when the schema cannot be used, an error of `pg` when the server cannot be
 * reached
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<ClaimStore> {
  const { connection, schema = 'florin_signer' } = options;
  if (!SCHEMA_NAME.test(schema)) throw new RangeError('schema must be lower-case letters, digits and underscores');
  const pool = createSignerPool(typeof connection === 'string' ? { connectionString: connection } : connection);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema(schema);
  try {
    await prepareSchema(db, schema);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const { clock, onPaid } = options;
  return {
    ...createStore(db, schema, clock),
    ...(onPaid && { notifyPaid: (entry, agreed) => notifyPaid({ pool, schema, onPaid }, entry, agreed) }),
  };
}

function createStore(db: Kysely<Tables>, schema: string, clock: StoreClock['clock']): ClaimStore {
  const claim = sql.id(schema, 'claim');
  const entry = sql.id(schema, 'entry');
  /**
   * Until the transaction ends, no other process adds a claim to the order, makes one live, or
   * records a payment.
   */
  const lockOrder = (order: string, transaction: Transaction<Tables>) =>
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${schema} ${order}`}, 0))`.execute(transaction);
  const hasMoney = (order: string) =>
    sql<boolean>`EXISTS (SELECT 1 FROM ${entry} WHERE order_id = ${order} AND kind NOT IN ('declined', 'failed'))`;
  // `notifyPaid` locks the entry while the shop writes: another process leaves the payment to it and does not wait.
  const unlocked = (txnNumber: string) =>
    sql<string>`(SELECT txn_number FROM ${entry} WHERE txn_number = ${txnNumber} FOR UPDATE SKIP LOCKED)`;
  // Not `now()`, which stands still during a transaction.
  const now = () =>
    clock ? sql<number>`${clock.now()}::bigint` : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  let closing: Promise<void> | undefined;

  return {
    ...createClaimQueries(db, unlocked),
    async now() {
      const { rows } = await sql<{ now: number }>`SELECT ${now()} AS now`.execute(db);
      return rows[0]?.now ?? 0;
    },
    async readOrder(order) {
      // One statement reads at one instant.
      const { rows } = await sql<{ claims: string; entries: string }>`SELECT
        (SELECT coalesce(json_agg(c ORDER BY attempt), '[]')::text FROM ${claim} c WHERE order_id = ${order}) AS claims,
        (SELECT coalesce(json_agg(e ORDER BY serial), '[]')::text FROM ${entry} e WHERE order_id = ${order}) AS entries
      `.execute(db);
      const [{ claims, entries }] = rows as [{ claims: string; entries: string }];
      return {
        claims: (JSON.parse(claims) as ClaimRow[]).map(toClaim),
        entries: (JSON.parse(entries) as EntryRow[]).map(toEntry),
      };
    },
    addClaim: (added) =>
      db.transaction().execute(async (transaction) => {
        await lockOrder(added.order, transaction);
        const money = await sql<{ moved: boolean }>`SELECT ${hasMoney(added.order)} AS moved`.execute(transaction);
        if (money.rows[0]?.moved !== false) return false;
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('claim')
          .values(toClaimRow(added))
          .onConflict((conflict) => conflict.columns(['order_id', 'attempt']).doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows === 1n;
      }),
    goLive: (id, owner, { authKey, expiresAt }) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction.selectFrom('claim').select('order_id').where('id', '=', id).executeTakeFirst();
        if (!row) return false;
        await lockOrder(row.order_id, transaction);
        const { numUpdatedRows } = await transaction
          .updateTable('claim')
          .set({ state: 'live', auth_key: authKey, expires_at: expiresAt, lease_owner: null, lease_until: 0 })
          .where('id', '=', id)
          .where('state', '=', 'issuing')
          .where('lease_owner', '=', owner)
          .where(({ not }) => not(hasMoney(row.order_id)))
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),
    record: (finding) =>
      db.transaction().execute(async (transaction) => {
        const known = await readEntry(transaction, finding.txnNumber);
        if (known) return { entry: known, isNew: false };
        const found = await transaction
          .selectFrom('claim')
          .select('order_id')
          .where('id', '=', finding.claimId)
          .executeTakeFirst();
        if (!found) throw new RangeError(`no claim ${finding.claimId}`);
        await lockOrder(found.order_id, transaction);
        return recordUnderLock(transaction, finding, found.order_id);
      }),
    supersedePayment: (txnNumber, current) =>
      db.transaction().execute((transaction) => supersedePayment(transaction, txnNumber, current)),
    takeOpenClaims: (at, limit) =>
      db.transaction().execute(async (transaction) => {
        // One process at a time. The lock is a separate statement: a statement that began before
        // another process committed would check the rows of that process again, find them still
        // open, and take them too.
        await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${schema} open claims`}, 0))`.execute(transaction);
        // Skips rows that another writer has locked. MATERIALIZED, because otherwise the planner
        // may run the subquery twice.
        const take = async (condition: string, count: number) => {
          const { rows } = await sql<ClaimRow>`
            WITH picked AS MATERIALIZED (
              SELECT id FROM ${claim} WHERE ${sql.raw(condition)}
              ORDER BY checked_at LIMIT ${count} FOR UPDATE SKIP LOCKED
            )
            UPDATE ${claim} SET checked_at = ${at} FROM picked WHERE ${claim}.id = picked.id
            RETURNING ${claim}.*`.execute(transaction);
          return rows.map(toClaim);
        };
        const hinted = await take('hinted_at IS NOT NULL', limit);
        const open = await take("hinted_at IS NULL AND state IN ('live', 'superseded')", limit - hinted.length);
        return [...hinted, ...open];
      }),
    close: () => (closing ??= db.destroy()),
  };
}

/**
 * The mark comes first: its row lock stops others from notifying about the same payment until this
 * transaction ends.
 */
async function notifyPaid(
  { pool, schema, onPaid }: { pool: SignerPool; schema: string } & Required<Pick<PostgresStoreOptions, 'onPaid'>>,
  { txnNumber, order, txn }: LedgerEntry,
  agreed: AgreedTerms,
): Promise<void> {
  const pooled = await pool.connect();
  const { client } = pooled;
  let failure: unknown;
  try {
    await client.query('BEGIN');
    const marked = await client.query(
      `UPDATE "${schema}".entry SET notice = 'done' WHERE txn_number = $1 AND notice <> 'done'`,
      [txnNumber],
    );
    if (marked.rowCount === 1) await onPaid(client, order, txn, agreed);
    const { command } = await client.query('COMMIT');
    // A statement failed and the shop's code continued: the server has rolled back everything.
    if (command !== 'COMMIT') throw new Error('a statement of onPaid failed, so the transaction was rolled back');
  } catch (error) {
    failure = error;
    // After a timeout the server is not asked again: closing the connection rolls back.
    if (!isSilence(error)) await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    // After a failure the connection's state is unknown.
    pooled.release(failure !== undefined);
  }
}

async function readEntry(transaction: Transaction<Tables>, txnNumber: string): Promise<LedgerEntry | undefined> {
  const row = await transaction.selectFrom('entry').selectAll().where('txn_number', '=', txnNumber).executeTakeFirst();
  return row && toEntry(row);
}

async function recordUnderLock(
  transaction: Transaction<Tables>,
  finding: Finding,
  order: string,
): Promise<RecordedFinding> {
  // Locks the rows too: superseding and expiring lock by row, without the order's lock.
  const claims = await transaction
    .selectFrom('claim')
    .selectAll()
    .where('order_id', '=', order)
    .orderBy('attempt')
    .forUpdate()
    .execute();
  const entries = await transaction
    .selectFrom('entry')
    .selectAll()
    .where('order_id', '=', order)
    .orderBy('recorded_at')
    .execute();
  const row = claims.find(({ id }) => id === finding.claimId);
  if (!row) throw new RangeError(`no claim ${finding.claimId}`);
  const record = { claims: claims.map(toClaim), entries: entries.map(toEntry) };
  const entry = createEntry(finding, toClaim(row), record);
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('entry')
    .values(toEntryRow(entry))
    .onConflict((conflict) => conflict.column('txn_number').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) {
    // Another process recorded it after the lookup; the insert waited for that process.
    const known = await readEntry(transaction, finding.txnNumber);
    if (!known) throw new Error(`transaction ${finding.txnNumber} is neither new nor known`);
    return { entry: known, isNew: false };
  }
  await transaction
    .updateTable('claim')
    .set({ state: stateAfter(row.state, entry.kind), hinted_at: null })
    .where('id', '=', row.id)
    .execute();
  return { entry, isNew: true };
}
