/** A covering index: a search by any member reads the index and fetches only the results. */
import type { Migration } from './migration.js';

/** Version 7 of the tables. */
export const searchInIndex: Migration = {
  number: 7,
  async up(db) {
    await db.schema.dropIndex('txn_by_time').execute();
    // Members without their own index, because their values are in many rows. A search by them scans a period of this
    // index instead of the rows, which are ten times as long.
    await db.schema
      .createIndex('txn_by_time')
      .on('txn')
      .columns(['merchant_id', 'processed_at', 'txn_number'])
      .columns(['response_code', 'action', 'authorise_id', 'card_masked', 'bank_response_code', 'card_type'])
      .columns(['card_expiry', 'currency', 'settlement_date', 'source', 'type', 'sub_type'])
      .execute();
  },
};
