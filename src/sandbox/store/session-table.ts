/** Sessions: find, list, add, touch, remove. */
import type { Kysely } from 'kysely';
import type { Schema } from './schema.js';
import type { SessionUnit, SessionView } from './session-store.js';

/** The read methods. */
export function sessionViewOf(db: Kysely<Schema>): SessionView {
  return {
    findSession(kind, tokenHash) {
      return db
        .selectFrom('session')
        .selectAll()
        .where('tokenHash', '=', tokenHash)
        .where('kind', '=', kind)
        .executeTakeFirst();
    },
    listSessions({ kind, merchantNumber, now, limit }) {
      return db
        .selectFrom('session')
        .selectAll()
        .where('kind', '=', kind)
        .where('merchantNumber', '=', merchantNumber)
        .where('expiresAt', '>', now)
        .orderBy('startedAt', 'desc')
        .orderBy('tokenHash')
        .limit(limit)
        .execute();
    },
  };
}

/** The write methods. */
export function sessionUnitOf(db: Kysely<Schema>): SessionUnit {
  return {
    async addSession(session) {
      const { kind, startedAt } = session;
      await db.deleteFrom('session').where('kind', '=', kind).where('expiresAt', '<=', startedAt).execute();
      await db.insertInto('session').values(session).execute();
    },
    async touchSession({ tokenHash, usedAt, expiresAt }) {
      await db.updateTable('session').set({ usedAt, expiresAt }).where('tokenHash', '=', tokenHash).execute();
    },
    async removeSession(tokenHash) {
      const { numDeletedRows } = await db.deleteFrom('session').where('tokenHash', '=', tokenHash).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
