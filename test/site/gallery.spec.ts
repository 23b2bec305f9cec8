/** The gallery: each element is live and in the state that its caption names. */
import type { Page } from '@playwright/test';
import { findProblems } from '../browser/expect-sound.js';
import { expect, test } from './site-test.js';

const state = (page: Page, tag: string, name: string) =>
  page
    .locator('figure.state')
    .filter({ has: page.locator(tag) })
    .filter({ has: page.locator('figcaption', { hasText: name }) })
    .first();

test.beforeEach(async ({ page }) => {
  await page.goto('./gallery.html');
  await expect(state(page, 'florin-receipt', 'Approved').locator('florin-receipt')).toContainText('$201.98');
});

test('shows filled fields, errors, disabled fields and receipts without a request to a signer', async ({ page }) => {
  const fields = (name: string) => state(page, 'florin-card-fields', name);
  await expect(fields('Filled').getByLabel('Card number')).toHaveValue(/^5123 /);
  await expect(
    fields('With errors')
      .getByText(/a digit is missing/)
      .first(),
  ).toBeVisible();
  await expect(fields('With errors').getByLabel('Expiry date')).toHaveAttribute('aria-invalid', 'true');
  await expect(
    fields('A brand that')
      .getByText(/accepts Visa and Mastercard/)
      .first(),
  ).toBeVisible();
  for (const input of await fields('Disabled').getByRole('textbox').all()) await expect(input).toBeDisabled();
  for (const tag of [
    'florin-card-number',
    'florin-card-expiry',
    'florin-card-cvn',
    'florin-card-name',
    'florin-bank-account',
    'florin-references',
  ]) {
    await expect(state(page, tag, 'With an error').locator('[aria-invalid=true]'), tag).toHaveCount(1);
    await expect(state(page, tag, 'Disabled').getByRole('textbox').first(), tag).toBeDisabled();
  }
  await expect(state(page, 'florin-receipt', 'Declined').getByText('Declined').first()).toBeVisible();
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(asked.filter((url) => new URL(url).pathname.startsWith('/pay/'))).toEqual([]);
});

test('speaks another language, and shows right to left and the dark beside it', async ({ page }) => {
  await page.getByLabel('Language').selectOption('fr');
  await expect(state(page, 'florin-checkout', 'Pay').getByRole('button', { name: /^Payer/ })).toBeVisible();
  await expect(state(page, 'florin-checkout', 'In German').getByLabel('Kartennummer')).toBeVisible();
  await expect(state(page, 'florin-card-fields', 'From right to left').locator('.state-box')).toHaveCSS(
    'direction',
    'rtl',
  );
  const dark = state(page, 'florin-card-fields', 'In the dark').getByLabel('Numéro de carte');
  await expect(dark).toHaveCSS('color', 'rgb(237, 238, 240)');
});

test('the gallery passes axe', async ({ page }) => {
  // Text of a disabled choice, which WCAG 1.4.3 leaves out: axe sees that of the label, not that of the terms below.
  expect(await findProblems(page, { exclude: 'florin-store-card[disabled]' })).toEqual([]);
});
