/** `method="iframe"`: the card is in the service's own frame, and the shop's signer charges it. */
import { expect, test } from './demo-test.js';
import { ChallengeDialog } from './pages/challenge-dialog.js';
import { serviceFrame, typeInServiceFrame } from './pages/payment-form.js';
import { NO_FUNDS, VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1200 } });

test('reserves no empty space while the outcome is unknown', async ({ shop, page, form }) => {
  const order = await shop.beginOrder();
  await shop.chooseWay(`/checkout/${order}/iframe`);
  await typeInServiceFrame(page, { ...VISA, name: 'BANK DOWN' });
  const { height: before = 0 } = (await form.root.boundingBox()) ?? {};
  await form.payButton.click();
  await expect(form.root).toContainText('We are checking whether your payment went through.');
  await expect(form.payButton).toBeHidden();
  const { height: after = before } = (await form.root.boundingBox()) ?? {};
  expect(after).toBeLessThan(before / 2);
});

test('pays with the card that is typed in the frame', async ({ shop, page, form, ledger }) => {
  const order = await shop.beginOrder();
  await shop.chooseWay(`/checkout/${order}/iframe`);
  await typeInServiceFrame(page, VISA);
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toMatchObject([{ ResponseCode: '0' }]);
});

test('the button shows the signer’s price as soon as there is a frame', async ({ shop, page, form }) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/iframe`);
  // As in a shop that gives none.
  await form.root.evaluate((element) => element.removeAttribute('amount'));
  await expect(form.payButton).toHaveText('Pay $30.00');
  await form.root.evaluate((element) => element.setAttribute('amount', '100'));
  await expect(form.payButton).toHaveText('Pay $30.00');
});

test('an incomplete card is reported, and nothing is charged', async ({ shop, page, form, ledger }) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/iframe`);
  await serviceFrame(page).getByLabel('Card number').pressSequentially('4987');
  await form.payButton.click();
  await expect(form.root).toContainText('Please complete the card details. Nothing was charged.');
  await expect(serviceFrame(page).locator('[aria-invalid="true"]')).toHaveCount(4);
  await expect(serviceFrame(page).getByLabel('Card number')).toBeFocused();
  expect(await ledger.transactionsOf(order)).toHaveLength(0);
  await serviceFrame(page).getByLabel('Card number').fill('');
  await typeInServiceFrame(page, VISA);
  await form.payButton.click();
  await shop.expectReceipt(order);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the frame has the shop’s ${scheme} colours and the width of the page’s column`, async ({
    shop,
    page,
    form,
  }) => {
    await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'light' : 'dark' });
    const order = await shop.beginOrder();
    const bar = await shop.openDeveloperBar();
    await bar.getByLabel('Colours', { exact: true }).selectOption(scheme);
    await page.goto(`/checkout/${order}/iframe`);
    const number = serviceFrame(page).getByLabel('Card number');
    await number.waitFor();
    const box = serviceFrame(page).locator('florin-card-number [part="box"]');
    const paper = { light: 'rgb(255, 255, 255)', dark: 'rgb(32, 25, 20)' }[scheme];
    await expect.poll(() => box.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(paper);
    const [field, button] = [await box.boundingBox(), await form.payButton.boundingBox()];
    expect(Math.round(field?.x ?? 0)).toBe(Math.round(button?.x ?? 1));
    expect(Math.round(field?.width ?? 0)).toBe(Math.round(button?.width ?? 1));
  });
}

test('empty fields are marked in the frame, and nothing is sent to be charged', async ({ shop, page, form }) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/iframe`);
  await expect(serviceFrame(page).locator('form[data-ready]')).toBeVisible();
  const processed: string[] = [];
  page.on('request', (request) => request.url().endsWith('/process') && processed.push(request.url()));
  await form.payButton.click();
  await expect(serviceFrame(page).getByText('Enter the card number', { exact: true })).toBeVisible();
  await expect(serviceFrame(page).locator('[aria-invalid="true"]')).toHaveCount(4);
  await expect(serviceFrame(page).getByLabel('Card number')).toBeFocused();
  expect(processed).toEqual([]);
});

