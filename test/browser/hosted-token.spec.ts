/** The hosted token pages (D14) in a browser: a card, a bank account, an update. */
import { expect, test, typeCard } from './hosted-test.js';
import { VISA } from './test-cards.js';

const AT_THE_SHOP = /\/back\?ResponseCode=0&/;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } });

    for (const version of ['v2', 'v3']) {
      test(`a card is saved, with a key of ${version}`, async ({ page, merchant }) => {
        await page.goto(merchant.tokenPage(await merchant.addKey({}, version)));
        if (javaScriptEnabled) await expect(page.locator('florin-card-number')).toBeVisible();
        await typeCard(page, { number: VISA.number, expiry: VISA.expiry, name: VISA.name });
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
        await expect(page.locator('#bsb-note')).toHaveText('Check the BSB: it has 6 digits');
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
  });
}
