/**
 * `<florin-checkout purpose="…">`: cards and bank accounts saved and changed by each method, with
 * the real sandbox.
 */
import type { Locator, Page } from '@playwright/test';
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

/** Pixels between a field in the frame and the lower edge of the frame: below 0 it is not visible. */
async function spaceBelow(page: Page, field: Locator): Promise<number> {
  const bottomOf = async (of: Locator) => {
    const box = await of.boundingBox();
    return box ? box.y + box.height : NaN;
  };
  return (await bottomOf(page.locator('florin-checkout iframe'))) - (await bottomOf(field));
}

/**
 * Storage and texts of the page, without times and names of attempts, which may contain any four
 * digits.
 */
async function keptBy(page: Page): Promise<string> {
  const kept = await page.evaluate(() => [...Object.entries({ ...sessionStorage }).flat(), location.href]);
  return kept.map((each) => each.replace(/"submittedAt":\d+|[\da-f]{32}/g, '')).join('\n');
}

test.describe('in the page', () => {
  test('a card is saved: sent to the service, shown masked, in no event and no storage', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if ((request.postData() ?? '').includes(VISA.number)) sent.push(new URL(request.url()).pathname);
    });
    await page.goto('/account/card');
    await page.evaluate(() => {
      const told = ((globalThis as never as { told: unknown[] }).told = []) as unknown[];
      for (const type of ['florin-state', 'florin-saved', 'florin-error', 'florin-field']) {
        document.addEventListener(type, (event) =>
          told.push(type, (event as { state?: unknown }).state, JSON.stringify(event)),
        );
      }
    });
    const { root, button, heading, saved } = formOf(page);
    await expect(root.getByLabel('Security code')).toHaveCount(0);
    await typeCard(root, { number: VISA.number, expiry: VISA.expiry, name: 'Mia Tran' });
    await expect(button).toHaveText('Save card');
    await button.click();
    await expect(saved).toContainText('Card saved');
    await expect(saved).toContainText('Visa •••• 769');
    await expect(saved).not.toContainText(/charged|\$/);
    await expect(heading).toHaveText('Card saved');
    await expect(heading).toBeFocused();
    expect(sent).toEqual([expect.stringMatching(/^\/webapi\/v3\/dvtokens\/withauthkey\/[0-9a-f-]{36}$/)]);
    const told = await page.evaluate(() =>
      JSON.stringify([
        (globalThis as never as { told: unknown[] }).told,
        { ...sessionStorage },
        { ...localStorage },
        location.href,
      ]),
    );
    expect(told).toContain('florin-saved');
    expect(told).toContain('saved');
    expect(told).not.toContain(VISA.number.slice(0, 8));
    await page.goto('/account');
    await expect(listOf(page)).toHaveText([/Visa ••••\s769/]);
  });

  test('a bank account is saved after its agreement is accepted', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if ((request.postData() ?? '').includes(ACCOUNT.number)) sent.push(new URL(request.url()).pathname);
    });
    await page.goto('/account/bank-account');
    const { root, button, saved } = formOf(page);
    await root.getByLabel(/^BSB/).fill('06391');
    await button.click();
    await expect(root.getByText('A BSB has 6 digits').first()).toBeVisible();
    await expect(root.getByLabel(/^BSB/)).toBeFocused();
    await typeAccount(root, ACCOUNT);
    await root.getByRole('checkbox').uncheck();
    await button.click();
    await expect(root.getByText('Agree to the direct debit service agreement').first()).toBeVisible();
    expect(sent).toEqual([]);
    await root.getByRole('checkbox').check();
    await root.getByLabel('Account name').press('Enter');
    await expect(saved).toContainText('Bank account saved');
    await expect(saved).toContainText('Bank account •••• 726');
    expect(sent).toEqual([expect.stringMatching(/^\/webapi\/v3\/dvtokens\/withauthkey\/[0-9a-f-]{36}$/)]);
    expect(await keptBy(page)).not.toContain('80417');
    await page.goto('/account');
    await expect(listOf(page)).toHaveText([/Bank account ••••\s726/]);
  });

  test('a card and an account are changed: the list has one of each, with the last typed details', async ({ page }) => {
    const { root, button, saved } = formOf(page);
    await saveAndChange(page, 'card');
    await expect(root.locator('[part="subject"]')).toContainText(/You are changing Visa ••••\s769.*, expires 12 \/ 30/);
    await expect(root.getByLabel('Card number')).toHaveCount(0);
    await typeCard(root, { expiry: '0741' });
    await button.click();
    await expect(saved).toContainText('Card updated');
    await expect(saved).toContainText(/Visa ••••\s769.*, expires 07 \/ 41/);
    await expect(saved).toContainText('Mia Tran');
    await page.reload();
    await root.getByRole('button', { name: 'The card number has changed too' }).click();
    await expect(root.getByLabel('Card number')).toBeFocused();
    await typeCard(root, { number: MASTERCARD.number, expiry: '0841', name: 'Mia T Tran' });
    await button.click();
    await expect(saved).toContainText('Mastercard');
    await expect(saved).toContainText('Mia T Tran');
    await page.context().clearCookies();
    await saveAndChange(page, 'bank-account');
    await typeAccount(root, OTHER);
    await button.click();
    await expect(saved).toContainText('Bank account •••• 123');
    await page.goto('/account');
    await expect(listOf(page)).toHaveText([/Bank account ••••\s123/]);
  });
});

