/**
 * vitest's global setup: with `FLORIN_TEST_STORE=postgres` it starts one PostgreSQL server for all
 * files of the run.
 */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.js';

/** Key of its URL for `inject`. */
export const POSTGRES_OF_RUN = 'postgresOfRun';

declare module 'vitest' {
  interface ProvidedContext {
    [POSTGRES_OF_RUN]: string | undefined;
  }
}

/** Starts it, and returns the function that stops it. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env['FLORIN_TEST_STORE'] !== 'postgres') return undefined;
  const server = await startPostgres();
  project.provide(POSTGRES_OF_RUN, server.url);
  return () => server.stop();
}
