/**
 * Claims in a PostgreSQL database, for several processes on several machines. It keeps the contract
 * of `ClaimStore`.
 * A change of one row is one conditional UPDATE: PostgreSQL checks the condition again after it
 * waited for another writer. A change that depends on two tables (a claim, and whether its order is
 * paid) is not safe in one statement, because a statement does not see uncommitted changes of
 * others. Those steps are functions (postgres-schema.ts), which first take the order's lock in a
 * statement of their own, so that the next one sees everything that was done under the lock.
 */
import { Kysely, PostgresDialect, sql, type RawBuilder, type Transaction } from 'kysely';
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
  type OrderRecord,
  type RecordedFinding,
} from '../claims/ledger-entry.js';
import { isSettled } from '../claims/settled.js';
import type { StoreClock } from '../claims/store-clock.js';
import {
  createClaimQueries,
  deleteOrder,
  forgetRows,
  hasChanged,
  hintLastLook,
  later,
  markSuperseded,
  openClaims,
  selectEntry,
  selectSettled,
  updateAsked,
} from '../sql/claim-queries.js';
import { toClaim, toClaimRow, toEntry, toEntryRow } from '../sql/rows.js';
import type { ClaimRow, EntryRow, Tables } from '../sql/tables.js';
import { createSignerPool, isSilence, type SignerPool } from './postgres-pool.js';
import { prepareSchema } from './postgres-schema.js';

