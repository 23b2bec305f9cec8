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
import type { ClaimStore, EntryName } from '../claims/claim-store.js';
import type { Claim } from '../claims/claim.js';
import {
  createEntry,
  stateAfter,
  type Finding,
  type LedgerEntry,
  type RecordedFinding,
} from '../claims/ledger-entry.js';
import type { StoreClock } from '../claims/store-clock.js';
import {
  createClaimQueries,
  hasChanged,
  later,
  markSuperseded,
  openClaims,
  selectEntry,
} from '../sql/claim-queries.js';
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
   * transaction, and has 10 seconds. After its end or its limit `transaction` refuses statements. If
   * it throws, nothing is committed and it is called again.
   * @param agreed compare it with the order before you deliver
   * @param signal aborted when the signer's `callbackTimeoutSeconds` are over: nothing is committed
   */
  onPaid?(
    transaction: ShopTransaction,
    order: string,
    txn: TxnResp,
    agreed: AgreedTerms,
    signal: AbortSignal,
  ): Promise<void>;
}

/**
 * The shop's view of the transaction: `query` of the package `pg`. A bigint is returned as a
 * number.
 */
export type ShopTransaction = Pick<PostgresClient, 'query'>;

/** What names an order in the tables. */
type OrderKey = Pick<ClaimRow, 'scope' | 'order_id'>;

const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * Connects, and creates the tables.
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
    ...(onPaid && {
      notifyPaid: (entry, agreed, signal) => notifyPaid({ pool, schema, onPaid }, { entry, agreed, signal }),
    }),
  };
}

