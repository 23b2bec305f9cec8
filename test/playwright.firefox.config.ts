/**
 * End-to-end tests in Firefox. `npm run proof -- "firefox purchases"` runs a share of them; all of them, by hand:
 * `npx playwright test -c test/playwright.firefox.config.ts`. Debian's firefox-esr over WebDriver BiDi, so no build of
 * Playwright's own is needed.
 */
import { defineConfig } from '@playwright/test';
import failures from './engines/firefox-failures.json' with { type: 'json' };
import base from './playwright.config.js';

const filesOf = (...names: readonly string[]) => names.map((name) => `**/${name}.spec.ts`);

/** Paying, the frame and its keyboard, and saved cards. */
const PROOF = filesOf('purchase', 'framed', 'framed-typing', 'saved-cards');
/** The other ways to pay, what can fail in a frame or in 3-D Secure, looks, hashes, the testing kit. */
const MORE = filesOf(
  ...['framed-{all,failures,look,surcharge}', 'hosted-{frame,pay,token}', 'integrity', 'method-{iframe,redirect}'],
  ...['script-tag', 'server-rendering', 'tab-ways', 'testing-dom', 'testing-playwright', 'three-ds-dialog', 'webform'],
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
      firefoxUserPrefs: {
        // The driver's keys do not get into a frame that has a process of its own: a bare input on a bare page stays empty too.
        'fission.webContentIsolationStrategy': 0,
        // Cookies of other sites are blocked, as in Chromium here.
        'network.cookie.cookieBehavior': 1,
        ...preferences,
      },
    },
  }) as const;

export default defineConfig({
  ...base,
  outputDir: '../test-results/firefox',
  reporter: './engines/known-failures.ts',
  metadata: { knownFailures: failures.browser },
  projects: [
    { name: 'proof', testMatch: PROOF, use: inFirefox() },
    { name: 'more', testMatch: MORE, grepInvert: DARK, use: inFirefox() },
    {
      name: 'more, dark',
      testMatch: MORE,
      grep: DARK,
      use: inFirefox({ 'layout.css.prefers-color-scheme.content-override': 0 }),
    },
  ],
});
