/**
 * Each lazily loaded file refused, broken or late, in all languages and methods: the page keeps
 * working, the form can be used or shows an error, and no file is requested endlessly.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { asksAgain } from './asks-again.js';
import { FILES, INTEGRITY, naming, partsOf, tagOf } from './script-page.js';
import { readdirSync, readFileSync } from 'node:fs';

type Build = 'classic' | 'module' | 'isolated';
type Way = 'refused' | 'broken' | 'late';

const LATE_MS = 500;
/** The first request, and retries for another element or after an event. */
const MOST_ASKED = 4;

const ORDER = 'signer-url="/pay" order="7"';
const FRAME = 'isolation="frame" frame-src="/frame.html"';
const FRAME_DATA = 'data-isolation="frame" data-frame-src="/frame.html"';
const SAVE = 'signer-url="/pay" purpose="save-card"';

const plain = (isolation: string): string => `<florin-checkout ${ORDER} ${isolation}></florin-checkout>`;

/** Pages by name; `isolation` is empty in builds without a frame. Each has a checkout. */
const BODIES = {
  plain,
  frame: () => `<florin-checkout ${ORDER} ${FRAME}></florin-checkout>`,
  preauth: (isolation: string) => `<florin-checkout ${ORDER} ${isolation} action="preauth"></florin-checkout>`,
  amount: (isolation: string) => `${plain(isolation)}<florin-amount amount="1000" currency="AUD"></florin-amount>`,
  cards: (isolation: string) =>
    `<florin-checkout ${ORDER} ${isolation}><florin-saved-cards></florin-saved-cards><florin-store-card></florin-store-card></florin-checkout>`,
  beside: (isolation: string) => `${plain(isolation)}<florin-pay-button></florin-pay-button>`,
  receipt: (isolation: string) => `${plain(isolation)}<florin-receipt ${ORDER}></florin-receipt>`,
  savedReceipt: (isolation: string) => `${plain(isolation)}<florin-receipt ${SAVE} claim="x"></florin-receipt>`,
  renewed: () => `<florin-checkout ${ORDER} method="redirect" order-url="/token"></florin-checkout>`,
  iframe: () => `<florin-checkout ${ORDER} method="iframe"></florin-checkout>`,
  redirect: () => `<florin-checkout ${ORDER} method="redirect"></florin-checkout>`,
  webform: () => `<florin-checkout ${ORDER} method="webform"></florin-checkout>`,
  save: (isolation: string) => `<florin-checkout ${SAVE} ${isolation}></florin-checkout>`,
  marked: (isolation: string) =>
    `${plain(isolation)}<div data-florin-checkout data-signer-url="/pay" data-order="8" ${isolation && FRAME_DATA}></div>`,
} satisfies Readonly<Record<string, (isolation: string) => string>>;
type Body = keyof typeof BODIES;

const METHODS: readonly Body[] = ['webform', 'iframe', 'redirect'];
/** Every method, in the page and in a frame: each needs the files of the languages. */
const EVERY_METHOD: readonly Body[] = ['plain', ...METHODS];
/** The pages that need each part of the module and classic builds. Files of languages have rows of their own. */
const CLASSIC: Readonly<Record<string, readonly Body[]>> = {
  'florin-action-messages.js': ['preauth'],
  'florin-beside.js': ['beside'],
  'florin-cards.js': ['cards'],
  'florin-extras.js': ['amount'],
  'florin-frame-card.js': ['frame'],
  'florin-frame-connection.js': ['frame'],
  'florin-languages.js': ['frame', ...EVERY_METHOD],
  'florin-method-cards.js': METHODS,
  'florin-markup-warning.js': ['webform'],
  'florin-more.js': ['frame', ...EVERY_METHOD],
  'florin-receipt.js': ['receipt'],
  'florin-renew-order.js': ['renewed'],
  'florin-saved-receipt.js': ['savedReceipt'],
  'florin-shared.js': ['save'],
  'florin-token-sources.js': ['save'],
  'florin-waiting.js': ['plain'],
};
const PARTS: Readonly<Record<Build, Readonly<Record<string, readonly Body[]>>>> = {
  classic: CLASSIC,
  module: { ...CLASSIC, 'florin-mount.js': ['marked'] },
  isolated: {
    'florin-isolated-action-messages.js': ['preauth'],
    'florin-isolated-amount.js': ['amount'],
    'florin-isolated-beside.js': ['beside'],
    'florin-isolated-brand-icons.js': ['cards'],
    'florin-isolated-cards.js': ['cards'],
    'florin-isolated-element.js': ['plain'],
    'florin-isolated-hold-press.js': ['plain'],
    'florin-isolated-languages.js': EVERY_METHOD,
    'florin-isolated-method-cards.js': METHODS,
    'florin-isolated-markup-warning.js': ['webform'],
    'florin-isolated-more.js': EVERY_METHOD,
    'florin-isolated-mount.js': ['marked'],
    'florin-isolated-receipt.js': ['receipt'],
    'florin-isolated-renew-order.js': ['renewed'],
    'florin-isolated-saved-receipt.js': ['savedReceipt'],
    'florin-isolated-shared.js': ['save'],
    'florin-isolated-token-sources.js': ['save'],
    'florin-isolated-waiting.js': ['plain'],
  },
};
/** A page needs it after the service's answer: three-ds-dialog.spec.ts. */
const CHALLENGE = /-challenge\.js$/;

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

