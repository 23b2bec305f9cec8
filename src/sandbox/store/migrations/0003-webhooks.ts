/** The outbox of webhooks, their delivery attempts, and inactive API users. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Version 3 of the tables. */
export const webhooks: Migration = {
  number: 3,
  statements: () => [
    sql`create table webhook (
      id bigint primary key,
      merchant_id integer not null references merchant (id),
      kind text not null,
      subject text not null,
      url text not null,
      target text not null,
      body text not null,
      state text not null,
      attempts integer not null,
      created_at bigint not null,
      first_due_at bigint not null,
      due_at bigint not null,
      lease_owner text,
      lease_until bigint not null
    )`,
    sql`create index webhook_by_due on webhook (state, due_at, id)`,
    sql`create index webhook_by_lease on webhook (lease_until, target)`,
    sql`create index webhook_by_merchant on webhook (merchant_id, id)`,
    sql`create table webhook_attempt (
      webhook_id bigint not null,
      number integer not null,
      started_at bigint not null,
      outcome text not null,
      status integer,
      milliseconds integer not null,
      constraint webhook_attempt_key primary key (webhook_id, number)
    )`,
    sql`alter table api_user add column is_active integer not null default 1`,
    sql`insert into counter values ('webhook', 0)`,
  ],
};
