/**
 * The methods of a `ClaimStore` that are one statement with its condition, and so right on every SQL database as they
 * stand. What has to look at two tables differs from database to database and stands in its store.
 */
import type { Kysely } from 'kysely';
import type { ClaimStore } from '../claim-store.js';
import { toClaim, toEntry } from './rows.js';
import type { EntryRow, Tables } from './tables.js';

export type ClaimQueries = Pick<
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
  | 'finishNotice'
  | 'failNotice'
  | 'readDueNotices'
>;

export function createClaimQueries(db: Kysely<Tables>): ClaimQueries {
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
    takeLease: (id, owner, at, until) =>
      hasChanged(
        updateClaim(id)
          .set({ lease_owner: owner, lease_until: until })
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
          .where('txn_number', '=', txnNumber)
          .where('notice', 'in', ['due', 'calling'])
          .where('notice_at', '<=', at),
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

/** Whether the conditional update of one row found its row. */
export async function hasChanged(query: {
  executeTakeFirst(): Promise<{ numUpdatedRows: bigint } | undefined>;
}): Promise<boolean> {
  return (await query.executeTakeFirst())?.numUpdatedRows === 1n;
}
