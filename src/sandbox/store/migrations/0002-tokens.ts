/** Tokens, their keys for browsers, and the token columns of transactions. */
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema.js';
import type { Migration } from './migration.js';

async function createTokens(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('token')
    .addColumn('dv_token', 'text', (column) => column.primaryKey())
    // Order of creation, also for two tokens of one millisecond.
    .addColumn('serial', 'bigint', (column) => column.notNull())
    .addColumn('merchant_id', 'integer', (column) => column.notNull().references('merchant.id'))
    .addColumn('card_id', 'text')
    .addColumn('card_type', 'text')
    .addColumn('card_masked', 'text')
    .addColumn('card_holder_name', 'text')
    .addColumn('card_expiry', 'text')
    .addColumn('card_fingerprint', 'text')
    .addColumn('account_name', 'text')
    .addColumn('account_number', 'text')
    .addColumn('bsb_number', 'text')
    .addColumn('crn1', 'text')
    .addColumn('crn2', 'text')
    .addColumn('crn3', 'text')
    .addColumn('biller_code', 'text')
    .addColumn('email_address', 'text')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('user_created', 'text')
    .addColumn('user_updated', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .addCheckConstraint('card_or_account', sql`(card_id is null) <> (account_number is null)`)
    .execute();
  for (const column of ['serial', 'crn1', 'card_masked'] as const) {
    await db.schema
      .createIndex(`token_by_${column}`)
      .on('token')
      .columns(column === 'serial' ? ['merchant_id', 'serial'] : ['merchant_id', column, 'serial'])
      .execute();
  }
  await db.insertInto('counter').values({ name: 'token', value: 0 }).execute();
}

async function createTokenKeys(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('token_key')
    .addColumn('auth_key', 'text', (column) => column.primaryKey())
    .addColumn('merchant_id', 'integer', (column) => column.notNull().references('merchant.id'))
    .addColumn('terms', 'text', (column) => column.notNull())
    .addColumn('redirection_url', 'text')
    .addColumn('web_hook_url', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('dv_token', 'text')
    .addColumn('result_key', 'text', (column) => column.unique())
    .addColumn('result_expires_at', 'bigint')
    // A used key has a token, an unused one has none.
    .addCheckConstraint('used_with_token', sql`(used_at is null) = (dv_token is null)`)
    .execute();
}

/** Partial indexes for search members that many transactions do not have. */
async function createSearchIndices(db: Kysely<Schema>): Promise<void> {
  const newest = ['processed_at', 'txn_number'] as const;
  for (const column of ['crn2', 'crn3', 'biller_code'] as const) {
    await db.schema
      .createIndex(`txn_by_${column}`)
      .on('txn')
      .columns(['merchant_id', column, ...newest])
      .where(column, 'is not', null)
      .execute();
  }
  await db.schema
    .createIndex('txn_by_amount')
    .on('txn')
    .columns(['merchant_id', 'amount', ...newest])
    .execute();
}

/** Version 2 of the tables. */
export const tokens: Migration = {
  number: 2,
  async up(db) {
    await createTokens(db);
    await createTokenKeys(db);
    await createSearchIndices(db);
    // The token of the stored card; the token that paid; the account of a payment without a card, as JSON.
    for (const column of ['dv_token', 'paid_token', 'bank_account']) {
      await db.schema.alterTable('txn').addColumn(column, 'text').execute();
    }
    await db.schema
      .alterTable('merchant')
      .addColumn('settings', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
  },
};
