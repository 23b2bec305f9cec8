/** AuthKeys for tokens and their ResultKeys. */
import type { Kysely } from 'kysely';
import type { TokenKeyTerms } from '../token.js';
import { dropFrameEntry } from './frame-entry-table.js';
import { toKey, toKeyRow } from './key-row.js';
import { prepare, type SqlValues } from './prepared.js';
import type { Schema } from './schema.js';
import type { TokenKeyClaim, TokenKeyUnit, TokenKeyView } from './token-store.js';
import { findToken } from './token-table.js';

const selectKey = prepare((db, { authKey }: { authKey: string }) =>
  db.selectFrom('token_key').selectAll().where('auth_key', '=', authKey),
);

// One conditional update, as for payments: with any number of callers, exactly one changes the row.
const claimKey = prepare((db, values: SqlValues & TokenKeyClaim) =>
  db
    .updateTable('token_key')
    .set({
      used_at: values.usedAt,
      dv_token: values.dvToken,
      result_key: values.resultKey,
      result_expires_at: values.resultExpiresAt,
    })
    .where('auth_key', '=', values.authKey)
    .where('used_at', 'is', null)
    .where('expires_at', '>', values.usedAt),
);

const expireKeys = prepare((db, { now }: { now: number }) =>
  db.updateTable('token_key').set({ expires_at: now }).where('used_at', 'is', null).where('expires_at', '>', now),
);

/** Expires all unused keys. Returns their number. */
export async function expireTokenKeys(db: Kysely<Schema>, now: number): Promise<number> {
  return Number((await expireKeys(db, { now })).numAffectedRows ?? 0n);
}

const selectResult = prepare((db, values: { merchantId: number; resultKey: string }) =>
  db
    .selectFrom('token_key')
    .select(['dv_token', 'result_expires_at'])
    .where('result_key', '=', values.resultKey)
    .where('merchant_id', '=', values.merchantId),
);

/** Read methods on a connection. */
export function tokenKeyViewOf(db: Kysely<Schema>): TokenKeyView {
  return {
    async findTokenKey(authKey) {
      const [row] = (await selectKey(db, { authKey })).rows;
      return row && toKey<TokenKeyTerms>(row);
    },
    async findTokenResult(merchantId, resultKey) {
      const [row] = (await selectResult(db, { merchantId, resultKey })).rows;
      if (!row || row.dv_token === null || row.result_expires_at === null) return undefined;
      const token = await findToken(db, merchantId, row.dv_token);
      return token && { token, expiresAt: row.result_expires_at };
    },
  };
}

/** Write methods within a unit. */
export function tokenKeyUnitOf(db: Kysely<Schema>): TokenKeyUnit {
  return {
    async addTokenKey(key) {
      await db.insertInto('token_key').values(toKeyRow(key)).execute();
    },
    async claimTokenKey(claim) {
      if ((await claimKey(db, { ...claim })).numAffectedRows !== 1n) return false;
      await dropFrameEntry(db, claim.authKey);
      return true;
    },
  };
}
