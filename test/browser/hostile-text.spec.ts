/**
 * A visitor's text that passes a sanitiser, on a page with the script tag: it can never choose
 * where a card is sent. More than 500 texts pass DOMPurify with its defaults; none of them makes
 * the page contact an address that its owner has not named. docs/invariants.md, 14.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { FILES, naming, tagOf } from './script-page.js';
import { VISA } from './test-cards.js';

const PURIFY = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve('dompurify')), 'purify.min.js'),
  'utf8',
);

const TAGS = ['div', 'section', 'p', 'span', 'a', 'article', 'blockquote', 'li', 'form', 'button', 'details', 'img'];
const SIGNERS = [
  'http://other.example/pay',
  'https://other.example',
  '//other.example/pay',
  '\\\\other.example\\pay',
  'http://shop@other.example/pay',
  '/upload',
  '/pay/../upload',
  '/pay/%2e%2e/upload',
  '/pay%2f..%2fupload',
  '/payment',
  'data:application/json,{}',
];
const MORE = [
  '',
  'data-target="#real"',
  'data-isolation="frame" data-frame-src="http://other.example/frame"',
  'data-isolation="frame" data-frame-src="/upload"',
  'data-method="webform"',
  'data-method="redirect"',
  'data-method="iframe"',
  'data-purpose="save-card"',
  'data-purpose="save-bank-account" data-agreement-url="javascript:alert(1)"',
  'data-success-url="javascript:alert(1)"',
];
const TEXTS = TAGS.flatMap((tag) =>
  SIGNERS.flatMap((signer) =>
    MORE.map(
      (more) =>
        `<${tag} data-florin-checkout data-signer-url="${signer}" data-order="x1" data-amount="19900" ${more}>Nice</${tag}>`,
    ),
  ),
);
/**
 * Names with which an element of the page could pose as Florin's global, its script element or a
 * member of the document.
 */
const POSES = [
  '<a id="Florin" href="http://other.example/">x</a><a id="Florin" name="version" href="x:1">y</a>',
  '<form id="Florin"><input name="version"><input name="settings"></form>',
  '<img name="Florin"><img name="settings">',
  '<div src="florin.js" data-florin-origins="http://other.example" data-florin-marked="late target">x</div>',
  '<svg><script src="florin.js" data-florin-origins="http://other.example"></script></svg>',
  '<script src="florin.js" data-florin-origins="http://other.example"></script>',
  '<base href="http://other.example/">',
];

type Build = 'classic' | 'module' | 'isolated';

interface Opened {
  /** Requests of the page that are not for Florin's files. */
  readonly asked: readonly string[];
  readonly errors: readonly string[];
}

/** A page of the shop with these texts; `head` has the owner's script tag. */
async function open(page: Page, head: string, texts: readonly string[]): Promise<Opened> {
  const asked: string[] = [];
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(FILES) && !url.endsWith('/hostile-test')) asked.push(url);
  });
  await page.route('http://other.example/**', (route) => route.fulfill({ json: {} }));
  await page.route('**/upload/**', (route) => route.fulfill({ json: {} }));
  await page.route(`${FILES}**`, (route) => {
    const file = new URL(route.request().url()).pathname.slice('/florin/'.length);
    const headers = { 'access-control-allow-origin': '*' };
    return route.fulfill({ body: readFileSync(`dist/browser/${file}`), contentType: 'text/javascript', headers });
  });
  await page.route('**/hostile-test', (route) =>
    route.fulfill({
      body: `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">${head}</head>
        <body><div id="real"></div>${texts.join('\n')}</body></html>`,
      contentType: 'text/html; charset=utf-8',
    }),
  );
  await page.goto('/hostile-test');
  await page.waitForFunction(() => typeof globalThis.Florin?.version === 'string');
  return { asked, errors };
}

/** The texts after DOMPurify: with its defaults, or with Florin's elements allowed. */
async function survivorsOf(page: Page, texts: readonly string[], keepsElements = false): Promise<readonly string[]> {
  await page.goto('about:blank');
  await page.addScriptTag({ content: PURIFY });
  return page.evaluate(
    ([all, keeps]) => {
      const { DOMPurify } = globalThis as unknown as { DOMPurify: { sanitize(text: string, how: object): string } };
      const how = keeps ? { CUSTOM_ELEMENT_HANDLING: { tagNameCheck: /^florin-/, attributeNameCheck: /./ } } : {};
      return all.map((text) => DOMPurify.sanitize(text, how));
    },
    [texts, keepsElements] as const,
  );
}

/** Inserts the texts as a script of the shop does when a visitor writes a review. */
async function insertLate(page: Page, texts: readonly string[]): Promise<void> {
  await page.evaluate(
    (all) => document.body.insertAdjacentHTML('beforeend', `<section>${all.join('\n')}</section>`),
    texts,
  );
  await settle(page);
}

