/** Tokens: insert, find, search, change, delete. */
import { sql, type Kysely } from 'kysely';
import { referencesOf } from '../references.js';
import type { Token } from '../token.js';
import { storedName } from '../stored-name.js';
import { cardColumns, cardOf } from './card-columns.js';
import type { DialectRules } from './dialect-rules.js';
import { prepare, type SqlValues } from './prepared.js';
import type { Schema, TokenTable } from './schema.js';
import type { TokenFilter } from './token-query.js';
import type { TokenUnit, TokenView } from './token-store.js';

function toToken(row: TokenTable): Token {
  const { dvToken, serial, merchantId, source, userCreated, userUpdated, createdAt, updatedAt, accountNumber } = row;
  const token = {
    ...referencesOf(row),
    dvToken,
    serial,
    merchantId,
    source,
    userCreated,
    userUpdated,
    createdAt,
    updatedAt,
  };
  if (accountNumber === null) return { ...token, card: cardOf(row), bankAccount: null };
  const bankAccount = { accountNumber, accountName: row.accountName ?? '', bsbNumber: row.bsbNumber ?? '' };
  return { ...token, card: null, bankAccount };
}

/** The columns of a token that is not deleted. */
function toRow({ card, bankAccount, ...token }: Token): TokenTable {
  const { accountName = null, accountNumber = null, bsbNumber = null } = bankAccount ?? {};
  return {
    ...token,
    ...cardColumns(card),
    accountName: storedName(accountName),
    accountNumber,
    bsbNumber,
    deletedAt: null,
  };
}

const selectToken = prepare((db, values: SqlValues & { merchantId: number; dvToken: string }) =>
  db
    .selectFrom('token')
    .selectAll()
    .where('dvToken', '=', values.dvToken)
    .where('merchantId', '=', values.merchantId)
    .where('deletedAt', 'is', null),
);

/** Finds a token of a merchant that has not been deleted. */
export async function findToken(db: Kysely<Schema>, merchantId: number, dvToken: string): Promise<Token | undefined> {
  const [row] = (await selectToken(db, { merchantId, dvToken })).rows;
  return row && toToken(row);
}

const markDeleted = prepare((db, values: SqlValues & { merchantId: number; dvToken: string; deletedAt: number }) =>
  db
    .updateTable('token')
    .set({ deletedAt: values.deletedAt })
    .where('dvToken', '=', values.dvToken)
    .where('merchantId', '=', values.merchantId)
    .where('deletedAt', 'is', null),
);

/** Read methods on a connection. */
export function tokenViewOf(db: Kysely<Schema>): TokenView {
  return {
    async findTokenBySerial(merchantId, serial) {
      const row = await db
        .selectFrom('token')
        .selectAll()
        .where('merchantId', '=', merchantId)
        .where('serial', '=', serial)
        .where('deletedAt', 'is', null)
        .executeTakeFirst();
      return row && toToken(row);
    },
    async searchTokens(merchantId, query) {
      let select = db.selectFrom('token').selectAll().where('merchantId', '=', merchantId);
      select = select.where('deletedAt', 'is', null);
      for (const [name, wanted] of Object.entries(query.filter)) {
        select = select.where(name as keyof TokenFilter, '=', wanted);
      }
      if (query.from !== undefined) select = select.where('createdAt', '>=', query.from);
      if (query.before !== undefined) select = select.where('createdAt', '<', query.before);
      if (query.expiredBefore !== undefined) {
        // MMYY is reordered to YYMM, so that strings compare like time. Month 99 is a test rule and never expires.
        select = select
          .where(sql`substr(card_expiry, 3, 2) || substr(card_expiry, 1, 2)`, '<', query.expiredBefore)
          .where(sql`substr(card_expiry, 1, 2)`, '<>', '99');
      }
      if (query.changedFrom !== undefined) select = select.where('updatedAt', '>=', query.changedFrom);
      if (query.unusedFrom !== undefined) {
        // One list of used tokens from an index of payments by token, instead of a look-up for each token.
        const used = db
          .selectFrom('txn')
          .select('paidToken')
          .where('merchantId', '=', merchantId)
          .where('processedAt', '>=', query.unusedFrom)
          .where('paidToken', 'is not', null);
        select = select.where('dvToken', 'not in', used);
      }
      if (query.order === 'last_changed_first') select = select.orderBy('updatedAt', 'desc');
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
      await db.insertInto('token').values(toRow(token)).execute();
    },
    async findDeletedToken(merchantId, dvToken) {
      const row = await db
        .selectFrom('token')
        .selectAll()
        .where('dvToken', '=', dvToken)
        .where('merchantId', '=', merchantId)
        .where('deletedAt', 'is not', null)
        .executeTakeFirst();
      return row && toToken(row);
    },
    async updateToken(token) {
      await db
        .updateTable('token')
        .set(toRow(token))
        .where('dvToken', '=', token.dvToken)
        .where('merchantId', '=', token.merchantId)
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
