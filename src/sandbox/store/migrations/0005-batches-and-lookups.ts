/** Batch files in slices, look-up files, and the index for settlement files. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Version 5 of the tables. */
export const batchesAndLookups: Migration = {
  number: 5,
  statements: () => [
    sql`create table batch (
      id bigint primary key,
      merchant_id integer not null references merchant (id),
      filename text not null,
      username text not null,
      header text not null,
      record_count integer not null,
      done_count integer not null,
      done_slices integer not null,
      state text not null,
      lease_until bigint not null,
      submitted_at bigint not null,
      completed_at bigint
    )`,
    sql`create unique index batch_by_filename on batch (merchant_id, filename)`,
    sql`create index batch_by_state on batch (state, id)`,
    sql`create table batch_slice (
      batch_id bigint not null,
      number integer not null,
      merchant_id integer not null,
      records text not null,
      results text,
      constraint batch_slice_key primary key (batch_id, number)
    )`,
    sql`create index batch_slice_by_merchant on batch_slice (merchant_id)`,
    sql`create table crn_lookup_file (
      id bigint primary key,
      merchant_id integer not null references merchant (id),
      filename text not null,
      email_address text,
      username text not null,
      entry_count integer not null,
      state text not null,
      uploaded_at bigint not null
    )`,
    sql`create index crn_lookup_file_by_merchant on crn_lookup_file (merchant_id, state)`,
    sql`create table crn_lookup (
      file_id bigint not null,
      number integer not null,
      merchant_id integer not null,
      crn1 text not null,
      crn2 text,
      crn3 text,
      amount bigint,
      name text,
      constraint crn_lookup_key primary key (file_id, number)
    )`,
    sql`create index crn_lookup_by_crn1 on crn_lookup (file_id, crn1)`,
    sql`create index crn_lookup_by_merchant on crn_lookup (merchant_id)`,
    sql`create index txn_by_settlement_date on txn (merchant_id, settlement_date, txn_number)
      where settlement_date is not null`,
    sql`insert into counter values ('batch', 0), ('crn_lookup', 0)`,
  ],
};
