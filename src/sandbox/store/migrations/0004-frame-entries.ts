/** Inputs of the service's frame until they are processed. No column can contain a card number or a CVN. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Version 4 of the tables. */
export const frameEntries: Migration = {
  number: 4,
  statements: () => [
    sql`create table frame_entry (
      auth_key text primary key,
      merchant_id integer not null references merchant (id),
      number_is text,
      card_id text,
      holder_name text,
      expiry text,
      cvn_result text,
      account_name text, account_number text, bsb_number text,
      accepts_terms integer not null,
      expires_at bigint not null
    )`,
    sql`create index frame_entry_by_expires_at on frame_entry (expires_at)`,
  ],
};
