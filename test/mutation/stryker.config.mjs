// @ts-check
/** Stryker's configuration for one folder of folders.mjs; tools/mutate.mjs runs it for each. */
import { join } from 'node:path';
import { FOLDER, FOLDERS } from './folders.mjs';

export default {
  testRunner: 'vitest',
  plugins: [
    '@stryker-mutator/vitest-runner',
    ...['ignore-error-texts.mjs', 'keep-results.mjs'].map((name) => join(import.meta.dirname, name)),
  ],
  ignorers: ['error-texts'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  mutate: [...(FOLDERS[FOLDER]?.mutate ?? [])],
  coverageAnalysis: 'perTest',
  // Tables that are built while a module is loaded: a mutant there needs all tests in a new process.
  ignoreStatic: true,
  concurrency: Number(process.env['FLORIN_MUTATE_WORKERS'] ?? 2),
  incremental: true,
  incrementalFile: `coverage/mutation/${FOLDER}.json`,
  tempDirName: 'build/stryker',
  // Only what the folder's tests need: each file left out saves a copy.
  ignorePatterns: [
    ...['dist', 'build', 'docs', 'public', 'test-results', 'coverage'],
    ...['bench', 'browser', 'commands', 'elements', 'webkit'].map((name) => `test/${name}`),
  ],
  reporters: ['clear-text', 'progress-append-only', 'keep-results'],
  clearTextReporter: { allowColor: false, allowEmojis: false, reportTests: false, logTests: false },
  allowConsoleColors: false,
  thresholds: { high: 95, low: 90, break: FOLDERS[FOLDER]?.atLeast ?? 90 },
  // A busy machine is no killer: a mutant that loops is found by its number of calls, long before this time.
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 20,
};
