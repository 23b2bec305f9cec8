/** The states of the gallery that need a service: the sandbox of the tab leads to each. */
import type { Locator, Page } from '@playwright/test';
import { findProblems } from '../browser/expect-sound.js';
import { expect, test } from './site-test.js';

/** Presses the button of a state, and waits until the page has done its part. */
async function show(page: Page, name: string): Promise<Locator> {
  const figure = page.locator('figure.state').filter({ has: page.locator('figcaption', { hasText: name }) });
  const live = figure.filter({ has: page.locator('.is-live') }).first();
  await live.getByRole('button', { name: `Show: ${name}`, exact: true }).click();
  await expect(live, name).toHaveAttribute('data-status', 'shown', { timeout: 30_000 });
  return live.locator('.state-box');
}

test.beforeEach(({ page }) => page.goto('./gallery.html'));

const STATES = {
  Approved: /Approved[^]*\$199\.00/,
  'Declined: no funds': /not enough|another card/i,
  'Declined: the card has expired': /Nothing was charged/,
  'The bank cannot be reached': /Please do not pay again/,
  'Paying, and the bank takes longer': /Paying/,
  '3-D Secure, closed before an answer': /confirm/i,
  '3-D Secure, not confirmed': /bank/i,
  'The key has expired': /We found no payment, so you can pay now/,
  'The order is paid already': /Approved[^]*\$199\.00/,
  'Card saved': /saved/i,
  'Bank account saved': /saved/i,
  'Button while paying': /Paying/,
  'A saved card': /346/,
  'Another card': /Another card/i,
  'Paid with a saved card': /Approved[^]*\$199\.00/,
  'With the surcharge for the typed card': /American Express surcharge[^]*\$2\.00[^]*\$201\.00/,
  'With another card’s surcharge': /Visa surcharge[^]*\$1\.00[^]*\$200\.00/,
  'Paid with the surcharge': /Approved[^]*\$201\.00[^]*American Express surcharge[^]*\$201\.00/,
  'Receipt from the signer': /Approved[^]*\$199\.00/,
};

for (const [name, text] of Object.entries(STATES)) {
  test(`shows: ${name}`, async ({ page }) => {
    await expect(await show(page, name)).toContainText(text);
  });
}

test.describe(() => {
  test.use({ expectedErrors: /503/ });
  test('shows: Outcome unknown', async ({ page }) => {
    await expect(await show(page, 'Outcome unknown')).toContainText('Please do not pay again');
  });
});

test('shows the bank’s page, which can be answered', async ({ page }) => {
  const box = await show(page, '3-D Secure');
  const bank = box.getByRole('dialog').frameLocator('iframe');
  await bank.getByRole('button', { name: 'Approve' }).click();
  await expect(box).toContainText(/Approved[^]*\$199\.00/);
});

test('shows frames, and a filled form with the choice to save the card', async ({ page }) => {
  const frame = await show(page, 'In a frame');
  await expect(frame.frameLocator('iframe').getByLabel('Card number')).toBeVisible();
  const service = await show(page, 'In the service’s frame');
  await expect(service.frameLocator('iframe').getByLabel('Card number')).toBeVisible();
  const store = await show(page, 'Ticked, below a filled card');
  await expect(store.getByRole('checkbox')).toBeChecked();
});

test('is accessible with states that are shown', async ({ page }) => {
  test.setTimeout(120_000);
  for (const name of ['Approved', 'Declined: no funds', 'A saved card']) await show(page, name);
  expect(await findProblems(page, { include: '.states:has(.is-live)' })).toEqual([]);
});
