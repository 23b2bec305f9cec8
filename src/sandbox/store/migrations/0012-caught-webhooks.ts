/** Webhooks that the back office's catcher has received. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Version 12 of the tables. */
export const caughtWebhooks: Migration = {
  number: 12,
  statements: ({ countedKey }) => [
    sql`create table caught_webhook (
      id ${countedKey},
      merchant_id integer not null,
      caught_at bigint not null,
      headers text not null,
      body text not null
    )`,
    sql`create index caught_webhook_by_merchant on caught_webhook (merchant_id, id)`,
  ],
};
