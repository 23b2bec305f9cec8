/** The developer bar: every way to pay with its code, every outcome of a payment, the look, and the log. */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { expectSound } from './expect-sound.js';
import { framedForm, PaymentForm } from './pages/payment-form.js';
import { VISA } from './test-cards.js';

test('shows the steps of a payment and the calls, without the card', async ({ shop, form }) => {
  await shop.beginOrder();
  const bar = await shop.openDeveloperBar();
  await expect(bar).toContainText('AuthKey: not requested yet');
  await form.type({ ...VISA, cvn: '987' });
  await expect(bar).toContainText('Checkout: ready');
  await expect(bar).toContainText('AuthKey: issued');
  await form.payButton.click();
  const log = bar.getByRole('log');
  await expect(log).toContainText('result: declined');
  for (const line of ['state: keying', 'state: submitting', 'signer /pay/authkey → 200', 'service /webapi/v3/txns/']) {
    await expect(log).toContainText(line);
  }
  const text = (await log.textContent()) ?? '';
  expect(text.replace(/\D/g, '')).not.toContain(VISA.number.slice(0, 9));
  expect(text, 'a whole key').not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
});

test('lets keys expire and takes the service down, while a half-filled form stays as it is', async ({
  shop,
  form,
  demo,
}) => {
  await shop.beginOrder();
  const bar = await shop.openDeveloperBar();
  await form.number.fill(VISA.number);
  const before = demo.control.now();
  await bar.getByRole('button', { name: 'Expire every AuthKey' }).click();
  await expect(bar.getByRole('log')).toContainText('every AuthKey has expired');
  expect(demo.control.now() - before, 'the clock is not moved').toBeLessThan(20 * 60_000);
  await bar.getByRole('button', { name: 'Take the service down' }).click();
  await expect(bar.locator('summary')).toContainText('Service: down');
  const status = async (): Promise<unknown> => (await fetch(`${demo.sandboxUrl}/webapi/v3/status/`)).json();
  expect(await status()).toMatchObject({ APIResponse: { ResponseCode: 900 } });
  await bar.getByRole('button', { name: 'Bring it up' }).click();
  await expect(bar.locator('summary')).toContainText('Service: up');
  expect(await status()).not.toMatchObject({ APIResponse: { ResponseCode: 900 } });
  await expect(form.number).toHaveValue('4987 6543 2109 8769');
});

