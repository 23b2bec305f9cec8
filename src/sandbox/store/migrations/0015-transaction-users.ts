/** The user of a transaction. Older transactions have none. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Version 15 of the tables. */
export const transactionUsers: Migration = {
  number: 15,
  statements: () => [sql`alter table txn add column username text`],
};
