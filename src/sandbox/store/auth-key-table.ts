/** AuthKeys and their ResultKeys. */
import type { Kysely } from 'kysely';
import type { AuthKey, AuthKeyTerms } from '../auth-key.js';
import { dropFrameEntry } from './frame-entry-table.js';
import { type NewKeyRow, newKeyValues, toKey, toKeyRow } from './key-row.js';
import { prepare, type SqlValues } from './prepared.js';
import type { Schema } from './schema.js';
import type { AuthKeyClaim } from './store.js';

const selectKey = prepare((db, { authKey }: { authKey: string }) =>
  db.selectFrom('auth_key').selectAll().where('auth_key', '=', authKey),
);

/** Finds a used or unused key. */
export async function findAuthKey(db: Kysely<Schema>, authKey: string): Promise<AuthKey | undefined> {
  const [row] = (await selectKey(db, { authKey })).rows;
  return row && toKey<AuthKeyTerms>(row);
}

const insertKey = prepare((db, row: NewKeyRow & SqlValues) => db.insertInto('auth_key').values(newKeyValues(row)));

/** Stores a new key. */
export async function addAuthKey(db: Kysely<Schema>, key: AuthKey): Promise<void> {
  await insertKey(db, { ...toKeyRow(key) });
}

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

/** Marks a live key as used; false for any other key. */
export async function claimAuthKey(db: Kysely<Schema>, claim: AuthKeyClaim): Promise<boolean> {
  const { numAffectedRows } = await claimKey(db, { ...claim });
  if (numAffectedRows !== 1n) return false;
  await dropFrameEntry(db, claim.authKey);
  return true;
}

const expireKeys = prepare((db, { now }: { now: number }) =>
  db.updateTable('auth_key').set({ expires_at: now }).where('used_at', 'is', null).where('expires_at', '>', now),
);

/** Expires all unused keys. */
export async function expireAuthKeys(db: Kysely<Schema>, now: number): Promise<number> {
  return Number((await expireKeys(db, { now })).numAffectedRows ?? 0n);
}

const selectResult = prepare((db, { merchantId, resultKey }: { merchantId: number; resultKey: string }) =>
  db
    .selectFrom('auth_key')
    .select(['txn_number', 'result_expires_at'])
    .where('result_key', '=', resultKey)
    .where('merchant_id', '=', merchantId),
);

/** Finds the transaction number and the expiry of a ResultKey. */
export async function findResultKey(
  db: Kysely<Schema>,
  merchantId: number,
  resultKey: string,
): Promise<{ readonly txnNumber: number; readonly expiresAt: number } | undefined> {
  const [row] = (await selectResult(db, { merchantId, resultKey })).rows;
  if (!row || row.txn_number === null || row.result_expires_at === null) return undefined;
  return { txnNumber: row.txn_number, expiresAt: row.result_expires_at };
}
