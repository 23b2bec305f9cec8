/**
 * Each lazily loaded file refused, broken or late, in all languages and methods: the page keeps
 * working, the form can be used or shows an error, and no file is requested endlessly.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { asksAgain } from './asks-again.js';
import { FILES, INTEGRITY, naming, partsOf, tagOf } from './script-page.js';
import { readFileSync } from 'node:fs';

type Build = 'classic' | 'module' | 'isolated';
type Way = 'refused' | 'broken' | 'late';

const LATE_MS = 1_500;
/** The first request, and retries for another element or after an event. */
const MOST_ASKED = 4;

/** Tags that together need all files. */
const ORDER = 'signer-url="/pay" order="7"';
const PAGES: Readonly<Record<Build, readonly string[]>> = {
  classic: pagesOf(''),
  module: pagesOf(''),
  isolated: pagesOf('isolation="frame" frame-src="/frame.html"'),
};

function pagesOf(isolation: string): readonly string[] {
  return [
    `<florin-checkout ${ORDER} ${isolation}></florin-checkout><florin-amount amount="1000" currency="AUD"></florin-amount>`,
    `<florin-checkout ${ORDER} ${isolation}><florin-saved-cards></florin-saved-cards><florin-store-card></florin-store-card></florin-checkout>
<florin-pay-button></florin-pay-button><florin-receipt></florin-receipt>`,
    `<florin-checkout ${ORDER} method="iframe"></florin-checkout>`,
    `<florin-checkout ${ORDER} method="redirect"></florin-checkout>`,
    `<florin-checkout signer-url="/pay" purpose="save-card" ${isolation}></florin-checkout>`,
  ];
}

/** Opens the page with one wrong file, and counts the requests for it. */
async function openWith(page: Page, { build, part, way, lang, body }: Opening): Promise<() => number> {
  let asked = 0;
  await page.route(`${FILES}**`, async (route) => {
    const file = new URL(route.request().url()).pathname.slice('/florin/'.length);
    const text = readFileSync(`dist/browser/${file}`, 'utf8');
    const headers = { 'access-control-allow-origin': '*' };
    if (file !== part) return route.fulfill({ body: text, contentType: 'text/javascript', headers });
    asked += 1;
    if (way === 'refused') return route.fulfill({ status: 404, headers });
    if (way === 'late') await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    const whole = way === 'broken' ? text.slice(0, text.length / 2) : text;
    return route.fulfill({ body: whole, contentType: 'text/javascript', headers }).catch(() => undefined);
  });
  await page.route('**/lazy-test', (route) =>
    route.fulfill({
      body: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Shop</title>${naming(tagOf(build), '/pay /frame.html')}</head><body>${body}</body></html>`,
      contentType: 'text/html; charset=utf-8',
    }),
  );
  await page.goto('/lazy-test', { waitUntil: 'commit' });
  return () => asked;
}

interface Opening {
  readonly build: Build;
  readonly part: string;
  readonly way: Way;
  readonly lang: string;
  readonly body: string;
}

/** Two tasks of the page's event loop, which a hanging page never runs. */
async function isAlive(page: Page): Promise<boolean> {
  const answer = page.evaluate(
    () => new Promise<true>((resolve) => setTimeout(() => setTimeout(resolve, 50, true), 50)),
  );
  const late = new Promise<false>((resolve) => setTimeout(resolve, 20_000, false));
  return Promise.race([answer, late]);
}

/** All texts and controls of the elements, including shadow roots. */
async function offerOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const read = (root: ParentNode): string =>
      [...root.querySelectorAll<HTMLElement>('*')]
        .map((element) => {
          const field = element.matches('input, iframe, button:not([hidden]), a[href]')
            ? ` [${element.localName}]`
            : '';
          const own = [...element.childNodes]
            .map((node) => (node.nodeType === 3 ? (node.textContent ?? '') : ''))
            .join('');
          return `${field} ${own.trim()} ${element.shadowRoot ? read(element.shadowRoot) : ''}`;
        })
        .join(' ');
    return read(document.body).replace(/\s+/g, ' ').trim();
  });
}

for (const build of ['module', 'classic', 'isolated'] as const) {
  for (const [index, body] of PAGES[build].entries()) {
    test(`${build}, page ${index}: no later file hangs the page when it does not come`, async ({
      page,
      complaints,
    }) => {
      test.setTimeout(240_000);
      for (const way of ['refused', 'broken'] as const) {
        for (const part of wantedBy(build, index)) {
          const asked = await openWith(page, { build, part, way, lang: 'de', body });
          expect(await isAlive(page), `${part} ${way}`).toBe(true);
          await expect
            .poll(() => offerOf(page), `${part} ${way}`)
            .toMatch(/\[(input|iframe|button|a)\]|geladen|loaded/);
          expect(asked(), `${part} ${way}`).toBeLessThanOrEqual(MOST_ASKED);
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        }
      }
      complaints.length = 0;
    });
  }

  test(`${build}: files that come late are used when they come`, async ({ page, complaints }) => {
    const part = build === 'isolated' ? 'florin-isolated-languages.js' : 'florin-languages.js';
    const asked = await openWith(page, { build, part, way: 'late', lang: 'de', body: PAGES[build][0]! });
    await expect(page.getByRole('button', { name: /zahlen/i }).first()).toBeVisible();
    expect(asked()).toBe(1);
    complaints.length = 0;
  });
}

/** The files that a page with this number can need; the first page needs all files at once. */
function wantedBy(build: Build, index: number): readonly string[] {
  const german = INTEGRITY.scripts.map(({ file }) => file).filter((file) => /^florin-lang-de/.test(file));
  const parts = partsOf(build).filter((file) => !/^florin-lang-/.test(file));
  return [...parts.filter((file) => FITS[index]!.test(file)), ...(index < 2 ? german : [])];
}

const FITS = [
  /-(more|languages|extras|amount|element|action-words)\.js/,
  /-(more|languages|cards|receipt|beside|shared|brand-icons)\.js/,
  /-(method|languages|more|frame-)/,
  /-(method|more)/,
  /-(token-sources|shared|method|languages|extras)/,
];

test('English stays, one warning is said, and the language comes when it is asked for again', async ({
  page,
  complaints,
}) => {
  const canAskAgain = await asksAgain(page);
  let isThere = false;
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  const asked = await openWith(page, {
    build: 'module',
    part: 'florin-languages.js',
    way: 'refused',
    lang: 'de',
    body: PAGES.module[0]!,
  });
  await page.route(`${FILES}florin-languages.js`, (route) =>
    isThere
      ? route.fulfill({
          body: readFileSync('dist/browser/florin-languages.js', 'utf8'),
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
        })
      : route.fallback(),
  );
  await expect(page.getByRole('button', { name: /pay/i }).first()).toBeVisible();
  await expect.poll(() => warnings.filter((text) => /could not be loaded/.test(text)).length).toBe(1);
  const before = asked();
  await page.evaluate(() => {
    for (const each of document.querySelectorAll<HTMLElement & { requestUpdate(): void }>('florin-checkout'))
      for (let times = 0; times < 20; times += 1) each.requestUpdate();
  });
  expect(await isAlive(page)).toBe(true);
  expect(asked()).toBe(before);
  isThere = true;
  if (canAskAgain) await page.evaluate(() => dispatchEvent(new Event('online')));
  else await page.reload();
  await expect(page.getByRole('button', { name: /zahlen/i }).first()).toBeVisible();
  complaints.length = 0;
});
