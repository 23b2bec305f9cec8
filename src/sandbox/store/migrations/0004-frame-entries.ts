/** Inputs of the service's frame until they are processed. No column can contain a card number or a CVN. */
import type { Migration } from './migration.js';

/** Version 4 of the tables. */
export const frameEntries: Migration = {
  number: 4,
  async up(db) {
    await db.schema
      .createTable('frame_entry')
      .addColumn('auth_key', 'text', (column) => column.primaryKey())
      .addColumn('merchant_id', 'integer', (column) => column.notNull().references('merchant.id'))
      .addColumn('number_is', 'text')
      .addColumn('card_id', 'text')
      .addColumn('holder_name', 'text')
      .addColumn('expiry', 'text')
      .addColumn('cvn_result', 'text')
      .addColumn('account_name', 'text')
      .addColumn('account_number', 'text')
      .addColumn('bsb_number', 'text')
      .addColumn('accepts_terms', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('frame_entry_by_expires_at').on('frame_entry').column('expires_at').execute();
  },
};
