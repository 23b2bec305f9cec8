/**
 * Some of the tests in Firefox: `npx playwright test -c playwright.firefox.config.ts`, outside of `npm test`. Debian's
 * firefox-esr over WebDriver BiDi, so no build of Playwright's own is needed. A payment in the page, every part of each
 * script tag under its hashes, and the card in the frame of another origin. What is left out is printed, with what was seen.
 */
import { defineConfig } from '@playwright/test';
import base from './playwright.config.js';

/** Beginnings of titles, and what came instead. "Open" means that nobody has found out yet whether it is the driver or ours. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'because it may': 'Firefox words the refusal of such a frame as errors of the page, which this test counts',
  'since what speaks with it': 'open: the fields come back, and the payment after it does not end',
  'because the signer signs none':
    'route.fetch() of the key had not returned when the test ended, the page still waiting',
  'because another has signed it': 'as before: route.fetch() of the key',
  'a service that the frame cannot reach': 'open: fails in the middle, not looked into',
  'colours, sizes and the scheme':
    'open: the frame stays white when a dark scheme is emulated, after all else has crossed',
  'forced colours': 'the driver: not even the media query of forced colours is true',
  'buys with the card in a frame': 'open: the walk through the shop ends with another sum, $242.00',
};

// Not once more in each worker.
if (process.env['TEST_WORKER_INDEX'] === undefined) {
  for (const [title, reason] of Object.entries(LEFT_OUT)) console.log(`Left out in Firefox: "${title}…": ${reason}`);
  console.log('Left out in Firefox: framed-surcharge.spec.ts and hosted-*.spec.ts: open: they fail there');
}

export default defineConfig({
  ...base,
  testMatch: [
    '**/purchase.spec.ts',
    '**/integrity.spec.ts',
    '**/framed.spec.ts',
    '**/framed-{all,failures,look,typing}.spec.ts',
  ],
  grep: /buys with an American Express|every part of the|framed/,
  grepInvert: new RegExp(Object.keys(LEFT_OUT).join('|')),
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
