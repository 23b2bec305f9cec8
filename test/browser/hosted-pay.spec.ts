/** The hosted payment page (T12) in a browser. */
import { expect, test, typeCard, typeWithoutScript } from './hosted-test.js';
import { AMEX, VISA } from './test-cards.js';

const PHONE = { width: 360, height: 740 };
const AT_THE_SHOP = /\/back\?order=7&ResponseCode=0&/;

for (const version of ['v2', 'v3']) {
  test(`a shopper pays on a phone, with a key of ${version}`, async ({ page, merchant }) => {
    await page.setViewportSize(PHONE);
    await page.goto(merchant.payPage(await merchant.payKey({}, {}, version)));
    await expect(page).toHaveTitle('Pay Demo Shop');
    await expect(page.locator('florin-card-number')).toBeVisible();
    await typeCard(page);
    await expect(page.getByLabel('Card number')).toHaveValue('4987 6543 2109 8769');
    await page.getByRole('button', { name: 'Pay $199.00' }).click();
    await expect(page).toHaveURL(AT_THE_SHOP);
    expect(await merchant.resultOf(page, version)).toMatchObject({ ResponseCode: '0', Amount: 19_900, CardType: 'VC' });
    await page.goBack().catch(() => undefined);
    await expect(page.getByRole('button', { name: /Pay/ })).toHaveCount(0);
  });
}

test('Amex has its longer code, and Enter pays', async ({ page, merchant }) => {
  await page.goto(merchant.payPage(await merchant.payKey()));
  await expect(page.locator('florin-card-number')).toBeVisible();
  await typeCard(page, { number: AMEX.number });
  await expect(page.getByText('4 digits on the front')).toBeVisible();
  await typeCard(page, { expiry: AMEX.expiry, cvn: AMEX.cvn, name: AMEX.name });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(AT_THE_SHOP);
  expect(await merchant.resultOf(page)).toMatchObject({ CardType: 'AX' });
});

test('the first invalid field gets the focus; errors are shown at their fields and removed when corrected', async ({
  page,
  merchant,
}) => {
  await page.goto(merchant.payPage(await merchant.payKey()));
  await expect(page.locator('florin-card-number')).toBeVisible();
  await typeCard(page, { number: VISA.number, expiry: VISA.expiry });
  await page.getByRole('button', { name: /Pay/ }).click();
  const cvn = page.getByLabel('Security code');
  await expect(cvn).toBeFocused();
  await expect(cvn).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Enter the name on the card', { exact: true })).toBeVisible();
  await cvn.pressSequentially(VISA.cvn);
  await expect(cvn).toHaveAttribute('aria-invalid', 'false');
});

test('an error of the service is shown in the page, and the typed text stays', async ({ page, merchant }) => {
  await page.goto(merchant.payPage(await merchant.payKey({ TestMode: false })));
  await expect(page.locator('florin-card-number')).toBeVisible();
  await typeCard(page, { ...VISA, number: '4111111111111111' });
  await page.getByRole('button', { name: /Pay/ }).click();
  await expect(page.getByRole('alert')).toContainText('it accepts test cards only');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expect(page.getByLabel('Security code')).toHaveValue(VISA.cvn);
  await page.getByLabel('Card number').fill(VISA.number);
  await page.getByRole('button', { name: /Pay/ }).click();
  await expect(page).toHaveURL(AT_THE_SHOP);
});

test('two clicks make one transaction', async ({ page, merchant }) => {
  const Crn1 = 'two clicks';
  await page.goto(merchant.payPage(await merchant.payKey({ Crn1 })));
  await expect(page.locator('florin-card-number')).toBeVisible();
  await typeCard(page);
  await page.getByRole('button', { name: /Pay/ }).dblclick();
  await expect(page).toHaveURL(AT_THE_SHOP);
  expect((await merchant.call('POST', '/txns/search', { SearchInput: { Crn1 } })).TxnRespList).toHaveLength(1);
});

test('after a lost answer the page does not ask to pay again, and finds the outcome', async ({ page, merchant }) => {
  const key = await merchant.payKey();
  await page.goto(merchant.payPage(key));
  await expect(page.locator('florin-card-number')).toBeVisible();
  await typeCard(page);
  await page.route('**/pay/DEMOSHOP?*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    // The service processes it, but the browser gets no answer.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: /Pay/ }).click();
  await expect(page.getByRole('alert')).toContainText('Please do not pay again yet');
  await expect(page.getByLabel('Card number')).toHaveValue('');
  await page.getByRole('link', { name: 'Check what happened' }).click();
  await expect(page.getByRole('heading', { name: 'This was already sent' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Demo Shop' }).click();
  await expect(page).toHaveURL(/\/back\?order=7&ResponseCode=207/);
});

test('text that was typed before the script was loaded stays, with the focus', async ({ page, merchant }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_files/*.js', async (route) => {
    await held;
    return route.continue();
  });
  await page.goto(merchant.payPage(await merchant.payKey()), { waitUntil: 'commit' });
  await page.locator('input#number').pressSequentially('49876543');
  release();
  await expect(page.locator('florin-card-number')).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveValue(/^4987 6543/);
  await expect(page.getByLabel('Card number')).toBeFocused();
});

test('3-D Secure: the page redirects to the bank, and the bank to the shop', async ({ page, merchant }) => {
  await page.goto(merchant.payPage(await merchant.payKey()));
  await expect(page.locator('florin-card-number')).toBeVisible();
  await typeCard(page, { ...VISA, name: '3DS CHALLENGE' });
  await page.getByRole('button', { name: /Pay/ }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page).toHaveURL(AT_THE_SHOP);
  expect(await merchant.resultOf(page)).toMatchObject({ ResponseCode: '0' });
});

test('another site cannot frame the page', async ({ page, merchant, complaints }) => {
  const key = await merchant.payKey();
  const framed = `${merchant.shopUrl}/pay?frame=${encodeURIComponent(merchant.payPage(key))}`;
  await page.goto(framed);
  // The browser shows its own error page, with the reason.
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^(chrome-error|about:neterror)/);
  await expect.poll(() => complaints.join()).toContain('frame-ancestors');
  complaints.length = 0;
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const version of ['v2', 'v3']) {
    test(`a shopper corrects an error and pays, with a key of ${version}`, async ({ page, merchant }) => {
      await page.setViewportSize(PHONE);
      await page.goto(merchant.payPage(await merchant.payKey({}, {}, version)));
      await typeWithoutScript(page, { ...VISA, cvn: '' });
      await page.getByRole('button', { name: 'Pay $199.00' }).click();
      await expect(page).toHaveTitle('Error: Pay Demo Shop');
      await expect(page.getByLabel('Security code')).toBeFocused();
      await expect(page.getByLabel('Card number')).toHaveValue('');
      await typeWithoutScript(page);
      await page.getByRole('button', { name: /Pay/ }).click();
      await expect(page).toHaveURL(AT_THE_SHOP);
      expect(await merchant.resultOf(page, version)).toMatchObject({ ResponseCode: '0', CardType: 'VC' });
    });
  }
});