/** The widget checks the page after each change; the code for a marked element is loaded by then. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
}

const HEADS = (sandboxUrl: string) =>
  [
    ['names nothing', (tag: string) => tag],
    ['names its addresses', (tag: string) => naming(tag, `/pay ${sandboxUrl}`)],
    ['names the origin of its own', (tag: string) => naming(tag, `/ ${sandboxUrl}`)],
    [
      'names its addresses, and allows late and target',
      (tag: string) =>
        naming(tag, `/pay ${sandboxUrl}`).replace(
          'data-florin-origins',
          'data-florin-marked="late target" data-florin-origins',
        ),
    ],
  ] as const;

for (const build of ['classic', 'module', 'isolated'] as const satisfies readonly Build[]) {
  test(`${build}: no text that DOMPurify leaves chooses an address`, async ({ page, demo, complaints }) => {
    test.setTimeout(240_000);
    const survivors = (await survivorsOf(page, TEXTS)).filter((text) => text.includes('data-florin-checkout'));
    expect(survivors.length).toBeGreaterThan(500);
    const poses = await survivorsOf(page, POSES);
    for (const [what, head] of HEADS(demo.sandboxUrl)) {
      const { asked, errors } = await open(page, head(tagOf(build)), [...poses, ...survivors]);
      await settle(page);
      await insertLate(page, [...survivors, ...poses]);
      expect(asked, what).toEqual([]);
      await expect(page.locator('florin-checkout'), what).toHaveCount(0);
      expect(errors.filter((text) => text.startsWith('Florin: ')).length, what).toBe(2 * survivors.length);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      page.removeAllListeners('request');
      page.removeAllListeners('console');
    }
    complaints.length = 0;
  });
}

for (const build of ['classic', 'module'] as const) {
  for (const [what, origins] of [
    ['names nothing', ''],
    ['names its addresses', '/pay'],
  ] as const) {
    test(`${build}: an element with a stranger's signer sends no request if the page ${what}`, async ({
      page,
      demo,
      form,
      complaints,
    }) => {
      const written =
        '<florin-checkout signer-url="http://other.example/pay" order="x1" amount="19900"></florin-checkout>';
      const [text = ''] = await survivorsOf(page, [written], true);
      expect(text).toContain('signer-url="http://other.example/pay"');
      const head = origins ? naming(tagOf(build), `${origins} ${demo.sandboxUrl}`) : tagOf(build);
      const { asked } = await open(page, head, [text]);
      await form.type(VISA);
      await form.payButton.click();
      await expect(form.root.getByText('cannot take cards at the moment')).toBeVisible();
      expect(asked).toEqual([]);
      complaints.length = 0;
    });
  }
}

for (const [what, addressOf] of [
  ['names nothing', undefined],
  ['names its own signer', () => '/pay'],
  ['names its whole origin', (shopUrl: string) => shopUrl],
] as const) {
  test(`an element in a text calls no path of the shop by itself if the page ${what}`, async ({ page, demo, form }) => {
    const written = '<florin-checkout signer-url="/api/cart" order="x1" amount="19900"></florin-checkout>';
    const [text = ''] = await survivorsOf(page, [written], true);
    expect(text).toContain('signer-url="/api/cart"');
    const named = addressOf && naming(tagOf('module'), `${addressOf(demo.shopUrl)} ${demo.sandboxUrl}`);
    const { asked } = await open(page, named ?? tagOf('module'), [text]);
    await expect(form.number).toBeVisible();
    await settle(page);
    expect(asked).toEqual([]);
  });
}

test('a frame is drawn only if the owner of the page has named its address', async ({ page, demo, complaints }) => {
  for (const origins of [null, `/pay ${demo.sandboxUrl}`, '/pay http://other.example.test http://other.example:8080']) {
    const head = origins === null ? tagOf('isolated') : naming(tagOf('isolated'), origins);
    const { asked } = await open(page, head, [
      '<florin-checkout isolation="frame" frame-src="http://other.example/frame" signer-url="/pay" order="1"></florin-checkout>',
    ]);
    await expect(page.locator('florin-checkout').getByRole('alert')).toContainText('not set up correctly');
    expect(asked).toEqual([]);
    expect(page.frames().map((frame) => frame.url())).not.toContain('http://other.example/frame');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    page.removeAllListeners('request');
  }
  complaints.length = 0;
});

for (const build of ['classic', 'module', 'isolated'] as const) {
  test(`${build}: elements that the owner has marked are mounted; later ones, and those with a target, only if the owner allows it`, async ({
    page,
    demo,
    complaints,
  }) => {
    const marked = (more: string) => `<div data-florin-checkout data-signer-url="/pay" data-order="7" ${more}></div>`;
    const named = naming(tagOf(build), `/pay ${demo.sandboxUrl}`);
    await open(page, named, [marked(''), marked('data-target="#real"')]);
    await expect(page.locator('florin-checkout')).toHaveCount(1);
    await insertLate(page, [marked('')]);
    await expect(page.locator('florin-checkout')).toHaveCount(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await open(page, named.replace('data-florin-origins', 'data-florin-marked="late target" data-florin-origins'), [
      marked('data-target="#real"'),
    ]);
    await expect(page.locator('#real florin-checkout')).toHaveCount(1);
    await insertLate(page, [marked('')]);
    await expect(page.locator('florin-checkout')).toHaveCount(2);
    complaints.length = 0;
  });
}