test.describe('in the service’s own frame', () => {
  test('a card, an account and a change of each are saved', async ({ page }) => {
    const { button, saved, root } = formOf(page);
    const frame = page.frameLocator('florin-checkout iframe');
    await page.goto('/account/card/iframe');
    await frame.getByLabel('Card number').waitFor();
    await button.click();
    await expect(root.getByText('Please complete the details')).toBeVisible();
    await typeCard(frame, { number: VISA.number, expiry: VISA.expiry, name: 'Mia Tran' });
    await isStored(frame);
    await button.click();
    await expect(saved).toContainText('Visa •••• 769');
    await page.goto('/account/bank-account/iframe');
    await typeAccount(frame, ACCOUNT);
    await isStored(frame);
    await button.click();
    await expect(saved).toContainText('Bank account •••• 726');
    await page.goto('/account');
    await page.getByRole('link', { name: /^Change Visa ending in 769, Expires 12 \/ 30, Mia Tran/ }).click();
    await openChange(page, 'iframe');
    await typeCard(frame, { expiry: '0741' });
    await isStored(frame);
    await button.click();
    await expect(saved).toContainText('expires 07 / 41');
    await page.goto('/account');
    await expect(listOf(page)).toHaveCount(2);
  });

  test('that cannot be loaded shows an error, and can be loaded again', async ({ page }) => {
    await page.route(/\/dvtokens\/iframe\//, (route) => route.abort());
    await page.goto('/account/card/iframe');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute(/\/dvtokens\/iframe\//);
    await again.click();
    await expect(page.frameLocator('florin-checkout iframe').getByLabel('Card number')).toBeVisible();
  });
});

for (const script of ['florin.js', 'florin-isolated.js'] as const) {
  test.describe(`with the card in a frame of another origin, by ${script}`, () => {
    test.beforeEach(async ({ page }) => {
      if (script === 'florin.js') return;
      await page.route('**/florin/florin.js', (route) =>
        /\/framed/.test(route.request().headers()['referer'] ?? '')
          ? route.fulfill({ path: `dist/browser/${script}`, contentType: 'text/javascript' })
          : route.continue(),
      );
    });
    // As in framed.spec.ts: right after scrolling, a click would go to the frame's earlier
    // position.
    test.use({ viewport: { width: 1280, height: 1200 } });

    test('a card is saved and changed; the page has nothing of it, and the frame sends it to the address of the key', async ({
      page,
    }) => {
      const sent: string[] = [];
      page.on('request', (request) => {
        const body = request.postData() ?? '';
        if (/withauthkey/.test(request.url()) && body) sent.push(`${new URL(request.url()).pathname} ${body}`);
      });
      const { button, saved, root } = formOf(page);
      const frame = page.frameLocator('florin-checkout iframe');
      await page.goto('/account/card/framed');
      await frame.getByLabel('Card number').waitFor();
      await expect(frame.getByLabel('Security code')).toHaveCount(0);
      await expect
        .poll(() => spaceBelow(page, frame.getByLabel('Name on card')), 'all of it is in sight')
        .toBeGreaterThan(0);
      await frame.getByLabel('Card number').pressSequentially('4987');
      await button.click();
      await expect(frame.getByText('a digit is missing').first()).toBeVisible();
      await expect(frame.getByLabel('Card number')).toBeFocused();
      await frame.getByLabel('Card number').fill('');
      await typeCard(frame, { number: VISA.number, expiry: VISA.expiry, name: 'Mia Tran' });
      await frame.getByLabel('Name on card').press('Enter');
      await expect(saved).toContainText('Visa •••• 769');
      await page.goto('/account');
      await page.getByRole('link', { name: /^change/i }).click();
      await openChange(page, 'framed');
      await expect(root.locator('[part="subject"]')).toContainText(/Visa ••••\s769.*, expires 12 \/ 30/);
      await expect(frame.getByLabel('Card number')).toHaveCount(0);
      await expect.poll(() => spaceBelow(page, frame.getByLabel(/expiry/i)), 'room for one').toBeLessThan(60);
      await typeCard(frame, { expiry: '0741' });
      await button.click();
      await expect(saved).toContainText('expires 07 / 41');
      await expect(saved).toContainText('Mia Tran');
      const card = (path: string, members: object) => [
        expect.stringMatching(path),
        { DVTokenReq: { CardDetails: members } },
      ];
      const expiry = { ExpiryDateMonth: '12', ExpiryDateYear: '30' };
      const bodies = sent.map((each) => [
        each.slice(0, each.indexOf(' ')),
        JSON.parse(each.slice(each.indexOf(' '))) as unknown,
      ]);
      expect(bodies).toEqual([
        card('/dvtokens/withauthkey/[0-9a-f-]{36}$', {
          CardHolderName: 'Mia Tran',
          CardNumber: VISA.number,
          ...expiry,
        }),
        card('/dvtokens/withauthkey/update/[0-9a-f-]{36}$', { ExpiryDateMonth: '07', ExpiryDateYear: '41' }),
      ]);
    });

    test('another number is asked for when the shopper has one, or the service wants one', async ({ page }) => {
      const { button, saved, root, message } = formOf(page);
      const frame = page.frameLocator('florin-checkout iframe');
      await saveAndChange(page, 'card');
      await openChange(page, 'framed');
      // The focus can be set after the frame has learnt its fields.
      await frame.getByLabel(/^expiry/i).waitFor();
      await expect(frame.getByLabel('Card number')).toHaveCount(0);
      await root.getByRole('button', { name: 'The card number has changed too' }).click();
      await expect(frame.getByLabel('Card number')).toBeFocused();
      await typeCard(frame, { number: MASTERCARD.number, expiry: '0741', name: 'Mia T Tran' });
      await button.click();
      await expect(saved).toContainText('Mastercard');
      await page.reload();
      await page.route(/withauthkey\/update/, (route) =>
        route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          json: { APIResponse: { ResponseCode: 112, ResponseText: 'Invalid card number' }, ResultKey: null },
        }),
      );
      // A press before the frame has learnt that no number is needed would report a missing number.
      await frame.getByLabel(/^expiry/i).waitFor();
      await expect(frame.getByLabel('Card number')).toHaveCount(0);
      await typeCard(frame, { expiry: '0841' });
      await button.click();
      await expect(frame.getByLabel('Card number')).toBeFocused();
      await expect(message).toBeEmpty();
      await page.unroute(/withauthkey\/update/);
      await typeCard(frame, { number: VISA.number, expiry: '0841', name: 'Mia Tran' });
      await button.click();
      await expect(saved).toContainText(/Visa ••••\s769.*, expires 08 \/ 41/);
    });
  });
}

