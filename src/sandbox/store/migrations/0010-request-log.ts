/** The request log. */
import type { Migration } from './migration.js';

/** Version 10 of the tables. */
export const requestLog: Migration = {
  number: 10,
  async up(db, rules) {
    await db.schema
      .createTable('api_call')
      .addColumn('id', 'integer', (column) => rules.countedKey(column))
      .addColumn('merchant_id', 'integer')
      .addColumn('called_at', 'bigint', (column) => column.notNull())
      .addColumn('stored_at', 'bigint', (column) => column.notNull())
      .addColumn('milliseconds', 'integer', (column) => column.notNull())
      .addColumn('interface', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('operation', 'text', (column) => column.notNull())
      .addColumn('http_status', 'integer')
      .addColumn('code', 'text')
      .addColumn('fault', 'text')
      .addColumn('username', 'text')
      .addColumn('txn_number', 'bigint')
      .addColumn('key_hash', 'text')
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('response', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('api_call_of_txn').on('api_call').columns(['merchant_id', 'txn_number']).execute();
    await db.schema.createIndex('api_call_of_key').on('api_call').column('key_hash').execute();
    await db.schema.createIndex('api_call_by_age').on('api_call').column('stored_at').execute();
  },
};
