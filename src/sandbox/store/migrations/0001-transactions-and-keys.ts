/** Merchants, API users, transactions and AuthKeys. */
import { sql, type Kysely } from 'kysely';
import type { DialectRules } from '../dialect-rules.js';
import type { Schema } from '../schema.js';
import type { Migration } from './migration.js';

/** First transaction number: it has enough digits for the end of a receipt number. */
const FIRST_TXN_NUMBER = 10_001;

async function createMerchants(db: Kysely<Schema>, rules: DialectRules): Promise<void> {
  await db.schema
    .createTable('merchant')
    .addColumn('id', 'integer', (column) => rules.countedKey(column))
    .addColumn('number', 'text', (column) => column.notNull().unique())
    .addColumn('short_name', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('default_currency', 'text', (column) => column.notNull())
    .addColumn('currencies', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('api_user')
    .addColumn('merchant_id', 'integer', (column) => column.notNull().references('merchant.id'))
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('password_salt', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('api_user_key', ['merchant_id', 'username'])
    .execute();
}

async function createTransactions(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('txn')
    .addColumn('txn_number', 'bigint', (column) => column.primaryKey())
    .addColumn('receipt_number', 'text', (column) => column.notNull())
    .addColumn('merchant_id', 'integer', (column) => column.notNull().references('merchant.id'))
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('sub_type', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('amount_original', 'bigint', (column) => column.notNull())
    .addColumn('amount_surcharge', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text')
    .addColumn('crn1', 'text')
    .addColumn('crn2', 'text')
    .addColumn('crn3', 'text')
    .addColumn('biller_code', 'text')
    .addColumn('merchant_reference', 'text')
    .addColumn('email_address', 'text')
    .addColumn('original_txn_number', 'text')
    .addColumn('is_test', 'integer', (column) => column.notNull())
    .addColumn('store_card', 'integer', (column) => column.notNull())
    .addColumn('response_code', 'text', (column) => column.notNull())
    .addColumn('response_text', 'text', (column) => column.notNull())
    .addColumn('bank_response_code', 'text')
    .addColumn('authorise_id', 'text')
    .addColumn('rrn', 'text')
    .addColumn('settlement_date', 'text')
    .addColumn('cvn_present', 'integer', (column) => column.notNull())
    .addColumn('cvn_result', 'text')
    .addColumn('card_id', 'text')
    .addColumn('card_type', 'text')
    .addColumn('card_masked', 'text')
    .addColumn('card_holder_name', 'text')
    .addColumn('card_expiry', 'text')
    .addColumn('card_fingerprint', 'text')
    .addColumn('statement_descriptor', 'text')
    .addColumn('processed_at', 'bigint', (column) => column.notNull())
    .execute();
  // Search results are newest first. Each index ends with that order, so that the limit stops the search early.
  const newest = ['processed_at', 'txn_number'] as const;
  const searched = ['crn1', 'merchant_reference', 'receipt_number', 'rrn'] as const;
  await db.schema
    .createIndex('txn_by_time')
    .on('txn')
    .columns(['merchant_id', ...newest])
    .execute();
  // Rows without the value are not in the index, because each index costs every commit a page.
  for (const column of searched) {
    await db.schema
      .createIndex(`txn_by_${column}`)
      .on('txn')
      .columns(['merchant_id', column, ...newest])
      .where(column, 'is not', null)
      .execute();
  }
  await db.schema
    .createIndex('txn_by_original')
    .on('txn')
    .columns(['merchant_id', 'original_txn_number'])
    .where('original_txn_number', 'is not', null)
    .execute();
  await db.schema
    .createTable('counter')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'bigint', (column) => column.notNull())
    .execute();
  await db
    .insertInto('counter')
    .values({ name: 'txn', value: FIRST_TXN_NUMBER - 1 })
    .execute();
}

async function createAuthKeys(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('auth_key')
    .addColumn('auth_key', 'text', (column) => column.primaryKey())
    .addColumn('merchant_id', 'integer', (column) => column.notNull().references('merchant.id'))
    .addColumn('terms', 'text', (column) => column.notNull())
    .addColumn('redirection_url', 'text')
    .addColumn('web_hook_url', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .addColumn('txn_number', 'bigint', (column) => column.unique())
    .addColumn('result_key', 'text', (column) => column.unique())
    .addColumn('result_expires_at', 'bigint')
    // A used key has a transaction, an unused one has none. The database enforces it.
    .addCheckConstraint('used_with_transaction', sql`(used_at is null) = (txn_number is null)`)
    .execute();
}

/** Version 1 of the tables. */
export const transactionsAndKeys: Migration = {
  number: 1,
  async up(db, rules) {
    await createMerchants(db, rules);
    await createTransactions(db);
    await createAuthKeys(db);
  },
};
