/** A printed page of an order: its texts, on white paper, without links, buttons, navigation or the developer bar. */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { VISA } from './test-cards.js';

/** What can be pressed, and is shown, also in shadow roots. The shop's address and telephone number are text on paper. */
const pressable = (page: Page) =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().height > 0;
    const partsOf = (root: ParentNode): readonly string[] =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        ...(element.shadowRoot ? partsOf(element.shadowRoot) : []),
        ...(element.matches('a:not([href^="mailto:"], [href^="tel:"]), button, nav, summary, .dev-bar, .dev-line') &&
        isShown(element)
          ? [element.outerHTML.slice(0, 60)]
          : []),
      ]);
    return partsOf(document);
  });

for (const scheme of ['', 'dark']) {
  test(`a receipt and an open order, ${scheme || 'as the system'}`, async ({ shop, form, page }) => {
    await shop.post('/developer/look', { scheme, bar: 'open', back: '/' });
    const order = await shop.beginOrder();
    await page.goto(`/orders/${order}`);
    expect(await pressable(page)).not.toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await pressable(page)).toEqual([]);

    await page.emulateMedia({ media: 'screen' });
    await page.goto(`/checkout/${order}`);
    await form.pay(VISA);
    await shop.expectReceipt(order);
    const receipt = page.locator('florin-receipt');
    await expect(receipt).toContainText('Approved');
    await page.emulateMedia({ media: 'print' });
    expect(await pressable(page)).toEqual([]);
    await expect(receipt).toContainText('$30.00');
    await expect(page.getByRole('heading', { name: `order ${order}`, level: 1 })).toBeVisible();
    const { paper, ink, width, hole } = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      const element = document.querySelector('florin-receipt')!;
      const text = element.shadowRoot!.querySelector('article')!.getBoundingClientRect().height;
      return {
        ...{ paper: backgroundColor, ink: color, width: document.body.clientWidth - innerWidth },
        hole: element.getBoundingClientRect().height - text,
      };
    });
    expect([paper, ink]).toEqual(['rgb(253, 250, 245)', 'rgb(36, 26, 20)']);
    expect(width).toBe(0);
    expect(hole).toBeLessThan(1);
  });
}

test('a receipt page has one tick', async ({ shop, form, page }) => {
  const order = await shop.beginOrder();
  await form.pay(VISA);
  await shop.expectReceipt(order);
  await expect(page.locator('florin-receipt')).toContainText('Approved');
  await expect(page.getByRole('main').locator('svg')).toHaveCount(1);
});
