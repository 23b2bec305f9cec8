/** The card in a frame of another origin: the same purchase, and no card data in the page around it. */
import { expect, test } from './demo-test.js';
import { framedForm } from './pages/payment-form.js';
import { MASTERCARD, VISA, WRONG_CVN } from './test-cards.js';

// A viewport that shows the whole form: right after scrolling, Chromium may send a click to the
// frame's earlier position.
test.use({ viewport: { width: 1280, height: 1200 } });

test('buys with the card in a frame', async ({ shop, page, ledger }) => {
  const order = await shop.walkToPayment();
  await shop.chooseWay(`/checkout/${order}/framed`);
  const form = framedForm(page);
  await form.type(VISA);
  await expect(form.payButton).toHaveText('Pay $30.00');
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toMatchObject([{ ResponseCode: '0', CardType: 'VC' }]);
});

test('the frame’s document has a main landmark with a heading that is not visible', async ({ shop, page }) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/framed`);
  const { fields, number } = framedForm(page);
  await expect(number).toBeVisible();
  const main = fields.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Card details' })).toHaveAttribute('lang', 'en');
  await expect(main.getByLabel('Card number')).toBeVisible();
  const { height, clipPath } = await main.getByRole('heading').evaluate((heading) => ({
    height: heading.getBoundingClientRect().height,
    clipPath: getComputedStyle(heading).clipPath,
  }));
  expect(height).toBeLessThan(4);
  expect(clipPath).not.toBe('none');
});

test('pays by Enter in a field of the frame', async ({ shop, page }) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/framed`);
  const form = framedForm(page);
  await form.type(VISA);
  await form.name.press('Enter');
  await shop.expectReceipt(order);
});

test('shows errors at the fields, and asks for the code again after a decline', async ({ shop, page }) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/framed`);
  const form = framedForm(page);
  await form.number.pressSequentially('4987');
  await form.payButton.click();
  await expect(form.fields.getByText('Check the card number: a digit is missing', { exact: true })).toBeVisible();
  await expect(form.number).toBeFocused();
  await form.number.fill('');
  await form.type(WRONG_CVN);
  await form.payButton.click();
  await expect(form.root).toContainText('Your bank did not approve this payment');
  await expect(form.cvn).toHaveValue('');
  await expect(form.fields.getByText('Enter the code again', { exact: true })).toBeVisible();
  await expect(form.cvn).toBeFocused();
  await form.number.fill(MASTERCARD.number);
  await expect(form.root).not.toContainText('did not approve');
  await form.expiry.fill(MASTERCARD.expiry);
  await form.cvn.fill(MASTERCARD.cvn);
  await form.payButton.click();
  await shop.expectReceipt(order);
});