test('a card without its name is not charged, and the whole frame of the marked field is visible', async ({
  shop,
  page,
  form,
  ledger,
}) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/iframe`);
  await typeInServiceFrame(page, VISA);
  await serviceFrame(page).getByLabel('Name on card').fill('');
  await form.payButton.click();
  await expect(serviceFrame(page).getByText('Enter the name on the card', { exact: true })).toBeVisible();
  await expect(serviceFrame(page).getByLabel('Name on card')).toBeFocused();
  expect(await ledger.transactionsOf(order)).toHaveLength(0);
  // Outside the box, the focus ring would be cut off at both edges of the frame, which has no padding.
  const box = serviceFrame(page).locator('florin-card-name [part="box"]');
  const ring = await box.evaluate((element) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(element);
    const reach = parseFloat(outlineOffset) + parseFloat(outlineWidth);
    const { left, right } = element.getBoundingClientRect();
    return { start: left - reach, end: innerWidth - right - reach };
  });
  expect(ring.start).toBeGreaterThanOrEqual(0);
  expect(ring.end).toBeGreaterThanOrEqual(0);
});

for (const width of [320, 360, 1280]) {
  test(`there is no hole between the frame’s fields and an error, ${width} wide`, async ({ shop, page, form }) => {
    await page.setViewportSize({ width, height: 1200 });
    const order = await shop.beginOrder();
    await page.goto(`/checkout/${order}/iframe`);
    await form.payButton.click();
    await expect(form.root).toContainText('Please complete the card details. Nothing was charged.');
    const { content, frame } = await serviceFrame(page)
      .locator('footer')
      .evaluate((footer) => ({ content: footer.getBoundingClientRect().bottom, frame: innerHeight }));
    expect(frame).toBeGreaterThanOrEqual(content);
    expect(frame - content).toBeLessThan(24);
  });
}

for (const [status, code, text] of [
  [429, 'rate_limited', 'Too many attempts in a short time.'],
  [503, 'service_unreachable', 'The payment service is not responding. Nothing was charged.'],
  [503, 'shop_failed', 'The shop is not responding. Nothing was charged.'],
] as const) {
  test(`a press that the signer refuses with ${code} says so, and another one pays`, async ({ shop, page, form }) => {
    const order = await shop.beginOrder();
    await shop.chooseWay(`/checkout/${order}/iframe`);
    await typeInServiceFrame(page, VISA);
    await page.route('**/process', (route) => route.fulfill({ status, json: { error: { code, message: 'no' } } }));
    await form.payButton.click();
    await expect(form.root).toContainText(text);
    await page.unroute('**/process');
    await form.payButton.click();
    await shop.expectReceipt(order);
  });
}

test('after a decline there is a new frame with a new key and the name', async ({ shop, page, form, ledger }) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/iframe`);
  await typeInServiceFrame(page, NO_FUNDS);
  const before = await page.locator('florin-checkout iframe').getAttribute('src');
  await form.payButton.click();
  await expect(form.root).toContainText('Your bank did not approve this payment');
  await expect(page.locator('florin-checkout iframe')).not.toHaveAttribute('src', before ?? '');
  await expect(serviceFrame(page).getByLabel('Name on card')).toHaveValue(NO_FUNDS.name);
  for (const field of ['Card number', 'Expiry date', 'Security code'])
    await expect(serviceFrame(page).getByLabel(field)).toHaveValue('');
  await typeInServiceFrame(page, { ...VISA, name: '' });
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toHaveLength(2);
});

test('another order in the same element has a frame of its own, and is the one that is paid', async ({
  shop,
  page,
  form,
  ledger,
}) => {
  const other = await shop.beginOrder();
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${other}/iframe`);
  const frame = page.locator('florin-checkout iframe');
  const before = await frame.getAttribute('src');
  await form.root.evaluate((checkout, number) => {
    checkout.setAttribute('order', `${number}`);
    checkout.setAttribute('success-url', `/orders/${number}`);
    checkout.removeAttribute('amount');
  }, order);
  await expect(frame).not.toHaveAttribute('src', before ?? '');
  await typeInServiceFrame(page, VISA);
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
  expect(await ledger.transactionsOf(other)).toHaveLength(0);
});

test('3-D Secure opens in the dialog', async ({ shop, page, form, ledger }) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/iframe`);
  await typeInServiceFrame(page, { ...VISA, name: '3DS CHALLENGE' });
  await form.payButton.click();
  const dialog = new ChallengeDialog(page);
  await dialog.press(dialog.approve);
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('a frame that cannot be loaded is reported, and can be loaded again', async ({ shop, page, form, demo }) => {
  const order = await shop.beginOrder();
  await page.route(`${demo.sandboxUrl}/webapi/v3/txns/iframe/**`, (route) => route.abort());
  await page.goto(`/checkout/${order}/iframe`);
  await expect(form.root).toContainText('The card fields did not load. Nothing was charged.');
  await page.unroute(`${demo.sandboxUrl}/webapi/v3/txns/iframe/**`);
  await form.root.getByRole('button', { name: 'Try again' }).click();
  await typeInServiceFrame(page, VISA);
  await form.payButton.click();
  await shop.expectReceipt(order);
});

test('while the service is down one box says so, in place of Pay, and keeps the focus', async ({
  shop,
  page,
  form,
}) => {
  const order = await shop.beginOrder();
  await shop.post('/developer/service', { down: '1', back: '/' });
  await page.goto(`/checkout/${order}/iframe`);
  const boxes = form.root.locator('.card').filter({ visible: true });
  const again = form.root.getByRole('button', { name: 'Try again' });
  await expect(boxes).toHaveText(/The payment service is not responding\. Nothing was charged\. .+Try again/s);
  await expect(form.payButton).toBeHidden();
  await again.focus();
  const answered = page.waitForResponse('**/pay/authkey');
  await page.keyboard.press('Enter');
  await answered;
  await expect(again).toBeFocused();
  await shop.post('/developer/service', { down: '0', back: '/' });
  await page.keyboard.press('Enter');
  await expect(form.payButton).toBeVisible();
  await typeInServiceFrame(page, VISA);
  await form.payButton.click();
  await shop.expectReceipt(order);
});

test('the corrected card is charged, however slowly the correction reaches the service', async ({
  shop,
  page,
  form,
  ledger,
}) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/iframe`);
  await typeInServiceFrame(page, NO_FUNDS);
  await page.route('**/webapi/v3/txns/iframe/**', async (route) => {
    if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 2_500));
    await route.continue();
  });
  await serviceFrame(page)
    .getByLabel(/^expiry/i)
    .first()
    .fill('12 / 30');
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toMatchObject([{ ResponseCode: '0' }]);
});
