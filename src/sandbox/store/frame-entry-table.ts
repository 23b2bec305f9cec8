/** Stored inputs of AuthKeys, with a test card's id instead of a number and a result instead of a CVN. */
import type { Kysely } from 'kysely';
import type { FrameEntry, FrameCard, FrameNumber } from '../frame-entry.js';
import { storedName } from '../stored-name.js';
import { prepare } from './prepared.js';
import type { FrameEntryTable, Schema } from './schema.js';

function numberOf({ numberIs: is, cardId }: FrameEntryTable): FrameNumber | undefined {
  if (is === 'test_card' && cardId !== null) return { is, cardId };
  return is === 'unknown' || is === 'nothing' ? { is } : undefined;
}

function cardOf(row: FrameEntryTable): FrameCard | null {
  const number = numberOf(row);
  if (!number) return null;
  const { holderName, expiry, cvnResult } = row;
  return { number, holderName, expiry, cvnResult: cvnResult ?? 'S' };
}

const selectEntry = prepare((db, { authKey }: { authKey: string }) =>
  db.selectFrom('frameEntry').selectAll().where('authKey', '=', authKey),
);

export async function findFrameEntry(db: Kysely<Schema>, authKey: string): Promise<FrameEntry | undefined> {
  const [row] = (await selectEntry(db, { authKey })).rows;
  if (!row) return undefined;
  const { merchantId, expiresAt, accountName, accountNumber, bsbNumber } = row;
  const isAccount = accountName !== null || accountNumber !== null || bsbNumber !== null;
  const bankAccount = isAccount ? { accountName, accountNumber, bsbNumber } : null;
  return { authKey, merchantId, expiresAt, card: cardOf(row), bankAccount, acceptsTerms: row.acceptsTerms === 1 };
}

/** Replaces the input of a key and deletes the inputs of keys that have expired by `now`. */
export async function saveFrameEntry(db: Kysely<Schema>, entry: FrameEntry, now: number): Promise<void> {
  const { card, bankAccount, ...key } = entry;
  const row: FrameEntryTable = {
    ...key,
    numberIs: card?.number.is ?? null,
    cardId: card?.number.is === 'test_card' ? card.number.cardId : null,
    holderName: storedName(card?.holderName ?? null),
    expiry: card?.expiry ?? null,
    cvnResult: card?.cvnResult ?? null,
    accountName: storedName(bankAccount?.accountName ?? null),
    accountNumber: bankAccount?.accountNumber ?? null,
    bsbNumber: bankAccount?.bsbNumber ?? null,
    acceptsTerms: entry.acceptsTerms ? 1 : 0,
  };
  await db.deleteFrom('frameEntry').where('expiresAt', '<=', now).execute();
  await db
    .insertInto('frameEntry')
    .values(row)
    .onConflict((conflict) => conflict.column('authKey').doUpdateSet(row))
    .execute();
}

const deleteEntry = prepare(
  (db, { authKey }: { authKey: string }) => db.deleteFrom('frameEntry').where('authKey', '=', authKey),
  { isUnread: true },
);

/** Deletes the input of a used key. */
export async function dropFrameEntry(db: Kysely<Schema>, authKey: string): Promise<void> {
  await deleteEntry(db, { authKey });
}
