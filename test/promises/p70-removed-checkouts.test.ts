/**
 * P70: a checkout that has left the document charges nobody and saves nothing, whatever still runs in the page; a card that it
 * has sent before goes on to its outcome. With the real signer and sandbox.
 */
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningFlorin, startFlorin } from '../../src/fixtures/start-florin.js';
import { bundle } from '../channel/bundle.js';
import { CHROMIUM_ARGS } from '../support/chromium-args.mjs';
import type {} from './elements-page.js';

let florin: RunningFlorin;
let browser: Browser;
let page: Page;
/** Texts of the console's errors. */
let errors: string[];
/** Requests that send a card or an account. */
let sent: string[];
let orders = 0;

beforeAll(async () => {
  florin = await startFlorin();
  florin.put('/page.js', await bundle('test/promises/elements-page.ts'), { 'content-type': 'text/javascript' });
  browser = await chromium.launch({
    executablePath: process.env['FLORIN_CHROMIUM'] ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGS,
  });
}, 60_000);
afterAll(async () => {
  await browser.close();
  await florin.close();
});

beforeEach(async () => {
  await page?.close();
  page = await browser.newPage();
  errors = [];
  sent = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('request', (request) => {
    if (request.method() === 'POST' && /withauthkey/i.test(request.url())) sent.push(request.url());
  });
});

const CARD = { number: '5123456789012346', expiry: '0539', cvn: '123', name: 'Ada Lovelace' };
const ACCOUNT = { bsb: '063000', number: '123456', name: 'Ada Lovelace' };

/** Opens a page with a checkout, types into it, and returns its order. */
async function open(more = '', texts: Readonly<Record<string, string>> = CARD): Promise<string> {
  const order = `4900-removed-${(orders += 1)}`;
  florin.put(
    '/shop',
    `<!doctype html><html lang="en"><link rel="icon" href="data:,"><body><florin-checkout signer-url="/pay" order="${order}" ${more}></florin-checkout>
    <script>origins = '${florin.origins}'.split(' ')</script><script src="/page.js"></script>`,
  );
  await page.goto(`${florin.url}/shop`);
  for (const [id, text] of Object.entries(texts)) await page.locator(`#${id}`).pressSequentially(text);
  if (texts === ACCOUNT) await page.locator('#agreement').check();
  await page.waitForFunction(() => document.querySelector('florin-checkout')?.attempt?.status === 'ready');
  await page.evaluate(() => {
    globalThis.element = document.querySelector('florin-checkout')!;
    globalThis.heard = [];
    element.addEventListener('florin-result', ({ result }) => heard.push(result.status));
  });
  return order;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe.each([
  ['a payment', '', CARD],
  ['a card to save', 'purpose="save-card"', { number: CARD.number, expiry: CARD.expiry, name: CARD.name }],
  ['an account to save', 'purpose="save-bank-account"', ACCOUNT],
] as const)('a removed element with %s', (_what, more, texts) => {
  it.each([0, 600])('sends nothing %i ms later, and says so once', async (later) => {
    await open(more, texts);
    await page.evaluate(() => element.remove());
    await pause(later);
    await page.evaluate(() => element.pay());
    await pause(500);
    expect(sent).toEqual([]);
    expect(errors).toEqual([expect.stringContaining('not in the document')]);
  });

  it('sends nothing for a press of its button by a script', async () => {
    await open(more, texts);
    await page.evaluate(() => {
      element.remove();
      element.shadowRoot!.querySelector<HTMLElement>('[part="button"]')!.click();
    });
    await pause(500);
    expect(sent).toEqual([]);
  });
});

it.each([
  ['while a listener makes it wait', 50],
  ['by that listener', 0],
])('a checkout that is removed %s sends nothing', async (_when, later) => {
  const order = await open();
  await page.evaluate(async (milliseconds) => {
    element.addEventListener('florin-before-pay', (event) => {
      if (milliseconds === 0) element.remove();
      else event.waitUntil(new Promise((resolve) => setTimeout(resolve, 200)));
    });
    const paid = element.pay();
    if (milliseconds > 0) setTimeout(() => element.remove(), milliseconds);
    await paid;
  }, later);
  await pause(500);
  expect(sent).toEqual([]);
  expect(await florin.transactionsOf(order)).toEqual([]);
});

it('a checkout that is removed after it has sent the card reports the outcome', async () => {
  const order = await open();
  await page.route('**/withauthkey/**', async (route) => {
    await pause(300);
    await route.continue();
  });
  await page.evaluate(async () => {
    const paid = element.pay();
    setTimeout(() => element.remove(), 100);
    await paid;
  });
  expect(await page.evaluate(() => heard)).toEqual(['approved']);
  expect(await florin.transactionsOf(order)).toHaveLength(1);
  expect(errors).toEqual([]);
});
