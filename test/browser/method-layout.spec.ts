/** The code of a method is loaded after the element, without layout shift. */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { inShop, type Move, unasked, watchShifts } from './layout-shifts.js';

const nextPicture = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

/** Delays the files, so that the element is drawn long before they are loaded. */
async function delayParts(page: Page): Promise<void> {
  await page.route(/\/florin-(?!isolated(-element)?\.js)[\w-]+\.js/, async (route) => {
    await page.waitForFunction(() => customElements.get('florin-checkout') !== undefined);
    await nextPicture(page);
    await route.continue();
  });
}

async function expectNoShift(page: Page, shifts: () => Promise<readonly Move[]>, drawn: string): Promise<void> {
  const root = page.locator('florin-checkout');
  await expect(root.locator(drawn).first()).toBeVisible();
  await expect(root.getByRole('button', { name: /^(Pay \$30.00|Save|Continue)/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await nextPicture(page);
  expect(inShop(unasked(await shifts()))).toEqual([]);
}

for (const [way, drawn] of [
  ['iframe', 'iframe[title="Card details"]'],
  ['framed', 'iframe'],
  ['redirect', '[part=away]'],
  ['webform', 'form input'],
  ['webform-page', '[part=away]'],
] as const) {
  for (const width of [1280, 390]) {
    test(`nothing moves while /${way} loads, ${width} wide`, async ({ shop, page }) => {
      const shifts = await watchShifts(page);
      const order = await shop.beginOrder();
      await delayParts(page);
      await page.setViewportSize({ width, height: 1200 });
      await page.goto(`/checkout/${order}/${way}`);
      await expectNoShift(page, shifts, drawn);
    });
  }
}

for (const [way, drawn] of [
  ['card', 'input'],
  ['card/framed', 'iframe'],
  ['card/iframe', 'iframe'],
  ['bank-account', 'input'],
] as const) {
  for (const width of [1280, 390]) {
    test(`nothing moves while /account/${way} loads, ${width} wide`, async ({ page }) => {
      const shifts = await watchShifts(page);
      await delayParts(page);
      await page.setViewportSize({ width, height: 1200 });
      await page.goto(`/account/${way}`);
      await expectNoShift(page, shifts, drawn);
    });
  }
}

test('the form is invisible while its fields load, but an error is visible', async ({ page }) => {
  await page.route(/\/florin-frame-card\.js/, (route) => route.abort());
  await page.goto('/account/card/framed');
  const root = page.locator('florin-checkout');
  await expect(root.getByRole('alert').filter({ hasText: 'did not load' })).toBeVisible();
  const shown = await root.evaluate(({ shadowRoot }) => {
    const form = shadowRoot!.querySelector('form')!;
    const { className } = form;
    // Restarts its three seconds.
    form.className = '';
    void form.offsetHeight;
    form.className = className;
    const visibilityOf = (element: Element | null) => element && getComputedStyle(element).visibility;
    return [className, visibilityOf(form), visibilityOf(form.querySelector('[role=alert]'))];
  });
  expect(shown).toEqual(['waiting', 'hidden', 'visible']);
});
