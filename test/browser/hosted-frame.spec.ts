/** The service's own frame (T9, D13) in a shop's page. */
import type { FrameLocator, Page } from '@playwright/test';
import { expect, test, typeCard, typeWithoutScript } from './hosted-test.js';
import { VISA } from './test-cards.js';

for (const version of ['v2', 'v3']) {
  test(`the card is stored as soon as it is complete, and the shop’s server charges it, ${version}`, async ({
    page,
    merchant,
  }) => {
    const key = await merchant.payKey({}, {}, version);
    await page.goto(merchant.framedIn(key, 'txns', version));
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('florin-card-number')).toBeVisible();
    await expect(frame.getByRole('button')).toHaveCount(0);
    await typeCard(frame);
    await expect(frame.locator('#state')).toHaveText('Your details are ready.');
    const answer = await merchant.call('POST', `/txns/processiframetxn/${key}`, { TxnReq: {} }, version);
    expect(answer.APIResponse.ResponseCode).toBe(0);
    const { TxnResp } = await merchant.call('GET', `/txns/withauthkey/${answer.ResultKey}`, undefined, version);
    expect(TxnResp).toMatchObject({ ResponseCode: '0', CardType: 'VC' });
  });

  test(`with a button the frame pays and redirects itself, ${version}`, async ({ page, merchant }) => {
    const key = await merchant.payKey({}, { IframeParameters: { ShowSubmitButton: true } }, version);
    await page.goto(merchant.framedIn(key, 'txns', version));
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('florin-card-number')).toBeVisible();
    await typeCard(frame);
    await frame.getByRole('button', { name: 'Pay $199.00' }).click();
    await expect(frame.getByText('Back at the shop')).toBeVisible();
    const search = await merchant.call('POST', '/txns/search', { SearchInput: { Crn1: 'order 7' } });
    expect(search.TxnRespList[0]).toMatchObject({ ResponseCode: '0', CardType: 'VC' });
    expect(new URL(page.url()).pathname).toBe('/pay');
  });

  test(`a bank account is kept by the frame, and the shop’s server stores it, ${version}`, async ({
    page,
    merchant,
  }) => {
    const key = await merchant.addKey({}, version);
    await page.goto(merchant.framedIn(key, 'dvtokens', version));
    const frame = page.frameLocator('iframe');
    await frame.getByRole('link', { name: 'Bank account' }).click();
    await expect(frame.locator('form[data-ready]')).toBeVisible();
    await frame.getByLabel('BSB').fill('063917');
    await frame.getByLabel('Account number').fill('80417726');
    await frame.getByLabel('Account name').fill('Mia Tran');
    await frame.getByLabel(/^I agree/).check();
    await expect(frame.locator('#state')).toHaveText('Your details are ready.');
    const { APIResponse } = await merchant.call('POST', `/dvtokens/iframe/add/${key}`, { DVTokenReq: {} }, version);
    expect(APIResponse.ResponseCode).toBe(0);
  });
}

