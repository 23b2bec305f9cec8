/** Calls with an Idempotency-Key: begin, finish, drop, list. */
import type { Kysely } from 'kysely';
import { anyId } from './any-id.js';
import type { KeyedCallUnit, KeyedCallView } from './keyed-call-store.js';
import type { Schema } from './schema.js';

/** The read methods. */
export function keyedCallViewOf(db: Kysely<Schema>): KeyedCallView {
  return {
    async listKeyedCalls(merchantId, name, subjects) {
      if (subjects.length === 0) return [];
      return db
        .selectFrom('keyedCall')
        .selectAll()
        .where('merchantId', '=', merchantId)
        .where('name', '=', name)
        .where('subject', 'in', subjects)
        .where('status', '=', 200)
        .orderBy('id')
        .execute();
    },
    listDoneActions: (merchantId, before, limit) =>
      db
        .selectFrom('keyedCall')
        .select(['id', 'name', 'subject', 'username', 'calledAt', 'detail'])
        .where('merchantId', '=', merchantId)
        .where('detail', 'is not', null)
        .where('id', '<', anyId(before))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  };
}

/** The write methods. */
export function keyedCallUnitOf(db: Kysely<Schema>): KeyedCallUnit {
  return {
    async beginKeyedCall(call, most) {
      const added = await db
        .insertInto('keyedCall')
        .values(call)
        .onConflict((conflict) => conflict.column('keyHash').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (added) {
        await db
          .deleteFrom('keyedCall')
          .where('id', '<=', added.id - most)
          .execute();
        return undefined;
      }
      // Another unit can have dropped it since: then it counts as a call that runs.
      const before = await db
        .selectFrom('keyedCall')
        .selectAll()
        .where('keyHash', '=', call.keyHash)
        .executeTakeFirst();
      return before ?? call;
    },
    async finishKeyedCall(call) {
      const { status, answer, detail } = call;
      await db
        .insertInto('keyedCall')
        .values(call)
        .onConflict((conflict) => conflict.column('keyHash').doUpdateSet({ status, answer, detail }))
        .execute();
    },
    async dropKeyedCall(keyHash) {
      await db.deleteFrom('keyedCall').where('keyHash', '=', keyHash).execute();
    },
  };
}
