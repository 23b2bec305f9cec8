/** Saved cards, and the choice to save one, in each method that can have them. */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { formOf, isReady, typeCard } from './saving.js';
import { MASTERCARD, VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1600 } });

const STORE = 'Save this card for next time';
const savedVisa = (page: Page) => page.getByRole('radio', { name: 'Visa ending in 769' });

/** Saves a card in the account. */
async function saveVisa(page: Page): Promise<void> {
  await page.goto('/account/card');
  const { root, button, heading } = formOf(page);
  await typeCard(root, { number: VISA.number, expiry: VISA.expiry, name: 'Mia Tran' });
  await button.click();
  await expect(heading).toHaveText('Card saved');
}

/** The demo's page of a method, with the two tags in it. */
async function open(page: Page, order: number, method: string): Promise<void> {
  const tags =
    '<florin-saved-cards slot="before-fields"></florin-saved-cards><florin-store-card slot="after-fields"></florin-store-card>';
  await page.route(`**/checkout/${order}/${method}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('</florin-checkout>', `${tags}</florin-checkout>`);
    await route.fulfill({ response, body });
  });
  await page.goto(`/checkout/${order}/${method}`);
}

test('a form post sends the security code of the chosen card, and nothing else', async ({
  shop,
  form,
  page,
  ledger,
}) => {
  const order = await shop.beginOrder();
  await saveVisa(page);
  await open(page, order, 'webform');
  await expect(savedVisa(page)).toBeChecked();
  await expect(form.number).toBeHidden();
  await expect(page.getByRole('checkbox', { name: STORE })).toBeHidden();
  await form.payButton.click();
  const cvn = page.locator('florin-saved-cards').getByLabel('Security code');
  await expect(cvn).toBeFocused();
  await cvn.pressSequentially(VISA.cvn);
  const posted = page.waitForRequest((request) => /\/txns\/withauthkey\//.test(request.url()));
  await form.payButton.click();
  const request = await posted;
  expect([request.isNavigationRequest(), request.postData()]).toEqual([true, `CVN=${VISA.cvn}`]);
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toMatchObject([{ ResponseCode: '0', CardType: 'VC' }]);
});

test('a form post saves the card that is typed, if the shopper agrees', async ({ shop, form, page, ledger }) => {
  const order = await shop.beginOrder();
  await saveVisa(page);
  await open(page, order, 'webform');
  await page.getByRole('radio', { name: 'Another card' }).check();
  await form.type(MASTERCARD);
  await page.getByRole('checkbox', { name: STORE }).check();
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toMatchObject([{ CardType: 'MC', StoreCard: true }]);
  await page.goto('/cards');
  await expect(page.locator('florin-saved-cards').getByRole('listitem')).toHaveText([/Mastercard/, /Visa/]);
});

test('the service’s page asks only for the security code of the chosen card', async ({ shop, form, page, ledger }) => {
  const order = await shop.beginOrder();
  await saveVisa(page);
  await open(page, order, 'redirect');
  await expect(savedVisa(page)).toBeChecked();
  await expect(page.locator('florin-checkout').getByLabel('Security code')).toHaveCount(0);
  await form.payButton.click();
  await page.waitForURL(/DEMOSHOP/);
  await isReady(page);
  await expect(page.getByText('•••• 769')).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await page.getByLabel('Security code').pressSequentially(VISA.cvn);
  await page.getByRole('button', { name: /^pay/i }).click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toMatchObject([{ ResponseCode: '0', CardType: 'VC' }]);
});

test('the service’s frame is that of the chosen card, and another one for another card', async ({
  shop,
  form,
  page,
  ledger,
}) => {
  const order = await shop.beginOrder();
  await saveVisa(page);
  await open(page, order, 'iframe');
  const frame = page.frameLocator('florin-checkout iframe');
  await expect(savedVisa(page)).toBeChecked();
  await expect(frame.getByLabel('Security code')).toBeVisible();
  await expect(frame.getByLabel('Card number')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Another card' }).check();
  await expect(frame.getByLabel('Card number')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: STORE })).toBeVisible();
  await savedVisa(page).check();
  await expect(frame.getByLabel('Card number')).toHaveCount(0);
  await frame.getByLabel('Security code').pressSequentially(VISA.cvn);
  await expect(frame.locator('#state')).toHaveText('Your details are ready.');
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toMatchObject([{ ResponseCode: '0', CardType: 'VC' }]);
});

test('a form on the signer’s page takes typed cards only: no saved cards are drawn, with one warning', async ({
  shop,
  page,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  const order = await shop.beginOrder();
  await saveVisa(page);
  await open(page, order, 'webform-page');
  await expect.poll(() => warnings.filter((text) => text.includes('no saved card can be used'))).toHaveLength(1);
  await expect(page.getByRole('button', { name: /^pay/i })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: STORE })).toHaveCount(0);
  expect(warnings).toHaveLength(1);
});