test('details that were typed before the frame’s script was loaded are stored too', async ({ page, merchant }) => {
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/pay/_files/*.js', async (route) => {
    await isHeld;
    await route.continue();
  });
  const key = await merchant.payKey();
  await page.goto(merchant.framedIn(key), { waitUntil: 'commit' });
  const frame = page.frameLocator('iframe');
  await typeWithoutScript(frame);
  await expect(frame.locator('florin-card-number')).toHaveCount(0);
  release();
  await expect(frame.locator('#state')).toHaveText('Your details are ready.');
  const { APIResponse } = await merchant.call('POST', `/txns/processiframetxn/${key}`, { TxnReq: {} });
  expect(APIResponse.ResponseCode).toBe(0);
});

test('an unfinished change removes the stored details; the last details are charged', async ({ page, merchant }) => {
  const key = await merchant.payKey();
  await page.goto(merchant.framedIn(key));
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('florin-card-number')).toBeVisible();
  await typeCard(frame);
  await expect(frame.locator('#state')).toHaveText('Your details are ready.');
  await frame.getByLabel('Card number').press('End');
  await frame.getByLabel('Card number').press('Backspace');
  await expect(frame.locator('#state')).toHaveText('');
  // Removed while the shopper is still typing: otherwise the first card would be charged.
  await expect(frame.locator('form')).toHaveAttribute('data-state', 'empty');
  const early = await merchant.call('POST', `/txns/processiframetxn/${key}`, { TxnReq: {} });
  expect(early.APIResponse.ResponseCode).toBe(112);
  await frame.getByLabel('Card number').fill('5123456789012346');
  await page.getByRole('button', { name: 'Order now' }).click();
  await expect(frame.locator('#state')).toHaveText('Your details are ready.');
  const { ResultKey } = await merchant.call('POST', `/txns/processiframetxn/${key}`, { TxnReq: {} });
  expect((await merchant.call('GET', `/txns/withauthkey/${ResultKey}`)).TxnResp).toMatchObject({ CardType: 'MC' });
});

test('number and code are stored before the expiry is typed; the shop’s server adds its own', async ({
  page,
  merchant,
}) => {
  const key = await merchant.payKey();
  await page.goto(merchant.framedIn(key));
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('form[data-ready]')).toBeVisible();
  await typeCard(frame, { number: VISA.number, cvn: VISA.cvn });
  await expect(frame.locator('form')).toHaveAttribute('data-state', 'stored');
  await expect(frame.locator('#state')).toHaveText('');
  const pay = (TxnReq: object) => merchant.call('POST', `/txns/processiframetxn/${key}`, { TxnReq });
  expect((await pay({})).APIResponse.ResponseCode).toBe(114);
  const { ResultKey } = await pay({ CardDetails: { ExpiryDateMonth: '05', ExpiryDateYear: '41' } });
  const { TxnResp } = await merchant.call('GET', `/txns/withauthkey/${ResultKey}`);
  expect([TxnResp.ResponseCode, TxnResp.CardDetails.ExpiryDate]).toEqual(['0', '0541']);
});

test('the page around the frame learns that the details are incomplete, and can have them marked', async ({
  page,
  merchant,
}) => {
  await page.addInitScript(() => {
    const states: unknown[] = ((globalThis as { states?: unknown[] }).states = []);
    addEventListener('message', ({ data }) => states.push((data as { florinFrame?: unknown }).florinFrame));
  });
  await page.goto(merchant.framedIn(await merchant.payKey()));
  const frame = page.frameLocator('iframe');
  const last = () => page.evaluate(() => (globalThis as { states?: unknown[] }).states?.at(-1));
  await expect.poll(last).toBe('incomplete');
  await typeCard(frame, { number: VISA.number.slice(0, -1) + '0', cvn: VISA.cvn });
  await expect.poll(last).toBe('incomplete');
  const check = () =>
    page.locator('iframe').evaluate((element: HTMLIFrameElement) => {
      element.contentWindow?.postMessage({ florinPage: 'check' }, '*');
    });
  await expect(frame.locator('[aria-invalid="true"]')).toHaveCount(1);
  await check();
  await expect(frame.getByText('Enter month and year', { exact: true })).toBeVisible();
  await expect(frame.locator('[aria-invalid="true"]')).toHaveCount(3);
  await frame.getByLabel('Card number').fill(VISA.number);
  await frame.getByLabel('Expiry date').fill(VISA.expiry);
  await expect.poll(last).toBe('incomplete');
  await frame.getByLabel('Name on card').fill('MIA TRAN');
  await expect.poll(last).toBe('saved');
  await expect(frame.locator('[aria-invalid="true"]')).toHaveCount(0);
});

test('a card is changed once its new number and expiry are valid; until then the update is refused', async ({
  page,
  merchant,
}) => {
  const { key, DVToken } = await merchant.updateKey();
  await page.goto(merchant.framedIn(key, 'dvtokens'));
  const frame = page.frameLocator('iframe');
  const state = frame.locator('#state');
  const update = () => merchant.call('POST', `/dvtokens/iframe/update/${key}`, { DVTokenReq: {} });
  await expect(frame.locator('form[data-ready]')).toBeVisible();
  expect((await update()).APIResponse.ResponseCode).toBe(112);
  await expect(frame.getByText('Enter the card number')).toHaveCount(0);
  await frame.getByLabel('Expiry date').pressSequentially('0541');
  await expect(state).toHaveText('Your details are ready.');
  // A new number needs its expiry, and the stored details are removed at the first digit.
  await frame.getByLabel('Expiry date').fill('');
  await frame.getByLabel('card number').pressSequentially(VISA.number.slice(0, -1) + '0');
  await frame.getByLabel('Expiry date').focus();
  await expect(frame.locator('form')).toHaveAttribute('data-state', 'empty');
  await frame.getByLabel('Expiry date').pressSequentially('0541');
  await frame.getByLabel('Name on card').focus();
  expect((await update()).APIResponse.ResponseCode).toBe(112);
  expect((await merchant.call('GET', `/dvtokens/${DVToken}`)).DVTokenResp.CardType).toBe('MC');
  await frame.getByLabel('card number').fill(VISA.number);
  await expect(state).toHaveText('Your details are ready.');
  expect((await update()).APIResponse.ResponseCode).toBe(0);
  const { CardType, CardDetails } = (await merchant.call('GET', `/dvtokens/${DVToken}`)).DVTokenResp;
  expect([CardType, CardDetails.ExpiryDate]).toEqual(['VC', '0541']);
});

test('the merchant’s CSS reaches the page’s own parts and Florin’s fields', async ({ page, merchant }) => {
  const CSS = 'input, label { color: rgb(102, 51, 0) } button { background: #663300 } .box { border-radius: 0 }';
  const key = await merchant.payKey({}, { IframeParameters: { CSS, ShowSubmitButton: true } });
  await page.goto(merchant.framedIn(key));
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('florin-card-number')).toBeVisible();
  await expect(frame.getByLabel('Card number')).toHaveCSS('color', 'rgb(102, 51, 0)');
  await expect(frame.getByRole('button')).toHaveCSS('background-color', 'rgb(102, 51, 0)');
  await expect(frame.locator('florin-card-cvn .box')).toHaveCSS('border-radius', '0px');
});

/**
 * Chromium's switch for scripts sometimes reaches a frame late: its `<noscript>` is then text. The
 * frame is loaded again.
 */
async function openWithoutScript(page: Page, url: string): Promise<FrameLocator> {
  const frame = page.frameLocator('iframe');
  await expect(async () => {
    await page.goto(url);
    await expect(frame.getByRole('button', { name: 'Save card' })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  return frame;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const version of ['v2', 'v3']) {
    test(`the card is saved by a button, ${version}`, async ({ page, merchant }) => {
      const key = await merchant.payKey({}, {}, version);
      const frame = await openWithoutScript(page, merchant.framedIn(key, 'txns', version));
      await typeWithoutScript(frame, VISA);
      await frame.getByRole('button', { name: 'Save card' }).click();
      await expect(frame.getByText('Your details are ready.')).toBeVisible();
      const answer = await merchant.call('POST', `/txns/processiframetxn/${key}`, { TxnReq: {} }, version);
      expect(answer.APIResponse.ResponseCode).toBe(0);
    });

    test(`a card is saved for later by the frame’s own button, ${version}`, async ({ page, merchant }) => {
      const key = await merchant.addKey({ IframeParameters: { ShowSubmitButton: true } }, version);
      await page.goto(merchant.framedIn(key, 'dvtokens', version));
      const frame = page.frameLocator('iframe');
      await typeWithoutScript(frame, { number: VISA.number, expiry: VISA.expiry, name: VISA.name });
      await frame.getByRole('button', { name: 'Save card' }).click();
      await expect(frame.getByText('Back at the shop')).toBeVisible();
    });
  }
});
