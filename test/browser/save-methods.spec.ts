/**
 * Each purpose of `<florin-checkout purpose="…">` with the methods that save-tokens.spec.ts does
 * not test.
 */
import { expect, test } from './demo-test.js';
import {
  ACCOUNT,
  formOf,
  isStored,
  isReady,
  listOf,
  openChange,
  OTHER,
  saveAndChange,
  typeAccount,
  typeCard,
} from './saving.js';
import { MASTERCARD, VISA } from './test-cards.js';

test('an account is changed in the service’s own frame, and then on its page', async ({ page, shop }) => {
  const { button, saved, root } = formOf(page);
  await saveAndChange(page, 'bank-account');
  // The picker changes the same account in another way, and shows its code.
  const { pathname, search } = new URL(page.url());
  const bar = await shop.openDeveloperBar();
  await bar.getByLabel('Way to pay').selectOption(`${pathname}/iframe${search}`);
  await expect(page).toHaveURL((url) => url.pathname === `${pathname}/iframe` && url.search === search);
  const code = await bar.getByRole('button', { name: 'Copy: Page' }).getAttribute('data-copy');
  expect(code).toContain('purpose="update-bank-account" method="iframe"');
  await expect(root.locator('[part="subject"]')).toContainText('You are changing Bank account •••• 726');
  const frame = page.frameLocator('florin-checkout iframe');
  await typeAccount(frame, OTHER);
  await isStored(frame);
  await button.click();
  await expect(saved).toContainText('Bank account updated');
  await expect(saved).toContainText('Bank account •••• 123');
  await page.goto('/account');
  await expect(listOf(page)).toHaveText([/Bank account ••••\s123/]);
  await page.getByRole('link', { name: /^change/i }).click();
  await openChange(page, 'redirect');
  await expect(button).toHaveText('Continue');
  await button.click();
  await expect(page).toHaveURL(/\/pay\/DEMOSHOP\.updatedv/);
  await isReady(page);
  await typeAccount(page, ACCOUNT);
  await page.getByRole('button', { name: 'Update bank account' }).click();
  await expect(page).toHaveURL(/\/account\/saved\?purpose=update-bank-account&card=/);
  await expect(saved).toContainText('Bank account updated');
  await expect(saved).toContainText('Bank account •••• 726');
  await expect(listOf(page)).toHaveText([/Bank account ••••\s726/]);
});

test.describe('on the plain form that the page brings', () => {
  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });

    test('a card is saved and changed, an account is saved and changed', async ({ page }) => {
      const given = page.locator('florin-checkout > form');
      const typeExpiry = async (month: string, year: string) => {
        await given.getByLabel('Expiry month').fill(month);
        await given.getByLabel('Expiry year').fill(year);
      };
      const answer = await page.goto('/account/card/webform');
      expect(answer?.headers()['cache-control']).toBe('no-store');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await given.getByLabel('Card number').fill(VISA.number);
      await typeExpiry('05', '41');
      await given.getByLabel('Name on card').fill('Mia Tran');
      await given.getByRole('button', { name: 'Save card' }).click();
      await expect(page.locator('florin-receipt')).toHaveText(/^\s*Card saved: Visa ••••\s769\s*$/);
      await expect(listOf(page)).toHaveText([/Visa ••••\s769.*05 \/ 41/s]);
      const change = async () => {
        await page.getByRole('link', { name: /^change/i }).click();
        await openChange(page, 'webform');
      };
      await change();
      await given.getByLabel('Card number').fill(MASTERCARD.number);
      await typeExpiry('06', '42');
      await given.getByRole('button', { name: 'Update card' }).click();
      await expect(page.locator('florin-receipt')).toHaveText(/^\s*Card updated: Mastercard ••••\s346\s*$/);
      await expect(listOf(page)).toHaveText([/Mastercard ••••\s346.*06 \/ 42/s]);
      await page.context().clearCookies();
      await page.goto('/account/bank-account/webform');
      await typeAccount(given, ACCOUNT);
      await given.getByRole('button', { name: 'Save bank account' }).click();
      await expect(listOf(page)).toHaveText([/Bank account ••••\s726/]);
      await change();
      await typeAccount(given, OTHER);
      await given.getByRole('button', { name: 'Update bank account' }).click();
      await expect(listOf(page)).toHaveText([/Bank account ••••\s123/]);
    });
  });

  test('text that is typed before the code is loaded moves to the element’s fields, with the focus, and is posted once', async ({
    page,
  }) => {
    const { root, button, saved } = formOf(page);
    const given = page.locator('florin-checkout > form');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/florin-token-sources.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/account/card/webform');
    await given.getByLabel('Name on card').fill('Mia Tran');
    await given.getByLabel('Expiry month').fill('12');
    await given.getByLabel('Expiry year').fill('30');
    await given.getByLabel('Card number').pressSequentially(VISA.number.slice(0, 8));
    release();
    await expect(given.locator('input')).toHaveCount(0);
    await expect(root.getByRole('button')).toHaveCount(1);
    await expect(root.getByLabel('Card number')).toBeFocused();
    await page.keyboard.type(VISA.number.slice(8));
    await expect(root.getByLabel('Card number')).toHaveValue('4987 6543 2109 8769');
    await expect(root.getByLabel(/^expiry/i)).toHaveValue('12 / 30');
    const sent = page.waitForRequest((request) => /withauthkey/.test(request.url()));
    await button.click();
    const request = await sent;
    expect([request.isNavigationRequest(), request.method()]).toEqual([true, 'POST']);
    await expect(saved).toContainText('Card saved');
    await expect(saved).toContainText('Visa •••• 769');
    await expect(listOf(page)).toHaveText([/Visa ••••\s769/]);

    // A change asks only for the expiry.
    await page.getByRole('link', { name: 'Change' }).click();
    await openChange(page, 'webform');
    await expect(root.locator('[part="subject"]')).toContainText('You are changing Visa •••• 769');
    await expect(root.getByLabel('Card number')).toHaveCount(0);
    await typeCard(root, { expiry: '0741' });
    await button.click();
    await expect(saved).toContainText('expires 07 / 41');
    await expect(saved).toContainText('Mia Tran');
  });

  test('an account is taken over and changed; without the code the form stays, and works', async ({ page }) => {
    const { root, button, saved } = formOf(page);
    const given = page.locator('florin-checkout > form');
    await saveAndChange(page, 'bank-account');
    await page.route('**/florin-extras.js', (route) => route.abort());
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('extras'));
    await openChange(page, 'webform');
    await refused;
    await typeAccount(given, OTHER);
    await given.getByRole('button').click();
    // The element sent nothing; the signer notified the shop's server, which gives the page its
    // claim.
    await expect(saved).toContainText('Bank account updated');
    await expect(saved).toContainText('Bank account •••• 123');
    await expect(listOf(page)).toHaveText([/Bank account ••••\s123/]);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.unroute('**/florin-extras.js');
    await page.route('**/florin-extras.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/account');
    await page.getByRole('link', { name: /^change/i }).click();
    await openChange(page, 'webform');
    await typeAccount(given, ACCOUNT);
    release();
    await expect(given.locator('input')).toHaveCount(0);
    await expect(root.getByLabel('Account number')).toHaveValue(ACCOUNT.number);
    await expect(root.getByRole('checkbox')).toBeChecked();
    await expect(root.getByRole('checkbox')).toBeFocused();
    await button.click();
    await expect(saved).toContainText('Bank account •••• 726');
    await expect(listOf(page)).toHaveText([/Bank account ••••\s726/]);
  });
});
