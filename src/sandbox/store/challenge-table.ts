/** Payments that wait for 3-D Secure. No column can contain a card number or a CVN. */
import type { Kysely } from 'kysely';
import type { Challenge, SuspendedOrder } from '../challenge.js';
import type { ChallengeUnit, ChallengeView } from './challenge-store.js';
import type { ChallengeTable, Schema } from './schema.js';

const MOST_OVERDUE = 100;
const PENDING = 'P';

function toChallenge({ waitingOrder, endedAs, ...challenge }: ChallengeTable): Challenge {
  return { ...challenge, order: JSON.parse(waitingOrder) as SuspendedOrder, end: endedAs };
}

/** Read methods on a connection. */
export function challengeViewOf(db: Kysely<Schema>): ChallengeView {
  return {
    async findChallenge(challengeKey) {
      const row = await db
        .selectFrom('challenge')
        .selectAll()
        .where('challengeKey', '=', challengeKey)
        .executeTakeFirst();
      return row && toChallenge(row);
    },
    async findOpenChallenge(txnNumber) {
      const row = await db
        .selectFrom('challenge')
        .selectAll()
        .where('txnNumber', '=', txnNumber)
        .where('endedAs', 'is', null)
        .executeTakeFirst();
      return row && toChallenge(row);
    },
    async listOverdueChallenges(now) {
      const rows = await db
        .selectFrom('challenge')
        .selectAll()
        .where('endedAs', 'is', null)
        .where('expiresAt', '<=', now)
        .orderBy('expiresAt')
        .limit(MOST_OVERDUE)
        .execute();
      return rows.map(toChallenge);
    },
    async nextChallengeEnd(after) {
      const row = await db
        .selectFrom('challenge')
        .select('expiresAt')
        .where('endedAs', 'is', null)
        .where('expiresAt', '>', after)
        .orderBy('expiresAt')
        .limit(1)
        .executeTakeFirst();
      return row?.expiresAt;
    },
  };
}

/** Write methods within a unit. */
export function challengeUnitOf(db: Kysely<Schema>): ChallengeUnit {
  return {
    async addChallenge({ order, end, ...challenge }) {
      const row = { ...challenge, waitingOrder: JSON.stringify(order), endedAs: end };
      await db.insertInto('challenge').values(row).execute();
    },
    // One conditional update: with any number of callers and processes, exactly one succeeds.
    async claimChallenge({ challengeKey, end, now }) {
      const { numUpdatedRows } = await db
        .updateTable('challenge')
        .set({ endedAs: end })
        .where('challengeKey', '=', challengeKey)
        .where('endedAs', 'is', null)
        .where('expiresAt', end === 'timed_out' ? '<=' : '>', now)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async dropPendingTransaction(merchantId, txnNumber) {
      await db
        .deleteFrom('txn')
        .where('txnNumber', '=', txnNumber)
        .where('merchantId', '=', merchantId)
        .where('responseCode', '=', PENDING)
        .execute();
    },
  };
}
