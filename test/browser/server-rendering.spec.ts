/**
 * Pages whose server has rendered the elements by `@lit-labs/ssr`, and whose script is the npm modules as a shop's bundler builds
 * them, under the policy that `florin csp --server-rendered` prints.
 */
import { readdirSync } from 'node:fs';
import { expect, test as base, type Page } from '@playwright/test';
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html, type TemplateResult } from 'lit';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { build, type Rolldown } from 'vite';
import '../../dist/elements/define.js';
import { run } from '../../tools/process.mjs';
import { shortenKnownFailure } from '../engines/known-failures.js';
import { expectSound } from './expect-sound.js';
import { unasked, watchShifts } from './layout-shifts.js';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { PaymentForm } from './pages/payment-form.js';
import { VISA } from './test-cards.js';

interface Put {
  readonly head?: string;
  readonly lang?: string;
  readonly change?: (text: string) => string;
}

interface ServerShop extends OwnShop {
  /** Renders a page as a server does, and serves it under the strict policy. */
  putRendered(path: string, body: TemplateResult, options?: Put): Promise<void>;
}

const STYLE =
  ':root { color-scheme: light dark; background: Canvas } florin-checkout { display: block; min-height: 23.5rem }';

const test = base.extend<{ engine: void; opened: Opened }, { shop: ServerShop }>({
  engine: [shortenKnownFailure, { auto: true }],
  shop: [
    async ({}, use) => {
      const shop = await startOwnShop();
      shop.put('/shop.css', STYLE, { 'content-type': 'text/css' });
      for (const { fileName, code } of await bundle()) {
        shop.put(`/assets/${fileName}`, code, { 'content-type': 'text/javascript' });
      }
      const policy = await printPolicy(new URL(shop.sandboxUrl).origin);
      const putRendered: ServerShop['putRendered'] = async (path, body, { lang = 'en-AU', change } = {}) => {
        const text = await collectResult(render(body));
        shop.put(
          path,
          `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Pay</title><meta name="viewport" content="width=device-width">
          <link rel="stylesheet" href="/shop.css"><script type="module" src="/assets/shop.js"></script></head>
          <body><main><h1>Pay</h1>${change ? change(text) : text}<p>Thank you</p></main></body></html>`,
          { 'content-security-policy': policy },
        );
      };
      await use({ ...shop, putRendered });
      await shop.close();
    },
    { scope: 'worker' },
  ],
  opened: async ({ page }, use) => use(await watch(page)),
});

interface Opened {
  /** Everything that the browser says: messages, errors, violations of the policy. */
  readonly said: string[];
  /** Requests besides those of the page and its script, as method and path. */
  readonly requests: string[];
  moves: Awaited<ReturnType<typeof watchShifts>>;
  /** Releases the script. */
  release(): void;
}

/** Holds the script back until it is released. */
async function watch(page: Page): Promise<Opened> {
  const said: string[] = [];
  const requests: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/assets\/|\.css$|favicon/.test(pathname)) requests.push(`${request.method()} ${pathname}`);
  });
  await page.route('**/assets/shop.js', async (route) => {
    await released;
    await route.continue();
  });
  return { said, requests, moves: await watchShifts(page), release: () => release() };
}

const keysOf = (requests: readonly string[]) => requests.filter((request) => /^POST \/pay\/\w*key$/.test(request));

test('text that is typed before the script is loaded stays, is checked and formatted, and pays', async ({
  page,
  shop,
  opened,
}) => {
  await shop.putRendered('/typed', checkout('19900-typed'));
  const url = `${shop.url}/typed`;
  await page.goto(url, { waitUntil: 'commit' });
  const form = new PaymentForm(page);
  await form.type(VISA);
  await form.name.press('Enter');
  await form.payButton.click();
  await form.cvn.focus();
  const before = await boxesOf(page);
  expect(page.url()).toBe(url);
  expect(opened.requests).toEqual(['GET /typed']);
  expect(await form.number.inputValue()).toBe(VISA.number);

  opened.release();
  await expect(form.number).toHaveValue('4987 6543 2109 8769');
  await expect(form.expiry).toHaveValue('12 / 30');
  await expect(form.cvn).toHaveValue(VISA.cvn);
  await expect(form.name).toHaveValue(VISA.name);
  await expect(form.cvn).toBeFocused();
  await expect(form.payButton).toHaveText('Pay $199.00');
  expect(await boxesOf(page)).toEqual(before);
  expect(unasked(await opened.moves())).toEqual([]);

  await form.payButton.click();
  await expect(page.getByRole('article').getByRole('paragraph').first()).toHaveText('Approved');
  expect(keysOf(opened.requests)).toHaveLength(1);
  expect(opened.said).toEqual([]);
});

