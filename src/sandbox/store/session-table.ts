/** Sessions: find, list, add, touch, remove. */
import type { Kysely } from 'kysely';
import type { Schema, SessionTable } from './schema.js';
import type { Session, SessionUnit, SessionView } from './session-store.js';

function toSession(row: SessionTable): Session {
  return {
    kind: row.kind,
    tokenHash: row.token_hash,
    merchantNumber: row.merchant_number,
    username: row.username,
    passwordHash: row.password_hash,
    expiresAt: row.expires_at,
    startedAt: row.started_at,
    usedAt: row.used_at,
  };
}

/** The read methods. */
export function sessionViewOf(db: Kysely<Schema>): SessionView {
  return {
    async findSession(kind, tokenHash) {
      const row = await db
        .selectFrom('session')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .where('kind', '=', kind)
        .executeTakeFirst();
      return row && toSession(row);
    },
    async listSessions({ kind, merchantNumber, now, limit }) {
      const rows = await db
        .selectFrom('session')
        .selectAll()
        .where('kind', '=', kind)
        .where('merchant_number', '=', merchantNumber)
        .where('expires_at', '>', now)
        .orderBy('started_at', 'desc')
        .orderBy('token_hash')
        .limit(limit)
        .execute();
      return rows.map(toSession);
    },
  };
}

/** The write methods. */
export function sessionUnitOf(db: Kysely<Schema>): SessionUnit {
  return {
    async addSession({ kind, tokenHash, merchantNumber, username, passwordHash, expiresAt, startedAt, usedAt }) {
      await db.deleteFrom('session').where('kind', '=', kind).where('expires_at', '<=', startedAt).execute();
      await db
        .insertInto('session')
        .values({
          kind,
          token_hash: tokenHash,
          merchant_number: merchantNumber,
          username,
          password_hash: passwordHash,
          expires_at: expiresAt,
          started_at: startedAt,
          used_at: usedAt,
        })
        .execute();
    },
    async touchSession({ tokenHash, usedAt, expiresAt }) {
      await db
        .updateTable('session')
        .set({ used_at: usedAt, expires_at: expiresAt })
        .where('token_hash', '=', tokenHash)
        .execute();
    },
    async removeSession(tokenHash) {
      const { numDeletedRows } = await db.deleteFrom('session').where('token_hash', '=', tokenHash).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
