/** The site for programs: the Markdown of each page beside it, `llms.txt` and `llms-full.txt`. */
import { readFileSync, readdirSync } from 'node:fs';
import { brokenLinks } from '../../tools/page-links.mjs';
import { SITE, SITE_VERSION } from '../../tools/site.mjs';
import { findProblems } from '../browser/expect-sound.js';
import { allPages, expect, test } from './site-test.js';

const FOLDER = `${SITE}/${SITE_VERSION}`;
const read = (file: string): string => readFileSync(`${FOLDER}/${file}`, 'utf8');

test('has the Markdown of every page, with links that lead to each other', () => {
  const pages = allPages().map((page) => page.replace(/^\.\/(.*)html$/, '$1md'));
  for (const page of pages) expect(read(page), page).toMatch(/^# \S/);
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  expect(brokenLinks(files, (file) => `${FOLDER}/${file}`)).toEqual([]);
});

test('lists every page of the navigation in llms.txt, and has the guides in llms-full.txt', () => {
  const list = read('llms.txt');
  const listed = [...list.matchAll(/^- \[.+?\]\(([^)]+)\)/gm)].map(([, page = '']) => page);
  expect(new Set(listed).size).toBe(listed.length);
  const groups = /^(guides|recipes|reference|wire|rest|decisions)\//;
  const pages = allPages().map((page) => page.replace(/^\.\/(.*)html$/, '$1md'));
  expect([...listed].filter((page) => groups.test(page)).sort()).toEqual(pages.filter((page) => groups.test(page)));
  for (const page of listed) expect(read(page), page).toMatch(/^# \S/);
  expect(list).toContain('(guides/signer.md): The signer runs on the shop');
  const all = read('llms-full.txt');
  expect(all).toContain(read('guides/signer.md'));
  expect(all).not.toContain(read('decisions/0001-store.md'));
});

test('has the OpenAPI document of each version', () => {
  for (const version of ['v2', 'v3']) {
    expect(JSON.parse(read(`rest/${version}.json`))).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
  }
});

test('copies a page as Markdown, and opens it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./guides/stores.html');
  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'The REST client' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/REST client/);
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(read('guides/rest-client.md'));
  expect(await findProblems(page)).toEqual([]);
  await expect(page.getByRole('link', { name: 'Open as Markdown' })).toHaveAttribute('href', 'rest-client.md');
});

test('opens the Markdown if it may not be copied', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto('./decisions/index.html');
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await page.waitForURL('**/decisions/index.md');
});
