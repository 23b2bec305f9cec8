/** Accessibility of all pages: axe, keyboard only, narrow and wide, light and dark, no layout shift. */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { expectSound } from './expect-sound.js';
import { inShop, unasked, watchShifts } from './layout-shifts.js';
import { VISA } from './test-cards.js';
import type { ShopPages } from './pages/shop-pages.js';
import type { PaymentForm } from './pages/payment-form.js';

const LOOKS = [
  { name: 'a small phone, light', width: 320, height: 640, colorScheme: 'light' },
  { name: 'a phone, dark', width: 390, height: 844, colorScheme: 'dark' },
  { name: 'a desktop, light', width: 1280, height: 800, colorScheme: 'light' },
  { name: 'a desktop, dark', width: 1280, height: 800, colorScheme: 'dark' },
] as const;

/** Walks through the whole shop and calls `stop` at every page. */
async function walk(shop: ShopPages, form: PaymentForm, stop: (what: string) => Promise<void>): Promise<void> {
  const { page } = shop;
  for (const [what, path] of [
    ['front page', '/'],
    ['product page', '/coffee/volcan'],
    ['empty cart', '/cart'],
    ['no orders', '/orders'],
    ['missing page', '/nothing'],
  ] as const) {
    await page.goto(path);
    await stop(what);
  }
  await shop.addToCart({ coffee: 'Highland Fog', count: 2 });
  await stop('cart');
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await stop('address with problems');
  const order = await shop.goToPayment();
  await expect(form.number).toBeVisible();
  await stop('payment');
  await page.locator('.dev-bar summary').click();
  await stop('payment with the developer bar');
  await page.locator('.dev-bar summary').click();
  await form.payButton.click();
  await stop('payment with field errors');
  await form.pay({ ...VISA, cvn: '987' });
  await expect(form.cvn).toHaveValue('');
  await stop('payment declined');
  await form.cvn.fill(VISA.cvn);
  await form.payButton.click();
  await shop.expectReceipt(order);
  await stop('receipt');
  await page.goto('/orders');
  await stop('orders');
  await page.locator('.dev-bar summary').click();
  await stop('developer bar');
}

for (const { name, width, height, colorScheme } of LOOKS) {
  test(`every page passes axe and does not overflow on ${name}`, async ({ shop, form, page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await walk(shop, form, (what) => expectSound(page, what));
  });
}

test('a purchase works with the keyboard alone', async ({ page, shop, form }) => {
  const { keyboard } = page;
  /** Presses Tab until the element with this name has the focus. */
  async function tabTo(name: RegExp): Promise<void> {
    for (let tabs = 0; tabs < 60; tabs += 1) {
      await keyboard.press('Tab');
      if (name.test(await focusedName(page))) return;
    }
    throw new Error(`Tab does not reach ${name.source}`);
  }
  await page.goto('/');
  await keyboard.press('Tab');
  expect(await focusedName(page)).toBe('Skip to content');
  await keyboard.press('Enter');
  await tabTo(/^Quiet Hour/);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/quiet-hour/);
  await tabTo(/^Add to cart$/);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cart$/);
  await tabTo(/^Check out$/);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/checkout$/);
  for (const [field, text] of [
    [/^Email/, 'mia.tran@example.com'],
    [/^Full name/, 'Mia Tran'],
    [/^Street/, '12 Ferry Road'],
    [/^Suburb/, 'West End'],
    [/^State/, 'QLD'],
    [/^Postcode/, '4101'],
  ] as const) {
    await tabTo(field);
    await keyboard.type(text);
  }
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/checkout\/\d+$/);
  const order = shop.orderNumber();
  await tabTo(/^Card number/);
  await keyboard.type(VISA.number);
  await keyboard.press('Tab');
  await keyboard.type(VISA.expiry);
  await keyboard.press('Tab');
  await keyboard.type(VISA.cvn);
  await keyboard.press('Tab');
  await keyboard.type(VISA.name);
  await expect(form.payButton).toHaveText('Pay $31.00');
  await tabTo(/^Pay \$/);
  await keyboard.press('Enter');
  await shop.expectReceipt(order);
});

for (const width of [320, 390, 1280]) {
  test(`nothing moves on the payment page at ${width} px, while it loads or while a card is typed`, async ({
    page,
    shop,
    form,
  }) => {
    const shifts = await watchShifts(page);
    await page.setViewportSize({ width, height: 800 });
    await shop.beginOrder();
    await expect(form.number).toBeVisible();
    await form.type({ ...VISA, number: '4987654321098768' });
    await form.number.focus();
    await form.name.focus();
    await page.waitForTimeout(700);
    expect(inShop(unasked(await shifts()))).toEqual([]);
  });
}

/** The name of the focused element, through open roots. */
async function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element) return '';
    const labels = 'labels' in element ? (element as HTMLInputElement).labels : null;
    const label = labels?.[0]?.textContent ?? '';
    return (element.getAttribute('aria-label') ?? (label || element.textContent) ?? '').replace(/\s+/g, ' ').trim();
  });
}

test('with the text spacing of WCAG 1.4.12 no text of the form is cut off or covered', async ({ page, shop, form }) => {
  await page.setViewportSize({ width: 320, height: 900 });
  await shop.beginOrder();
  await form.payButton.click();
  await expect(form.root.getByText('Enter the card number').first()).toBeVisible();
  const cut = await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }',
    );
    const found: string[] = [];
    const space = (root: Document | ShadowRoot): void => {
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) space(shadowRoot);
    };
    const look = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (element.shadowRoot) look(element.shadowRoot);
        const { overflowX, overflowY } = getComputedStyle(element);
        const isCut =
          (overflowX !== 'visible' && element.scrollWidth > element.clientWidth) ||
          (overflowY === 'hidden' && element.scrollHeight > element.clientHeight);
        // What only a screen reader gets is one pixel wide.
        if (isCut && element.clientWidth > 1)
          found.push(`${element.localName}.${element.className}: ${element.innerText}`);
      }
    };
    space(document);
    const host = document.querySelector('florin-checkout')!;
    if (host.shadowRoot) look(host.shadowRoot);
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push('the page');
    return found;
  });
  expect(cut).toEqual([]);
});
