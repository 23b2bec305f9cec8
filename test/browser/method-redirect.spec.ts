/**
 * `method="redirect"`, and `method="webform"` without a form in the page: the card is typed on
 * another page, and the shopper comes back.
 */
import type { Page } from '@playwright/test';
import { expectSound } from './expect-sound.js';
import { expect, test } from './demo-test.js';
import { isReady } from './saving.js';
import { MASTERCARD, NO_FUNDS, type TypedCard, VISA } from './test-cards.js';

/** The first message for a shopper who comes back. */
const DECLINED =
  /Declined\s+\$30\.00\s+Your bank did not approve this payment\. Nothing was charged\. Please try another card\./;

/** Fills in the service's hosted page. */
async function payThere(page: Page, card: TypedCard): Promise<void> {
  await expect(page).toHaveURL(/\/pay\/DEMOSHOP/);
  await isReady(page);
  await page.getByLabel('Card number').pressSequentially(card.number);
  await page
    .getByLabel(/^expiry/i)
    .first()
    .pressSequentially(card.expiry);
  await page.getByLabel('Security code').pressSequentially(card.cvn);
  await page.getByLabel('Name on card').pressSequentially(card.name);
  await page.getByRole('button', { name: /^pay/i }).click();
}

test.describe('the hosted page', () => {
  test('pays there and comes back to the receipt', async ({ shop, page, form, ledger }) => {
    const order = await shop.beginOrder();
    await shop.chooseWay(`/checkout/${order}/redirect`);
    await expect(form.root).toContainText('You’ll pay on a secure page, then return here');
    await form.payButton.click();
    await payThere(page, VISA);
    await shop.expectReceipt(order);
    expect(await ledger.transactionsOf(order)).toMatchObject([{ ResponseCode: '0' }]);
  });

  test('shows the shop, the order and a link back, which finds the order payable', async ({
    shop,
    page,
    form,
    ledger,
  }) => {
    const order = await shop.beginOrder();
    await page.goto(`/checkout/${order}/redirect`);
    await expect(form.payButton).toHaveText('Continue to payment');
    await form.payButton.click();
    await expect(page).toHaveTitle('Pay Wattlebird Coffee');
    await expect(page.locator('.summary')).toHaveText(new RegExp(`^\\s*Order\\s*${order}\\s*$`));
    await page.getByRole('link', { name: 'Back to Wattlebird Coffee' }).click();
    await expect(page).toHaveURL(new RegExp(`/checkout/${order}/redirect$`));
    // The signer says when nothing was paid; until then the page asks it.
    await expect(form.payButton).toHaveText('Continue to payment', { timeout: 40_000 });
    await form.payButton.click();
    await payThere(page, VISA);
    await shop.expectReceipt(order);
    expect(await ledger.transactionsOf(order)).toHaveLength(1);
  });

  test('a page that saves a card shows the shop and a link back, and no reference', async ({ page }) => {
    await page.goto('/account/card/redirect');
    await page.locator('florin-checkout').getByRole('button').click();
    await expect(page).toHaveTitle('Save a card with Wattlebird Coffee');
    await expect(page.locator('.summary')).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to Wattlebird Coffee' }).click();
    await expect(page).toHaveURL(/\/account$/);
  });

  test('after a decline the shopper comes back to its message, and can pay again', async ({
    shop,
    page,
    form,
    ledger,
  }) => {
    const order = await shop.beginOrder();
    await page.goto(`/checkout/${order}/redirect`);
    await form.payButton.click();
    await payThere(page, NO_FUNDS);
    await expect(page).toHaveURL(new RegExp(`/orders/${order}/attempt$`));
    await expect(page.locator('florin-receipt').getByRole('status').first()).toHaveText(DECLINED);
    await page.getByRole('link', { name: 'Go to payment' }).click();
    await expect(page).toHaveURL(new RegExp(`/checkout/${order}/redirect$`));
    await form.payButton.click();
    await payThere(page, VISA);
    await shop.expectReceipt(order);
    expect(await ledger.transactionsOf(order)).toHaveLength(2);
  });

  test('an invalid number is shown there, and can be corrected', async ({ shop, page, form }) => {
    const order = await shop.beginOrder();
    await page.goto(`/checkout/${order}/redirect`);
    await form.payButton.click();
    await payThere(page, { ...VISA, number: '4987654321098768' });
    await expect(page).toHaveURL(/\/pay\/DEMOSHOP/);
    await expect(page.getByText(/Check the card number/).first()).toBeVisible();
    await page.getByLabel('Card number').fill('');
    await page.getByLabel('Card number').pressSequentially(VISA.number);
    await page.getByRole('button', { name: /^pay/i }).click();
    await shop.expectReceipt(order);
  });

  test('the back button finds nothing paid, and the same key pays once', async ({ shop, page, form, ledger }) => {
    const order = await shop.beginOrder();
    await page.goto(`/checkout/${order}/redirect`);
    await form.payButton.click();
    await expect(page).toHaveURL(/\/pay\/DEMOSHOP/);
    await page.goBack();
    await expect(form.root).toContainText('You will not be charged twice', { timeout: 40_000 });
    await form.payButton.click();
    await payThere(page, VISA);
    await shop.expectReceipt(order);
    expect(await ledger.transactionsOf(order)).toHaveLength(1);
  });
});

