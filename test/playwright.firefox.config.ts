/**
 * End-to-end tests in Firefox: `npx playwright test -c test/playwright.firefox.config.ts --project=firefox`, outside of `npm test` and
 * `npm run proof`. Debian's firefox-esr over WebDriver BiDi, so no build of Playwright's own is needed.
 */
import { defineConfig } from '@playwright/test';
import failures from './engines/firefox-failures.json' with { type: 'json' };
import base from './playwright.config.js';

const filesOf = (...names: readonly string[]) => names.map((name) => `**/${name}.spec.ts`);

/** A purchase in each way, and the page objects of the testing kit. */
const FILES = filesOf(
  ...['purchase', 'script-tag', 'webform', 'method-iframe', 'saved-cards', 'framed', 'framed-all', 'server-rendering'],
  ...['testing-dom', 'testing-playwright', 'tab-ways'],
);
/** The card in a frame, the service's pages, 3-D Secure. Not every test that fails there is listed yet. */
const MORE = filesOf(
  ...['framed-{failures,look,surcharge,typing}', 'hosted-{frame,pay,token}'],
  ...['integrity', 'method-redirect', 'three-ds-dialog'],
);

/** `emulateMedia()` has no effect in Firefox, so a preference makes the desktop dark. */
const DARK = /a dark desktop/;

/** @param preferences besides the one that all tests have */
const inFirefox = (preferences: Readonly<Record<string, number>> = {}) =>
  ({
    ...base.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: process.env['FLORIN_FIREFOX'] ?? '/usr/bin/firefox-esr',
      // The driver's keys do not get into a frame that has a process of its own: a bare input on a bare page stays empty too.
      firefoxUserPrefs: { 'fission.webContentIsolationStrategy': 0, ...preferences },
    },
  }) as const;

export default defineConfig({
  ...base,
  outputDir: '../test-results/firefox',
  reporter: './engines/known-failures.ts',
  metadata: { knownFailures: failures.browser },
  projects: [
    { name: 'firefox', testMatch: FILES, use: inFirefox() },
    { name: 'more', testMatch: MORE, grepInvert: DARK, use: inFirefox() },
    {
      name: 'more, dark',
      testMatch: MORE,
      grep: DARK,
      use: inFirefox({ 'layout.css.prefers-color-scheme.content-override': 0 }),
    },
  ],
});
