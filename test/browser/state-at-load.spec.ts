/**
 * A page of an order asks the signer for its state before it takes a card: nobody types a card for an order that the bank is
 * waiting for, or that was paid. Without a digit typed in the tab that is looked at.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { ChallengeDialog } from './pages/challenge-dialog.js';
import { PaymentForm } from './pages/payment-form.js';
import { NO_FUNDS, VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1200 } });

const ASKED = { ...VISA, name: '3DS CHALLENGE' };
const checkoutOf = (page: Page) => page.locator('florin-checkout');

for (const way of ['', '/framed', '/redirect', '/webform'] as const) {
  test(`while the bank waits, a new tab continues its step, and shows no form: ${way || 'the page'}`, async ({
    shop,
    form,
    context,
    ledger,
  }) => {
    const order = await shop.beginOrder();
    await form.type(ASKED);
    await form.payButton.click();
    await expect(new ChallengeDialog(shop.page).approve).toBeVisible();
    await shop.page.close();

    const page = await context.newPage();
    const dialog = new ChallengeDialog(page);
    await page.goto(`/checkout/${order}${way}`);
    await expect(checkoutOf(page)).toContainText('Your bank is waiting for you to confirm this payment.');
    await expect(checkoutOf(page)).toContainText('Time left: ');
    await expect(new PaymentForm(page).number).toBeHidden();
    await expect(new PaymentForm(page).payButton).toBeHidden();
    await dialog.goOn.click();
    await dialog.press(dialog.approve);
    await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
    expect(await ledger.transactionsOf(order)).toHaveLength(1);
  });
}

test('two orders wait for the bank in two tabs: each tab continues its own after a reload', async ({
  shop,
  context,
  ledger,
}) => {
  const begin = async (page: Page, order: number) => {
    await page.goto(`/checkout/${order}`);
    const form = new PaymentForm(page);
    await form.type(ASKED);
    await form.payButton.click();
    await expect(new ChallengeDialog(page).approve).toBeVisible();
    return { page, order };
  };
  const orders = [await shop.beginOrder(), await shop.beginOrder()] as const;
  const first = await begin(shop.page, orders[0]);
  const second = await begin(await context.newPage(), orders[1]);
  for (const { page, order } of [first, second]) {
    await page.reload();
    const dialog = new ChallengeDialog(page);
    await dialog.goOn.click();
    await dialog.press(dialog.approve);
    await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
    expect(await ledger.transactionsOf(order)).toHaveLength(1);
  }
});

test('another browser is told where the step goes on, and shows the end', async ({ shop, form, context, page }) => {
  const order = await shop.beginOrder();
  await form.type(ASKED);
  await form.payButton.click();
  const dialog = new ChallengeDialog(page);
  await expect(dialog.approve).toBeVisible();
  const other = await context.newPage();
  // What another browser would not have.
  await other.addInitScript(() => localStorage.clear());
  await other.goto(`/checkout/${order}`);
  await expect(checkoutOf(other)).toContainText('Please confirm it in the tab where you started to pay.');
  await expect(new ChallengeDialog(other).goOn).toBeHidden();
  await expect(new PaymentForm(other).number).toBeHidden();
  await dialog.press(dialog.approve);
  await expect(checkoutOf(other).locator('florin-receipt')).toContainText('Approved', { timeout: 30_000 });
});

test('a new tab says why the last payment was declined, and pays', async ({ shop, form, context, ledger }) => {
  const order = await shop.beginOrder();
  await form.type(NO_FUNDS);
  await form.payButton.click();
  await expect(form.root).toContainText('did not approve');
  const page = await context.newPage();
  await page.goto(`/checkout/${order}`);
  await expect(checkoutOf(page)).toContainText('Your bank did not approve this payment. Nothing was charged.');
  const again = new PaymentForm(page);
  await again.type(VISA);
  await again.payButton.click();
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
  expect(await ledger.transactionsOf(order)).toHaveLength(2);
});

test('a late answer keeps what the shopper has typed while no key could be had', async ({ shop, form, context }) => {
  const order = await shop.beginOrder();
  await form.type(NO_FUNDS);
  await form.payButton.click();
  await expect(form.root).toContainText('did not approve');
  const page = await context.newPage();
  let answer = (): void => {};
  const typed = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/pay/order', async (route) => {
    await typed;
    await route.continue();
  });
  const error = { code: 'service_unreachable', message: '' };
  await page.route('**/pay/authkey', (route) => route.fulfill({ status: 503, json: { error } }));
  await page.goto(`/checkout/${order}`);
  const again = new PaymentForm(page);
  const refused = page.waitForResponse('**/pay/authkey');
  await again.type(VISA);
  await refused;
  await expect(page.locator('.dev-bar')).toContainText('Checkout: idle');
  const late = page.waitForResponse('**/pay/order');
  answer();
  await late;
  // Another round trip, so the page has handled the answer.
  await page.evaluate(() => fetch('/').then((response) => response.text()));
  await expect(again.cvn).toHaveValue(VISA.cvn);
  await expect(checkoutOf(page)).not.toContainText('did not approve');
});

test('an order that nobody has begun to pay asks once, and the form is not moved', async ({ shop, page, form }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/pay/') && asked.push(new URL(request.url()).pathname));
  await shop.beginOrder();
  await expect(form.number).toBeVisible();
  await expect.poll(() => asked).toEqual(['/pay/order']);
});
