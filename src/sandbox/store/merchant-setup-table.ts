/** Setup of merchants and API users by the operator, and deletion of a merchant's data. */
import type { Kysely } from 'kysely';
import type { Permission } from '../merchant.js';
import type { ListedUser, MerchantUnit, MerchantView } from './merchant-store.js';
import { toMerchant } from './merchant-table.js';
import type { Schema } from './schema.js';
import { addMerchants } from './seed.js';

/** Without an e-mail address, the stored one stays. */
function columnsOf({ permissions, isActive, emailAddress }: ListedUser) {
  return {
    permissions: JSON.stringify(permissions),
    is_active: isActive ? 1 : 0,
    ...(emailAddress !== undefined && { email_address: emailAddress }),
  };
}

/** Tables with the data of a merchant's calls; each has a column `merchant_id`. */
export const CLEARED_TABLES = [
  // First: a running slice locks its batch, so its payments exist when this statement ends.
  'batch',
  'batch_slice',
  'auth_key',
  'challenge',
  'token_key',
  'frame_entry',
  'token',
  'txn',
  'webhook',
  'crn_lookup',
  'crn_lookup_file',
  'api_call',
  'caught_webhook',
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
        .selectFrom('api_user')
        .select(['username', 'permissions', 'is_active', 'email_address'])
        .where('merchant_id', '=', merchantId)
        .orderBy('username')
        .execute();
      return rows.map((row) => ({
        username: row.username,
        permissions: JSON.parse(row.permissions) as Permission[],
        isActive: row.is_active === 1,
        emailAddress: row.email_address,
      }));
    },
  };
}

/** Write methods within a unit. */
export function merchantUnitOf(db: Kysely<Schema>): MerchantUnit {
  return {
    async saveMerchant(merchant) {
      await db
        .updateTable('merchant')
        .set({
          short_name: merchant.shortName,
          name: merchant.name,
          default_currency: merchant.defaultCurrency,
          currencies: JSON.stringify(merchant.currencies),
          settings: JSON.stringify(merchant.settings),
        })
        .where('id', '=', merchant.id)
        .execute();
    },
    async addUser(merchantId, user) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('api_user')
        .values({
          ...columnsOf(user),
          merchant_id: merchantId,
          username: user.username,
          password_salt: user.passwordSalt,
          password_hash: user.passwordHash,
        })
        .onConflict((conflict) => conflict.columns(['merchant_id', 'username']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    async saveUser(merchantId, user) {
      const columns = { ...columnsOf(user), password_salt: user.passwordSalt, password_hash: user.passwordHash };
      await db
        .insertInto('api_user')
        .values({ ...columns, merchant_id: merchantId, username: user.username })
        .onConflict((conflict) => conflict.columns(['merchant_id', 'username']).doUpdateSet(columns))
        .execute();
    },
    async changeUser(merchantId, user) {
      const { numUpdatedRows } = await db
        .updateTable('api_user')
        .set(columnsOf(user))
        .where('merchant_id', '=', merchantId)
        .where('username', '=', user.username)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async removeUser(merchantId, username) {
      const { numDeletedRows } = await db
        .deleteFrom('api_user')
        .where('merchant_id', '=', merchantId)
        .where('username', '=', username)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    async clearMerchant(merchantId) {
      await db
        .deleteFrom('webhook_attempt')
        .where('webhook_id', 'in', db.selectFrom('webhook').select('id').where('merchant_id', '=', merchantId))
        .execute();
      for (const table of CLEARED_TABLES) await db.deleteFrom(table).where('merchant_id', '=', merchantId).execute();
    },
    addMerchants: (seeds) => addMerchants(db, seeds),
  };
}
