/** The shop around the payment: cart, address, orders, and who may see them. */
import { expect, test, watch } from './demo-test.js';
import { PaymentForm } from './pages/payment-form.js';
import { ShopPages } from './pages/shop-pages.js';
import { VISA } from './test-cards.js';

test('adds, changes and removes bags', async ({ shop, page }) => {
  await shop.addToCart({ coffee: 'Daybreak', count: 2 });
  await shop.addToCart({ coffee: 'Meadow', size: '1 kg' });
  await shop.addToCart({ coffee: 'Daybreak' });
  await expect(shop.cartLines).toHaveCount(2);
  await expect(shop.cartLines.first()).toContainText('$66.00');
  await page.getByRole('button', { name: 'Add one bag: Meadow' }).click();
  await expect(shop.cartLines.last()).toContainText('$180.00');
  await page.getByRole('button', { name: 'Remove one bag: Daybreak' }).click();
  await expect(page.locator('.sums-total')).toContainText('$224.00');
  await page.getByRole('button', { name: 'Remove Meadow' }).click();
  await expect(shop.cartLines).toHaveCount(1);
  await expect(page.locator('.sums-total')).toContainText('$52.00');
  await page.getByRole('button', { name: 'Remove Daybreak' }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});

test('shows the missing parts of an address, and keeps the typed text', async ({ shop, page }) => {
  await shop.addToCart();
  await page.goto('/checkout');
  await page.getByLabel('Full name').fill('Mia Tran');
  await page.getByLabel('Postcode').fill('41');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter the 4-digit postcode');
  await expect(page.getByLabel('Full name')).toHaveValue('Mia Tran');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter an email address like mia@example.com');
});

test('makes one order of a cart, and another one of a changed cart', async ({ shop, page }) => {
  const first = await shop.walkToPayment();
  expect(await shop.goToPayment()).toBe(first);
  await shop.addToCart({ coffee: 'Volcán' });
  expect(await shop.goToPayment()).not.toBe(first);
  await page.goto(`/checkout/${first}`);
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('$30.00');
});

test('removes only the paid items from the cart', async ({ shop, form, page }) => {
  const order = await shop.beginOrder({ count: 2 });
  const other = await page.context().newPage();
  await new ShopPages(other).addToCart({ coffee: 'Quiet Hour' });
  await form.pay(VISA);
  await shop.expectReceipt(order);
  await page.goto('/cart');
  await expect(shop.cartLines).toHaveCount(1);
  await expect(shop.cartLines).toContainText('Quiet Hour');
});

test('shows an order only to the browser that made it', async ({ shop, browser, baseURL, page }) => {
  const order = await shop.beginOrder();
  const stranger = await browser.newContext({ baseURL: baseURL ?? '' });
  for (const path of [`/checkout/${order}`, `/orders/${order}`]) {
    expect((await stranger.request.get(path)).status()).toBe(404);
    expect((await page.request.get(path)).status()).toBe(200);
  }
  const asked = { data: { order: String(order) }, headers: { Origin: baseURL ?? '' } };
  expect((await stranger.request.post('/pay/authkey', asked)).status()).toBe(403);
  await stranger.close();
});

test('refuses forms of other sites, long bodies and bodies that are not forms', async ({ request, baseURL }) => {
  const form = { product: 'daybreak', size: 'small', grind: 'whole', quantity: '1' };
  expect((await request.post('/cart', { form, headers: { Origin: 'https://elsewhere.example' } })).status()).toBe(403);
  expect((await request.post('/cart', { form })).status()).toBe(403);
  const own = { Origin: baseURL ?? '' };
  expect((await request.post('/cart', { form: { product: 'x'.repeat(20_000) }, headers: own })).status()).toBe(413);
  expect((await request.post('/cart', { data: { product: 'daybreak' }, headers: own })).status()).toBe(415);
  expect((await request.post('/cart', { form: { product: 'tea' }, headers: own })).status()).toBe(404);
  for (const path of [
    '/coffee/tea',
    '/orders/x',
    '/checkout/999999999999',
    '/..%2f..%2fpackage.json',
    '/%E0%A4%A',
    '/nothing',
  ]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test('works without JavaScript up to the card form, which then says what to do', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  const shop = new ShopPages(page);
  const complaints: string[] = [];
  watch(page, complaints);
  await shop.walkToPayment();
  const sentence = page.locator('florin-checkout noscript');
  await expect(sentence).toBeVisible();
  expect(await sentence.innerHTML()).toContain('please turn JavaScript on for this page');
  await expect(new PaymentForm(page).payButton).toHaveCount(0);
  expect(complaints).toEqual([]);
  await context.close();
});
