/** The back office in a browser tab: every page opens, and a scenario changes the sandbox of the tab. */
import { expect, test } from './tab-test.js';

test('every page of the back office opens in a tab without a server', async ({ shop, page }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', ({ message }) => errors.push(message));
  await shop.open('script', '4500-office');
  await page.getByRole('link', { name: 'Back office' }).click();
  await shop.signIn();
  const navigation = page.getByRole('navigation', { name: 'Back office' });
  await expect(navigation.getByRole('link')).toHaveCount(13);
  const entries = await navigation.getByRole('link').allTextContents();
  for (const entry of entries.map((text) => text.trim())) {
    await navigation.getByRole('link', { name: entry, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(entry === 'Users' ? 'User Management' : entry);
    await expect(page.getByText('Loading…')).toHaveCount(0);
    await expect(page.locator('.problem')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Add 60 sample payments' }).click();
  await expect(page.getByText(/\d+ transactions were added/)).toBeVisible();
  await navigation.getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('row').filter({ hasText: 'ORDER-' }).first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'Webhook catcher' }).click();
  await expect(page.getByText('Nothing has arrived yet.')).toBeVisible();
  expect(errors).toEqual([]);
});