interface Row extends Opening {
  readonly name: string;
}

function rowOf(build: Build, part: string, way: Way, lang: string, body: Body): Row {
  const isolation = build === 'isolated' ? FRAME : '';
  return { build, part, way, lang, body: BODIES[body](isolation), name: `${part} ${way}, ${build}, ${lang}, ${body}` };
}

const BUILDS = ['module', 'classic', 'isolated'] as const;
const WAYS = ['refused', 'broken', 'late'] as const;
const LANGUAGE_FILES = INTEGRITY.scripts.map(({ file }) => file).filter((file) => /^florin-lang-/.test(file));
/** All languages but English, which needs no file. */
const LANGS = LANGUAGE_FILES.flatMap((file) => /^florin-lang-((?:(?!-more|-cards).)+)\.js$/.exec(file)?.[1] ?? []);

/** The texts, in each language, that say that a part of the form was not loaded. */
const APOLOGIES = ['en', ...LANGS].flatMap((lang) => {
  const name = readdirSync('src/languages').find((file) => file.toLowerCase() === `${lang}.json`) ?? '';
  const apologies: string[] = [];
  JSON.parse(readFileSync(`src/languages/${name}`, 'utf8'), (key, value: unknown) => {
    if (/^(failed|notLoaded)$/.test(key) && typeof value === 'string') apologies.push(value);
    return value;
  });
  return apologies;
});

/** Whether the page has something to use, or says that it has not. */
function isUsable(offer: string): boolean {
  return /\[(input|iframe|button|a)\]/.test(offer) || APOLOGIES.some((text) => offer.includes(text));
}

/** Every file of the languages, each in one build and one way: the files of all builds are the same. */
const LANGUAGES = LANGUAGE_FILES.map((file, index) => {
  const [, lang = '', kind] = /^florin-lang-(.+?)(-more|-cards)?\.js$/.exec(file) ?? [];
  const body = kind === '-more' ? 'amount' : kind === '-cards' ? 'cards' : 'plain';
  return rowOf(BUILDS[index % 3]!, file, WAYS[Math.floor(index / 3) % 3]!, lang, body);
});

/** Opens each page in turn: none hangs, each can be used or says what is wrong, and each asks for its file a few times. */
async function tryAll(page: Page, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const asked = await openWith(page, row);
    await expect.poll(asked, row.name).toBeGreaterThan(0);
    expect(await isAlive(page), row.name).toBe(true);
    await expect.poll(async () => isUsable(await offerOf(page)), row.name).toBe(true);
    expect(asked(), row.name).toBeLessThanOrEqual(MOST_ASKED);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  console.log(`${rows.length} pages, each with a file that did not come, was broken, or came late`);
}

for (const build of BUILDS) {
  test(`${build}: every part has a page that needs it`, () => {
    const parts = partsOf(build).filter((file) => !/^florin-lang-/.test(file) && !CHALLENGE.test(file));
    expect(Object.keys(PARTS[build]).sort()).toEqual([...parts].sort());
  });

  test(`${build}: the page does not hang when a part is not loaded`, async ({ page, complaints }) => {
    test.setTimeout(360_000);
    // Each part in every way, and on every page that needs it.
    const cases = Object.entries(PARTS[build]).flatMap(([part, bodies]) =>
      Array.from({ length: Math.max(WAYS.length, bodies.length) }, (_, index) => ({
        part,
        way: WAYS[index % WAYS.length]!,
        body: bodies[index % bodies.length]!,
      })),
    );
    // Each language in turn.
    const langOf = (index: number) => LANGS[index % LANGS.length] ?? 'de';
    const rows = cases.map(({ part, way, body }, index) => rowOf(build, part, way, langOf(index), body));
    expect(new Set(rows.map(({ lang }) => lang)).size).toBe(Math.min(LANGS.length, rows.length));
    await tryAll(page, rows);
    complaints.length = 0;
  });

  test(`${build}: late files are used when they arrive`, async ({ page, complaints }) => {
    const part = build === 'isolated' ? 'florin-isolated-languages.js' : 'florin-languages.js';
    const asked = await openWith(page, rowOf(build, part, 'late', 'de', 'plain'));
    await expect(page.getByRole('button', { name: /zahlen/i }).first()).toBeVisible();
    expect(asked()).toBe(1);
    complaints.length = 0;
  });
}

for (const kind of ['form', 'more', 'cards'] as const) {
  test(`the page does not hang when a file of a language (${kind}) is not loaded`, async ({ page, complaints }) => {
    test.setTimeout(360_000);
    const rows = LANGUAGES.filter(({ part }) => (/-(more|cards)\.js$/.exec(part)?.[1] ?? 'form') === kind);
    expect(rows).toHaveLength(LANGS.length);
    await tryAll(page, rows);
    complaints.length = 0;
  });
}

test('English stays, with one warning, and the language is loaded when it is requested again', async ({
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
    body: BODIES.amount(''),
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
