/** Each example of `demo/examples` as a project of its name: `npm run examples`. */
import { defineConfig } from '@playwright/test';
import base from './playwright.config.js';
import { KIND_NAMES } from './examples/kinds.js';

export default defineConfig<{ kind: string }>({
  ...base,
  testDir: 'examples',
  projects: KIND_NAMES.map((kind) => ({
    name: kind,
    testMatch: [kind === 'embedded' ? 'embedded.spec.ts' : 'examples.spec.ts', 'hostile.spec.ts'],
    use: { kind },
  })),
  globalSetup: './examples/pack-packages.ts',
  // One after the other, so that the seconds in the report are those of one example.
  workers: 1,
  fullyParallel: false,
  outputDir: '../test-results/examples',
  reporter: [['list'], ['json', { outputFile: '../test-results/examples.json' }]],
});