test('requests as many keys as an element that is not server-rendered', async ({ page, shop, opened }) => {
  await shop.putRendered('/rendered', checkout('4200-rendered'));
  await shop.putRendered('/drawn', checkout('4200-drawn'), {
    change: (text) => text.replace(/<template.*<\/template>/s, ''),
  });
  opened.release();
  const counts: number[] = [];
  for (const path of ['/drawn', '/rendered']) {
    opened.requests.length = 0;
    await page.goto(shop.url + path);
    const form = new PaymentForm(page);
    await expect(form.payButton).toBeVisible();
    expect(keysOf(opened.requests)).toEqual([]);
    await form.type(VISA);
    await expect(form.payButton).toHaveText('Pay $42.00');
    counts.push(keysOf(opened.requests).length);
  }
  expect(counts).toEqual([1, 1]);
  expect(opened.said).toEqual([]);
});

test('without script nothing is sent and the address stays, by Enter and by the button', async ({ browser, shop }) => {
  await shop.putRendered('/no-script', checkout('100-none'));
  await shop.putRendered('/in-dialog', html`<dialog open>${checkout('100-none')}</dialog>`);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const path of ['/no-script', '/in-dialog']) {
    requests.length = 0;
    await page.goto(shop.url + path);
    const loaded = requests.length;
    const form = new PaymentForm(page);
    await form.type(VISA);
    for (const input of [form.number, form.expiry, form.cvn, form.name]) await input.press('Enter');
    await form.payButton.click();
    await page.waitForTimeout(300);
    expect(page.url()).toBe(shop.url + path);
    expect(requests.slice(loaded)).toEqual([]);
    await expect(form.number).toHaveValue(VISA.number);
    // A card must not come back with the page.
    await page.reload();
    for (const input of [form.number, form.cvn]) await expect(input).toHaveValue('');
  }
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`before the script is loaded the form passes axe on a narrow screen, in ${colorScheme}`, async ({
    page,
    shop,
    opened,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 700 });
    await shop.putRendered(`/sound-${colorScheme}`, checkout('100-sound'));
    await page.goto(`${shop.url}/sound-${colorScheme}`, { waitUntil: 'commit' });
    const form = new PaymentForm(page);
    await form.number.pressSequentially('4987');
    await page.keyboard.press('Tab');
    await expect(form.expiry).toBeFocused();
    const before = await boxesOf(page);
    // axe waits for the page to be loaded.
    opened.release();
    await expect(page.locator('florin-checkout svg').first()).toBeVisible();
    expect(await boxesOf(page)).toEqual(before);
    await expectSound(page, colorScheme);
    expect(opened.said).toEqual([]);
  });
}

test('every tag is hydrated without a message, and nothing moves', async ({ page, shop, opened }) => {
  const tags = readdirSync('src/elements').filter((name) => name.startsWith('florin-'));
  const alone = tags.filter((tag) => !/saved-cards|pay-button/.test(tag));
  const all = alone.map((tag) => {
    const name = unsafeStatic(tag);
    return staticHtml`<${name} order="1" amount="100" crn1-label="Invoice" crn1-value="7" accepted-brands="visa jcb"></${name}>`;
  });
  await shop.putRendered('/all', html`${all}`);
  await page.goto(`${shop.url}/all`, { waitUntil: 'commit' });
  const tick = page.locator('florin-store-card').getByRole('checkbox');
  await expect(tick).not.toBeChecked();
  await tick.check();
  opened.release();
  await page.waitForLoadState();
  await page.evaluate(async (names) => {
    for (const name of names) {
      const element = document.querySelector<HTMLElement & { updateComplete: Promise<boolean> }>(name);
      await element?.updateComplete;
    }
  }, tags);
  await expect(page.locator('florin-card-cvn svg')).toBeVisible();
  await expect(tick).toBeChecked();
  expect(unasked(await opened.moves())).toEqual([]);
  expect(opened.said).toEqual([]);
});

