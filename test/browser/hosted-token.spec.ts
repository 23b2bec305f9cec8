/** The hosted token pages (D14) in a browser: a card, a bank account, an update. */
import type { FrameLocator, Page } from '@playwright/test';
import { expect, test, typeCard, typeWithoutScript } from './hosted-test.js';
import { VISA } from './test-cards.js';

const AT_THE_SHOP = /\/back\?ResponseCode=0&/;

/** An expiry in the month before this one. */
function lastMonth(): string {
  const date = new Date(Date.now() - 45 * 86_400_000);
  return `${String(date.getUTCMonth() + 1).padStart(2, '0')}${String(date.getUTCFullYear()).slice(2)}`;
}

const GONE = 'This is not saved any more';
const typeExpiry = (place: Page | FrameLocator) => place.getByLabel('Expiry date').pressSequentially('1231');

test('a card that was removed meanwhile cannot be changed in the frame', async ({ page, merchant }) => {
  const { key, DVToken } = await merchant.updateKey();
  await page.goto(merchant.framedIn(key, 'dvtokens'));
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('form[data-ready]')).toBeVisible();
  await typeExpiry(frame);
  await expect(frame.locator('#state')).toHaveText('Your details are ready.');
  await merchant.call('DELETE', `/dvtokens/${DVToken}`);
  await page.reload();
  await expect(frame.getByRole('heading')).toHaveText(GONE);
  await expect(frame.getByText('Nothing was changed')).toBeVisible();
  await expect(frame.locator('form')).toHaveCount(0);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } });
    const type = javaScriptEnabled ? typeCard : typeWithoutScript;

    for (const version of ['v2', 'v3']) {
      test(`a card is saved, with a key of ${version}`, async ({ page, merchant }) => {
        await page.goto(merchant.tokenPage(await merchant.addKey({}, version)));
        if (javaScriptEnabled) await expect(page.locator('florin-card-number')).toBeVisible();
        await type(page, { number: VISA.number, expiry: VISA.expiry, name: VISA.name });
        await page.getByRole('button', { name: 'Save card' }).click();
        await expect(page).toHaveURL(AT_THE_SHOP);
        expect(await merchant.tokenOf(page, version)).toMatchObject({ CardType: 'VC', Crn1: 'customer 7' });
      });

      test(`a bank account is saved, with a key of ${version}`, async ({ page, merchant }) => {
        await page.goto(merchant.tokenPage(await merchant.addKey({}, version)));
        await page.getByRole('link', { name: 'Bank account' }).click();
        await expect(page.getByRole('link', { name: 'Bank account' })).toHaveAttribute('aria-current', 'page');
        if (javaScriptEnabled) await expect(page.locator('form[data-ready]')).toBeVisible();
        await page.getByLabel('BSB').fill('06391');
        await page.getByLabel('Account number').fill('8041 7726');
        await page.getByRole('button', { name: 'Save bank account' }).click();
        await expect(page.getByLabel('BSB')).toBeFocused();
        await expect(page.locator('#bsb-note')).toHaveText('A BSB has 6 digits');
        await expect(page.locator('#agree-note')).toHaveText('Tick the box to agree');
        await page.getByLabel('BSB').fill('063917');
        await page.getByLabel('Account number').fill('8041 7726');
        await page.getByLabel('Account name').fill('Mia Tran');
        await page.getByLabel(/^I agree/).check();
        await page.getByRole('button', { name: 'Save bank account' }).click();
        await expect(page).toHaveURL(AT_THE_SHOP);
        const { BankAccountDetails } = await merchant.tokenOf(page, version);
        expect(BankAccountDetails).toMatchObject({ BSBNumber: '063917', AccountNumber: '80417726' });
      });

      test(`a card’s expiry is updated, with a key of ${version}`, async ({ page, merchant }) => {
        const { key, DVToken } = await merchant.updateKey(version);
        await page.goto(merchant.tokenPage(key, 'updatedv'));
        await expect(page.getByText('•••• 346, 05 / 30')).toBeVisible();
        if (javaScriptEnabled) await expect(page.locator('florin-card-expiry')).toBeVisible();
        await page.getByLabel('Expiry date').pressSequentially('1231');
        await page.getByRole('button', { name: 'Update card' }).click();
        await expect(page).toHaveURL(AT_THE_SHOP);
        const { CardDetails } = (await merchant.call('GET', `/dvtokens/${DVToken}`)).DVTokenResp;
        expect(CardDetails).toMatchObject({ ExpiryDate: '1231', CardHolderName: 'Jane Citizen' });
      });
    }

    test('a card that was removed meanwhile cannot be changed, and the page links back to the shop', async ({
      page,
      merchant,
    }) => {
      const { key, DVToken } = await merchant.updateKey();
      await page.goto(merchant.tokenPage(key, 'updatedv'));
      if (javaScriptEnabled) await expect(page.locator('form[data-ready]')).toBeVisible();
      await merchant.call('DELETE', `/dvtokens/${DVToken}`);
      await typeExpiry(page);
      await page.getByRole('button', { name: 'Update card' }).click();
      await expect(page.getByRole('heading')).toHaveText(GONE);
      await expect(page.locator('form')).toHaveCount(0);
      await page.getByRole('link', { name: /^Back to/ }).click();
      await expect(page).toHaveURL(/\/back\?ResponseCode=202&/);
    });

    test('a past date is shown as the invalid field', async ({ page, merchant }) => {
      await page.goto(merchant.tokenPage(await merchant.addKey()));
      if (javaScriptEnabled) await expect(page.locator('florin-card-number')).toBeVisible();
      await type(page, { number: VISA.number, expiry: lastMonth(), name: VISA.name });
      await page.getByRole('button', { name: 'Save card' }).click();
      await expect(page.getByText('This card has expired').first()).toBeVisible();
      await expect(page.getByLabel('Expiry date')).toBeFocused();
    });
  });
}
