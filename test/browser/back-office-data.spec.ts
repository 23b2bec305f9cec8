/** The back office's pages about stored data. docs/guides/back-office.md. */
import { expect, test } from './office-test.js';

test('a token is masked, copied on purpose only, and deleted', async ({ page, office, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await office.pay({ Crn1: '<b>customer</b>', TokenisationMode: 3 });
  await office.open('/tokens');
  await page.getByLabel('Customer (CRN1)').fill('nobody');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No token fits these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(office.row('<b>customer</b>')).toContainText('512345...346');
  await page.getByRole('link', { name: /^599999…\d{3}$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^599999…\d{3}$/);
  await page.getByRole('button', { name: 'Copy the whole token…' }).click();
  await page.getByRole('button', { name: 'Copy it' }).click();
  await expect(page.getByText('The whole token is copied. The log records it.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^599999\d{10}$/);
  expect(await page.content()).not.toMatch(/599999\d/);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByText('The token is deleted.')).toBeVisible();
  await page.getByRole('link', { name: '← Tokens' }).click();
  await expect(page.getByText('There are no tokens yet.')).toBeVisible();
});