test('has the language of the page as soon as the script is loaded', async ({ page, shop, opened }) => {
  await shop.putRendered('/german', checkout('100-german'), { lang: 'de' });
  await page.goto(`${shop.url}/german`, { waitUntil: 'commit' });
  await new PaymentForm(page).number.pressSequentially(VISA.number);
  opened.release();
  await expect(page.getByLabel('Kartennummer')).toHaveValue('4987 6543 2109 8769');
  await expect(page.getByLabel('Sicherheitscode')).toBeVisible();
  expect(unasked(await opened.moves())).toEqual([]);
  expect(opened.said).toEqual([]);
});

test('the shop’s own fields replace the built-in ones', async ({ page, shop, opened }) => {
  await shop.putRendered(
    '/own-fields',
    html`<florin-checkout signer-url="/pay" order="700-own"
      ><florin-card-fields slot="fields"></florin-card-fields
    ></florin-checkout>`,
  );
  await page.goto(`${shop.url}/own-fields`, { waitUntil: 'commit' });
  const form = new PaymentForm(page, page.locator('florin-card-fields'));
  await form.type(VISA);
  opened.release();
  await expect(form.number).toHaveValue('4987 6543 2109 8769');
  await expect(form.payButton).toHaveText('Pay $7.00');
  await form.payButton.click();
  await expect(page.getByRole('article').getByRole('paragraph').first()).toHaveText('Approved');
  expect(keysOf(opened.requests)).toHaveLength(1);
  expect(opened.said).toEqual([]);
});

test('HTML of another version is rendered again, with the typed text', async ({ page, shop, opened }) => {
  await shop.putRendered('/old', checkout('900-old'), {
    change: (text) => text.replace(/(<\/style><!--lit-part )[^-]+/, '$1AAAAAAAAAAA='),
  });
  await page.goto(`${shop.url}/old`, { waitUntil: 'commit' });
  const form = new PaymentForm(page);
  await form.type(VISA);
  opened.release();
  await expect(form.number).toHaveValue('4987 6543 2109 8769');
  await expect(form.name).toBeFocused();
  await expect(form.payButton).toHaveText('Pay $9.00');
  await form.payButton.click();
  await expect(page.getByRole('article').getByRole('paragraph').first()).toHaveText('Approved');
  expect(keysOf(opened.requests)).toHaveLength(1);
  expect(opened.said).toEqual([expect.stringContaining("the server's HTML is of another version")]);
});

test('the policy without the hashes refuses the styles', async ({ page, shop }) => {
  await shop.putRendered('/styled', checkout('100-styled'));
  const refused: string[] = [];
  page.on('console', (message) => refused.push(message.text()));
  await page.route('**/styled', async (route) => {
    const response = await route.fetch();
    const policy = response.headers()['content-security-policy'] ?? '';
    const headers = { ...response.headers(), 'content-security-policy': policy.replace(/ 'sha256-[^']+'/g, '') };
    await route.fulfill({ response, headers });
  });
  await page.goto(`${shop.url}/styled`);
  expect(refused.join()).toContain('style');
});

function checkout(order: string): TemplateResult {
  return html`<florin-checkout signer-url="/pay" order=${order}></florin-checkout>`;
}

/** Where the fields and the button are. */
async function boxesOf(page: Page) {
  const form = new PaymentForm(page);
  const places = [form.number, form.expiry, form.cvn, form.name, form.payButton];
  return Promise.all(places.map((place) => place.boundingBox()));
}

/** Builds the shop's script for production, and returns its files. */
async function bundle(): Promise<readonly Rolldown.OutputChunk[]> {
  const output = { entryFileNames: 'shop.js', chunkFileNames: '[name].js' };
  const result = await build({
    configFile: false,
    logLevel: 'error',
    base: '/assets/',
    build: { write: false, rolldownOptions: { input: 'test/browser/pages/hydrated-shop.js', output } },
  });
  return [result]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .filter((file) => file.type === 'chunk');
}

async function printPolicy(service: string): Promise<string> {
  const args = ['dist/bin/florin.js', 'csp', '--service-origin', service, '--server-rendered'];
  const { output } = await run(process.execPath, args, { quiet: true });
  return /^Content-Security-Policy: (.*)$/m.exec(output)?.[1] ?? '';
}
