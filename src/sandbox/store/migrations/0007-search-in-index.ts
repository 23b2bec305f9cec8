/** A search by whatever member looks at an index and fetches hits only. */
import type { Migration } from './migration.js';

/** Version 7 of the tables. */
export const searchInIndex: Migration = {
  number: 7,
  async up(db) {
    await db.schema.dropIndex('txn_by_time').execute();
    // The members that have no index of their own, because most of their values are in many rows: a search by them goes
    // through a time's entries in here, and not through the rows, which are ten times as long.
    await db.schema
      .createIndex('txn_by_time')
      .on('txn')
      .columns(['merchant_id', 'processed_at', 'txn_number'])
      .columns(['response_code', 'action', 'authorise_id', 'card_masked', 'bank_response_code', 'card_type'])
      .columns(['card_expiry', 'currency', 'settlement_date', 'source', 'type', 'sub_type'])
      .execute();
  },
};