test.describe('on the service’s page', () => {
  test('an account is saved, a card is changed, and the shop’s page shows each', async ({ page }) => {
    const { button, saved } = formOf(page);
    await page.goto('/account/bank-account/redirect');
    await button.click();
    await expect(page).toHaveURL(/\/pay\/DEMOSHOP\.adddv/);
    await isReady(page);
    await typeAccount(page, ACCOUNT);
    await page.getByRole('button', { name: 'Save bank account' }).click();
    await expect(page).toHaveURL(/\/account\/saved\?purpose=save-bank-account$/);
    await expect(saved).toContainText('Bank account saved');
    await expect(saved).toContainText('Bank account •••• 726');
    await expect(saved).not.toContainText('charged');
    // The server now returns nothing: the receipt asks the signer.
    await page.reload();
    await expect(page.locator('florin-receipt[claim]')).toHaveCount(0);
    await expect(saved).toContainText('Bank account •••• 726');
    await page.context().clearCookies();
    await saveAndChange(page, 'card');
    await openChange(page, 'redirect');
    await expect(button).toHaveText('Continue');
    await button.click();
    await expect(page).toHaveURL(/\/pay\/DEMOSHOP\.updatedv/);
    await isReady(page);
    await typeCard(page, { expiry: '0741' });
    await page.getByRole('button', { name: 'Update card' }).click();
    await expect(page).toHaveURL(/\/account\/saved\?purpose=update-card&card=/);
    await expect(saved).toContainText('Card updated');
    await expect(saved).toContainText(/Visa ••••\s769/);
    await expect(saved).toContainText('expires 07 / 41');
    await page.reload();
    await expect(saved).toContainText('expires 07 / 41');
    expect(await keptBy(page)).not.toContain('4987');
  });

  test('in another tab there is nothing to show, and the page says where to find the card', async ({ page }) => {
    await page.goto('/account/saved?purpose=save-card');
    await expect(formOf(page).saved).toHaveText('There is nothing to show here. Please check your account.');
  });

  test('the back button finds that nothing was saved, and the shopper goes there again', async ({ page }) => {
    const { button, saved, message } = formOf(page);
    await page.goto('/account/card/redirect');
    await button.click();
    await expect(page).toHaveURL(/\/pay\/DEMOSHOP/);
    await page.goBack();
    await expect(message).toContainText('Nothing was saved', { timeout: 30_000 });
    await button.click();
    await isReady(page);
    await typeCard(page, { number: VISA.number, expiry: VISA.expiry, name: 'Mia Tran' });
    await page.getByRole('button', { name: 'Save card' }).click();
    await expect(saved).toContainText('Visa •••• 769');
    await expect(listOf(page)).toHaveCount(1);
  });
});

