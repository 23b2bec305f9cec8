/** Sessions of the back office: find, add, remove. */
import type { Kysely } from 'kysely';
import type { OfficeSession, OfficeSessionUnit, OfficeSessionView } from './office-session-store.js';
import type { OfficeSessionTable, Schema } from './schema.js';

function toSession(row: OfficeSessionTable): OfficeSession {
  return {
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
export function officeSessionViewOf(db: Kysely<Schema>): OfficeSessionView {
  return {
    async findOfficeSession(tokenHash) {
      const row = await db
        .selectFrom('office_session')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row && toSession(row);
    },
    async listOfficeSessions({ merchantNumber, machineNow, limit }) {
      const rows = await db
        .selectFrom('office_session')
        .selectAll()
        .where('merchant_number', '=', merchantNumber)
        .where('expires_at', '>', machineNow)
        .orderBy('started_at', 'desc')
        .orderBy('token_hash')
        .limit(limit)
        .execute();
      return rows.map(toSession);
    },
  };
}

/** The write methods. */
export function officeSessionUnitOf(db: Kysely<Schema>): OfficeSessionUnit {
  return {
    async addOfficeSession(session, machineNow) {
      await db.deleteFrom('office_session').where('expires_at', '<=', machineNow).execute();
      await db
        .insertInto('office_session')
        .values({
          token_hash: session.tokenHash,
          merchant_number: session.merchantNumber,
          username: session.username,
          password_hash: session.passwordHash,
          expires_at: session.expiresAt,
          started_at: session.startedAt,
          used_at: session.usedAt,
        })
        .execute();
    },
    async touchOfficeSession(tokenHash, machineNow) {
      await db.updateTable('office_session').set({ used_at: machineNow }).where('token_hash', '=', tokenHash).execute();
    },
    async removeOfficeSession(tokenHash) {
      await db.deleteFrom('office_session').where('token_hash', '=', tokenHash).execute();
    },
  };
}
