/** The line of the developer bar below the card form: it fills in a test card, or copies one where no page can type. */
import { expect, test } from './demo-test.js';
import { PaymentForm } from './pages/payment-form.js';

const NAME = 'Fill in a test card';

for (const [what, width, height] of [
  ['a phone', 360, 740],
  ['a desktop', 1280, 800],
] as const) {
  test(`on ${what} a newcomer finds it in the first screen, and pays`, async ({ shop, page, form }) => {
    await page.setViewportSize({ width, height });
    const order = await shop.beginOrder();
    await expect(form.name).toBeVisible();
    const button = page.getByRole('button', { name: NAME });
    await expect(button).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(page.locator('.dev-line')).toContainText('Developer bar');
    await expect(page.locator('.dev-bar details')).not.toHaveAttribute('open');
    await button.click();
    await form.payButton.click();
    await shop.expectReceipt(order);
  });
}

for (const way of ['saved', 'surcharge', 'all', 'rendered', 'script', 'webform']) {
  test(`fills in the form of /${way}`, async ({ shop, page, form }) => {
    const order = await shop.beginOrder();
    await page.goto(`/checkout/${order}/${way}`);
    await page.getByRole('button', { name: NAME }).click();
    await expect(form.number).toHaveValue(/^4987/);
    const pay = page.getByRole('button', { name: /^Pay/ });
    await expect(pay).toBeEnabled();
    await pay.click();
    await shop.expectReceipt(order);
  });
}

for (const [path, where] of [
  ['framed', 'into a frame'],
  ['iframe', 'into a frame'],
  ['redirect', 'on the next page'],
  ['webform-page', 'on the next page'],
] as const) {
  test(`copies the number on /${path}, and says why`, async ({ shop, page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const order = await shop.beginOrder();
    await page.goto(`/checkout/${order}/${path}`);
    await expect(page.locator('.dev-line')).toContainText(where);
    await page.getByRole('button', { name: 'Copy a test card' }).click();
    await expect(page.locator('.dev-line button')).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('4987654321098769');
    await expect(page.locator('.dev-line button')).toHaveText('Copy a test card');
  });
}

test('fills in a card to save, and is absent from a bank account', async ({ page }) => {
  await page.goto('/account/bank-account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.dev-line')).toHaveCount(0);
  await page.goto('/account/card');
  await page.getByRole('button', { name: NAME }).click();
  await expect(new PaymentForm(page).number).toHaveValue(/^4987/);
});

test('is closed with the bar, and hidden where scripts do not run', async ({ shop, page, browser, demo }) => {
  await shop.beginOrder();
  await shop.closeDeveloperBar();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.dev-line')).toBeHidden();
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.shopUrl });
  const plain = await context.newPage();
  await plain.goto('/account/card');
  await expect(plain.locator('.dev-bar')).toBeVisible();
  await expect(plain.locator('.dev-line')).toBeHidden();
  await context.close();
});
