/**
 * The bank's step (3-D Secure) in a dialog, with each of its five outcomes, with the card in the
 * page and in a frame. The service is on another site than the shop, and the browser blocks
 * third-party cookies.
 */
import { CHROMIUM } from '../support/chromium-args.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { startDemo, type Demo } from '../../build/demo/start.js';
import { BANK_ALLOW, BANK_SANDBOX } from '../../src/core/bank-frame.js';
import { expect, test as base } from './demo-test.js';
import { ChallengeDialog } from './pages/challenge-dialog.js';
import { framedForm, PaymentForm } from './pages/payment-form.js';
import type { ShopPages } from './pages/shop-pages.js';
import { VISA } from './test-cards.js';

const ASKED = { ...VISA, name: '3DS CHALLENGE' };

const test = base.extend<{ readonly dialog: ChallengeDialog }, { readonly demo: Demo }>({
  demo: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'florin-3ds-'));
      const plenty = { calls: 10_000, seconds: 60 };
      const rateLimit = { client: plenty, order: plenty, tries: plenty, declines: plenty };
      const options = {
        shopPort: 0,
        sandboxPort: 0,
        framePort: 0,
        database: folder,
        rateLimit,
        print: () => undefined,
      };
      const demo = await startDemo({ ...options, sandboxName: 'localhost' });
      await use(demo);
      await demo.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  dialog: ({ page }, use) => use(new ChallengeDialog(page)),
});

test.use({
  viewport: { width: 1280, height: 1200 },
  launchOptions: async ({ browserName, launchOptions }, use) => {
    // The headless shell, in which the other files may run, does not block cookies.
    const args = [...(launchOptions.args ?? []), '--test-third-party-cookie-phaseout'];
    await use(browserName === 'chromium' ? { ...launchOptions, executablePath: CHROMIUM, args } : launchOptions);
  },
});

/** What answers a request for the code of the dialog. */
const WAYS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'is refused': (route) => route.fulfill({ status: 404 }),
  'is broken': (route) => route.fulfill({ body: 'export const openChallenge = (', contentType: 'text/javascript' }),
};

