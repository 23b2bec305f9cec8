/** The outbox of webhooks, their delivery attempts, and inactive API users. */
import type { Migration } from './migration.js';

/** Version 3 of the tables. */
export const webhooks: Migration = {
  number: 3,
  async up(db) {
    await db.schema
      .createTable('webhook')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('merchant_id', 'integer', (column) => column.notNull().references('merchant.id'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('first_due_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('webhook_by_due').on('webhook').columns(['state', 'due_at', 'id']).execute();
    await db.schema.createIndex('webhook_by_lease').on('webhook').columns(['lease_until', 'target']).execute();
    await db.schema.createIndex('webhook_by_merchant').on('webhook').columns(['merchant_id', 'id']).execute();
    await db.schema
      .createTable('webhook_attempt')
      .addColumn('webhook_id', 'bigint', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('status', 'integer')
      .addColumn('milliseconds', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('webhook_attempt_key', ['webhook_id', 'number'])
      .execute();
    await db.schema
      .alterTable('api_user')
      .addColumn('is_active', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.insertInto('counter').values({ name: 'webhook', value: 0 }).execute();
  },
};
