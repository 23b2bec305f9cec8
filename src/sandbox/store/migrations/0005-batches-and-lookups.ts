/** Batch files in slices, look-up files, and the index for settlement files. */
import type { Migration } from './migration.js';

/** Version 5 of the tables. */
export const batchesAndLookups: Migration = {
  number: 5,
  async up(db) {
    await db.schema
      .createTable('batch')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('merchant_id', 'integer', (column) => column.notNull().references('merchant.id'))
      .addColumn('filename', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('header', 'text', (column) => column.notNull())
      .addColumn('record_count', 'integer', (column) => column.notNull())
      .addColumn('done_count', 'integer', (column) => column.notNull())
      .addColumn('done_slices', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('submitted_at', 'bigint', (column) => column.notNull())
      .addColumn('completed_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('batch_by_filename')
      .on('batch')
      .columns(['merchant_id', 'filename'])
      .unique()
      .execute();
    await db.schema.createIndex('batch_by_state').on('batch').columns(['state', 'id']).execute();
    await db.schema
      .createTable('batch_slice')
      .addColumn('batch_id', 'bigint', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('merchant_id', 'integer', (column) => column.notNull())
      .addColumn('records', 'text', (column) => column.notNull())
      .addColumn('results', 'text')
      .addPrimaryKeyConstraint('batch_slice_key', ['batch_id', 'number'])
      .execute();
    await db.schema.createIndex('batch_slice_by_merchant').on('batch_slice').columns(['merchant_id']).execute();
    await db.schema
      .createTable('crn_lookup_file')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('merchant_id', 'integer', (column) => column.notNull().references('merchant.id'))
      .addColumn('filename', 'text', (column) => column.notNull())
      .addColumn('email_address', 'text')
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('entry_count', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('uploaded_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('crn_lookup_file_by_merchant')
      .on('crn_lookup_file')
      .columns(['merchant_id', 'state'])
      .execute();
    await db.schema
      .createTable('crn_lookup')
      .addColumn('file_id', 'bigint', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('merchant_id', 'integer', (column) => column.notNull())
      .addColumn('crn1', 'text', (column) => column.notNull())
      .addColumn('crn2', 'text')
      .addColumn('crn3', 'text')
      .addColumn('amount', 'bigint')
      .addColumn('name', 'text')
      .addPrimaryKeyConstraint('crn_lookup_key', ['file_id', 'number'])
      .execute();
    await db.schema.createIndex('crn_lookup_by_crn1').on('crn_lookup').columns(['file_id', 'crn1']).execute();
    await db.schema.createIndex('crn_lookup_by_merchant').on('crn_lookup').columns(['merchant_id']).execute();
    await db.schema
      .createIndex('txn_by_settlement_date')
      .on('txn')
      .columns(['merchant_id', 'settlement_date', 'txn_number'])
      .where('settlement_date', 'is not', null)
      .execute();
    await db
      .insertInto('counter')
      .values([
        { name: 'batch', value: 0 },
        { name: 'crn_lookup', value: 0 },
      ])
      .execute();
  },
};
