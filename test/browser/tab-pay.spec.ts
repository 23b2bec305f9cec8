/** A static page takes a payment, which is kept when the browser ends the worker. */
import { testCards } from 'florin/testing';
import { expect, test } from './tab-test.js';

test('a page without a server pays by card, and the back office still shows it after the worker was ended', async ({
  shop,
  page,
}) => {
  const checkout = await shop.open('script', '4500-tea');
  await checkout.fillCard(testCards.visa);
  await checkout.pay();
  expect((await checkout.outcome()).status).toBe('approved');
  await expect(page.getByText(/^4500-tea: 45\.00 AUD, transaction \d+$/)).toBeVisible();
  await shop.killWorker();
  await page.getByRole('link', { name: 'Back office' }).click();
  await shop.signIn();
  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: '4500-tea' })).toContainText('45.00');
  // The worker asks whether its script is still on the site.
  const usual = /^(GET \/shop\/|HEAD \/shop\/florin-sandbox-worker\.js$)/;
  expect(shop.site.requests.filter((each) => !usual.test(each))).toEqual([]);
  expect(shop.site.requests.filter((each) => /florin-(sandbox|signer|frame)\//.test(each))).toEqual([]);
});
