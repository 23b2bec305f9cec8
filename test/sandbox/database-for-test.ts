/**
 * The database that a test's sandbox gets: SQLite in memory, or with `FLORIN_TEST_STORE=postgres` a schema of its own on
 * the PostgreSQL that `test/support/postgres-for-run.ts` started for the whole run.
 */
import { inject } from 'vitest';
import { POSTGRES_OF_RUN } from '../support/postgres-for-run.js';

let schemas = 0;

/** A database that nobody else has. */
export function databaseForTest(): string {
  const server = inject(POSTGRES_OF_RUN);
  if (server === undefined) return ':memory:';
  schemas += 1;
  return `${server}?schema=test_${process.pid}_${schemas}`;
}

/** True while the tests run on PostgreSQL: for the few whose subject is SQLite itself. */
export const isOnPostgres = inject(POSTGRES_OF_RUN) !== undefined;
