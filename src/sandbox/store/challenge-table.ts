/** Payments that wait for 3-D Secure. No column can contain a card number or a CVN. */
import type { Kysely } from 'kysely';
import type { Challenge, ChallengeEnd, SuspendedOrder } from '../challenge.js';
import type { ChallengeUnit, ChallengeView } from './challenge-store.js';
import type { ChallengeTable, Schema } from './schema.js';

const MOST_OVERDUE = 100;
const PENDING = 'P';

function toChallenge(row: ChallengeTable): Challenge {
  return {
    challengeKey: row.challenge_key,
    merchantId: row.merchant_id,
    authKey: row.auth_key,
    resultKey: row.result_key,
    txnNumber: row.txn_number,
    order: JSON.parse(row.waiting_order) as SuspendedOrder,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    end: row.ended_as as ChallengeEnd | null,
  };
}

/** Read methods on a connection. */
export function challengeViewOf(db: Kysely<Schema>): ChallengeView {
  return {
    async findChallenge(challengeKey) {
      const row = await db
        .selectFrom('challenge')
        .selectAll()
        .where('challenge_key', '=', challengeKey)
        .executeTakeFirst();
      return row && toChallenge(row);
    },
    async findOpenChallenge(txnNumber) {
      const row = await db
        .selectFrom('challenge')
        .selectAll()
        .where('txn_number', '=', txnNumber)
        .where('ended_as', 'is', null)
        .executeTakeFirst();
      return row && toChallenge(row);
    },
    async listOverdueChallenges(now) {
      const rows = await db
        .selectFrom('challenge')
        .selectAll()
        .where('ended_as', 'is', null)
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(MOST_OVERDUE)
        .execute();
      return rows.map(toChallenge);
    },
    async nextChallengeEnd(after) {
      const row = await db
        .selectFrom('challenge')
        .select('expires_at')
        .where('ended_as', 'is', null)
        .where('expires_at', '>', after)
        .orderBy('expires_at')
        .limit(1)
        .executeTakeFirst();
      return row?.expires_at;
    },
  };
}

/** Write methods within a unit. */
export function challengeUnitOf(db: Kysely<Schema>): ChallengeUnit {
  return {
    async addChallenge(challenge) {
      await db
        .insertInto('challenge')
        .values({
          challenge_key: challenge.challengeKey,
          merchant_id: challenge.merchantId,
          auth_key: challenge.authKey,
          result_key: challenge.resultKey,
          txn_number: challenge.txnNumber,
          waiting_order: JSON.stringify(challenge.order),
          created_at: challenge.createdAt,
          expires_at: challenge.expiresAt,
          ended_as: challenge.end,
        })
        .execute();
    },
    // One conditional update: with any number of callers and processes, exactly one succeeds.
    async claimChallenge({ challengeKey, end, now }) {
      const { numUpdatedRows } = await db
        .updateTable('challenge')
        .set({ ended_as: end })
        .where('challenge_key', '=', challengeKey)
        .where('ended_as', 'is', null)
        .where('expires_at', end === 'timed_out' ? '<=' : '>', now)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async dropPendingTransaction(merchantId, txnNumber) {
      await db
        .deleteFrom('txn')
        .where('txn_number', '=', txnNumber)
        .where('merchant_id', '=', merchantId)
        .where('response_code', '=', PENDING)
        .execute();
    },
  };
}
