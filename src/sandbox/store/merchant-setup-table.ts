/** Setup of merchants and API users by the operator, and deletion of a merchant's data. */
import type { Kysely } from 'kysely';
import type { Permission } from '../merchant.js';
import type { DialectRules } from './dialect-rules.js';
import type { ListedUser, MerchantUnit, MerchantView } from './merchant-store.js';
import { toMerchant } from './merchant-table.js';
import type { Schema } from './schema.js';
import { addMerchants } from './seed.js';

function columnsOf({ permissions, isActive }: ListedUser) {
  return { permissions: JSON.stringify(permissions), isActive: isActive ? 1 : 0 };
}

/** Tables with the data of a merchant's calls; each has a column `merchantId`. */
export const CLEARED_TABLES = [
  // First: a running slice locks its batch, so its payments exist when this statement ends.
  'batch',
  'batchSlice',
  'authKey',
  'challenge',
  'tokenKey',
  'frameEntry',
  'token',
  'txn',
  'webhook',
  'crnLookup',
  'crnLookupFile',
  'apiCall',
  'caughtWebhook',
  'keyedCall',
] as const;

/** Read methods on a connection. */
export function merchantViewOf(db: Kysely<Schema>): MerchantView {
  return {
    async listMerchants() {
      return (await db.selectFrom('merchant').selectAll().orderBy('id').execute()).map(toMerchant);
    },
    async findMerchantByNumber(number) {
      const row = await db.selectFrom('merchant').selectAll().where('number', '=', number).executeTakeFirst();
      return row && toMerchant(row);
    },
    async listUsers(merchantId) {
      const rows = await db
        .selectFrom('apiUser')
        .select(['username', 'permissions', 'isActive', 'emailAddress'])
        .where('merchantId', '=', merchantId)
        .orderBy('username')
        .execute();
      return rows.map((row) => ({
        ...row,
        permissions: JSON.parse(row.permissions) as Permission[],
        isActive: row.isActive === 1,
      }));
    },
  };
}

/** Write methods within a unit. */
export function merchantUnitOf(db: Kysely<Schema>, rules: DialectRules): MerchantUnit {
  return {
    // A short name belongs to one merchant, so one row is not enough.
    lockMerchants: () => rules.lockName(db, 'change of the merchants'),
    async saveMerchant({ id, ...merchant }) {
      const json = { currencies: JSON.stringify(merchant.currencies), settings: JSON.stringify(merchant.settings) };
      await db
        .updateTable('merchant')
        .set({ ...merchant, ...json })
        .where('id', '=', id)
        .execute();
    },
    async addUser(merchantId, user) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('apiUser')
        .values({ ...user, ...columnsOf(user), merchantId })
        .onConflict((conflict) => conflict.columns(['merchantId', 'username']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    // Without an e-mail address, the stored one stays.
    async saveUser(merchantId, user) {
      const row = { ...user, ...columnsOf(user), merchantId };
      await db
        .insertInto('apiUser')
        .values(row)
        .onConflict((conflict) => conflict.columns(['merchantId', 'username']).doUpdateSet(row))
        .execute();
    },
    async changeUser(merchantId, user) {
      const { numUpdatedRows } = await db
        .updateTable('apiUser')
        .set({ ...user, ...columnsOf(user) })
        .where('merchantId', '=', merchantId)
        .where('username', '=', user.username)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async removeUser(merchantId, username) {
      const { numDeletedRows } = await db
        .deleteFrom('apiUser')
        .where('merchantId', '=', merchantId)
        .where('username', '=', username)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    async clearMerchant(merchantId) {
      await db
        .deleteFrom('webhookAttempt')
        .where('webhookId', 'in', db.selectFrom('webhook').select('id').where('merchantId', '=', merchantId))
        .execute();
      for (const table of CLEARED_TABLES) await db.deleteFrom(table).where('merchantId', '=', merchantId).execute();
    },
    addMerchants: (seeds) => addMerchants(db, seeds),
  };
}
