/** AuthKeys of one kind and their ResultKeys. The two tables differ in the column of what a used key has made. */
import type { Kysely } from 'kysely';
import type { StoredKey } from '../auth-key.js';
import { dropFrameEntry } from './frame-entry-table.js';
import { pick, prepare, type SqlValues } from './prepared.js';
import type { KeyTable, Schema } from './schema.js';

const KEY = [
  'authKey',
  'merchantId',
  'terms',
  'redirectionUrl',
  'webHookUrl',
  'createdAt',
  'expiresAt',
  'usedAt',
] as const;

/** Values that mark a key as used, all at once. */
export interface KeyClaim {
  readonly authKey: string;
  readonly usedAt: number;
  readonly resultKey: string;
  readonly resultExpiresAt: number;
}

/** Creates the statements of a table. @param made the column of what a used key has made */
export function createKeyTable<Terms extends object, Made extends 'txnNumber' | 'dvToken'>(made: Made) {
  type MadeValue = Made extends 'txnNumber' ? number : string;
  // Both tables have the same columns but one, so the types of one table serve for both.
  const table = (made === 'txnNumber' ? 'authKey' : 'tokenKey') as 'authKey';
  const madeColumn = made as 'txnNumber';

  const selectKey = prepare((db, { authKey }: { authKey: string }) =>
    db.selectFrom(table).select(KEY).where('authKey', '=', authKey),
  );
  const insertKey = prepare(
    (db, row: SqlValues & Pick<KeyTable, (typeof KEY)[number]>) => db.insertInto(table).values(pick(row, KEY)),
    { isUnread: true },
  );
  // One conditional update: with any number of callers and processes, exactly one changes the row.
  const claimKey = prepare((db, values: SqlValues & KeyClaim & Record<'txnNumber', number>) =>
    db
      .updateTable(table)
      .set(pick(values, ['usedAt', 'resultKey', 'resultExpiresAt', madeColumn]))
      .where('authKey', '=', values.authKey)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', values.usedAt),
  );
  const selectResult = prepare((db, values: { merchantId: number; resultKey: string }) =>
    db
      .selectFrom(table)
      .select([madeColumn, 'resultExpiresAt'])
      .where('resultKey', '=', values.resultKey)
      .where('merchantId', '=', values.merchantId),
  );

  return {
    /** Finds a used or unused key. */
    async find(db: Kysely<Schema>, authKey: string): Promise<StoredKey<Terms> | undefined> {
      const [row] = (await selectKey(db, { authKey })).rows;
      return row && { ...row, terms: JSON.parse(row.terms) as Terms };
    },
    /** Finds what the key of a ResultKey has made, and when the ResultKey expires. */
    async findResult(db: Kysely<Schema>, merchantId: number, resultKey: string) {
      const [row] = (await selectResult(db, { merchantId, resultKey })).rows;
      const { [madeColumn]: value = null, resultExpiresAt: expiresAt = null } = row ?? {};
      return value === null || expiresAt === null ? undefined : { made: value as MadeValue, expiresAt };
    },
    async add(db: Kysely<Schema>, key: StoredKey<Terms>): Promise<void> {
      await insertKey(db, { ...key, terms: JSON.stringify(key.terms) });
    },
    /** Marks a live key as used, and deletes its input; false for any other key. */
    async claim(db: Kysely<Schema>, claim: KeyClaim & Record<Made, MadeValue>): Promise<boolean> {
      const values = { ...claim } as SqlValues & KeyClaim & { txnNumber: number };
      const { numAffectedRows } = await claimKey(db, values);
      if (numAffectedRows !== 1n) return false;
      await dropFrameEntry(db, claim.authKey);
      return true;
    },
    /** Expires all unused keys, or those of one merchant. Returns their number. */
    async expire(db: Kysely<Schema>, now: number, merchantId?: number): Promise<number> {
      let update = db
        .updateTable(table)
        .set({ expiresAt: now })
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', now);
      if (merchantId !== undefined) update = update.where('merchantId', '=', merchantId);
      return Number((await update.executeTakeFirst()).numUpdatedRows);
    },
  };
}
