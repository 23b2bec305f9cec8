/** The request log. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Version 10 of the tables. */
export const requestLog: Migration = {
  number: 10,
  statements: ({ countedKey }) => [
    sql`create table api_call (
      id ${countedKey},
      merchant_id integer,
      called_at bigint not null,
      stored_at bigint not null,
      milliseconds integer not null,
      interface text not null,
      method text not null,
      path text not null,
      operation text not null,
      http_status integer,
      code text,
      fault text,
      username text,
      txn_number bigint,
      key_hash text,
      request text not null,
      response text not null
    )`,
    sql`create index api_call_of_txn on api_call (merchant_id, txn_number)`,
    sql`create index api_call_of_key on api_call (key_hash)`,
    sql`create index api_call_by_age on api_call (stored_at)`,
  ],
};