function createStore(db: Kysely<Tables>, schema: string, clock: StoreClock['clock']): ClaimStore {
  const claim = sql.id(schema, 'claim');
  const entry = sql.id(schema, 'entry');
  /**
   * Until the transaction ends, no other process adds a claim to the order, makes one live, or
   * records a payment.
   */
  const lockOrder = ({ scope, order_id }: OrderKey, transaction: Transaction<Tables>) =>
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${schema} ${scope} ${order_id}`}, 0))`.execute(transaction);
  const hasMoney = ({ scope, order_id }: OrderKey) =>
    sql<boolean>`EXISTS (SELECT 1 FROM ${entry} WHERE scope = ${scope} AND order_id = ${order_id} AND kind NOT IN ('declined', 'failed'))`;
  // `notifyPaid` locks the entry while the shop writes: another process leaves the payment to it and does not wait.
  const unlocked = ({ scope, txnNumber }: EntryName) =>
    sql<string>`(SELECT txn_number FROM ${entry} WHERE scope = ${scope} AND txn_number = ${txnNumber} FOR UPDATE SKIP LOCKED)`;
  // Not `now()`, which stands still during a transaction.
  const writeNow = () => `${clock ? clock.now() : '(extract(epoch from clock_timestamp()) * 1000)'}::bigint`;
  const now = () => sql.raw<number>(writeNow());
  let closing: Promise<void> | undefined;

  return {
    ...createClaimQueries(db, { now, unlocked, collation: sql`COLLATE "C"` }),
    async now() {
      const { rows } = await sql<{ now: number }>`SELECT ${now()} AS now`.execute(db);
      return rows[0]?.now ?? 0;
    },
    async readOrder(scope, order) {
      // One statement reads at one instant.
      const { rows } = await sql<{ claims: string; entries: string; at: number }>`SELECT ${now()} AS at,
        (SELECT coalesce(json_agg(c ORDER BY attempt), '[]')::text FROM ${claim} c
          WHERE scope = ${scope} AND order_id = ${order}) AS claims,
        (SELECT coalesce(json_agg(e ORDER BY serial), '[]')::text FROM ${entry} e
          WHERE scope = ${scope} AND order_id = ${order}) AS entries
      `.execute(db);
      const [{ claims, entries, at }] = rows as [(typeof rows)[0]];
      return {
        claims: (JSON.parse(claims) as ClaimRow[]).map(toClaim),
        entries: (JSON.parse(entries) as EntryRow[]).map(toEntry),
        at,
      };
    },
    addClaim: (added) =>
      db.transaction().execute(async (transaction) => {
        const row = toClaimRow(added);
        await lockOrder(row, transaction);
        if (added.state === 'issuing') {
          const money = await sql<{ moved: boolean }>`SELECT ${hasMoney(row)} AS moved`.execute(transaction);
          if (money.rows[0]?.moved !== false) return false;
        }
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('claim')
          .values({ ...row, claimed_at: now(), lease_until: later(now(), added.lease) })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows === 1n;
      }),
    goLive: (id, owner, { authKey, expiresAt }) =>
      db.transaction().execute(async (transaction) => {
        const row = await selectKey(transaction, id);
        if (!row) return false;
        await lockOrder(row, transaction);
        const { numUpdatedRows } = await transaction
          .updateTable('claim')
          .set({ state: 'live', auth_key: authKey, expires_at: expiresAt, lease_owner: null, lease_until: 0 })
          .where('id', '=', id)
          .where('state', '=', 'issuing')
          .where('lease_owner', '=', owner)
          .where(({ not }) => not(hasMoney(row)))
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),
    record: (finding) =>
      db.transaction().execute(async (transaction) => {
        const key = await selectKey(transaction, finding.claimId);
        if (!key) throw new RangeError(`no claim ${finding.claimId}`);
        const known = await readEntry(transaction, { scope: key.scope, txnNumber: finding.txnNumber });
        if (known) return { entry: known, isNew: false };
        await lockOrder(key, transaction);
        const { rows } = await sql<{ at: number }>`SELECT ${now()} AS at`.execute(transaction);
        return recordUnderLock(transaction, finding, { ...key, at: rows[0]?.at ?? 0 });
      }),
    supersedePayment: (name, current) =>
      db.transaction().execute(async (transaction) => {
        const { ofEntry, ofClaim } = markSuperseded(transaction, name, current);
        if (await hasChanged(ofEntry)) await ofClaim.execute();
        const stored = await readEntry(transaction, name);
        if (!stored) throw new RangeError(`no transaction ${name.txnNumber}`);
        return stored;
      }),
    takeOpenClaims: (scope, limit) =>
      db.transaction().execute(async (transaction) => {
        // One process at a time. The lock is a separate statement: a statement that began before
        // another process committed would check the rows of that process again, find them still
        // open, and take them too.
        await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${schema} ${scope} open claims`}, 0))`.execute(
          transaction,
        );
        // Skips rows that another writer has locked. MATERIALIZED, because otherwise the planner
        // may run the subquery twice.
        const take = async (condition: string, count: number) => {
          const { rows } = await sql<ClaimRow>`
            WITH picked AS MATERIALIZED (
              SELECT id FROM ${claim} WHERE scope = ${scope} AND ${sql.raw(condition)}
              ORDER BY checked_at LIMIT ${count} FOR UPDATE SKIP LOCKED
            )
            UPDATE ${claim} SET checked_at = ${now()} FROM picked WHERE ${claim}.id = picked.id
            RETURNING ${claim}.*`.execute(transaction);
          return rows.map(toClaim);
        };
        const taken: Claim[] = [];
        for (const condition of openClaims(writeNow())) taken.push(...(await take(condition, limit - taken.length)));
        return taken;
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
  { entry, agreed, signal }: { entry: LedgerEntry; agreed: AgreedTerms; signal: AbortSignal },
): Promise<void> {
  const { scope, txnNumber, order, txn } = entry;
  const pooled = await pool.connect();
  const { client } = pooled;
  let isOver = false;
  // Code that continues after its end would write behind the ROLLBACK, or into the transaction of another payment.
  const transaction: ShopTransaction = {
    async query(text, parameters) {
      if (isOver || signal.aborted) throw new Error('the transaction of this onPaid has ended');
      return client.query(text, parameters);
    },
  };
  let failure: unknown;
  try {
    await client.query('BEGIN');
    const marked = await client.query(
      `UPDATE "${schema}".entry SET notice = 'done' WHERE scope = $1 AND txn_number = $2 AND notice <> 'done'`,
      [scope, txnNumber],
    );
    if (marked.rowCount === 1) await untilAborted(signal, onPaid(transaction, order, txn, agreed, signal));
    isOver = true;
    const { command } = await client.query('COMMIT');
    // A statement failed and the shop's code continued: the server has rolled back everything.
    if (command !== 'COMMIT') throw new Error('a statement of onPaid failed, so the transaction was rolled back');
  } catch (error) {
    failure = error;
    isOver = true;
    // After a timeout the server is not asked again: closing the connection rolls back.
    if (!isSilence(error)) await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    // After a failure the connection's state is unknown.
    pooled.release(failure !== undefined);
  }
}

/** Rejects when the signal is aborted: a callback that never ends would keep its connection for ever. */
async function untilAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  await Promise.race([work, aborted]);
}

function selectKey(transaction: Transaction<Tables>, claimId: string): Promise<OrderKey | undefined> {
  return transaction.selectFrom('claim').select(['scope', 'order_id']).where('id', '=', claimId).executeTakeFirst();
}

async function readEntry(transaction: Transaction<Tables>, name: EntryName): Promise<LedgerEntry | undefined> {
  const row = await selectEntry(transaction, name).selectAll().executeTakeFirst();
  return row && toEntry(row);
}

async function recordUnderLock(
  transaction: Transaction<Tables>,
  finding: Finding,
  { scope, order_id, at }: OrderKey & { readonly at: number },
): Promise<RecordedFinding> {
  // Locks the rows too: superseding and expiring lock by row, without the order's lock.
  const claims = await transaction
    .selectFrom('claim')
    .selectAll()
    .where('scope', '=', scope)
    .where('order_id', '=', order_id)
    .orderBy('attempt')
    .forUpdate()
    .execute();
  const entries = await transaction
    .selectFrom('entry')
    .selectAll()
    .where('scope', '=', scope)
    .where('order_id', '=', order_id)
    .orderBy('recorded_at')
    .execute();
  const row = claims.find(({ id }) => id === finding.claimId);
  if (!row) throw new RangeError(`no claim ${finding.claimId}`);
  const record = { claims: claims.map(toClaim), entries: entries.map(toEntry), at };
  const entry = createEntry(finding, toClaim(row), record);
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('entry')
    .values(toEntryRow(entry))
    .onConflict((conflict) => conflict.columns(['scope', 'txn_number']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) {
    // Another process recorded it after the lookup; the insert waited for that process.
    const known = await readEntry(transaction, entry);
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