test('a shopper who stops the way to the hosted page can go there again', async ({ shop, page, form }) => {
  await page.clock.install();
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/redirect`);
  // As the browser's button "Stop" does.
  await page.route(/\/pay\/DEMOSHOP/, (route) => route.abort('aborted'));
  const stopped = page.waitForEvent('requestfailed');
  await form.payButton.click();
  await stopped;
  await expect(form.payButton).toHaveAttribute('aria-disabled', 'true');
  await page.clock.fastForward(20_000);
  await page.clock.fastForward(2_000);
  await expect(form.root).toContainText('You will not be charged twice');
  await page.unroute(/\/pay\/DEMOSHOP/);
  await form.payButton.click();
  await payThere(page, VISA);
  await shop.expectReceipt(order);
});

test.describe('the plain form', () => {
  /** Waits until the element's fields have replaced the server's form. */
  const takesOver = (page: Page) => expect(page.getByLabel('Expiry month')).toHaveCount(0);

  async function fill(page: Page, card: TypedCard): Promise<void> {
    await expect(page).toHaveURL(/\/pay\/(form|return)/);
    await page.getByLabel('Name on card').fill(card.name);
    await page.getByLabel('Card number').fill(card.number);
    await page.getByLabel('Expiry month').fill(card.expiry.slice(0, 2));
    await page.getByLabel('Expiry year').fill(card.expiry.slice(2));
    await page.getByLabel('Security code').fill(card.cvn);
    await page.getByRole('button', { name: /pay/i }).click();
  }

  test('pays, after a field that was refused, and comes back to the receipt', async ({ shop, page, form, ledger }) => {
    const order = await shop.beginOrder();
    await page.goto(`/checkout/${order}/webform-page`);
    await form.payButton.click();
    await fill(page, { ...VISA, number: '4987654321098768' });
    await expect(page.getByText('Check the card number.')).toBeVisible();
    await expect(page.getByLabel('Card number')).toHaveValue('');
    await fill(page, VISA);
    await shop.expectReceipt(order);
    expect(await ledger.transactionsOf(order)).toHaveLength(1);
  });

  test('has the shop’s colours in light and dark, and passes axe on a small phone', async ({ shop, page, form }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const order = await shop.beginOrder();
    await page.goto(`/checkout/${order}/webform-page`);
    await form.payButton.click();
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(await paper()).toBe('rgb(255, 255, 255)');
    await expectSound(page, 'the form, light');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await paper()).toBe('rgb(32, 25, 20)');
    await fill(page, { ...VISA, number: '4987654321098768' });
    await expect(page.getByRole('alert')).toBeVisible();
    await expectSound(page, 'the form with an error, dark');
  });

  test('after a decline the form and the page show it, and then another card pays', async ({
    shop,
    page,
    form,
    ledger,
  }) => {
    const order = await shop.beginOrder();
    await page.goto(`/checkout/${order}/webform-page`);
    await form.payButton.click();
    await fill(page, NO_FUNDS);
    await expect(page).toHaveURL(new RegExp(`/orders/${order}/attempt$`));
    await expect(page.locator('florin-receipt').getByRole('status').first()).toHaveText(DECLINED);
    await page.goto(`/checkout/${order}/webform`);
    await takesOver(page);
    await form.pay(NO_FUNDS);
    await expect(page).toHaveURL(new RegExp(`/orders/${order}/attempt$`));
    await expect(page.locator('florin-receipt').getByRole('status').first()).toHaveText(DECLINED);
    await page.getByRole('link', { name: 'Go to payment' }).click();
    await expect(page).toHaveURL(new RegExp(`/checkout/${order}/webform$`));
    await takesOver(page);
    await form.pay(MASTERCARD);
    await shop.expectReceipt(order);
    const found = await ledger.transactionsOf(order);
    expect(found.map(({ ResponseCode }) => ResponseCode === '0')).toEqual([true, false, false]);
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });
    test('is reached by a link inside the element', async ({ shop, page, ledger }) => {
      const order = await shop.beginOrder();
      await page.goto(`/checkout/${order}/webform-page`);
      await page.getByRole('link', { name: 'Pay by card' }).click();
      await fill(page, VISA);
      await shop.expectReceipt(order);
      expect(await ledger.transactionsOf(order)).toHaveLength(1);
    });
  });
});
