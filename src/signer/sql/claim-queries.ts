/**
 * The methods of a `ClaimStore` that need only one conditional statement, which is atomic on every
 * SQL database. Methods that read two tables differ between databases and are in the stores.
 */
import type { Expression, Kysely } from 'kysely';
import type { CurrentTerms } from '../claims/agreed-terms.js';
import type { ClaimStore } from '../claims/claim-store.js';
import { reviewKindOf, stateAfter, type LedgerEntry } from '../claims/ledger-entry.js';
import { toClaim, toEntry } from './rows.js';
import type { EntryRow, Tables } from './tables.js';

type ClaimQueries = Pick<
  ClaimStore,
  | 'readClaim'
  | 'readClaimByReference'
  | 'takeLease'
  | 'failLease'
  | 'markAsked'
  | 'markHinted'
  | 'clearHint'
  | 'supersede'
  | 'expire'
  | 'takeNotice'
  | 'renewNotice'
  | 'finishNotice'
  | 'failNotice'
  | 'readDueNotices'
>;

/** @param unlocked the number of a transaction, or nothing while another connection has its entry locked */
export function createClaimQueries(
  db: Kysely<Tables>,
  unlocked: (txnNumber: string) => string | Expression<string> = (txnNumber) => txnNumber,
): ClaimQueries {
  const updateClaim = (id: string) => db.updateTable('claim').where('id', '=', id);
  const changeEntry = async (txnNumber: string, changes: Partial<EntryRow>) => {
    await db.updateTable('entry').set(changes).where('txn_number', '=', txnNumber).execute();
  };
  return {
    async readClaim(id) {
      const row = await db.selectFrom('claim').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toClaim(row);
    },
    async readClaimByReference(reference) {
      const row = await db.selectFrom('claim').selectAll().where('reference', '=', reference).executeTakeFirst();
      return row && toClaim(row);
    },
    takeLease: (id, owner, at, until, client) =>
      hasChanged(
        updateClaim(id)
          .set({ lease_owner: owner, lease_until: until, client })
          .where('state', '=', 'issuing')
          .where('lease_until', '<=', at),
      ),
    failLease: (id, owner, at) =>
      hasChanged(
        updateClaim(id)
          .set({ lease_owner: null, lease_until: 0, failed_at: at })
          .where('state', '=', 'issuing')
          .where('lease_owner', '=', owner),
      ),
    async markAsked(id, at) {
      await hasChanged(
        updateClaim(id)
          .set({ asked_at: at })
          .where('asked_at', 'is', null)
          .where('state', 'in', ['live', 'superseded']),
      );
    },
    markHinted: (id, at) =>
      hasChanged(
        updateClaim(id)
          .set({ hinted_at: at })
          .where('hinted_at', 'is', null)
          .where('state', 'in', ['issuing', 'live', 'superseded', 'expired']),
      ),
    async clearHint(id) {
      await hasChanged(updateClaim(id).set({ hinted_at: null }));
    },
    supersede: (id) =>
      hasChanged(
        updateClaim(id).set({ state: 'superseded' }).where('state', '=', 'live').where('asked_at', 'is', null),
      ),
    expire: (id) => hasChanged(updateClaim(id).set({ state: 'expired' }).where('state', 'in', ['live', 'superseded'])),
    takeNotice: (txnNumber, at, until) =>
      hasChanged(
        db
          .updateTable('entry')
          .set((expression) => ({
            notice: 'calling',
            notice_at: until,
            notice_tries: expression('notice_tries', '+', 1),
          }))
          .where('txn_number', '=', unlocked(txnNumber))
          .where('notice', 'in', ['due', 'calling'])
          .where('notice_at', '<=', at),
      ),
    renewNotice: (txnNumber, held, until) =>
      hasChanged(
        db
          .updateTable('entry')
          .set({ notice_at: until })
          .where('txn_number', '=', txnNumber)
          .where('notice', '=', 'calling')
          .where('notice_at', '=', held),
      ),
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
  };
}

/** Both changes or neither: that of the claim only if that of the entry has changed its row. */
export function markSuperseded(db: Kysely<Tables>, txnNumber: string, current: CurrentTerms | null) {
  const claimOfEntry = db.selectFrom('entry').select('claim_id').where('txn_number', '=', txnNumber);
  return {
    ofEntry: db
      .updateTable('entry')
      .set({ kind: reviewKindOf(current), current_terms: current && JSON.stringify(current) })
      .where('txn_number', '=', txnNumber)
      .where('kind', '=', 'paid')
      .where('notice', '=', 'calling'),
    ofClaim: db
      .updateTable('claim')
      .set({ state: stateAfter('approved', reviewKindOf(current)) })
      .where('id', '=', claimOfEntry),
  };
}

/** In one transaction: both changes or neither. */
export async function supersedePayment(
  transaction: Kysely<Tables>,
  txnNumber: string,
  current: CurrentTerms | null,
): Promise<LedgerEntry> {
  const { ofEntry, ofClaim } = markSuperseded(transaction, txnNumber, current);
  if (await hasChanged(ofEntry)) await ofClaim.execute();
  const row = await transaction.selectFrom('entry').selectAll().where('txn_number', '=', txnNumber).executeTakeFirst();
  if (!row) throw new RangeError(`no transaction ${txnNumber}`);
  return toEntry(row);
}

/** Whether the conditional update changed its row. */
export async function hasChanged(query: {
  executeTakeFirst(): Promise<{ numUpdatedRows: bigint } | undefined>;
}): Promise<boolean> {
  return (await query.executeTakeFirst())?.numUpdatedRows === 1n;
}
