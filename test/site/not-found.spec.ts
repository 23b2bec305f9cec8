/** An address without a page, as hosts answer it: status 404, and `404.html` at this address. */
import { findProblems } from '../browser/expect-sound.js';
import { SITE_VERSION } from '../../tools/site.mjs';
import { expect, test } from './site-test.js';

// The browser reports the status of the page.
test.use({ expectedErrors: /status of 404/ });

test('searches for the words of the address', async ({ page }) => {
  const answer = await page.goto('./guides/one/webhook-signature.html');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  expect(await findProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Search for “webhook signature”' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('webhook signature');
  await page.getByRole('option').filter({ hasText: 'The signer' }).first().click();
  await page.waitForURL(`**/${SITE_VERSION}/guides/signer.html#webhooks`);
});

for (const [where, path] of Object.entries({
  'above the versions': '/nothing',
  'in a version that is gone': '/0.0.1/guides/cli.html',
})) {
  test(`leads to the newest version from an address ${where}`, async ({ page, baseURL }) => {
    await page.goto(`${new URL(baseURL ?? '').origin}${path}`);
    await page.getByRole('main').getByRole('link', { name: 'Quick start' }).click();
    await page.waitForURL(`**/${SITE_VERSION}/guides/quick-start.html`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/quick start/i);
  });
}

test('loads nothing from a host that the path names', async ({ page, baseURL }) => {
  const { origin } = new URL(baseURL ?? '');
  const script = page.waitForRequest(/\/assets\/app\.[^/]*\.js$/);
  await page.goto(`${origin}//florin.example/${SITE_VERSION}/cli`);
  expect(new URL((await script).url()).origin).toBe(origin);
});