test('an expired key is replaced, and pays', async ({ shop, form, ledger }) => {
  const order = await shop.beginOrder();
  const bar = await shop.openDeveloperBar();
  await form.type(VISA);
  await expect(bar).toContainText('Checkout: ready');
  await bar.getByRole('button', { name: 'Expire every AuthKey' }).click();
  await expect(bar.getByRole('log')).toContainText('every AuthKey has expired');
  await form.payButton.click();
  await expect(form.root).toContainText('You will not be charged twice');
  if ((await form.cvn.inputValue()) === '') await form.cvn.fill(VISA.cvn);
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('copies a test card', async ({ page, context, shop }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  const bar = await shop.openDeveloperBar();
  const button = bar.getByRole('button', { name: 'Copy the Mastercard number' });
  await button.click();
  await expect(button).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('5123456789012346');
});

test('says what it is, before it is opened', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.dev-bar summary')).toContainText(/Developer bar\s+Tools for trying this demo/);
});

test('links to the sandbox and to the source of the page', async ({ page, demo, shop }) => {
  await page.goto('/coffee/meadow');
  const bar = await shop.openDeveloperBar();
  await expect(bar.getByRole('link', { name: 'Sandbox' })).toHaveAttribute('href', `${demo.sandboxUrl}/`);
  const source = await bar.getByRole('link', { name: 'Source of this page' }).getAttribute('href');
  const answer = await page.request.get(source ?? '');
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain('export function productPage');
  for (const path of [
    '/developer/source/../start.ts',
    '/developer/source/..%2fstart.ts',
    '/developer/source/nothing.ts',
  ]) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
});

test('closes for good, and opens again from the foot of the page', async ({ shop, page }) => {
  await page.goto('/');
  await shop.closeDeveloperBar();
  await page.goto('/cart');
  await expect(page.getByRole('complementary', { name: 'Developer bar' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the developer bar' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('complementary', { name: 'Developer bar' })).toBeVisible();
});

test.describe('the ways to pay', () => {
  test('can be chosen, with the code of the page, which can be copied', async ({ shop, page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/');
    let bar = await shop.openDeveloperBar();
    await bar.getByRole('button', { name: 'Begin an example order' }).click();
    await expect(page).toHaveURL(/\/checkout\/\d+$/);
    const order = shop.orderNumber();
    await shop.chooseWay(`/checkout/${order}/saved-framed`);
    bar = await shop.openDeveloperBar();
    await expect(bar.locator('details')).toHaveAttribute('open');
    await bar.getByRole('button', { name: 'Copy: Page' }).click();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    expect(code).toContain('<script type="module" src="/florin/florin-isolated.js"');
    const served = await (await page.request.get(page.url())).text();
    const [tag = ''] = /<florin-checkout[^>]*>/.exec(code) ?? [];
    expect(tag).toContain('isolation="frame"');
    expect(served).toContain(tag);
    await bar.getByRole('button', { name: 'Copy: Server' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('frame: { signingKey }');
  });

  test('differ by surcharge, saved cards and isolation', async ({ shop, page }) => {
    // The whole form, as in framed-all.spec.ts: Chromium may send a click right after scrolling to the frame.
    await page.setViewportSize({ width: 1280, height: 1600 });
    const order = await shop.beginOrder();
    const bar = await shop.openDeveloperBar();
    await bar.getByRole('link', { name: 'Surcharge: off' }).click();
    await expect(page).toHaveURL(new RegExp(`/checkout/${order}/surcharge$`));
    await bar.getByRole('link', { name: 'Saved cards: off' }).click();
    await bar.getByRole('link', { name: 'Isolation: page' }).click();
    await expect(page).toHaveURL(new RegExp(`/checkout/${order}/framed-all$`));
    const framed = framedForm(page);
    await framed.type(VISA);
    await expect(page.locator('florin-amount')).toContainText('Visa surcharge');
    await page.getByRole('button', { name: /^pay/i }).click();
    await shop.expectReceipt(order);
  });
});

test.describe('the outcome of the next payment', () => {
  // The whole form, as in framed-all.spec.ts: Chromium may send a click right after scrolling to the frame.
  test.use({ viewport: { width: 1280, height: 1600 } });
  for (const [button, text, path] of [
    ['No funds (51)', 'Your bank did not approve this payment', 'framed'],
    ['Issuer unavailable (91)', 'Nothing was charged', ''],
  ] as const) {
    test(`${button}, once, whatever is typed`, async ({ shop, page }) => {
      const order = await shop.beginOrder();
      if (path) await page.goto(`/checkout/${order}/${path}`);
      const bar = await shop.openDeveloperBar();
      await bar.getByRole('button', { name: button }).click();
      await expect(bar.getByRole('heading', { name: `Next payment: ${button}` })).toBeVisible();
      const form = path ? framedForm(page) : new PaymentForm(page);
      await form.pay(VISA);
      await expect(form.root).toContainText(text);
      await form.cvn.fill(VISA.cvn);
      await form.payButton.click();
      await shop.expectReceipt(order);
    });
  }

  test('a fraud screening: a rejected payment is declined, one for review is paid and held', async ({
    shop,
    page,
    form,
  }) => {
    const order = await shop.beginOrder();
    const bar = await shop.openDeveloperBar();
    await bar.getByRole('button', { name: 'Rejected' }).click();
    await expect(bar.getByRole('heading', { name: 'Next payment: Rejected' })).toBeVisible();
    await form.pay(VISA);
    await expect(form.root).toContainText('Nothing was charged');
    await bar.getByRole('button', { name: 'Review' }).click();
    await expect(bar.getByRole('heading', { name: 'Next payment: Review' })).toBeVisible();
    await form.cvn.fill(VISA.cvn);
    await form.payButton.click();
    await shop.expectReceipt(order);
    await expect(page.getByRole('main')).toContainText('We check the payment before we roast and post it');
  });

  test('3-D Secure, without a name on the card', async ({ shop, page, form }) => {
    const order = await shop.beginOrder();
    const bar = await shop.openDeveloperBar();
    await bar.getByRole('button', { name: 'Challenge' }).click();
    await expect(bar.getByRole('heading', { name: 'Next payment: Challenge' })).toBeVisible();
    await form.pay(VISA);
    await expect(page.getByRole('dialog', { name: 'Confirm with your bank' })).toBeVisible();
    expect(order).toBeGreaterThan(0);
  });
});

test('switches language, direction and colours in place, and keeps them', async ({ shop, form, page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await shop.beginOrder();
  await form.number.fill('4987');
  const bar = await shop.openDeveloperBar();
  const paper = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await bar.getByLabel('Language', { exact: true }).selectOption('de');
  await expect(page.locator('florin-checkout').getByLabel('Kartennummer')).toBeVisible();
  await bar.getByLabel('Colours', { exact: true }).selectOption('dark');
  await expect.poll(paper).not.toBe(light);
  await bar.getByLabel('Language', { exact: true }).selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  expect(await paper()).not.toBe(light);
});

for (const [what, width, height] of [
  ['a phone', 360, 740],
  ['a desktop', 1280, 800],
] as const) {
  test.describe(what, () => {
    test.use({ viewport: { width, height } });
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`the bar covers no part of a page, folded or open, ${colorScheme}`, async ({ shop, page }) => {
        await page.emulateMedia({ colorScheme });
        await shop.beginOrder();
        expect(await coveredBy(page)).toEqual([]);
        await shop.openDeveloperBar();
        expect(await coveredBy(page)).toEqual([]);
        await expectSound(page, 'open');
      });
    }
  });
}

/** Names of shown elements of the page that the bar overlaps, at the top and at the end of the page. */
async function coveredBy(page: Page): Promise<readonly string[]> {
  await page.locator('florin-checkout').getByLabel('Card number').waitFor();
  return page.evaluate(() => {
    const bar = document.querySelector('.dev-bar');
    const covered = new Set<string>();
    for (const top of [0, document.documentElement.scrollHeight]) {
      scrollTo(0, top);
      const box = bar?.getBoundingClientRect() ?? new DOMRect();
      for (const part of document.querySelectorAll('header, main, main *, footer')) {
        const { left, right, top: start, bottom, width, height } = part.getBoundingClientRect();
        const isShown = width > 0 && height > 0 && !part.closest('.unseen');
        if (isShown && right > box.left + 1 && left < box.right && bottom > box.top + 1 && start < box.bottom)
          covered.add(`${part.localName}.${part.className}`);
      }
    }
    return [...covered];
  });
}
