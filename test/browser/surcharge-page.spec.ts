/**
 * The demo's page with a surcharge: amounts, reference and button are separate elements around the
 * checkout.
 */
import { expect, test } from './demo-test.js';
import { VISA } from './test-cards.js';

test('a surcharge is shown as the number is typed, and charged with the reference', async ({
  shop,
  page,
  form,
  ledger,
}) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/surcharge`);
  const amounts = page.locator('florin-amount');
  const pay = page.locator('florin-pay-button').getByRole('button');
  await expect(amounts).toContainText('Total');
  await expect(amounts).not.toContainText('surcharge');
  const plain = await pay.innerText();
  await page.getByLabel('Purchase order number').fill('PO-2026 / 17');
  await form.type(VISA);
  await expect(amounts).toContainText('Visa surcharge');
  await expect(pay).not.toHaveText(plain);
  await expect(form.payButton).toHaveCount(0);
  // One event changes every total of the page.
  for (const total of await page.locator('[data-total]').all()) await expect(total).toHaveText('$31.00');
  expect(await page.locator('[data-total]').count()).toBe(3);
  await pay.click();
  await shop.expectReceipt(order);
  const receipt = page.locator('florin-receipt');
  await expect(receipt).toContainText('$31.00');
  await expect(receipt).toContainText('Includes $1.00 surcharge');
  await expect(receipt).toContainText('PO-2026 / 17');
  await expect(page.locator('.sums-total')).toHaveText(/\$31\.00/);
  expect(await ledger.transactionsOf(order)).toMatchObject([
    { ResponseCode: '0', Amount: 3100, AmountSurcharge: 100, Crn2: 'PO-2026 / 17' },
  ]);
});

test('a card number in the reference is refused with a message, and nothing is paid', async ({
  shop,
  page,
  form,
  ledger,
}) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/surcharge`);
  const reference = page.getByLabel('Purchase order number');
  await reference.pressSequentially(VISA.number);
  await expect(page.locator('florin-references')).toContainText('This looks like a card number');
  await form.type(VISA);
  await page.locator('florin-pay-button').getByRole('button').click();
  await expect(reference).toBeFocused();
  expect(await ledger.transactionsOf(order)).toEqual([]);
});
