/** Versions of the site beside each other: `/` leads to the newest, and the picker to the same page of another. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { SITE, SITE_VERSION, writeVersions } from '../../tools/site.mjs';
import { expect, test } from './site-test.js';

/** An older version that has not all pages. */
const OLDER = '0.0.9';

test.beforeAll(() => {
  mkdirSync(`${SITE}/${OLDER}/guides`, { recursive: true });
  writeFileSync(
    `${SITE}/${OLDER}/index.html`,
    '<!doctype html><html lang="en"><title>old</title><h1>First page of 0.0.9</h1></html>',
  );
  cpSync(`${SITE}/${OLDER}/index.html`, `${SITE}/${OLDER}/guides/cli.html`);
  writeVersions();
});
test.afterAll(() => {
  rmSync(`${SITE}/${OLDER}`, { recursive: true });
  writeVersions();
});

test('leads to the newest version, and from a page to that of another version', async ({ page }) => {
  await page.goto('/');
  await page.waitForURL(`**/${SITE_VERSION}/index.html`);
  await page.goto('./guides/cli.html');
  await expect(page.getByLabel('Version')).toHaveValue(SITE_VERSION);
  await page.getByLabel('Version').selectOption(OLDER);
  await page.waitForURL(`**/${OLDER}/guides/cli.html`);
});
