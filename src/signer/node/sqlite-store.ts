/**
 * Claims in one SQLite file: the default. Several processes may share the file; it survives `kill -9` and, on a disk that
 * tells the truth, a power cut (WAL, synchronous FULL). The contract is that of `ClaimStore`.
 */
import { sql, type Kysely } from 'kysely';
import type { ClaimStore } from '../claim-store.js';
import { createEntry, stateAfter } from '../ledger-entry.js';
import { createClaimQueries, hasChanged } from './claim-queries.js';
import { toClaim, toEntry, toEntryRow } from './rows.js';
import { openDatabase } from './sqlite-schema.js';
import type { ClaimRow, Tables } from './tables.js';

/**
 * Opens the file, or creates it.
 * @throws RangeError when the file is of another version or another program.
 */
export function openSqliteStore(file: string): ClaimStore {
  const db = openDatabase(file);

  return {
    ...createClaimQueries(db),
    readOrder: (order) => inTransaction(db, 'deferred', (connection) => readOrder(connection, order)),
    async addClaim(claim) {
      // One statement: the unique attempt number decides between processes, the condition between claim and payment.
      const { numAffectedRows } = await sql`
        INSERT INTO claim (id, order_id, attempt, terms, reference, state, claimed_at, client, checked_at, lease_owner, lease_until)
        SELECT ${claim.id}, ${claim.order}, ${claim.attempt}, ${JSON.stringify(claim.terms)}, ${claim.reference},
          ${claim.state}, ${claim.claimedAt}, ${claim.client}, ${claim.checkedAt}, ${claim.leaseOwner}, ${claim.leaseUntil}
        WHERE NOT EXISTS (SELECT 1 FROM entry WHERE order_id = ${claim.order} AND kind NOT IN ('declined', 'failed'))
        ON CONFLICT (order_id, attempt) DO NOTHING`.execute(db);
      return numAffectedRows === 1n;
    },
    goLive: (id, owner, { authKey, expiresAt }) =>
      hasChanged(
        db
          .updateTable('claim')
          .where('id', '=', id)
          .set({ state: 'live', auth_key: authKey, expires_at: expiresAt, lease_owner: null, lease_until: 0 })
          .where('state', '=', 'issuing')
          .where('lease_owner', '=', owner)
          .where(({ not, exists, selectFrom, ref }) =>
            not(
              exists(
                selectFrom('entry')
                  .select('txn_number')
                  .where('entry.order_id', '=', ref('claim.order_id'))
                  .where('kind', 'not in', ['declined', 'failed']),
              ),
            ),
          ),
      ),
    record: (finding) =>
      inTransaction(db, 'immediate', async (connection) => {
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
        if (!row) throw new RangeError(`there is no claim ${finding.claimId}`);
        const claim = toClaim(row);
        const entry = createEntry(finding, claim, await readOrder(connection, claim.order));
        await connection.insertInto('entry').values(toEntryRow(entry)).execute();
        await connection
          .updateTable('claim')
          .set({ state: stateAfter(claim.state, entry.kind), hinted_at: null })
          .where('id', '=', claim.id)
          .execute();
        return entry;
      }),
    takeOpenClaims: (at, limit) =>
      inTransaction(db, 'immediate', async (connection) => {
        // Written out, not bound: else the partial indexes are not used.
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
    close: () => db.destroy(),
  };
}

async function readOrder(connection: Kysely<Tables>, order: string) {
  const claims = await connection
    .selectFrom('claim')
    .selectAll()
    .where('order_id', '=', order)
    .orderBy('attempt')
    .execute();
  const entries = await connection
    .selectFrom('entry')
    .selectAll()
    .where('order_id', '=', order)
    .orderBy('recorded_at')
    .execute();
  return { claims: claims.map(toClaim), entries: entries.map(toEntry) };
}

/**
 * Kysely's own transactions begin deferred: a write after a read can then fail at once when another process has written
 * in between, and no time-out helps. Who will write says so at the start.
 */
async function inTransaction<T>(
  db: Kysely<Tables>,
  mode: 'deferred' | 'immediate',
  work: (connection: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql.raw(`BEGIN ${mode}`).execute(connection);
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
