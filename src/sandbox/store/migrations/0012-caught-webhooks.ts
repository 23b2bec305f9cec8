/** Webhooks that the back office's catcher has received. */
import type { Migration } from './migration.js';

/** Version 12 of the tables. */
export const caughtWebhooks: Migration = {
  number: 12,
  async up(db, rules) {
    await db.schema
      .createTable('caught_webhook')
      .addColumn('id', 'integer', (column) => rules.countedKey(column))
      .addColumn('merchant_id', 'integer', (column) => column.notNull())
      .addColumn('caught_at', 'bigint', (column) => column.notNull())
      .addColumn('headers', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('caught_webhook_by_merchant')
      .on('caught_webhook')
      .columns(['merchant_id', 'id'])
      .execute();
  },
};
