/** A covering index: a search by any member reads the index and fetches only the results. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Version 7 of the tables. */
export const searchInIndex: Migration = {
  number: 7,
  statements: () => [
    sql`drop index txn_by_time`,
    // Members without their own index, because their values are in many rows. A search by them scans a period of this
    // index instead of the rows, which are ten times as long.
    sql`create index txn_by_time on txn (
      merchant_id, processed_at, txn_number,
      response_code, action, authorise_id, card_masked, bank_response_code, card_type,
      card_expiry, currency, settlement_date, source, type, sub_type
    )`,
  ],
};
