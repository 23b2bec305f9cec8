/** Stored inputs of AuthKeys, with a test card's id instead of a number and a result instead of a CVN. */
import type { Kysely } from 'kysely';
import type { CvnResultCode } from '../../wire/codes.js';
import type { FrameEntry, FrameCard, FrameNumber } from '../frame-entry.js';
import { prepare } from './prepared.js';
import type { FrameEntryTable, Schema } from './schema.js';

function numberOf({ number_is: is, card_id: cardId }: FrameEntryTable): FrameNumber | undefined {
  if (is === 'test_card' && cardId !== null) return { is, cardId };
  return is === 'unknown' || is === 'nothing' ? { is } : undefined;
}

function cardOf(row: FrameEntryTable): FrameCard | null {
  const number = numberOf(row);
  if (!number) return null;
  return {
    number,
    holderName: row.holder_name,
    expiry: row.expiry,
    cvnResult: (row.cvn_result ?? 'S') as CvnResultCode,
  };
}

const selectEntry = prepare((db, { authKey }: { authKey: string }) =>
  db.selectFrom('frame_entry').selectAll().where('auth_key', '=', authKey),
);

/** Finds the input of a key. */
export async function findFrameEntry(db: Kysely<Schema>, authKey: string): Promise<FrameEntry | undefined> {
  const [row] = (await selectEntry(db, { authKey })).rows;
  if (!row) return undefined;
  const { account_name: accountName, account_number: accountNumber, bsb_number: bsbNumber } = row;
  const isAccount = accountName !== null || accountNumber !== null || bsbNumber !== null;
  return {
    authKey: row.auth_key,
    merchantId: row.merchant_id,
    card: cardOf(row),
    bankAccount: isAccount ? { accountName, accountNumber, bsbNumber } : null,
    acceptsTerms: row.accepts_terms === 1,
    expiresAt: row.expires_at,
  };
}

/** Replaces the input of a key and deletes the inputs of keys that have expired by `now`. */
export async function saveFrameEntry(db: Kysely<Schema>, entry: FrameEntry, now: number): Promise<void> {
  const { card, bankAccount } = entry;
  const row: FrameEntryTable = {
    auth_key: entry.authKey,
    merchant_id: entry.merchantId,
    number_is: card?.number.is ?? null,
    card_id: card?.number.is === 'test_card' ? card.number.cardId : null,
    holder_name: card?.holderName ?? null,
    expiry: card?.expiry ?? null,
    cvn_result: card?.cvnResult ?? null,
    account_name: bankAccount?.accountName ?? null,
    account_number: bankAccount?.accountNumber ?? null,
    bsb_number: bankAccount?.bsbNumber ?? null,
    accepts_terms: entry.acceptsTerms ? 1 : 0,
    expires_at: entry.expiresAt,
  };
  await db.deleteFrom('frame_entry').where('expires_at', '<=', now).execute();
  await db
    .insertInto('frame_entry')
    .values(row)
    .onConflict((conflict) => conflict.column('auth_key').doUpdateSet(row))
    .execute();
}

const deleteEntry = prepare((db, { authKey }: { authKey: string }) =>
  db.deleteFrom('frame_entry').where('auth_key', '=', authKey),
);

/** Deletes the input of a used key. */
export async function dropFrameEntry(db: Kysely<Schema>, authKey: string): Promise<void> {
  await deleteEntry(db, { authKey });
}
