import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { writeLanguages } from '../tools/languages.mjs';
import { faultPlugin } from './support/fault-plugin.js';

// A run sees the texts as they are now.
writeLanguages();

/** Everything without a DOM. Elements run in web-test-runner, whole purchases in Playwright. */
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  plugins: [faultPlugin()],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/elements/**', 'test/browser/**'],
    globalSetup: ['test/support/postgres-for-run.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // One second by itself: a busy machine may stand still for longer. Who waits for what comes loses nothing by it.
    // A test without an expectation fails.
    expect: { poll: { timeout: 20_000 }, requireAssertions: true },
    // Time zone, locale and database of the machine must not decide a test.
    env: { TZ: 'UTC', DATABASE_URL: '' },
  },
});
