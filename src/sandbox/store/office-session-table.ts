/** Sessions of the back office: find, add, remove. */
import type { Kysely } from 'kysely';
import type { OfficeSessionUnit, OfficeSessionView } from './office-session-store.js';
import type { Schema } from './schema.js';

/** The read methods. */
export function officeSessionViewOf(db: Kysely<Schema>): OfficeSessionView {
  return {
    async findOfficeSession(tokenHash) {
      const row = await db
        .selectFrom('office_session')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return (
        row && {
          tokenHash: row.token_hash,
          merchantNumber: row.merchant_number,
          username: row.username,
          passwordHash: row.password_hash,
          expiresAt: row.expires_at,
        }
      );
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
        })
        .execute();
    },
    async removeOfficeSession(tokenHash) {
      await db.deleteFrom('office_session').where('token_hash', '=', tokenHash).execute();
    },
  };
}
