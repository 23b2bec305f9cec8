import { defineConfig } from 'vitest/config';
import { faultPlugin } from './test/support/fault-plugin.js';

/** Everything without a DOM. Elements run in web-test-runner, whole purchases in Playwright. */
export default defineConfig({
  plugins: [faultPlugin()],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/elements/**', 'test/browser/**'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Time zone and locale of the machine must not decide a test.
    env: { TZ: 'UTC' },
  },
});
