/** Calls with an Idempotency-Key: of the back office, and of the control API. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Version 14 of the tables. */
export const keyedCalls: Migration = {
  number: 14,
  statements: ({ countedKey }) => [
    sql`create table keyed_call (
      id ${countedKey},
      key_hash text not null unique,
      call_mac text not null,
      merchant_id integer,
      username text,
      name text not null,
      subject text,
      called_at bigint not null,
      status integer,
      answer text
    )`,
    sql`create index keyed_call_by_subject on keyed_call (merchant_id, name, subject)`,
  ],
};
