/** Tokens: insert, find, search, change, delete. */
import { sql, type Kysely } from 'kysely';
import type { CardType, Source } from '../../wire/codes.js';
import type { Token } from '../token.js';
import type { DialectRules } from './dialect-rules.js';
import { prepare, type SqlValues } from './prepared.js';
import type { Schema, TokenTable } from './schema.js';
import type { TokenFilter } from './token-query.js';
import type { TokenUnit, TokenView } from './token-store.js';

function toToken(row: TokenTable): Token {
  const { account_number: accountNumber } = row;
  const others = {
    dvToken: row.dv_token,
    serial: row.serial,
    merchantId: row.merchant_id,
    crn1: row.crn1,
    crn2: row.crn2,
    crn3: row.crn3,
    billerCode: row.biller_code,
    emailAddress: row.email_address,
    source: row.source as Source,
    userCreated: row.user_created,
    userUpdated: row.user_updated,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  if (accountNumber !== null) {
    const bankAccount = { accountNumber, accountName: row.account_name ?? '', bsbNumber: row.bsb_number ?? '' };
    return { ...others, card: null, bankAccount };
  }
  const card = {
    cardId: row.card_id,
    type: row.card_type as CardType | null,
    masked: row.card_masked,
    holderName: row.card_holder_name,
    expiry: row.card_expiry,
    fingerprint: row.card_fingerprint,
  };
  return { ...others, card, bankAccount: null };
}

/** The columns that an update replaces. */
function changingColumns(token: Token) {
  const { card, bankAccount } = token;
  return {
    card_id: card?.cardId ?? null,
    card_type: card?.type ?? null,
    card_masked: card?.masked ?? null,
    card_holder_name: card?.holderName ?? null,
    card_expiry: card?.expiry ?? null,
    card_fingerprint: card?.fingerprint ?? null,
    account_name: bankAccount?.accountName ?? null,
    account_number: bankAccount?.accountNumber ?? null,
    bsb_number: bankAccount?.bsbNumber ?? null,
    crn1: token.crn1,
    crn2: token.crn2,
    crn3: token.crn3,
    biller_code: token.billerCode,
    email_address: token.emailAddress,
    user_updated: token.userUpdated,
    updated_at: token.updatedAt,
  };
}

const selectToken = prepare((db, values: SqlValues & { merchantId: number; dvToken: string }) =>
  db
    .selectFrom('token')
    .selectAll()
    .where('dv_token', '=', values.dvToken)
    .where('merchant_id', '=', values.merchantId)
    .where('deleted_at', 'is', null),
);

/** Finds a token of a merchant that has not been deleted. */
export async function findToken(db: Kysely<Schema>, merchantId: number, dvToken: string): Promise<Token | undefined> {
  const [row] = (await selectToken(db, { merchantId, dvToken })).rows;
  return row && toToken(row);
}

const markDeleted = prepare((db, values: SqlValues & { merchantId: number; dvToken: string; deletedAt: number }) =>
  db
    .updateTable('token')
    .set({ deleted_at: values.deletedAt })
    .where('dv_token', '=', values.dvToken)
    .where('merchant_id', '=', values.merchantId)
    .where('deleted_at', 'is', null),
);

const COLUMNS: Readonly<Record<keyof TokenFilter, keyof TokenTable>> = {
  accountNumber: 'account_number',
  bsbNumber: 'bsb_number',
  cardExpiry: 'card_expiry',
  cardFingerprint: 'card_fingerprint',
  cardMasked: 'card_masked',
  cardType: 'card_type',
  crn1: 'crn1',
  crn2: 'crn2',
  crn3: 'crn3',
  dvToken: 'dv_token',
  source: 'source',
  userCreated: 'user_created',
  userUpdated: 'user_updated',
};

/** Read methods on a connection. */
export function tokenViewOf(db: Kysely<Schema>): TokenView {
  return {
    async findTokenBySerial(merchantId, serial) {
      const row = await db
        .selectFrom('token')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('serial', '=', serial)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row && toToken(row);
    },
    async searchTokens(merchantId, query) {
      let select = db.selectFrom('token').selectAll().where('merchant_id', '=', merchantId);
      select = select.where('deleted_at', 'is', null);
      for (const [name, wanted] of Object.entries(query.filter)) {
        select = select.where(COLUMNS[name as keyof TokenFilter], '=', wanted);
      }
      if (query.from !== undefined) select = select.where('created_at', '>=', query.from);
      if (query.before !== undefined) select = select.where('created_at', '<', query.before);
      if (query.expiredBefore !== undefined) {
        // MMYY is reordered to YYMM, so that strings compare like time. Month 99 is a test rule and never expires.
        select = select
          .where(sql`substr(card_expiry, 3, 2) || substr(card_expiry, 1, 2)`, '<', query.expiredBefore)
          .where(sql`substr(card_expiry, 1, 2)`, '<>', '99');
      }
      if (query.changedFrom !== undefined) select = select.where('updated_at', '>=', query.changedFrom);
      if (query.unusedFrom !== undefined) {
        // One list of used tokens from an index of payments by token, instead of a look-up for each token.
        const used = db
          .selectFrom('txn')
          .select('paid_token')
          .where('merchant_id', '=', merchantId)
          .where('processed_at', '>=', query.unusedFrom)
          .where('paid_token', 'is not', null);
        select = select.where('dv_token', 'not in', used);
      }
      if (query.order === 'last_changed_first') select = select.orderBy('updated_at', 'desc');
      const rows = await select.orderBy('serial', 'desc').limit(query.limit).execute();
      return rows.map(toToken);
    },
    findToken: (merchantId, dvToken) => findToken(db, merchantId, dvToken),
  };
}

/** Write methods within a unit. */
export function tokenUnitOf(db: Kysely<Schema>, rules: DialectRules): TokenUnit {
  return {
    async addToken(token) {
      await db
        .insertInto('token')
        .values({
          ...changingColumns(token),
          dv_token: token.dvToken,
          serial: token.serial,
          merchant_id: token.merchantId,
          source: token.source,
          user_created: token.userCreated,
          created_at: token.createdAt,
          deleted_at: null,
        })
        .execute();
    },
    async findDeletedToken(merchantId, dvToken) {
      const row = await db
        .selectFrom('token')
        .selectAll()
        .where('dv_token', '=', dvToken)
        .where('merchant_id', '=', merchantId)
        .where('deleted_at', 'is not', null)
        .executeTakeFirst();
      return row && toToken(row);
    },
    async updateToken(token) {
      await db
        .updateTable('token')
        .set(changingColumns(token))
        .where('dv_token', '=', token.dvToken)
        .where('merchant_id', '=', token.merchantId)
        .execute();
    },
    async deleteToken(merchantId, dvToken, deletedAt) {
      return (await markDeleted(db, { merchantId, dvToken, deletedAt })).numAffectedRows === 1n;
    },
    nextTokenSerial: () => rules.nextNumber(db, 'token'),
    async lockToken(merchantId, dvToken) {
      await rules.lockRow(db, { table: 'token', merchantId, key: dvToken });
      return findToken(db, merchantId, dvToken);
    },
  };
}
