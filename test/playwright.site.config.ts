/** The documentation site as a host of static files serves it, built once for the run: `npm run proof -- "docs site"`. */
import { defineConfig } from '@playwright/test';
import base from './playwright.config.js';

export default defineConfig({
  ...base,
  testDir: 'site',
  projects: [{ name: 'site' }],
  globalSetup: './site/serve-site.ts',
  outputDir: '../test-results/site',
  reporter: [['dot'], ['json', { outputFile: '../test-results/site.json' }]],
});
