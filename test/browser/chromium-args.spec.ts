/** Our list of features that Chromium turns off has all of Playwright's, which it replaces. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { PLAYWRIGHT_DISABLES } from '../support/chromium-args.mjs';

test('Playwright turns off the features that test/support/chromium-args.mjs names', () => {
  const playwright = readFileSync('node_modules/playwright-core/lib/coreBundle.js', 'utf8');
  const [, list = ''] = /disabledFeatures = \[(.*?)\]/s.exec(playwright) ?? [];
  expect([...list.matchAll(/"(\w+)"/g)].map(([, name]) => name)).toEqual(PLAYWRIGHT_DISABLES);
});
