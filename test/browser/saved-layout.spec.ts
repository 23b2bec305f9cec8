/** Saved cards are loaded after the form without layout shift, in the page and with a frame. */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { inShop, unasked, watchShifts } from './layout-shifts.js';
import { framedForm } from './pages/payment-form.js';
import { AMEX } from './test-cards.js';

const FRAME_HEIGHT = 100;

/** Everything is loaded and drawn. */
async function comeToRest(page: Page): Promise<void> {
  await expect(page.locator('florin-saved-cards')).toHaveAttribute('settled', '');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

const frameHeight = (page: Page) =>
  page.locator('florin-checkout iframe').evaluate((frame) => Math.round(frame.getBoundingClientRect().height));

/** Pixels of the checkout below its button: a line for a footnote. */
const freeRoom = (page: Page) =>
  page.locator('florin-checkout').evaluate((checkout) => {
    const button = checkout.shadowRoot?.querySelector('[part="button"]');
    return checkout.getBoundingClientRect().bottom - (button?.getBoundingClientRect().bottom ?? 0);
  });

test('nothing moves when the list is loaded, and no room stays free: of one card, of none, and of seven', async ({
  shop,
  page,
}) => {
  const shifts = await watchShifts(page);
  const form = framedForm(page);
  // The form has long been drawn when the list is loaded.
  let copies = 1;
  await page.route('**/cards', async (route) => {
    const answer = await route.fetch();
    const { cards } = (await answer.json()) as { cards: { handle: string; expiry: string }[] };
    const [first] = cards;
    await page.waitForFunction(() => customElements.get('florin-store-card') !== undefined);
    const more = first
      ? Array.from({ length: copies - 1 }, (_, index) => ({
          ...first,
          handle: `other-${index}`,
          expiry: `124${index}`,
        }))
      : [];
    await route.fulfill({ json: { cards: [...cards, ...more] } });
  });
  const order = await shop.beginOrder();
  const look = async (width: number, path: string) => {
    await page.setViewportSize({ width, height: 1400 });
    await page.goto(`/checkout/${order}/${path}`);
    await comeToRest(page);
    expect(inShop(unasked(await shifts())), `${path} at ${width}`).toEqual([]);
  };
  for (const width of [1280, 390]) {
    await look(width, 'saved');
    await look(width, 'framed-all');
    await expect.poll(() => frameHeight(page)).toBeGreaterThan(2 * FRAME_HEIGHT);
  }
  await page.setViewportSize({ width: 1280, height: 1600 });
  await form.type(AMEX);
  await page.getByRole('checkbox', { name: 'Save this card for next time' }).check();
  await page.locator('florin-pay-button').getByRole('button').click();
  await shop.expectReceipt(order);

  const next = await shop.beginOrder();
  for (const width of [1280, 390]) {
    for (const path of width === 390 ? ['saved', 'saved-framed', 'framed-all'] : ['saved', 'framed-all']) {
      await page.setViewportSize({ width, height: 1400 });
      await page.goto(`/checkout/${next}/${path}`);
      await expect(page.getByRole('radio', { name: 'American Express ending in 564' })).toBeChecked();
      await comeToRest(page);
      expect(inShop(unasked(await shifts())), `${path} at ${width}`).toEqual([]);
      if (path === 'saved') {
        expect(await freeRoom(page), `one card at ${width}`).toBeLessThan(30);
        continue;
      }
      // As high as its one field.
      await expect.poll(() => frameHeight(page)).toBe(FRAME_HEIGHT);
    }
  }
  await page.getByRole('radio', { name: 'Another card' }).check();
  await expect(form.number).toBeVisible();
  await expect.poll(() => frameHeight(page)).toBeGreaterThan(2 * FRAME_HEIGHT);
  await page.getByRole('radio', { name: 'American Express ending in 564' }).check();
  await expect(form.number).toHaveCount(0);
  await expect.poll(() => frameHeight(page)).toBe(FRAME_HEIGHT);

  for (const [count, width, path] of [
    [2, 390, 'saved'],
    [5, 1280, 'saved'],
    [7, 390, 'saved'],
    [7, 1280, 'saved-framed'],
    [7, 1280, 'framed-all'],
  ] as const) {
    copies = count;
    await page.setViewportSize({ width, height: 1400 });
    await page.goto(`/checkout/${next}/${path}`);
    await expect(page.getByRole('radio', { name: 'American Express ending in 564' })).toHaveCount(Math.min(5, count));
    await comeToRest(page);
    expect(inShop(unasked(await shifts())), `${count} cards: ${path} at ${width}`).toEqual([]);
    const list = page.getByRole('radiogroup');
    expect(await list.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
    await expect(list.getByRole('button', { name: 'Show all' })).toHaveCount(count > 5 ? 1 : 0);
    if (path === 'saved') expect(await freeRoom(page), `${count} cards at ${width}`).toBeLessThan(30);
  }
  // Proves that the browser counts a shift here.
  await page.evaluate(() =>
    document.body.prepend(Object.assign(document.createElement('div'), { style: 'height:90px' })),
  );
  await expect.poll(async () => unasked(await shifts()).length).toBeGreaterThan(0);
});

test('a form is shown although its saved cards cannot be loaded', async ({ shop, page, form }) => {
  await page.route('**/florin-cards.js', (route) => route.abort());
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/saved`);
  await expect(form.number).toBeVisible();
  await form.pay(AMEX);
  await shop.expectReceipt(order);
});
