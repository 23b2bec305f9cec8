/** The pages of the documentation site: the way through them, search, colours, phones and links. */
import type { Page } from '@playwright/test';
import { findProblems } from '../browser/expect-sound.js';
import { allPages, expect, openSearch, test } from './site-test.js';

const PHONE = { width: 360, height: 740 };

/** One short page of each kind: axe takes half a minute for the longest. */
const KINDS = [
  './index.html',
  './guides/script-tag.html',
  './reference/error-codes.html',
  './reference/checkout-states.html',
  './reference/soap/Login.html',
  './reference/api/florin-js.html',
  './reference/api/florin-server-testing.html',
  './wire/soap-interface.html',
  './decisions/index.html',
  './examples/php.html',
];

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('leads from the home page to a guide, a reference and a search result, in the dark too', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('main').getByRole('link', { name: 'Quick start' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/quick start/i);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reference' }).click();
  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Error codes' }).click();
  await expect(page.getByRole('cell', { name: 'key_refused', exact: true })).toBeVisible();

  await (await openSearch(page)).fill('test cards');
  await page.getByRole('option').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Test cards');

  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe('rgb(255, 255, 255)');
  await page.getByRole('switch', { name: 'Appearance' }).first().click();
  await expect.poll(background).toBe('rgb(17, 17, 19)');
  await page.reload();
  await expect.poll(background).toBe('rgb(17, 17, 19)');
});

test('follows a link that is pressed when the router listens and the page is not hydrated', async ({ page }) => {
  let letLoad!: () => void;
  const pressed = new Promise<void>((resolve) => (letLoad = resolve));
  await page.route(/cli\.md\..*\.lean\.js$/, async (route) => {
    await pressed;
    await route.fallback();
  });
  // The last thing that the router does before it asks for the page.
  const routerListens = new Promise<void>((resolve) => void page.exposeFunction('routerListens', resolve));
  await page.addInitScript(() => {
    const add = window.addEventListener.bind(window);
    window.addEventListener = ((type: string, ...rest: [EventListener]) => {
      add(type, ...rest);
      if (type === 'hashchange') (window as unknown as { routerListens(): void }).routerListens();
    }) as typeof addEventListener;
  });
  await page.goto('./guides/cli.html', { waitUntil: 'commit' });
  await routerListens;
  await page.getByRole('main').getByRole('link', { name: 'the sandbox', exact: true }).click({ noWaitAfter: true });
  letLoad();
  await expect(page).toHaveURL(/sandbox\.html$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/sandbox/i);
  await (await openSearch(page)).fill('hydrated');
});

test('finds an option, a SOAP operation, an attribute, and the code of an example', async ({ page }) => {
  await page.goto('./guides/cli.html');
  for (const [words, title] of [
    ['accepted-brands', /elements/i],
    ['ProcessPayment', 'ProcessPayment'],
    ['requestLogCalls', /settings/i],
    ['hash_hmac', 'order-token.php'],
  ] as const) {
    await (await openSearch(page)).fill(words);
    await expect(page.getByRole('option').filter({ hasText: title }).first()).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await (await openSearch(page)).fill('OrderToken.cs');
  await page.getByRole('option').filter({ hasText: 'OrderToken.cs' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/OrderToken\.cs/);
});

const EARLY: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the button Search': (page) => page.getByRole('button', { name: 'Search' }).first().click(),
  'the shortcut of the search': (page) => page.keyboard.press('Control+k'),
};

for (const [what, press] of Object.entries(EARLY)) {
  test(`does what was asked before the page’s script came: ${what}`, async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/app\.[^/]*\.js$/, (route) => released.then(() => route.continue()));
    await page.goto('./guides/cli.html', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await press(page);
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    release();
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('searchbox')).toHaveCount(0);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every kind of page passes axe, ${colorScheme}`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme });
    for (const path of KINDS) {
      await page.goto(path);
      expect(await findProblems(page), path).toEqual([]);
    }
    await page.setViewportSize(PHONE);
    await page.goto('./guides/script-tag.html');
    await page.getByRole('button', { name: 'Menu' }).filter({ hasText: 'Menu' }).click();
    expect(await findProblems(page), 'the menu on a phone').toEqual([]);
  });
}

test('fits a phone on every page', async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize(PHONE);
  for (const path of allPages()) {
    await page.goto(path);
    expect(await overflowOf(page), path).toBe(0);
  }
});

test('has no broken link, with the headings', async ({ request, baseURL }) => {
  const pages = allPages();
  expect(pages.length).toBeGreaterThan(90);
  const texts = new Map<string, string>();
  const textOf = async (path: string): Promise<string> => {
    const known = texts.get(path);
    if (known !== undefined) return known;
    const answer = await request.get(path);
    const text = answer.ok() ? await answer.text() : '';
    texts.set(path, text);
    return text;
  };
  const broken = new Set<string>();
  for (const path of pages) {
    for (const [, link = ''] of (await textOf(path)).matchAll(/\s(?:href|src)="([^"]+)"/g)) {
      const url = new URL(link, `${baseURL}${path}`);
      if (!url.href.startsWith(baseURL ?? '')) continue;
      const text = await textOf(`./${url.pathname.slice(new URL(baseURL ?? '').pathname.length)}`);
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (text === '' || (anchor && !text.includes(` id="${anchor}"`))) broken.add(`${path}: ${link}`);
    }
  }
  expect([...broken]).toEqual([]);
});