/** Options of {@link openPostgresStore}. */
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
  const step = (name: string) => sql.id(schema, name);
  /** Calls a step of postgres-schema.ts that answers whether it was done. */
  const callStep = async (call: RawBuilder<unknown>): Promise<boolean> => {
    const { rows } = await sql<{ done: boolean }>`SELECT ${call} AS done`.execute(db);
    return rows[0]?.done === true;
  };
  const fixedAt = () => clock?.now() ?? null;
  // `notifyPaid` locks the entry while the shop writes: another process leaves the payment to it and does not wait.
  const unlocked = ({ scope, txnNumber }: EntryName) =>
    sql<string>`(SELECT txn_number FROM ${entry} WHERE scope = ${scope} AND txn_number = ${txnNumber} FOR UPDATE SKIP LOCKED)`;
  // Not `now()`, which stands still during a transaction.
  const writeNow = () => `${clock ? clock.now() : '(extract(epoch from clock_timestamp()) * 1000)'}::bigint`;
  const now = () => sql.raw<number>(writeNow());
  /** Records a transaction if its order is still as it was read. */
  const add = async (
    finding: Finding,
    order: OrderRecord,
    lease: number | undefined,
  ): Promise<RecordedFinding | undefined> => {
    const owner = order.claims.find(({ id }) => id === finding.claimId);
    if (!owner) return undefined;
    const added = createEntry(finding, owner, order, lease);
    const row = JSON.stringify(toEntryRow({ ...added, recordedAt: 0, noticeAt: added.noticeAt - order.at }));
    const { claims, entries } = order;
    const { rows } = await sql<{ at: number | null }>`SELECT ${step('add_entry')}(${row}::json, ${owner.state},
      ${stateAfter(owner.state, added.kind)}, ${claims.length}, ${entries.length}, ${fixedAt()}::bigint) AS at`.execute(
      db,
    );
    const at = rows[0]?.at;
    if (typeof at !== 'number') return undefined;
    return { entry: { ...added, recordedAt: at, noticeAt: added.noticeAt - order.at + at }, isNew: true };
  };
  let closing: Promise<void> | undefined;

  return {
    ...createClaimQueries(db, { now, unlocked, collation: sql`COLLATE "C"` }),
    async now() {
      const { rows } = await sql<{ now: number }>`SELECT ${now()} AS now`.execute(db);
      return rows[0]?.now ?? 0;
    },
    readOrder: async (scope, order) =>
      (await read(db, sql`${step('read_order')}(${scope}, ${order}, NULL, ${fixedAt()}::bigint)`)).record,
    async addClaim(added) {
      const row = JSON.stringify({ ...toClaimRow(added), claimed_at: 0, lease_until: 0 });
      return callStep(sql`${step('add_claim')}(${row}::json, ${added.lease}, ${fixedAt()}::bigint)`);
    },
    goLive: (id, owner, { authKey, expiresAt }) =>
      callStep(sql`${step('go_live')}(${id}, ${owner}, ${authKey}, ${expiresAt})`),
    async markAsked(id) {
      // One statement: both parts run.
      const asked = db.with('asked', (query) => updateAsked(query, id, now())).selectNoFrom(now().as('at'));
      return (await asked.executeTakeFirstOrThrow()).at;
    },
    async record(finding, lease) {
      for (;;) {
        const { claimId, txnNumber } = finding;
        const order = sql`${step('read_order')}(scope, order_id, ${txnNumber}, ${fixedAt()}::bigint)`;
        const { known, record } = await read(db, order, sql`FROM ${claim} WHERE id = ${claimId}`);
        const recorded = known ? { entry: known, isNew: false } : await add(finding, record, lease);
        // Else another process has written to the order since it was read.
        if (recorded) return recorded;
      }
    },
    supersedePayment: (name, current) =>
      db.transaction().execute(async (transaction) => {
        const { ofEntry, ofClaim } = markSuperseded(transaction, name, current);
        if (await hasChanged(ofEntry)) await ofClaim.execute();
        const stored = await readEntry(transaction, name);
        if (!stored) throw new RangeError(`no transaction ${name.txnNumber}`);
        return stored;
      }),
    takeOpenClaims: (scope, { need, limit, since }) =>
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
              SELECT id FROM ${claim}
              WHERE scope = ${scope} AND (checked_at <= ${since} OR checked_at > ${now()}) AND ${sql.raw(condition)}
              ORDER BY checked_at LIMIT ${count} FOR UPDATE SKIP LOCKED
            )
            UPDATE ${claim} SET checked_at = ${now()}, hinted_at = ${sql.raw(hintLastLook(writeNow()))} FROM picked WHERE ${claim}.id = picked.id
            RETURNING ${claim}.*`.execute(transaction);
          return rows.map(toClaim);
        };
        const taken: Claim[] = [];
        for (const condition of openClaims(writeNow())[need])
          taken.push(...(await take(condition, limit - taken.length)));
        return taken;
      }),
    removeSettled: (scope, age, limit) =>
      db.transaction().execute(async (transaction) => {
        // One process at a time, so that two of them do not wait for each other's orders.
        await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${schema} ${scope} settled`}, 0))`.execute(
          transaction,
        );
        const settled = selectSettled(transaction, { scope, until: later(now(), -age), now: now() });
        const picked = await settled.limit(limit).execute();
        for (const { order_id } of picked)
          await sql`SELECT ${step('lock_order')}(${scope}, ${order_id})`.execute(transaction);
        const names = picked.map(({ order_id }) => order_id);
        // Looked at again under the locks: another process may have added a claim.
        const old = names.length === 0 ? [] : await settled.where('old.order_id', 'in', names).execute();
        for (const { order_id } of old)
          for (const query of deleteOrder(transaction, scope, order_id)) await query.execute();
        return old.length;
      }),
    forgetOrder: (scope, order) =>
      db.transaction().execute(async (transaction) => {
        const { record } = await read(
          transaction,
          sql`${step('read_locked')}(${scope}, ${order}, ${fixedAt()}::bigint)`,
        );
        if (!isSettled(record)) return false;
        for (const query of forgetRows(transaction, record)) await query.execute();
        return true;
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

async function readEntry(transaction: Transaction<Tables>, name: EntryName): Promise<LedgerEntry | undefined> {
  const row = await selectEntry(transaction, name).selectAll().executeTakeFirst();
  return row && toEntry(row);
}

/** An order at one instant, and the entry that has the finding's number already. */
interface ReadOrder {
  readonly record: OrderRecord;
  readonly known: LedgerEntry | undefined;
}

/**
 * Calls a step of postgres-schema.ts that answers an order.
 * @throws RangeError if there is no such claim
 */
async function read(
  db: Kysely<Tables>,
  call: RawBuilder<unknown>,
  from: RawBuilder<unknown> = sql``,
): Promise<ReadOrder> {
  const { rows } = await sql<{ read: string }>`SELECT ${call} AS read ${from}`.execute(db);
  if (!rows[0]) throw new RangeError('there is no claim of the transaction');
  const { at, claims, entries, known } = JSON.parse(rows[0].read) as {
    readonly at: number;
    readonly known: EntryRow | null;
    readonly claims: readonly ClaimRow[];
    readonly entries: readonly EntryRow[];
  };
  const record = { claims: claims.map(toClaim), entries: entries.map(toEntry), at };
  return { record, known: known ? toEntry(known) : undefined };
}
