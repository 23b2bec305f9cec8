/** The demo's own texts: their language, their headings, the city of their times. */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import type { ShopPages } from './pages/shop-pages.js';
import { VISA } from './test-cards.js';

/** Opens every kind of page, and calls `stop` at each. */
async function walk(shop: ShopPages, stop: (path: string) => Promise<void>): Promise<void> {
  const { page } = shop;
  const visit = async (path: string) => {
    await page.goto(path);
    await stop(path);
  };
  for (const path of ['/', '/coffee/volcan', '/cart', '/orders', '/nothing', '/cards', '/account']) await visit(path);
  for (const path of [
    '/account/card',
    '/account/bank-account',
    '/account/agreement',
    '/account/saved?purpose=save-card',
  ])
    await visit(path);
  const order = await shop.beginOrder();
  await visit('/cart');
  await visit('/checkout');
  for (const way of ['', '/surcharge', '/rendered', '/redirect', '/webform']) await visit(`/checkout/${order}${way}`);
  for (const path of ['/orders', `/orders/${order}`, `/orders/${order}/attempt`]) await visit(path);
  await page.goto(`/checkout/${order}`);
  await page.getByRole('button', { name: 'Fill in a test card' }).click();
  await page.locator('florin-checkout [type=submit], florin-checkout [part~=button]').first().click();
  await page.waitForURL(/\/orders\//);
  await stop('/orders/N, paid');
}

/** English texts and labels of the page that are not marked as such, without those of Florin's elements. */
const unmarked = (page: Page) =>
  page.evaluate(() => {
    const isEnglish = (element: Element) => /^en\b/.test(element.closest('[lang]')?.getAttribute('lang') ?? '');
    const found: string[] = [];
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement: element, textContent: text } = node;
      // A form of the signer is inside the element, in the language of the page.
      if (!element || element.closest('script, style, florin-checkout > form') || !/\p{L}/u.test(text ?? '')) continue;
      // With scripts the browser does not parse what is shown without: its outermost element.
      const isMarked = element.matches('noscript') ? /^\s*<\w+[^>]* lang="en/.test(text!) : isEnglish(element);
      if (!isMarked) found.push(text!.trim().slice(0, 60));
    }
    for (const element of document.querySelectorAll('[aria-label], img[alt]:not([alt=""])'))
      if (!element.shadowRoot && !element.closest('florin-checkout > form') && !isEnglish(element))
        found.push(element.outerHTML.slice(0, 60));
    return found;
  });

test('on a German page every English text is marked as English', async ({ shop, page }) => {
  test.setTimeout(120_000);
  await shop.post('/developer/look', { lang: 'de', back: '/' });
  const found: string[] = [];
  await walk(shop, async (path) => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    found.push(...(await unmarked(page)).map((text) => `${path}: ${text}`));
  });
  expect(found).toEqual([]);
});

test('every page has one first heading, which says what the page is, and so does its title', async ({ shop, page }) => {
  test.setTimeout(120_000);
  const found = new Set<string>();
  await walk(shop, async (path) => {
    const headings = page.getByRole('heading', { level: 1 });
    await expect(headings, path).toHaveCount(1);
    const title = (await page.title()).replace(' · Wattlebird Coffee', '');
    found.add(`${title} | ${(await headings.innerText()).trim()}`.replaceAll(/\d+/g, 'N'));
  });
  expect([...found]).toEqual([
    'Six coffees, roasted to order | Six coffees, roasted on Tuesday, in your kitchen by Friday',
    'Volcán | Volcán',
    'Cart | Your cart is empty',
    'Your orders | No orders yet',
    'This page does not exist | This page does not exist',
    'Saved cards | Saved cards',
    'Cards and accounts | Cards and accounts',
    'Save a card | Save a card',
    'Save a bank account | Save a bank account',
    'Direct debit service agreement | Direct debit service agreement',
    'Cart | Cart',
    'Delivery | Delivery',
    'Payment for order N | Payment',
    'Your orders | Your orders',
    'Order N | Order N is not paid yet',
    'Receipt for order N | Thank you, Mia: order N is paid',
  ]);
});

/** The sums of money that a page shows, also in shadow roots. */
const sumsOf = (page: Page) =>
  page.evaluate(() => {
    const textOf = (root: ParentNode): string =>
      [...root.querySelectorAll('*')]
        .filter((element) => !element.closest('.dev-bar, noscript, script, style'))
        .flatMap((element) => [
          ...(element.shadowRoot ? [textOf(element.shadowRoot)] : []),
          ...(element.childElementCount === 0 ? [element.textContent] : []),
        ])
        .join('\n');
    return textOf(document.body).match(/\S*\$\s?\d[\d.,]*|\d[\d.,]*\s(\S?\$|\S*\$|AUD)/g) ?? [];
  });

for (const locale of ['en-US', 'de-DE']) {
  test.describe(`in a browser of ${locale}`, () => {
    test.use({ locale });

    for (const [lang, format] of [
      ['', /^\$\d+\.00$/],
      ['de', /^\d+,00\sAU\$$/],
    ] as const) {
      test(`all sums of a page have one format, ${lang || 'English'}`, async ({ shop, page }) => {
        await shop.post('/developer/look', { lang, back: '/' });
        const expectFormat = async (what: string, least: number) => {
          const others = async () => (await sumsOf(page)).filter((sum) => !format.test(sum));
          await expect.poll(others, what).toEqual([]);
          expect((await sumsOf(page)).length, what).toBeGreaterThanOrEqual(least);
        };
        await page.goto('/');
        await expectFormat('front page', 8);
        const order = await shop.beginOrder();
        await page.goto('/cart');
        await expectFormat('cart', 6);
        await page.goto(`/checkout/${order}/surcharge`);
        await page.getByRole('button', { name: 'Fill in a test card' }).click();
        await expect(page.locator('.sums-total [value="3100 AUD"]').first()).toBeAttached();
        await expectFormat('payment page', 12);
        await page.locator('florin-pay-button').getByRole('button').click();
        await page.waitForURL(/\/orders\//);
        await expect(page.locator('florin-receipt dl').first()).toBeVisible();
        await expectFormat('receipt', 6);
        await page.goto('/orders');
        await expectFormat('orders', 1);
      });
    }

    test('the times of a page name the city of their zone', async ({ shop, form, page }) => {
      const order = await shop.beginOrder();
      await form.pay({ ...VISA, name: '3DS CHALLENGE' });
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.goto(`/orders/${order}`);
      await expect(page.locator('.lead')).toContainText(/at about \d+:\d\d [ap]m Sydney time/);
      const paid = await shop.beginOrder();
      await form.pay(VISA);
      await shop.expectReceipt(paid);
      await expect(page.locator('florin-receipt')).toContainText(/\d+:\d\d [ap]m Sydney time/);
    });
  });
}
