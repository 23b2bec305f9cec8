/** The claim store on a SQLite connection. It keeps the contract of `ClaimStore`. */
import { sql, type Kysely } from 'kysely';
import type { ClaimStore } from '../claim-store.js';
import { createEntry, stateAfter, type OrderRecord } from '../ledger-entry.js';
import { createClaimQueries, supersedePayment } from './claim-queries.js';
import { createGroupCommit, type GroupCommitOptions } from './group-commit.js';
import { toClaim, toEntry, toEntryRow } from './rows.js';
import type { ClaimRow, EntryRow, Tables } from './tables.js';

/** @param options a database with the tables of sqlite-tables.ts */
export function createSqliteClaims(options: GroupCommitOptions): ClaimStore {
  const { db, database } = options;
  const { alone, write, writeUnsynced } = createGroupCommit(options);
  // The statements for each key, compiled once; Kysely would compile them for each call.
  const selectClaims = database.prepare('SELECT * FROM claim WHERE order_id = ? ORDER BY attempt');
  const selectEntries = database.prepare('SELECT * FROM entry WHERE order_id = ? ORDER BY recorded_at');
  // One statement: the unique attempt number decides between processes, and the condition between
  // claim and payment.
  const insertClaim = database.prepare(`
    INSERT INTO claim (id, order_id, attempt, terms, reference, state, claimed_at, client, checked_at, lease_owner, lease_until)
    SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
    WHERE NOT EXISTS (SELECT 1 FROM entry WHERE order_id = ? AND kind NOT IN ('declined', 'failed'))
    ON CONFLICT (order_id, attempt) DO NOTHING`);
  const makeLive = database.prepare(`
    UPDATE claim SET state = 'live', auth_key = ?, expires_at = ?, lease_owner = NULL, lease_until = 0
    WHERE id = ? AND state = 'issuing' AND lease_owner = ? AND NOT EXISTS
      (SELECT 1 FROM entry WHERE entry.order_id = claim.order_id AND kind NOT IN ('declined', 'failed'))`);

  const selectOrder = (order: string): OrderRecord => {
    const claims = selectClaims.all(order) as unknown as ClaimRow[];
    const entries = selectEntries.all(order) as unknown as EntryRow[];
    return { claims: claims.map(toClaim), entries: entries.map(toEntry) };
  };

  return {
    ...createClaimQueries(db),
    readOrder: (order) =>
      alone(() => {
        database.exec('BEGIN');
        try {
          return selectOrder(order);
        } finally {
          database.exec('COMMIT');
        }
      }),
    addClaim: (claim) =>
      writeUnsynced(() => {
        const { id, order, attempt, terms, reference, state, claimedAt, client, checkedAt } = claim;
        const values = [id, order, attempt, JSON.stringify(terms), reference, state, claimedAt, client, checkedAt];
        return insertClaim.run(...values, claim.leaseOwner, claim.leaseUntil, order).changes === 1;
      }),
    goLive: (id, owner, { authKey, expiresAt }) =>
      write(() => makeLive.run(authKey, expiresAt, id, owner).changes === 1),
    record: (finding) =>
      inTransaction(db, async (connection) => {
        const known = await connection
          .selectFrom('entry')
          .selectAll()
          .where('txn_number', '=', finding.txnNumber)
          .executeTakeFirst();
        if (known) return toEntry(known);
        const row = await connection
          .selectFrom('claim')
          .selectAll()
          .where('id', '=', finding.claimId)
          .executeTakeFirst();
        if (!row) throw new RangeError(`no claim ${finding.claimId}`);
        const claim = toClaim(row);
        const entry = createEntry(finding, claim, selectOrder(claim.order));
        await connection.insertInto('entry').values(toEntryRow(entry)).execute();
        await connection
          .updateTable('claim')
          .set({ state: stateAfter(claim.state, entry.kind), hinted_at: null })
          .where('id', '=', claim.id)
          .execute();
        return entry;
      }),
    supersedePayment: (txnNumber, current) =>
      inTransaction(db, (connection) => supersedePayment(connection, txnNumber, current)),
    takeOpenClaims: (at, limit) =>
      inTransaction(db, async (connection) => {
        // Written into the statement, not bound: otherwise SQLite does not use the partial indexes.
        const take = async (condition: string, count: number) => {
          const { rows } = await sql<ClaimRow>`UPDATE claim SET checked_at = ${at} WHERE id IN (
            SELECT id FROM claim WHERE ${sql.raw(condition)} ORDER BY checked_at LIMIT ${count}) RETURNING *`.execute(
            connection,
          );
          return rows.map(toClaim);
        };
        const hinted = await take('hinted_at IS NOT NULL', limit);
        const open = await take("hinted_at IS NULL AND state IN ('live', 'superseded')", limit - hinted.length);
        return [...hinted, ...open];
      }),
    async close() {
      await db.destroy();
      // Kysely does not close a database that it never used.
      if (database.isOpen) database.close();
    },
  };
}

/**
 * Kysely's own transactions begin deferred: a write after a read can then fail at once if another
 * process has written in between, and no timeout helps. A transaction that will write therefore
 * begins as IMMEDIATE.
 */
async function inTransaction<T>(db: Kysely<Tables>, work: (connection: Kysely<Tables>) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`BEGIN IMMEDIATE`.execute(connection);
    try {
      const answer = await work(connection);
      await sql`COMMIT`.execute(connection);
      return answer;
    } catch (error) {
      await sql`ROLLBACK`.execute(connection).catch(() => undefined);
      throw error;
    }
  });
}
