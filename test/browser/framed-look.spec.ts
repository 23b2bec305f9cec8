/** The frame looks like a part of the page, and causes no layout shift. */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { findProblems, OF_PAGES } from './expect-sound.js';
import { inShop, watchShifts } from './layout-shifts.js';
import { framedForm, type PaymentForm } from './pages/payment-form.js';
import type { ShopPages } from './pages/shop-pages.js';
import { VISA } from './test-cards.js';

async function openPayment(page: Page, shop: ShopPages): Promise<PaymentForm> {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/framed`);
  const form = framedForm(page);
  await expect(form.number).toBeVisible();
  return form;
}

for (const width of [320, 390, 1280]) {
  test(`nothing moves at ${width} px, while the frame loads or while a card is typed`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 1400 });
    const order = await shop.beginOrder();
    const shifts = await watchShifts(page);
    await page.goto(`/checkout/${order}/framed`);
    const form = framedForm(page);
    await expect(form.number).toBeVisible();
    await form.type({ ...VISA, number: '4987654321098768' });
    await form.number.focus();
    await form.name.focus();
    await expect(form.number).toHaveAttribute('aria-invalid', 'true');
    // At 320 px the message takes a second line. This follows the shopper's input, but the page
    // cannot know that for a frame. The movement is vertical, 3 px by the browser's count, because
    // the amount makes the button's label longer.
    const moved = inShop(await shifts()).filter(({ was, is }) => Math.abs(was.y - is.y) >= 3);
    if (width >= 390) expect(moved).toEqual([]);
    // As wide as the button below it, except for the space of the focus ring.
    const [frame, button] = [
      await page.locator('florin-checkout iframe').boundingBox(),
      await form.payButton.boundingBox(),
    ];
    expect([frame?.x, frame?.width]).toEqual([(button?.x ?? 0) - 3, (button?.width ?? 0) + 6]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test('the frame has the colours and sizes of the page, and follows changes', async ({ page, shop }) => {
  const form = await openPayment(page, shop);
  const box = form.fields.locator('.number .box');
  const set = (properties: Readonly<Record<string, string>>) =>
    form.root.evaluate((element: HTMLElement, changes) => {
      for (const [name, value] of Object.entries(changes)) element.style.setProperty(name, value);
    }, properties);
  await set({ '--florin-radius': '0', '--florin-line': 'rgb(1, 2, 3)', '--florin-control-height': '60px' });
  await expect(box).toHaveCSS('border-top-left-radius', '0px');
  await expect(box).toHaveCSS('border-top-color', 'rgb(1, 2, 3)');
  await expect(box).toHaveCSS('height', '60px');
  await set({ '--florin-line': 'rgb(4, 5, 6)' });
  await expect(box).toHaveCSS('border-top-color', 'rgb(4, 5, 6)');
});

const paperOf = (form: PaymentForm) => () =>
  form.fields.locator('.number .box').evaluate((element) => getComputedStyle(element).backgroundColor);

test('the frame has the colour scheme of the page, and follows changes', async ({ page, shop }) => {
  const form = await openPayment(page, shop);
  const paper = paperOf(form);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(paper).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(paper).not.toBe('rgb(255, 255, 255)');
  await expect(form.fields.locator('html')).toHaveCSS('color-scheme', 'dark');
});

test.describe('a dark desktop', () => {
  test.use({ colorScheme: 'dark' });

  test('has a dark frame from the beginning', async ({ page, shop }) => {
    const form = await openPayment(page, shop);
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
    await expect.poll(paperOf(form)).not.toBe('rgb(255, 255, 255)');
    await expect(form.fields.locator('html')).toHaveCSS('color-scheme', 'dark');
  });
});

test('a right-to-left page has a right-to-left frame, with digits from left to right', async ({ page, shop }) => {
  const form = await openPayment(page, shop);
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await expect(form.fields.locator('.florin')).toHaveCSS('direction', 'rtl');
  await expect(form.number).toHaveCSS('direction', 'ltr');
  await expect(form.number).toHaveCSS('text-align', 'right');
});

test('forced colours reach the frame', async ({ page, shop }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const form = await openPayment(page, shop);
  expect(await form.number.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
  await form.number.focus();
  await expect(form.fields.locator('.number .box')).toHaveCSS('outline-style', 'solid');
});

test('a shop arranges the fields by areas, leaves the name out, and names its brands', async ({ page, shop }) => {
  const form = await openPayment(page, shop);
  await form.root.evaluate((element: HTMLElement) => {
    element.style.setProperty('--florin-areas', '"name name" "number number" "cvn expiry"');
  });
  const top = async (field: 'name' | 'number' | 'expiry' | 'cvn') => (await form[field].boundingBox())?.y ?? 0;
  const left = async (field: 'expiry' | 'cvn') => (await form[field].boundingBox())?.x ?? 0;
  await expect.poll(async () => (await top('name')) < (await top('number'))).toBe(true);
  expect(await left('cvn')).toBeLessThan(await left('expiry'));
  await form.root.evaluate((element: HTMLElement) => {
    element.style.removeProperty('--florin-areas');
    element.toggleAttribute('no-name', true);
    element.setAttribute('accepted-brands', 'amex visa');
  });
  await expect(form.name).toHaveCount(0);
  await expect(form.fields.getByRole('img', { name: 'Accepted: Visa and American Express' })).toBeVisible();
  await form.number.fill('5123456789012346');
  await form.number.press('Tab');
  await expect(form.fields.getByText('This shop accepts Visa and American Express', { exact: true })).toBeVisible();
});

test('a frame in the page’s HTML is used', async ({ page, shop }) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/framed`);
  await page.locator('florin-checkout').evaluate((element) => {
    const anew = element.cloneNode() as HTMLElement;
    const iframe = document.createElement('iframe');
    Object.assign(iframe, { slot: 'frame', title: 'Your card', allow: 'payment; autofill' });
    iframe.src = element.getAttribute('frame-src') ?? '';
    anew.removeAttribute('frame-src');
    anew.append(iframe);
    element.replaceWith(anew);
  });
  const form = framedForm(page);
  await form.type(VISA);
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(page.locator('iframe')).toHaveAttribute('title', 'Your card');
  await form.payButton.click();
  await shop.expectReceipt(order);
});

test('page and frame pass axe, empty and with errors', async ({ page, shop }) => {
  const form = await openPayment(page, shop);
  expect(await findProblems(page, { include: 'florin-checkout', without: OF_PAGES })).toEqual([]);
  await form.payButton.click();
  await expect(form.fields.getByText('Enter the card number', { exact: true })).toBeVisible();
  expect(await findProblems(page, { include: 'florin-checkout', without: OF_PAGES })).toEqual([]);
});