test.describe('on a plain form', () => {
  test('an account is saved after a BSB that was refused, and the shop’s page shows it', async ({ page }) => {
    const { button, saved } = formOf(page);
    await page.goto('/account/bank-account/webform-page');
    await button.click();
    await expect(page).toHaveURL(/\/pay\/form\?lang=en-AU$/);
    await typeAccount(page, { ...ACCOUNT, bsb: '06391' });
    await page.getByRole('button', { name: 'Save bank account' }).click();
    await expect(page.getByRole('alert')).toContainText('Check the BSB');
    await expect(page.getByLabel('Account number')).toHaveValue('');
    await typeAccount(page, ACCOUNT);
    await page.getByRole('button', { name: 'Save bank account' }).click();
    await expect(saved).toContainText('Bank account •••• 726');
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });
    test('a card is saved by the link inside the element', async ({ page }) => {
      await page.goto('/account/card');
      await page.getByRole('link', { name: 'On a plain form without script', exact: true }).click();
      await page.getByLabel('Card number').fill(VISA.number);
      await page.getByLabel('Expiry month').fill('05');
      await page.getByLabel('Expiry year').fill('41');
      await page.getByLabel('Name on card').fill('Mia Tran');
      await page.getByRole('button', { name: 'Save card' }).click();
      await expect(listOf(page)).toHaveText([/Visa ••••\s769/]);
    });
  });
});
