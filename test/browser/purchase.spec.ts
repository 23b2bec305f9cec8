/** A purchase, and the ways in which a bank declines it. */
import { expect, test } from './demo-test.js';
import { AMEX, MASTERCARD, NO_FUNDS, REFUSED_NUMBER, VISA, WRONG_CVN } from './test-cards.js';

test('buys with a Visa, shows the receipt, and keeps it in the order history', async ({ shop, form, page, ledger }) => {
  const order = await shop.walkToPayment({ coffee: 'Night Ferry', count: 3 });
  await form.type(VISA);
  await expect(form.payButton).toHaveText('Pay $63.00');
  await form.payButton.click();
  await shop.expectReceipt(order);
  await expect(page.locator('florin-receipt')).toContainText('$63.00');
  await expect(page.locator('florin-receipt')).toContainText('Visa •••• 769');
  await expect(page.locator('florin-receipt')).toContainText('expires 12 / 30');
  const [txn, ...others] = await ledger.transactionsOf(order);
  expect(others).toEqual([]);
  expect(txn).toMatchObject({ ResponseCode: '0', Amount: 6300, CardType: 'VC' });
  await page.getByRole('link', { name: 'All your orders' }).click();
  await page.getByRole('link', { name: `Order ${order}` }).click();
  await shop.expectReceipt(order);
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await page.goto(`/checkout/${order}`);
  await shop.expectReceipt(order);
});

test('buys with an American Express card, whose number and security code are longer', async ({ shop, form, page }) => {
  const order = await shop.beginOrder();
  await form.pay(AMEX);
  await shop.expectReceipt(order);
  await expect(page.locator('florin-receipt')).toContainText('American Express •••• 564');
});

for (const [what, card] of [
  ['a wrong CVN', WRONG_CVN],
  ['no funds, by expiry 99/51', NO_FUNDS],
] as const) {
  test(`after a decline for ${what} another card pays the same order`, async ({ shop, form, ledger }) => {
    const order = await shop.beginOrder();
    await form.pay(card);
    await expect(form.root).toContainText('Your bank did not approve this payment');
    await expect(form.cvn).toHaveValue('');
    await expect(form.name).toHaveValue(card.name);
    await form.number.fill(MASTERCARD.number);
    await form.expiry.fill(MASTERCARD.expiry);
    await form.cvn.fill(MASTERCARD.cvn);
    await form.payButton.click();
    await shop.expectReceipt(order);
    const codes = (await ledger.transactionsOf(order)).map((txn) => txn.ResponseCode).sort();
    expect(codes).toHaveLength(2);
    expect(codes[0]).toBe('0');
  });
}

test('a bank code in the cents of the order declines every card', async ({ shop, form, ledger, page }) => {
  await shop.addToCart();
  await shop.setNextOrder({ bank: '51 insufficient funds' });
  const order = await shop.goToPayment();
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('$30.51');
  await form.pay(VISA);
  await expect(form.root).toContainText('Your bank did not approve this payment');
  expect(await ledger.transactionsOf(order)).toMatchObject([{ BankResponseCode: '51' }]);
});

test('shows an error of the service at its field, and pays with the same key when it is corrected', async ({
  shop,
  form,
  page,
  ledger,
}) => {
  await shop.addToCart();
  await shop.setNextOrder({ live: true });
  const order = await shop.goToPayment();
  const keys: string[] = [];
  page.on('request', (request) => {
    const key = /withauthkey\/([\da-f-]{36})$/.exec(request.url())?.[1];
    if (key !== undefined && request.method() === 'POST') keys.push(key);
  });
  await form.pay(REFUSED_NUMBER);
  await expect(form.number).toHaveAttribute('aria-invalid', 'true');
  await expect(form.number).toBeFocused();
  await form.number.fill(VISA.number);
  if ((await form.cvn.inputValue()) === '') await form.cvn.fill(VISA.cvn);
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('a mistyped number is detected in the page, before anything is sent', async ({ shop, form, page }) => {
  await shop.beginOrder();
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('withauthkey') && sent.push(request.url()));
  await form.pay({ ...VISA, number: '4987654321098768' });
  await expect(form.number).toHaveAttribute('aria-invalid', 'true');
  await expect(form.number).toBeFocused();
  expect(sent).toEqual([]);
});

test('the shop’s page comes without waiting for the tick on the button', async ({ shop, form, page }) => {
  // The 400 ms of the tick never end.
  await page.addInitScript(() => {
    const later = globalThis.setTimeout;
    globalThis.setTimeout = ((run: () => void, time?: number) =>
      later(run, time === 400 ? 1_000_000 : time)) as typeof setTimeout;
  });
  const order = await shop.beginOrder();
  await form.pay(VISA);
  await shop.expectReceipt(order);
});

for (const height of [740, 420]) {
  test(`the receipt appears without a jump in a window of ${height} px`, async ({ shop, form, page }) => {
    await page.setViewportSize({ width: 360, height });
    await shop.beginOrder();
    await form.root.evaluate((checkout) => checkout.removeAttribute('success-url'));
    await form.type(VISA);
    await form.payButton.scrollIntoViewIfNeeded();
    const top = () => form.root.evaluate((checkout) => checkout.getBoundingClientRect().top);
    const before = await top();
    await form.payButton.click();
    await expect(form.root.locator('florin-receipt')).toBeFocused();
    // The page scrolls only if the shopper would not see the outcome.
    if (height === 740) expect(await top()).toBe(before);
    else expect(before).toBeLessThan(0);
    await expect(form.root.locator('[part="outcome"]')).toBeInViewport({ ratio: 1 });
  });
}

test('without success-url the receipt is shown in place', async ({ shop, form, page }) => {
  const order = await shop.beginOrder();
  await form.root.evaluate((checkout) => checkout.removeAttribute('success-url'));
  await form.pay(VISA);
  const receipt = form.root.locator('florin-receipt');
  await expect(receipt).toContainText('Approved');
  await expect(receipt).toContainText('$30.00');
  await expect(receipt).toContainText('Wattlebird Coffee');
  await expect(receipt).toContainText('Visa •••• 769');
  await expect(form.payButton).toBeHidden();
  await page.reload();
  await shop.expectReceipt(order);
});
