/** The API reference: it has every exported name, guides lead to it, and it can be read on a phone. */
import { readdirSync, readFileSync } from 'node:fs';
import { SITE, SITE_VERSION } from '../../tools/site.mjs';
import { expect, openSearch, test } from './site-test.js';

const FOLDER = `${SITE}/${SITE_VERSION}`;
const PAGES = readPages(`${FOLDER}/reference/api`);

/** The page of the reference that each guide introduces. */
const GUIDES: Readonly<Record<string, string>> = {
  elements: 'florin-elements.html',
  'embedded-checkout': 'florin-embed.html#embedcheckout',
  frameworks: 'florin-react.html',
  isolation: 'florin-server-signer.html#createframepage',
  languages: 'florin-elements-custom-messages.html#usemessages',
  'rest-client': 'florin-server-service.html#restclientoptions',
  sandbox: 'florin-server-sandbox.html#createsandbox',
  'script-tag': 'florin-js.html',
  signer: 'florin-server-signer.html#signeroptions',
  'signer-mounts': 'florin-server-signer-node.html',
  soap: 'florin-server-service.html#soapclientoptions',
  stores: 'florin-server-signer.html#claimstore',
  testing: 'florin-server-testing.html#startflorin',
};

/** The Markdown of the pages, by their first heading. */
function readPages(folder: string): ReadonlyMap<string, string> {
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  return new Map(texts.map((text) => [/^# `?([^`\n]+)/.exec(text)?.[1] ?? '', text]));
}

/** The exports by subpath, as the list of public names has them. */
function exportedNames(): ReadonlyMap<string, readonly string[]> {
  const list = readFileSync('docs/reference/public-names.md', 'utf8');
  const [, exports = ''] = /^## Exports$([^]*?)^## /m.exec(list) ?? [];
  const [, ...parts] = exports.split(/^### `(.+)`$/m);
  return new Map(
    parts.flatMap((path, index) =>
      index % 2 === 0
        ? [[path, [...(parts[index + 1] ?? '').matchAll(/^- \w+ `(\w+)`/gm)].map(([, name = '']) => name)]]
        : [],
    ),
  );
}

test('describes every name that an entry exports', () => {
  const entries = [...exportedNames()].filter(([, names]) => names.length > 0);
  expect(entries.length).toBeGreaterThan(15);
  const pageOf = (path: string): string =>
    PAGES.get(path) ??
    [...PAGES.values()].find((text) => text.includes(`\`${path}\``) && text.includes('have the same names')) ??
    '';
  const lost = entries.flatMap(([path, names]) =>
    names.filter((name) => {
      const [, home = path] = new RegExp(`^- \`${name}\` of \`(.+)\`$`, 'm').exec(pageOf(path)) ?? [];
      return !pageOf(home).includes(`### \`${name}\`\n`);
    }),
  );
  expect(lost).toEqual([]);
  const index = PAGES.get('API reference') ?? '';
  expect([...exportedNames().keys()].filter((path) => !index.includes(`\`${path}\``))).toEqual([]);
});

test('is linked from the guide that introduces a name', async ({ page }) => {
  for (const [guide, target] of Object.entries(GUIDES)) {
    await page.goto(`./guides/${guide}.html`);
    await expect(page.getByRole('main').locator(`a[href$="reference/api/${target}"]`), guide).toHaveCount(1);
  }
});

for (const [device, viewport] of Object.entries({
  'a phone': { width: 360, height: 740 },
  'a desktop': { width: 1280, height: 900 },
})) {
  test(`leads from the signer's guide to an option, its unit and its default, on ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('./guides/signer.html');
    await page.getByRole('main').getByRole('link', { name: 'createSigner', exact: true }).click();
    await expect(page).toHaveURL(/reference\/api\/florin-server-signer\.html#createsigner$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^florin-server\/signer/);
    await page.getByRole('main').getByRole('link', { name: 'SignerOptions', exact: true }).first().click();
    await expect(page).toHaveURL(/#signeroptions$/);
    const option = page.locator('#signeroptions-callbacktimeoutseconds');
    await expect(option).toContainText('number');
    await expect(option).toContainText(/in seconds.*Default 60\./);
    await option.scrollIntoViewIfNeeded();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);
    await page.locator('#signeroptions-service').getByRole('link', { name: 'ServiceAccount' }).click();
    await expect(page.locator('#serviceaccount-password')).toBeInViewport();
  });
}

test('is found by the name of an option', async ({ page }) => {
  await page.goto('./guides/cli.html');
  await (await openSearch(page)).fill('callbackTimeoutSeconds');
  await page
    .getByRole('option')
    .filter({ hasText: 'florin-server/signer' })
    .filter({ hasText: 'SignerOptions' })
    .click();
  await expect(page).toHaveURL(/florin-server-signer\.html#signeroptions$/);
});
