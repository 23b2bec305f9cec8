/**
 * The quick start: its program and page, copied from the guide into a folder, and a payment in a
 * browser.
 */
import { expect, test } from '@playwright/test';
import { withGuideShop } from './guide-shop.js';
import { PaymentForm } from './pages/payment-form.js';
import { MASTERCARD } from './test-cards.js';

test('a shop of one program and one page takes a card payment', async ({ page }) => {
  await withGuideShop(async ({ checkout }) => {
    await page.goto(checkout);
    await new PaymentForm(page).pay(MASTERCARD);
    await expect(page.getByRole('article').getByRole('paragraph').first()).toHaveText('Approved');
    await page.goto(new URL('/orders/1042', checkout).href);
    await expect(page.getByText(/^Paid with transaction \d+$/)).toBeVisible();
  });
});
