/** AuthKeys and their ResultKeys. */
import type { Kysely } from 'kysely';
import type { AuthKey, AuthKeyTerms } from '../auth-key.js';
import type { AuthKeyClaim, AuthKeyUnit, AuthKeyView } from './auth-key-store.js';
import { dropFrameEntry } from './frame-entry-table.js';
import { type NewKeyRow, newKeyValues, toKey, toKeyRow } from './key-row.js';
import { prepare, type SqlValues } from './prepared.js';
import type { Schema } from './schema.js';
import { expireTokenKeys } from './token-key-table.js';
import { findTransaction } from './transaction-table.js';

const selectKey = prepare((db, { authKey }: { authKey: string }) =>
  db.selectFrom('auth_key').selectAll().where('auth_key', '=', authKey),
);

/** Finds a used or unused key. */
export async function findAuthKey(db: Kysely<Schema>, authKey: string): Promise<AuthKey | undefined> {
  const [row] = (await selectKey(db, { authKey })).rows;
  return row && toKey<AuthKeyTerms>(row);
}

const insertKey = prepare((db, row: NewKeyRow & SqlValues) => db.insertInto('auth_key').values(newKeyValues(row)));

// One conditional update: with any number of callers and processes, exactly one changes the row.
const claimKey = prepare((db, values: SqlValues & AuthKeyClaim) =>
  db
    .updateTable('auth_key')
    .set({
      used_at: values.usedAt,
      txn_number: values.txnNumber,
      result_key: values.resultKey,
      result_expires_at: values.resultExpiresAt,
    })
    .where('auth_key', '=', values.authKey)
    .where('used_at', 'is', null)
    .where('expires_at', '>', values.usedAt),
);

const expireKeys = prepare((db, { now }: { now: number }) =>
  db.updateTable('auth_key').set({ expires_at: now }).where('used_at', 'is', null).where('expires_at', '>', now),
);

const selectResult = prepare((db, { merchantId, resultKey }: { merchantId: number; resultKey: string }) =>
  db
    .selectFrom('auth_key')
    .select(['txn_number', 'result_expires_at'])
    .where('result_key', '=', resultKey)
    .where('merchant_id', '=', merchantId),
);

/** Read methods on a connection. */
export function authKeyViewOf(db: Kysely<Schema>): AuthKeyView {
  return {
    findAuthKey: (authKey) => findAuthKey(db, authKey),
    async findResult(merchantId, resultKey) {
      const [row] = (await selectResult(db, { merchantId, resultKey })).rows;
      if (!row || row.txn_number === null || row.result_expires_at === null) return undefined;
      const transaction = await findTransaction(db, merchantId, row.txn_number);
      return transaction && { transaction, expiresAt: row.result_expires_at };
    },
  };
}

/** Write methods within a unit. */
export function authKeyUnitOf(db: Kysely<Schema>): AuthKeyUnit {
  return {
    async addAuthKey(key) {
      await insertKey(db, { ...toKeyRow(key) });
    },
    async claimAuthKey(claim) {
      const { numAffectedRows } = await claimKey(db, { ...claim });
      if (numAffectedRows !== 1n) return false;
      await dropFrameEntry(db, claim.authKey);
      return true;
    },
    async expireAuthKeys(now) {
      const expired = Number((await expireKeys(db, { now })).numAffectedRows ?? 0n);
      return expired + (await expireTokenKeys(db, now));
    },
  };
}
