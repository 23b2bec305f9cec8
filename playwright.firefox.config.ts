/**
 * Some of the tests in Firefox: `npx playwright test -c playwright.firefox.config.ts`, outside of `npm test`. Debian's
 * firefox-esr over WebDriver BiDi, so no build of Playwright's own is needed. A payment in the page, and every part of each
 * script tag under its hashes. Not yet: typing into the frame of another origin, whose tests fail there.
 */
import { defineConfig } from '@playwright/test';
import base from './playwright.config.js';

export default defineConfig({
  ...base,
  testMatch: ['**/purchase.spec.ts', '**/integrity.spec.ts'],
  grep: /buys with an American Express|every part of the/,
  outputDir: 'test-results/firefox',
  workers: 1,
  reporter: [['list']],
  use: {
    ...base.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: process.env['FLORIN_FIREFOX'] ?? '/usr/bin/firefox-esr' },
  },
});
