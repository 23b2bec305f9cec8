/** Surcharges, saved cards, the account, the shop's other pages, and the sandbox's own pages. */
import { AMEX, VISA } from '../browser/test-cards.js';
import { formOf, typeCard } from '../browser/saving.js';
import { expect, test } from './picture.js';

test('a surcharge and a reference', async ({ shop, page, form, picture }) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/surcharge`);
  await picture('surcharge', '1-form');
  await page.getByLabel(/purchase order/i).fill('PO-1234');
  await form.type(AMEX);
  await expect(page.locator('florin-amount')).toContainText('American Express');
  await picture('surcharge', '2-typed');
  await page.locator('florin-pay-button').getByRole('button').click();
  await shop.expectReceipt(order);
  await picture('surcharge', '3-approved');
});

test('saved cards', async ({ shop, page, form, picture }) => {
  for (const [index, path] of ['saved', 'saved', 'framed-all'].entries()) {
    const order = await shop.beginOrder();
    await page.goto(`/checkout/${order}/${path}`);
    if (index === 0) {
      await page.getByRole('checkbox').check();
      await form.type(VISA);
      await form.payButton.click();
      await shop.expectReceipt(order);
      continue;
    }
    await expect(page.getByRole('radio').first()).toBeChecked();
    await picture('saved', `${index}-${path}`);
    await page.getByRole('radio', { name: 'Another card' }).check();
    await picture('saved', `${index}-${path}-another`);
  }
  await page.goto('/cards');
  await expect(page.locator('florin-saved-cards')).toContainText('Visa');
  await picture('saved', '4-list');
});

test('the account', async ({ page, picture }) => {
  await page.goto('/account');
  await picture('account', '1-empty');
  await page.goto('/account/card');
  const { root, button, saved } = formOf(page);
  await expect(button).toBeVisible();
  await picture('account', '2-card');
  await typeCard(root, { number: VISA.number, expiry: VISA.expiry, name: VISA.name });
  await button.click();
  await expect(saved).toBeVisible();
  await picture('account', '3-saved');
  await page.goto('/account');
  await picture('account', '4-list');
  await page.getByRole('link', { name: /^change/i }).click();
  await expect(button).toBeVisible();
  await picture('account', '5-change');
  await page.goto('/account/bank-account');
  await expect(button).toBeVisible();
  await button.click();
  await picture('account', '6-bank-account');
});

test('the shop', async ({ shop, page, picture }) => {
  await page.goto('/');
  await picture('shop', '1-home');
  await shop.addToCart();
  await picture('shop', '2-cart');
  await page.goto('/checkout');
  await picture('shop', '3-address');
  await page.goto('/orders');
  await picture('shop', '4-orders');
});
