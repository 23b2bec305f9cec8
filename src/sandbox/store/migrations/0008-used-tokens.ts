/** An index of recently used tokens that skips payments by card. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Version 8 of the tables. */
export const usedTokens: Migration = {
  number: 8,
  statements: () => [
    // Payments by card have no entry, so the index costs them nothing.
    sql`create index txn_by_paid_token on txn (merchant_id, processed_at, paid_token) where paid_token is not null`,
  ],
};
