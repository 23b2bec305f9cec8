/**
 * P52: markup cannot choose where a card goes: the URLs of signer, service and frame must be among the origins that the page's
 * owner has listed, and `data-` elements are not mounted without that list. The built script in a browser; docs/invariants.md,
 * 14.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWeb, type Web } from '../channel/web.js';
import { buildSurface } from '../support/build-surface.js';

const SHOP = 'http://shop.test';
const STRANGER = 'http://stranger.test';
const NUMBER = '5123456789012346';

let web: Web;
let page: Page;
/** Counts pages, each with addresses of its own. */
let opened = 0;

beforeAll(async () => {
  web = await startWeb();
  for (const { fileName, code } of await buildSurface('page')) web.put(`/florin/${fileName}`, code);
  page = await web.newPage();
}, 60_000);
afterAll(() => web.close());

/**
 * Opens a page with these elements; `origins` is what its owner names. Answers with the requests since then, but for Florin's
 * files.
 */
async function open(body: string, origins?: string): Promise<() => readonly string[]> {
  const before = web.requests.length;
  const path = `/${(opened += 1)}`;
  const named = origins === undefined ? '' : `data-florin-origins="${origins}"`;
  web.put(
    `${SHOP}${path}`,
    `<!doctype html><html lang="en-AU"><title>Pay</title><link rel="icon" href="data:,">
    <script type="module" src="/florin/florin.js" ${named}></script><div id="real"></div>${body}`,
  );
  await page.goto(`${SHOP}${path}`);
  await page.waitForFunction(() => customElements.get('florin-card-fields'));
  return () => web.requests.slice(before).filter((url) => !url.includes('/florin/') && url !== `${SHOP}${path}`);
}

/** Types a card into the form that is there, and presses its button. @param end what the form says then */
async function pay(end: string | RegExp = 'cannot take cards at the moment'): Promise<void> {
  const form = page.locator('florin-checkout');
  await form.getByLabel('Card number').fill(NUMBER);
  await form.getByLabel(/^expiry/i).fill('12 / 30');
  await form.getByLabel('Security code').fill('123');
  await form.getByLabel('Name on card').fill('A Shopper');
  await form.getByRole('button', { name: /^pay/i }).click();
  await page.getByText(end).first().waitFor({ timeout: 10_000 });
}

it.each([
  ['names nothing', undefined, '/pay'],
  ['names nothing', undefined, `${STRANGER}/pay`],
  ['names its signer', '/pay http://service.test', `${STRANGER}/pay`],
  ['names its signer', '/pay http://service.test', '/upload'],
  ['names its own origin', '/ http://service.test', '/upload'],
])('a page that %s (%s) mounts no data- element with the signer %s', async (_what, origins, signer) => {
  const requests = await open(`<div data-florin-checkout data-signer-url="${signer}" data-order="1"></div>`, origins);
  await page.waitForLoadState('networkidle');
  expect(await page.locator('florin-checkout').count()).toBe(0);
  expect(requests()).toEqual([]);
});

it.each([undefined, '/pay http://service.test'])(
  'another signer gets no request if the page lists %s',
  async (origins) => {
    const requests = await open(`<florin-checkout signer-url="${STRANGER}/pay" order="1"></florin-checkout>`, origins);
    await pay();
    expect(requests()).toEqual([]);
  },
);

it.each([undefined, '/pay http://service.test'])(
  'another frame is not rendered if the page lists %s',
  async (origins) => {
    const requests = await open(
      `<florin-checkout isolation="frame" frame-src="${STRANGER}/frame" signer-url="/pay" order="1"></florin-checkout>`,
      origins,
    );
    await page.getByText('not set up correctly').first().waitFor({ timeout: 10_000 });
    expect(requests()).toEqual([]);
  },
);

/** The signer answers with a key whose card goes to this address. */
function grant(submitUrl: string, order = '1'): void {
  const amount = { minor: 100, currency: 'AUD' };
  const key = { status: 'granted', order, claim: 'c', authKey: 'k', amount, expiresInSeconds: 600, submitUrl };
  web.put(`${SHOP}/pay/authkey`, JSON.stringify(key), { headers: { 'content-type': 'application/json' } });
}

it('a card is not sent to an origin that the page does not list, even if the signer names it', async () => {
  grant('https://stranger.test/submit');
  const requests = await open(
    '<florin-checkout signer-url="/pay" order="1"></florin-checkout>',
    '/pay http://service.test',
  );
  await pay();
  expect(requests().filter((url) => url.includes('stranger'))).toEqual([]);
});

it.each([
  ['https://bank.test/step', true],
  ['https://stranger.test/step', false],
])('a shopper gets to the bank’s step if the page lists its origin: %s, %s', async (step, isNamed) => {
  const order = `3-D Secure ${isNamed}`;
  grant('https://service.test/submit', order);
  const APIResponse = { ResponseCode: 300, ResponseText: 'Redirect' };
  web.put('https://service.test/submit', JSON.stringify({ APIResponse, ResultKey: 'r', RedirectionUrl: step }), {
    headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
  });
  web.put(step, '<!doctype html><p>The step of the bank');
  const requests = await open(
    `<florin-checkout signer-url="/pay" order="${order}"></florin-checkout>`,
    '/pay https://service.test https://bank.test',
  );
  await pay(isNamed ? 'The step of the bank' : /check/);
  expect(requests().includes('https://service.test/submit')).toBe(true);
  expect(requests().includes(step)).toBe(isNamed);
});