for (const [way, answer] of Object.entries(WAYS)) {
  test(`the bank’s step opens in the whole window when its code ${way}, and the order is paid`, async ({
    shop,
    page,
    ledger,
    complaints,
  }) => {
    let asked = 0;
    await page.route(/-challenge\.js/, (route) => {
      asked += 1;
      return answer(route);
    });
    const order = await shop.beginOrder();
    const form = new PaymentForm(page);
    await form.type(ASKED);
    await form.payButton.click();
    await page.waitForURL(/\/3ds\//);
    expect(asked).toBe(1);
    await page.getByRole('button', { name: 'Approve' }).click();
    await shop.expectReceipt(order);
    expect(await ledger.transactionsOf(order)).toMatchObject([{ ResponseCode: '0' }]);
    complaints.length = 0;
  });
}

for (const place of ['page', 'frame'] as const) {
  test.describe(`with the card in the ${place}`, () => {
    /** Begins an order, pays with a card that needs 3-D Secure, and waits for the dialog. */
    async function pay(shop: ShopPages, dialog: ChallengeDialog): Promise<number> {
      const { page } = shop;
      const order = await shop.beginOrder();
      if (place === 'frame') await page.goto(`/checkout/${order}/framed`);
      await recordEvents(page);
      const form = place === 'frame' ? framedForm(page) : new PaymentForm(page);
      await form.type(ASKED);
      await form.payButton.click();
      await expect(dialog.approve).toBeVisible();
      return order;
    }

    test('approved: the dialog closes by itself, and the receipt is there', async ({ shop, dialog, ledger, page }) => {
      const order = await pay(shop, dialog);
      const bank = page.frames().find((frame) => frame.url().includes('/3ds/'));
      const kept = await bank?.evaluate(() => {
        document.cookie = 'probe=1; SameSite=None; Secure';
        return document.cookie;
      });
      expect(kept, 'third-party cookies are blocked').toBe('');
      const features = (await dialog.frame.getAttribute('allow')) ?? '';
      expect(features.split('; ')).toContain('otp-credentials *');
      // Firefox has neither these codes nor a list of what a page may do.
      const mayReadCodes = () =>
        (
          document as unknown as { featurePolicy?: { allowsFeature(name: string): boolean } }
        ).featurePolicy?.allowsFeature('otp-credentials') ?? true;
      expect(await bank?.evaluate(mayReadCodes), 'the bank’s page may read codes from messages').toBe(true);
      await dialog.code.fill('000000');
      await dialog.press(dialog.approve);
      await expect(dialog.bank.getByRole('alert')).toHaveText('Wrong code. Please try again.');
      await dialog.code.fill('123456');
      await dialog.press(dialog.approve);
      await shop.expectReceipt(order);
      expect(await ledger.transactionsOf(order)).toMatchObject([{ ResponseCode: '0' }]);
    });

    test('failed: says so, and another card can be used at once', async ({ shop, dialog, page, ledger }) => {
      const order = await pay(shop, dialog);
      await dialog.press(dialog.fail);
      await expect(dialog.root).toBeHidden();
      const root = page.locator('florin-checkout');
      await expect(root).toContainText('Your bank could not confirm that it was you. Nothing was charged.');
      expect(await events(page)).toEqual(['open', 'returned', 'failed']);
      const form = place === 'frame' ? framedForm(page) : new PaymentForm(page);
      await form.name.fill('Mia Tran');
      if ((await form.cvn.inputValue()) === '') await form.cvn.fill(VISA.cvn);
      await form.payButton.click();
      await shop.expectReceipt(order);
      expect((await ledger.transactionsOf(order)).map(({ ResponseCode }) => ResponseCode).sort()).toEqual(['0', 'F']);
    });

    test('cancelled: offers no second payment, and continues with the bank', async ({ shop, dialog, page, ledger }) => {
      const order = await pay(shop, dialog);
      await dialog.leave();
      await expect(dialog.root).toBeHidden();
      const root = page.locator('florin-checkout');
      await expect(root).toContainText('Your bank is waiting for you to confirm this payment.');
      await expect(root).not.toContainText(/try again/i);
      await expect(root.getByRole('button', { name: /^pay/i })).toBeHidden();
      await expect(dialog.goOn).toBeFocused();
      expect((await events(page)).slice(0, 2)).toEqual(['open', 'cancelled']);
      await dialog.goOn.click();
      await dialog.press(dialog.approve);
      await shop.expectReceipt(order);
      expect(await ledger.transactionsOf(order)).toHaveLength(1);
    });

    test('timed out: the bank ends the step, and the order can be paid again', async ({
      shop,
      dialog,
      page,
      demo,
      ledger,
    }) => {
      const order = await pay(shop, dialog);
      await demo.control.advanceClock(11 * 60);
      await dialog.press(dialog.approve);
      const root = page.locator('florin-checkout');
      await expect(root).toContainText('The bank confirmation was not completed in time. Nothing was charged.');
      const form = place === 'frame' ? framedForm(page) : new PaymentForm(page);
      await form.name.fill('Mia Tran');
      if ((await form.cvn.inputValue()) === '') await form.cvn.fill(VISA.cvn);
      await form.payButton.click();
      await shop.expectReceipt(order);
      expect(await ledger.transactionsOf(order)).toHaveLength(2);
    });

    test('the page is reloaded during the step: finds the step and continues', async ({
      shop,
      dialog,
      page,
      ledger,
    }) => {
      const order = await pay(shop, dialog);
      await page.reload();
      const root = page.locator('florin-checkout');
      await expect(root).toContainText('Your bank is waiting for you to confirm this payment.');
      await expect(root.getByRole('button', { name: /^pay/i })).toBeHidden();
      await dialog.goOn.click();
      await dialog.press(dialog.approve);
      await shop.expectReceipt(order);
      expect(await ledger.transactionsOf(order)).toHaveLength(1);
    });

    test('the tab is closed during the step: another tab finds the payment, and offers no second one', async ({
      shop,
      dialog,
      page,
      demo,
      ledger,
    }) => {
      const order = await pay(shop, dialog);
      const bankUrl =
        page
          .frames()
          .find((frame) => frame.url().includes('/3ds/'))
          ?.url() ?? '';
      const second = await page.context().newPage();
      await page.close();
      // A recent key is granted again without a question to the service; a used key makes no second
      // payment.
      await demo.control.advanceClock(15);
      await second.goto(`/checkout/${order}${place === 'frame' ? '/framed' : ''}`);
      const form = place === 'frame' ? framedForm(second) : new PaymentForm(second);
      // The first digits ask for a key, and the signer's answer replaces the form.
      await form.number.pressSequentially('4987');
      const root = second.locator('florin-checkout');
      await expect(root).toContainText('Your bank is waiting for you to confirm this payment.');
      await expect(root.getByRole('button', { name: /^pay/i })).toBeHidden();
      const third = await second.context().newPage();
      await third.goto(bankUrl);
      await third.getByRole('button', { name: 'Approve' }).click();
      await expect(third).toHaveURL(new RegExp(`/orders/${order}$`));
      // This tab polls, and replaces the form by the receipt.
      await expect(root).toContainText('Approved', { timeout: 60_000 });
      expect(await ledger.transactionsOf(order)).toHaveLength(1);
    });
  });
}

test('Escape asks before it leaves, and a second Escape continues', async ({ shop, form, dialog, page }) => {
  const order = await shop.beginOrder();
  await form.type(ASKED);
  await form.payButton.click();
  await expect(dialog.approve).toBeVisible();
  await dialog.closeButton.focus();
  await page.keyboard.press('Escape');
  await expect(dialog.question).toBeVisible();
  await expect(dialog.question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.question).toBeHidden();
  await dialog.press(dialog.approve);
  await shop.expectReceipt(order);
});

test('Escape in the bank’s page asks too', async ({ shop, form, dialog, page }) => {
  const order = await shop.beginOrder();
  await form.type(ASKED);
  await form.payButton.click();
  await dialog.code.press('Escape');
  await expect(dialog.question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.question).toBeHidden();
  await dialog.press(dialog.approve);
  await shop.expectReceipt(order);
});

test('can move to the whole window, and comes back to the receipt', async ({ shop, form, dialog, page }) => {
  const order = await shop.beginOrder();
  await form.type(ASKED);
  await form.payButton.click();
  await dialog.elsewhere.click();
  await expect(page).toHaveURL(/\/3ds\//);
  await page.getByRole('button', { name: 'Approve' }).click();
  await shop.expectReceipt(order);
});

test('challenge="redirect" leaves the page; the back button finds the step again', async ({
  shop,
  form,
  dialog,
  page,
  ledger,
}) => {
  const order = await shop.beginOrder();
  await form.root.evaluate((element) => element.setAttribute('challenge', 'redirect'));
  await form.type(ASKED);
  await form.payButton.click();
  await expect(page).toHaveURL(/\/3ds\//);
  await page.goBack();
  await expect(form.root).toContainText('Your bank is waiting for you to confirm this payment.');
  await form.root.evaluate((element) => element.setAttribute('challenge', 'redirect'));
  await dialog.goOn.click();
  await expect(page).toHaveURL(/\/3ds\//);
  await page.getByRole('button', { name: 'Approve' }).click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('counts down, closes when the bank no longer waits, and offers the way on', async ({
  shop,
  form,
  dialog,
  page,
}) => {
  await page.clock.install();
  await shop.beginOrder();
  await recordEvents(page);
  await form.type(ASKED);
  await form.payButton.click();
  await expect(dialog.approve).toBeVisible();
  await expect(dialog.root.getByRole('timer')).toHaveText(/^(10:00|9:5\d)$/);
  await page.clock.fastForward('10:01');
  await expect(dialog.root.getByRole('timer')).toHaveText('0:00');
  await page.clock.fastForward('00:05');
  await expect(dialog.root).toBeHidden();
  await expect(form.root).toContainText('Your bank is waiting for you to confirm this payment.');
  await expect(dialog.goOn).toBeVisible();
  expect((await events(page)).slice(0, 2)).toEqual(['open', 'timed_out']);
});

test('only the signer’s page can end it', async ({ shop, form, dialog, page }) => {
  await shop.beginOrder();
  await form.type(ASKED);
  await form.payButton.click();
  await expect(dialog.approve).toBeVisible();
  // The bank's page and a script of the shop's page post the message: wrong origin, wrong source.
  const bank = page.frames().find((frame) => frame.url().includes('/3ds/'));
  await bank?.evaluate(() => parent.postMessage('florin:returned', '*'));
  await page.evaluate(() => window.postMessage('florin:returned', '*'));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await expect(dialog.root).toBeVisible();
});

test('the bank’s page cannot navigate the shop’s page', async ({ shop, form, dialog, page, complaints }) => {
  const order = await shop.beginOrder();
  await form.type(ASKED);
  await form.payButton.click();
  await expect(dialog.approve).toBeVisible();
  await expect(dialog.frame).toHaveAttribute('sandbox', BANK_SANDBOX);
  await expect(dialog.frame).toHaveAttribute('allow', BANK_ALLOW);
  const bank = page.frames().find((frame) => frame.url().includes('/3ds/'));
  const refused = await bank?.evaluate(() => {
    try {
      top!.location.href = 'https://elsewhere.example/';
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toBe(true);
  expect(page.url()).toContain(`/checkout/${order}`);
  complaints.length = 0;
});

/** Records the page's events: steps of the bank, and the final state of the payment. */
async function recordEvents(page: Page): Promise<void> {
  await page.evaluate(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    document.addEventListener('florin-challenge', (event) => {
      told.push((event as Event & { challenge: string }).challenge);
    });
    document.addEventListener('florin-state', (event) => {
      const { state } = event as Event & { state: string };
      if (['approved', 'declined', 'failed'].includes(state)) told.push(state);
    });
  });
}

const events = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told);
