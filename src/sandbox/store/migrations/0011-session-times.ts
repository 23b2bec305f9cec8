/** When a session of the back office started, and when it was used last. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Lifetime of the sessions before this version, in milliseconds. */
const LIFE_MS = 8 * 3_600_000;

/** Version 11 of the tables. */
export const sessionTimes: Migration = {
  number: 11,
  async up(db) {
    for (const column of ['started_at', 'used_at'] as const) {
      await db.schema
        .alterTable('office_session')
        .addColumn(column, 'bigint', (each) => each.notNull().defaultTo(0))
        .execute();
    }
    const startedAt = sql<number>`expires_at - ${sql.lit(LIFE_MS)}`;
    await db
      .withTables<{ office_session: Record<'started_at' | 'used_at', number> }>()
      .updateTable('office_session')
      .set({ started_at: startedAt, used_at: startedAt })
      .execute();
  },
};
