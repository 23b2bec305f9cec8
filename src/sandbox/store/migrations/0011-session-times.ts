/** When a session of the back office started, and when it was used last. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Lifetime of the sessions before this version, in milliseconds. */
const LIFE_MS = sql.lit(8 * 3_600_000);

/** Version 11 of the tables. */
export const sessionTimes: Migration = {
  number: 11,
  statements: () => [
    sql`alter table office_session add column started_at bigint not null default 0`,
    sql`alter table office_session add column used_at bigint not null default 0`,
    sql`update office_session set started_at = expires_at - ${LIFE_MS}, used_at = expires_at - ${LIFE_MS}`,
  ],
};
