/** The shop's payment page whose form the server has rendered: demo/shop/rendered. */
import { expect, test } from './demo-test.js';
import { inShop, unasked, watchShifts } from './layout-shifts.js';
import { VISA } from './test-cards.js';

test('the fields are in the page’s HTML, keep what is typed before the script, and pay under the strict policy', async ({
  shop,
  form,
  page,
  demo,
}) => {
  const order = await shop.beginOrder();
  const moves = await watchShifts(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/payment.js', (route) => released.then(() => route.continue()));
  const answer = await page.goto(`/checkout/${order}/rendered`, { waitUntil: 'commit' });
  const policy = (await answer?.allHeaders())?.['content-security-policy'] ?? '';
  expect(policy).toMatch(/default-src 'none'.*style-src 'self' 'sha256-.*require-trusted-types-for 'script'/);
  expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  await form.type(VISA);
  expect(await form.number.inputValue()).toBe(VISA.number);

  release();
  await expect(form.number).toHaveValue('4987 6543 2109 8769');
  await expect(form.name).toBeFocused();
  await expect(form.cvn).toHaveValue(VISA.cvn);
  expect(inShop(unasked(await moves()))).toEqual([]);
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(page.url()).toBe(`${demo.shopUrl}/orders/${order}`);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a link leads from the page to the signer’s form, which pays', async ({ shop, page }) => {
    const order = await shop.beginOrder();
    await page.goto(`/checkout/${order}/rendered`);
    await expect(page.locator('florin-checkout')).toBeHidden();
    await page.getByRole('link', { name: 'Pay by card' }).click();
    await page.getByLabel('Card number').fill(VISA.number);
    await page.getByLabel('Expiry month').fill(VISA.expiry.slice(0, 2));
    await page.getByLabel('Expiry year').fill(VISA.expiry.slice(-2));
    await page.getByLabel('Security code').fill(VISA.cvn);
    await page.getByLabel('Name on card').fill(VISA.name);
    await page.getByRole('button', { name: 'Pay $30.00' }).click();
    await shop.expectReceipt(order);
  });
});
