/** Payments that wait for 3-D Secure, and the columns of transactions for 3-D Secure, screening, customer and order. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Version 6 of the tables. */
export const challenges: Migration = {
  number: 6,
  async up(db) {
    await db.schema
      .createTable('challenge')
      .addColumn('challenge_key', 'text', (column) => column.primaryKey())
      .addColumn('merchant_id', 'integer', (column) => column.notNull().references('merchant.id'))
      .addColumn('auth_key', 'text', (column) => column.notNull().unique())
      .addColumn('result_key', 'text', (column) => column.notNull())
      .addColumn('txn_number', 'bigint', (column) => column.notNull().unique())
      .addColumn('waiting_order', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_as', 'text')
      .execute();
    // Only open challenges are searched by time.
    await db.schema
      .createIndex('challenge_by_expires_at')
      .on('challenge')
      .column('expires_at')
      .where(sql.ref('ended_as'), 'is', null)
      .execute();
    // JSON records: `extras` is in responses, `request_objects` is only visible in the sandbox.
    for (const column of ['extras', 'request_objects']) {
      await db.schema.alterTable('txn').addColumn(column, 'text').execute();
    }
  },
};
