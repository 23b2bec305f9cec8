/**
 * The database of a test's sandbox: SQLite in memory, or with `FLORIN_TEST_STORE=postgres` a separate schema of the
 * PostgreSQL server that `test/support/postgres-for-run.ts` started for the whole run.
 */
import { inject } from 'vitest';
import { POSTGRES_OF_RUN } from '../support/postgres-for-run.js';

let schemas = 0;

/** Returns a new, empty database. */
export function databaseForTest(): string {
  const server = inject(POSTGRES_OF_RUN);
  if (server === undefined) return ':memory:';
  schemas += 1;
  return `${server}?schema=test_${process.pid}_${schemas}`;
}
