/** The REST reference of the site: the sandbox of the tab answers its calls. */
import { findProblems } from '../browser/expect-sound.js';
import { expect, openSearch, test } from './site-test.js';

test('sends a chain of calls to the sandbox of the tab, and shows status, headers and body', async ({ page }) => {
  await page.goto('./wire/rest-interface.html');
  await page
    .getByRole('navigation', { name: 'Sidebar' })
    .getByRole('link', { name: /^Version 3/ })
    .click();
  const pay = page.getByRole('article', { name: 'Process a transaction T1' });
  await pay
    .getByLabel('Body')
    .fill((await pay.getByLabel('Body').inputValue()).replace('"Amount": 19900', '"Amount": 19951'));
  await pay.getByRole('button', { name: 'Send' }).click();
  await expect(pay.getByRole('status')).toHaveText('Status 200');
  await expect(pay.getByRole('region', { name: 'Body' })).toContainText('"BankResponseCode": "51"');
  await expect(pay.getByRole('region', { name: 'Body' })).not.toContainText('5123456789012346');
  await pay.getByText('Headers', { exact: true }).click();
  await expect(pay.getByRole('region', { name: 'Headers' })).toContainText('content-type: application/json');
  await expect(pay.locator('[data-part="body"]')).toContainText('"Amount": 19951');

  const look = page.getByRole('article', { name: 'Look up a transaction by its number T2' });
  await look.getByRole('button', { name: 'Send' }).click();
  await expect(look.getByRole('region', { name: 'Body' })).toContainText('"Amount": 19951');
});

test('opens a page of the service', async ({ page, context }) => {
  await page.goto('./rest/v3.html');
  await page.getByRole('button', { name: 'Send: Make an AuthKey for a payment' }).click();
  await expect(page.getByRole('article', { name: /^Make an AuthKey for a payment/ }).getByRole('status')).toHaveText(
    'Status 200',
  );
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Open: The hosted payment page' }).click();
  await expect((await opened).getByRole('button', { name: /^Pay/ })).toBeVisible();
});

test('is found by the search', async ({ page }) => {
  await page.goto('./guides/cli.html');
  await (await openSearch(page)).fill('Search transactions');
  await expect(page.getByRole('option').filter({ hasText: 'REST version 3' }).first()).toBeVisible();
});

for (const [width, colorScheme] of [
  [360, 'dark'],
  [1280, 'light'],
] as const) {
  test(`is accessible, ${width} px, ${colorScheme}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto('./rest/v2.html');
    await page.getByRole('button', { name: 'Send: Check the status of the service' }).click();
    await expect(page.getByRole('region', { name: 'Body' })).toContainText('APIResponse');
    expect(await findProblems(page)).toEqual([]);
  });
}
