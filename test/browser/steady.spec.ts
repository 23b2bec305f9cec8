/** Nothing moves while a page loads that shows a form, a receipt or a list of cards. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { inShop, unasked, watchShifts } from './layout-shifts.js';
import { VISA } from './test-cards.js';

const WIDTHS = [360, 1280];

/** Everything is loaded and drawn. */
async function comeToRest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

test('a form by data- attributes alone, and the receipt after it', async ({ shop, page, form }) => {
  const shifts = await watchShifts(page);
  const order = await shop.beginOrder();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/checkout/${order}/script`);
    await expect(form.number).toBeVisible();
    await comeToRest(page);
    expect(inShop(unasked(await shifts())), `the form at ${width}`).toEqual([]);
  }
  await form.pay(VISA);
  await shop.expectReceipt(order);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/orders/${order}`);
    await expect(page.locator('florin-receipt')).toContainText('Approved');
    await comeToRest(page);
    expect(inShop(unasked(await shifts())), `the receipt at ${width}`).toEqual([]);
  }
});

test('a list of saved cards alone, with no room below: of none, of five, and of seven', async ({ page }) => {
  const shifts = await watchShifts(page);
  let count = 0;
  await page.route('**/pay/cards', (route) => {
    const card = {
      kind: 'card',
      type: 'VC',
      lastDigits: '769',
      expiry: '1230',
      isExpired: false,
      holderName: 'Mia Tran',
    };
    // Different cards, because equal ones may be grouped.
    const cards = Array.from({ length: count }, (_, index) => ({
      ...card,
      handle: `card-${index}`,
      lastDigits: String(100 + index),
    }));
    return route.fulfill({ json: { cards } });
  });
  const list = page.locator('florin-saved-cards');
  for (const width of WIDTHS) {
    for (count of [0, 5, 7]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto('/cards');
      await expect(list).toHaveAttribute('settled', '');
      await comeToRest(page);
      expect(inShop(unasked(await shifts())), `${count} cards at ${width}`).toEqual([]);
      if (count === 0) continue;
      const sizes = await list.locator('.list').evaluate(({ children, scrollHeight, clientHeight }) => ({
        rows: children.length,
        hidden: scrollHeight - clientHeight,
      }));
      // Five cards, and "Show all".
      expect(sizes).toEqual({ rows: Math.min(6, count), hidden: 0 });
      const edge = (locator: Locator, side: 'top' | 'bottom') =>
        locator.evaluate((element, side) => element.getBoundingClientRect()[side], side);
      const below = await edge(page.locator('.padlock'), 'top');
      expect(below - (await edge(list.locator('.list'), 'bottom'))).toBeLessThan(40);
    }
  }
});
