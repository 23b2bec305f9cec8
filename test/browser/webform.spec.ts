/**
 * `method="webform"` with the signer's form inside the tag: without script it pays, with script the
 * element takes over.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { findProblems } from './expect-sound.js';
import { inShop, unasked, watchShifts } from './layout-shifts.js';
import { NO_FUNDS, type TypedCard, VISA } from './test-cards.js';

const KEY = /withauthkey\/([\w-]+)/;

async function expectToFit(page: Page): Promise<void> {
  // The document can be ready before its style sheet.
  await page.waitForLoadState();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

async function expectGoodPage(page: Page): Promise<void> {
  expect(await findProblems(page, { include: 'florin-checkout' })).toEqual([]);
  await expectToFit(page);
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

  async function fill(page: Page, card: TypedCard): Promise<void> {
    await page.getByRole('textbox', { name: 'Card number' }).fill(card.number);
    await page.getByLabel('Expiry month').fill(card.expiry.slice(0, 2));
    await page.getByLabel('Expiry year').fill(card.expiry.slice(2));
    await page.getByLabel('Security code').fill(card.cvn);
    await page.getByLabel('Name on card').fill(card.name);
    await page.getByRole('button', { name: 'Pay $30.00' }).click();
  }

  test('the page has the form, which returns after a refused field, and pays after a decline', async ({
    shop,
    page,
    ledger,
  }) => {
    const order = await shop.beginOrder();
    const answer = await page.goto(`/checkout/${order}/webform`);
    expect(answer?.headers()['cache-control']).toBe('no-store');
    await expect(page.locator('florin-checkout > form')).toBeVisible();
    await expectToFit(page);
    await fill(page, { ...VISA, number: '4987654321098768' });
    await expect(page.getByText('Check the card number.')).toBeVisible();
    await expect(page.getByLabel('Card number')).toHaveValue('');
    await fill(page, NO_FUNDS);
    const again = page.getByRole('link', { name: 'on the form that works without JavaScript' });
    await expect(again).toBeVisible();
    // Text locators ignore the content of a noscript.
    expect(await page.getByRole('main').innerText()).toContain('not approved, and nothing was charged');
    await expectToFit(page);
    await again.click();
    await fill(page, VISA);
    await shop.expectReceipt(order);
    expect(await ledger.transactionsOf(order)).toMatchObject([{ ResponseCode: '0' }, { BankResponseCode: '51' }]);
    // The order is paid, so there is no form any more.
    await page.goto(`/checkout/${order}/webform`);
    await expect(page).toHaveURL(new RegExp(`/orders/${order}$`));
  });

  test('the signer’s page has the order, the shop, the brands that it takes, a padlock and a way back', async ({
    shop,
    page,
  }) => {
    const order = await shop.beginOrder();
    await page.goto(`/pay/form?order=${order}`);
    const main = page.getByRole('main');
    await expect(main).toContainText(`Order${order}`);
    await expect(main).toContainText('Wattlebird Coffee');
    const number = page.getByLabel('Card number');
    const brands = 'This shop accepts Visa, Mastercard, American Express, Diners Club and JCB';
    await expect(number).toHaveAccessibleDescription(brands);
    await expect(page.getByText(brands)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay $30.00' }).locator('svg')).toBeVisible();
    await expectToFit(page);
    // After a refusal, the field is described by both texts.
    await fill(page, { ...VISA, number: '4987654321098768' });
    await expect(number).toHaveAccessibleDescription(
      `${brands} Check the card number. Nothing was charged. Please enter the card again.`,
    );
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(page).toHaveURL(new RegExp(`/order/${order}$|/checkout/${order}`));
  });

  test('the page shows when the service does not answer, and has the form when it does', async ({
    shop,
    page,
    demo,
  }) => {
    const order = await shop.beginOrder();
    demo.control.setUnavailable(true);
    await page.goto(`/checkout/${order}/webform`);
    await expect(page.locator('florin-checkout')).toHaveText(/cannot be shown right now/);
    demo.control.setUnavailable(false);
    await page.reload();
    await expect(page.locator('florin-checkout > form')).toBeVisible();
  });
});

test.describe('with script', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('text that is typed before the code is loaded moves to the element’s fields, with the focus, and is posted once', async ({
    shop,
    page,
    form,
    ledger,
  }) => {
    const order = await shop.beginOrder();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/florin-method-cards.js', async (route) => {
      await released;
      await route.continue();
    });
    const shifts = await watchShifts(page);
    const answer = await page.goto(`/checkout/${order}/webform`);
    const [, key] = KEY.exec((await answer?.text()) ?? '') ?? [];
    const given = page.locator('florin-checkout > form');
    await expect(given.getByLabel('Card number')).toBeVisible();
    await expectGoodPage(page);
    await given.getByLabel('Name on card').fill(VISA.name);
    await given.getByLabel('Expiry month').fill(VISA.expiry.slice(0, 2));
    await given.getByLabel('Expiry year').fill(VISA.expiry.slice(2));
    await given.getByLabel('Card number').pressSequentially(VISA.number.slice(0, 8));

    // Read in transit, because the browser does not always keep a body that a script has read.
    let granted: unknown;
    await page.route('**/pay/authkey', async (route) => {
      const response = await route.fetch();
      granted = await response.json();
      await route.fulfill({ response });
    });
    release();
    await expect(given.locator('input')).toHaveCount(0);
    await expect(form.name).toHaveValue(VISA.name);
    await expect(form.expiry).toHaveValue('12 / 30');
    await expect(form.number).toBeFocused();
    await page.keyboard.type(VISA.number.slice(8));
    await expect(form.number).toHaveValue('4987 6543 2109 8769');
    expect(await given.innerHTML()).toBe('');
    await expect(form.root.getByRole('button')).toHaveCount(1);
    await expectGoodPage(page);
    // One live key: the element's key is that of the page's form.
    await expect.poll(() => granted).toMatchObject({ status: 'granted', authKey: key });
    expect(inShop(unasked(await shifts()))).toEqual([]);

    await form.payButton.click();
    await expect(form.cvn).toBeFocused();
    await expect(form.cvn).toHaveAttribute('aria-invalid', 'true');
    const sent = page.waitForRequest((request) => KEY.test(request.url()));
    await form.cvn.pressSequentially(VISA.cvn);
    await form.payButton.click();
    const request = await sent;
    expect([request.isNavigationRequest(), request.method()]).toEqual([true, 'POST']);
    await shop.expectReceipt(order);
    expect(await ledger.transactionsOf(order)).toMatchObject([{ ResponseCode: '0' }]);
  });

  test('text that is typed before the code is loaded moves to the shop’s own fields', async ({ shop, page }) => {
    const order = await shop.beginOrder();
    const path = `/checkout/${order}/webform`;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    // The code of the shop's own fields is loaded last.
    await page.route('**/florin-more.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const own = '<div slot="fields"><florin-card-fields></florin-card-fields></div>';
      const body = (await response.text()).replace('</florin-checkout>', () => `${own}</florin-checkout>`);
      await route.fulfill({ response, body });
    });
    const hasCode = page.waitForResponse('**/florin-method-cards.js');
    await page.goto(path);
    await (await hasCode).finished();
    const given = page.locator('florin-checkout > form');
    await given.getByLabel('Name on card').fill(VISA.name);
    await given.getByLabel('Card number').fill(VISA.number);

    release();
    await expect(given.locator('input')).toHaveCount(0);
    const own = page.locator('florin-card-fields');
    await expect(own.getByLabel('Card number')).toHaveValue('4987 6543 2109 8769');
    await expect(own.getByLabel('Name on card')).toHaveValue(VISA.name);
    await expect(own.getByLabel('Card number')).toBeFocused();
  });

  test('the form stays, and pays, when the code is not loaded', async ({ shop, page, ledger }) => {
    const order = await shop.beginOrder();
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('method-cards'));
    await page.route('**/florin-method-cards.js', (route) => route.abort());
    await page.goto(`/checkout/${order}/webform`);
    await refused;
    const given = page.locator('florin-checkout > form');
    for (const [label, text] of [
      ['Card number', VISA.number],
      ['Expiry month', '12'],
      ['Expiry year', '30'],
      ['Security code', VISA.cvn],
    ] as const) {
      await given.getByLabel(label).fill(text);
    }
    await page.getByRole('button', { name: 'Pay $30.00' }).click();
    await shop.expectReceipt(order);
    expect(await ledger.transactionsOf(order)).toHaveLength(1);
  });
});
