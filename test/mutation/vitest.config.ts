/** Vitest for mutants: the tests of one folder of folders.mjs, in one process, with shorter timeouts for tests that wait. */
import { defineConfig } from 'vitest/config';
import config from '../vitest.config.js';
import { FOLDER, FOLDERS } from './folders.mjs';

export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: [...(FOLDERS[FOLDER]?.tests ?? [])],
    isolate: false,
    testTimeout: 20_000,
    env: { ...config.test?.env, FLORIN_TEST_DEADLINE: '5000' },
  },
});
