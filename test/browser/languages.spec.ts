/**
 * A page in another language, on a narrow screen: card in the page and in the frame, without layout
 * shift or clipped text.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { findProblems, OF_PAGES } from './expect-sound.js';
import { inShop, watchShifts } from './layout-shifts.js';

/** Sets the language of the demo's page before any of its scripts run. */
async function speak(page: Page, lang: string): Promise<void> {
  await page.addInitScript((lang) => {
    // The frame of another origin does not use the page's language attribute.
    if (window !== window.top) return;
    const set = () => document.documentElement && Object.assign(document.documentElement, { lang });
    if (!set()) new MutationObserver(set).observe(document, { childList: true });
    document.addEventListener('readystatechange', set, { once: true });
  }, lang);
}

const LANGUAGES = [
  {
    lang: 'de',
    dir: 'ltr',
    number: 'Kartennummer',
    empty: 'Kartennummer eingeben',
    cvn: 'Sicherheitscode eingeben',
  },
  { lang: 'ar', dir: 'rtl', number: 'رقم البطاقة', empty: 'أدخل رقم البطاقة', cvn: 'أدخل رمز الأمان' },
  { lang: 'fa', dir: 'rtl', number: 'شماره کارت', empty: 'شماره کارت را وارد کنید', cvn: 'کد امنیتی را وارد کنید' },
  {
    lang: 'ja',
    dir: 'ltr',
    number: 'カード番号',
    empty: 'カード番号を入力してください',
    cvn: 'コードを入力してください',
  },
] as const;

for (const { lang, dir, number, empty, cvn } of LANGUAGES) {
  for (const place of ['page', 'frame'] as const) {
    test(`${lang} at 320 px, the card in the ${place}`, async ({ page, shop }) => {
      await page.setViewportSize({ width: 320, height: 1400 });
      const order = await shop.beginOrder();
      await shop.post('/developer/look', { lang, back: '/' });
      const shifts = await watchShifts(page);
      await page.goto(`/checkout/${order}${place === 'frame' ? '/framed' : ''}`);
      const form = place === 'frame' ? page.frameLocator('florin-checkout iframe') : page.locator('florin-checkout');
      const field = form.getByRole('textbox', { name: number });
      await expect(field).toBeVisible();
      await expect(field).toHaveCSS('direction', 'ltr');
      await expect(form.locator('.florin').first()).toHaveCSS('direction', dir);
      const button = page.locator('florin-checkout button[type="submit"]');
      if (place === 'page') await expect(button).toContainText(/\p{Nd}/u);
      else await expect(button).not.toHaveText('Pay');
      expect(inShop(await shifts())).toEqual([]);

      await button.click();
      await expect(form.getByText(empty, { exact: true }).first()).toBeVisible();
      await expect(form.getByText(cvn, { exact: true }).first()).toBeVisible();
      // Checks for overflow: messages of such a language can be long.
      const tooWide = await form
        .locator('label, .note, .label')
        .evaluateAll(
          (all) =>
            all.filter((each) => each.scrollWidth > Math.ceil(each.clientWidth) + 1 && each.clientWidth > 0).length,
        );
      expect(tooWide).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      expect(await findProblems(page, { include: 'florin-checkout', without: OF_PAGES })).toEqual([]);
      if (process.env['SHOTS']) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          for (const width of [320, 1280]) {
            await page.setViewportSize({ width, height: 1000 });
            await page.waitForTimeout(300);
            await page
              .locator('.payment')
              .screenshot({ path: `${process.env['SHOTS']}/${lang}-${place}-${width}-${colorScheme}.png` });
          }
        }
      }
    });
  }
}

test('texts that cannot be loaded stay English, with a warning, and the form works', async ({ page, shop }) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.route('**/florin-lang-*', (route) => route.abort());
  const order = await shop.beginOrder();
  await speak(page, 'pl');
  await page.goto(`/checkout/${order}`);
  await expect
    .poll(() => warnings.filter((text) => text.includes('florin:')))
    .toEqual(['florin: the messages of "pl" could not be loaded, so some are English']);
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible();
});

test('the frame follows the page to another language, and keeps the typed text', async ({ page, shop }) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/framed`);
  const frame = page.frameLocator('florin-checkout iframe');
  await frame.getByRole('textbox', { name: 'Card number' }).fill('4111 11');
  await page.evaluate(() => (document.documentElement.lang = 'ko'));
  await expect(frame.getByRole('textbox', { name: '카드 번호' })).toHaveValue('4111 11');
  await expect(frame.locator('html')).toHaveAttribute('lang', 'ko');
  await page.evaluate(() => (document.documentElement.lang = 'en-AU'));
  await expect(frame.getByRole('textbox', { name: 'Card number' })).toHaveValue('4111 11');
});

test('a shop replaces texts by JSON, in the page and in the frame', async ({ page, shop }) => {
  const order = await shop.beginOrder();
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const messages = {
      en: { field: { labels: { number: 'Number on your card' } }, pay: { pay: 'Donate {0}|Donate' } },
    };
    const add = () => {
      const script = Object.assign(document.createElement('script'), { type: 'application/json' });
      script.dataset['florinMessages'] = '';
      script.append(JSON.stringify(messages));
      document.head.append(script);
    };
    document.addEventListener('readystatechange', add, { once: true });
  });
  await page.goto(`/checkout/${order}/framed`);
  const frame = page.frameLocator('florin-checkout iframe');
  await expect(frame.getByRole('textbox', { name: 'Number on your card' })).toBeVisible();
  await expect(page.locator('florin-checkout button[type="submit"]')).toHaveText(/^\s*Donate/);
});
