/** An index of recently used tokens that skips payments by card. */
import type { Migration } from './migration.js';

/** Version 8 of the tables. */
export const usedTokens: Migration = {
  number: 8,
  async up(db) {
    // Payments by card have no entry, so the index costs them nothing.
    await db.schema
      .createIndex('txn_by_paid_token')
      .on('txn')
      .columns(['merchant_id', 'processed_at', 'paid_token'])
      .where('paid_token', 'is not', null)
      .execute();
  },
};
