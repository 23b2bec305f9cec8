/** Payments that wait for 3-D Secure, and the columns of transactions for 3-D Secure, screening, customer and order. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Version 6 of the tables. */
export const challenges: Migration = {
  number: 6,
  statements: () => [
    sql`create table challenge (
      challenge_key text primary key,
      merchant_id integer not null references merchant (id),
      auth_key text not null unique,
      result_key text not null,
      txn_number bigint not null unique,
      waiting_order text not null,
      created_at bigint not null,
      expires_at bigint not null,
      ended_as text
    )`,
    // Only open challenges are searched by time.
    sql`create index challenge_by_expires_at on challenge (expires_at) where ended_as is null`,
    // JSON records: `extras` is in responses, `request_objects` is only visible in the sandbox.
    sql`alter table txn add column extras text`,
    sql`alter table txn add column request_objects text`,
  ],
};
