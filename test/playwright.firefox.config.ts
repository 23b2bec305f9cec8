/**
 * Some of the tests in Firefox: `npx playwright test -c test/playwright.firefox.config.ts`, outside of `npm test`. Debian's
 * firefox-esr over WebDriver BiDi, so no build of Playwright's own is needed. A payment in the page, every part of each
 * script tag under its hashes, the card in the frame of another origin, surcharges there, and the service's own pages. What
 * is left out is printed, with what was seen.
 */
import { defineConfig } from '@playwright/test';
import base from './playwright.config.js';

/** Beginnings of titles, and what comes instead, of the driver (Playwright 1.64.1 over BiDi) or of Firefox. None is known to be ours. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'because it may':
    'Firefox words the refusal of such a frame as errors of the page, which this test counts; not looked into again',
  'since what speaks with it did not come':
    'Firefox before 155 asks for a script that failed once in the life of a page; the second try is tested instead',
  'because the signer signs none': 'the driver: a POST has no postData() and route.fetch() sends no body, and waits',
  'because another has signed it': 'the driver: as before',
  'is charged as it was shown':
    'the driver: as before; the payment goes through, the types in the keys’ bodies are not seen',
  'of another type than': 'the driver: as before',
  'after a lost answer nobody': 'the driver: as before',
  'the scheme of the page':
    'the driver: emulateMedia() has no effect; a dark desktop is tested instead, by a preference',
  'forced colours': 'the driver: emulateMedia() has no effect',
  'without JavaScript': 'the driver: javaScriptEnabled has no effect',
};
const DARK = /a dark desktop/;

// Not once more in each worker.
if (process.env['TEST_WORKER_INDEX'] === undefined) {
  for (const [title, reason] of Object.entries(LEFT_OUT)) console.log(`Left out in Firefox: "${title}…": ${reason}`);
}

/** @param preferences beside the one that all have */
function inFirefox(preferences: Readonly<Record<string, number>> = {}) {
  return {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: process.env['FLORIN_FIREFOX'] ?? '/usr/bin/firefox-esr',
      firefoxUserPrefs: {
        // The driver's keys do not get into a frame that has a process of its own: a bare input on a bare page stays empty too.
        'fission.webContentIsolationStrategy': 0,
        ...preferences,
      },
    },
  } as const;
}

export default defineConfig({
  ...base,
  testMatch: [
    '**/purchase.spec.ts',
    '**/integrity.spec.ts',
    '**/framed.spec.ts',
    '**/framed-{all,failures,look,surcharge,typing}.spec.ts',
    '**/hosted-{frame,pay,token}.spec.ts',
  ],
  grep: /buys with an American Express|every part of the|framed|hosted/,
  outputDir: '../test-results/firefox',
  workers: 1,
  reporter: [['list']],
  projects: [
    {
      name: 'firefox',
      grepInvert: new RegExp([...Object.keys(LEFT_OUT), DARK.source].join('|')),
      use: { ...base.use, ...inFirefox() },
    },
    {
      name: 'firefox, dark',
      grep: DARK,
      use: { ...base.use, ...inFirefox({ 'layout.css.prefers-color-scheme.content-override': 0 }) },
    },
  ],
});
