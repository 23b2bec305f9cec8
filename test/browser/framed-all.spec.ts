/**
 * `florin-isolated.js` with all elements that can be around its frame: amount, reference, pay
 * button, saved cards.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { framedForm } from './pages/payment-form.js';
import { AMEX, VISA } from './test-cards.js';

const around = (page: Page) => ({
  form: framedForm(page),
  amounts: page.locator('florin-amount'),
  pay: page.locator('florin-pay-button').getByRole('button'),
  reference: page.getByLabel('Purchase order number'),
  store: page.getByRole('checkbox', { name: 'Save this card for next time' }),
});

// A viewport that shows the whole form: right after scrolling, Chromium may send a click to the
// frame that was at that position before.
test.use({ viewport: { width: 1280, height: 1600 } });

test('a card is saved with surcharge and reference, and its security code alone pays the next order', async ({
  shop,
  page,
  ledger,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const first = await shop.beginOrder();
  await shop.chooseWay(`/checkout/${first}/framed-all`);
  const { form, amounts, pay, reference, store } = around(page);
  await expect(store).not.toBeChecked();
  await expect(amounts).toContainText('Total');
  await expect(amounts).not.toContainText('surcharge');
  await reference.pressSequentially('PO-2026 / 17');
  await form.type(AMEX);
  await expect(amounts).toContainText('American Express surcharge');
  await expect(form.payButton).toHaveCount(0);
  await store.check();
  await pay.click();
  await shop.expectReceipt(first);
  expect(await ledger.transactionsOf(first)).toMatchObject([
    { ResponseCode: '0', CardType: 'AX', AmountSurcharge: 200, Crn2: 'PO-2026 / 17' },
  ]);

  const second = await shop.beginOrder();
  await page.goto(`/checkout/${second}/framed-all`);
  await expect(page.getByRole('radio', { name: 'American Express ending in 564' })).toBeChecked();
  await expect(store).toBeHidden();
  await expect(form.number).toHaveCount(0);
  await pay.click();
  await expect(form.cvn).toBeFocused();
  await form.cvn.pressSequentially(AMEX.cvn);
  await expect(amounts).toContainText('American Express surcharge');
  await pay.click();
  await shop.expectReceipt(second);
  expect(await ledger.transactionsOf(second)).toMatchObject([
    { ResponseCode: '0', CardType: 'AX', AmountSurcharge: 200 },
  ]);

  const third = await shop.beginOrder();
  // The page before it may still load files of its own.
  await page.goto('about:blank');
  await page.goto(`/checkout/${third}/framed-all`);
  await page.getByRole('radio', { name: 'Another card' }).check();
  await expect(store).toBeVisible();
  await form.type(VISA);
  await expect(amounts).toContainText('Visa surcharge');
  await pay.click();
  await shop.expectReceipt(third);
  expect(await ledger.transactionsOf(third)).toMatchObject([
    { ResponseCode: '0', CardType: 'VC', AmountSurcharge: 100 },
  ]);
  const here = asked.slice(asked.lastIndexOf(`/checkout/${third}/framed-all`), asked.lastIndexOf(`/orders/${third}`));
  for (const part of ['shared', 'beside', 'cards']) expect(here).toContain(`/florin/florin-isolated-${part}.js`);
  expect(here.filter((path) => /\/florin(-(?!isolated)[a-z-]+)?\.js$/.test(path))).toEqual([]);
});
