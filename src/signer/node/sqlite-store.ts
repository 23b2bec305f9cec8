/**
 * Claims in one SQLite file: the default. Several processes may share the file; it survives `kill -9` and, on a disk that
 * tells the truth, a power cut (WAL, synchronous FULL). The contract is that of `ClaimStore`.
 */
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Claim, Terms } from '../claim.js';
import type { ClaimStore } from '../claim-store.js';
import { createEntry, stateAfter, type LedgerEntry } from '../ledger-entry.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { openDatabase, type ClaimRow, type EntryRow, type Tables } from './sqlite-schema.js';

/**
 * Opens the file, or creates it.
 * @throws RangeError when the file is of another version or another program.
 */
export function openSqliteStore(file: string): ClaimStore {
  const db = openDatabase(file);
  const changeClaim = async (query: ReturnType<typeof updateClaim>) => {
    const { numUpdatedRows } = await query.executeTakeFirst();
    return numUpdatedRows === 1n;
  };
  const updateClaim = (id: string) => db.updateTable('claim').where('id', '=', id);
  const changeEntry = async (txnNumber: string, changes: Partial<EntryRow>) => {
    await db.updateTable('entry').set(changes).where('txn_number', '=', txnNumber).execute();
  };

  return {
    readOrder: (order) => inTransaction(db, 'deferred', (connection) => readOrder(connection, order)),
    async readClaim(id) {
      const row = await db.selectFrom('claim').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toClaim(row);
    },
    async readClaimByReference(reference) {
      const row = await db.selectFrom('claim').selectAll().where('reference', '=', reference).executeTakeFirst();
      return row && toClaim(row);
    },
    async addClaim(claim) {
      // One statement: the unique attempt number decides between processes, the condition between claim and payment.
      const { numAffectedRows } = await sql`
        INSERT INTO claim (id, order_id, attempt, terms, reference, state, claimed_at, checked_at, lease_owner, lease_until)
        SELECT ${claim.id}, ${claim.order}, ${claim.attempt}, ${JSON.stringify(claim.terms)}, ${claim.reference},
          ${claim.state}, ${claim.claimedAt}, ${claim.checkedAt}, ${claim.leaseOwner}, ${claim.leaseUntil}
        WHERE NOT EXISTS (SELECT 1 FROM entry WHERE order_id = ${claim.order} AND kind NOT IN ('declined', 'failed'))
        ON CONFLICT (order_id, attempt) DO NOTHING`.execute(db);
      return numAffectedRows === 1n;
    },
    takeLease: (id, owner, at, until) =>
      changeClaim(
        updateClaim(id)
          .set({ lease_owner: owner, lease_until: until })
          .where('state', '=', 'issuing')
          .where('lease_until', '<=', at),
      ),
    failLease: (id, owner, at) =>
      changeClaim(
        updateClaim(id)
          .set({ lease_owner: null, lease_until: 0, failed_at: at })
          .where('state', '=', 'issuing')
          .where('lease_owner', '=', owner),
      ),
    goLive: (id, owner, { authKey, expiresAt }) =>
      changeClaim(
        updateClaim(id)
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
    async markAsked(id, at) {
      await changeClaim(
        updateClaim(id)
          .set({ asked_at: at })
          .where('asked_at', 'is', null)
          .where('state', 'in', ['live', 'superseded']),
      );
    },
    supersede: (id) =>
      changeClaim(
        updateClaim(id).set({ state: 'superseded' }).where('state', '=', 'live').where('asked_at', 'is', null),
      ),
    expire: (id) => changeClaim(updateClaim(id).set({ state: 'expired' }).where('state', 'in', ['live', 'superseded'])),
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
          .set({ state: stateAfter(claim.state, entry.kind) })
          .where('id', '=', claim.id)
          .execute();
        return entry;
      }),
    async takeNotice(txnNumber, at, until) {
      const { numUpdatedRows } = await db
        .updateTable('entry')
        .set((expression) => ({
          notice: 'calling',
          notice_at: until,
          notice_tries: expression('notice_tries', '+', 1),
        }))
        .where('txn_number', '=', txnNumber)
        .where('notice', 'in', ['due', 'calling'])
        .where('notice_at', '<=', at)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    finishNotice: (txnNumber) => changeEntry(txnNumber, { notice: 'done' }),
    failNotice: (txnNumber, nextAt) => changeEntry(txnNumber, { notice: 'due', notice_at: nextAt }),
    async readDueNotices(at, limit) {
      const rows = await db
        .selectFrom('entry')
        .selectAll()
        .where('notice', 'in', ['due', 'calling'])
        .where('notice_at', '<=', at)
        .orderBy('notice_at')
        .limit(limit)
        .execute();
      return rows.map(toEntry);
    },
    async takeOpenClaims(at, limit) {
      const rows = await db
        .updateTable('claim')
        .set({ checked_at: at })
        .where('id', 'in', (query) =>
          query
            .selectFrom('claim')
            .select('id')
            .where('state', 'in', ['live', 'superseded'])
            .orderBy('checked_at')
            .limit(limit),
        )
        .returningAll()
        .execute();
      return rows.map(toClaim);
    },
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

function toClaim(row: Selectable<ClaimRow>): Claim {
  return {
    id: row.id,
    order: row.order_id,
    attempt: row.attempt,
    terms: JSON.parse(row.terms) as Terms,
    reference: row.reference,
    state: row.state,
    claimedAt: row.claimed_at,
    authKey: row.auth_key,
    expiresAt: row.expires_at,
    askedAt: row.asked_at,
    checkedAt: row.checked_at,
    leaseOwner: row.lease_owner,
    leaseUntil: row.lease_until,
    failedAt: row.failed_at,
  };
}

function toEntry(row: Selectable<EntryRow>): LedgerEntry {
  return {
    txnNumber: row.txn_number,
    claimId: row.claim_id,
    order: row.order_id,
    kind: row.kind,
    differences: JSON.parse(row.differences) as string[],
    txn: JSON.parse(row.txn) as TxnResp,
    recordedAt: row.recorded_at,
    notice: row.notice,
    noticeAt: row.notice_at,
    noticeTries: row.notice_tries,
  };
}

function toEntryRow(entry: LedgerEntry): EntryRow {
  return {
    txn_number: entry.txnNumber,
    claim_id: entry.claimId,
    order_id: entry.order,
    kind: entry.kind,
    differences: JSON.stringify(entry.differences),
    txn: JSON.stringify(entry.txn),
    recorded_at: entry.recordedAt,
    notice: entry.notice,
    notice_at: entry.noticeAt,
    notice_tries: entry.noticeTries,
  };
}
