/** The shop's payment page whose form the server has rendered: demo/shop/rendered. */
import { expect, test } from './demo-test.js';
import { unasked, watchShifts } from './layout-shifts.js';
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
  expect(unasked(await moves())).toEqual([]);
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(page.url()).toBe(`${demo.shopUrl}/orders/${order}`);
});
