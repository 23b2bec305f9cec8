/**
 * Another page's frame in the slot of `<florin-checkout isolation="frame">`, where foreign markup could put one. It
 * speaks the whole protocol. The built script ignores it and sends it nothing, and the shopper sees an error.
 */
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../channel/bundle.js';
import type {} from '../channel/pages/frame-page.js';
import { startWeb, type Web } from '../channel/web.js';
import { buildSurface } from '../support/build-surface.js';

const SHOP = 'http://shop.test';
const PAY = 'http://pay.test';
const TIMES = 50;
/** The messages of the other page. */
const WORDS = 5;

/** Starts and answers handshakes, sends ports and the messages of an open frame; keeps all messages it gets. */
const STRANGER = `<!doctype html><title>stranger</title><script>
  heard = [];
  const keep = ({ data, ports }) => {
    heard.push(data);
    for (const port of ports) port.onmessage = keep;
  };
  const fields = Object.fromEntries(['number', 'expiry', 'cvn', 'name'].map((name) => [name, { status: 'valid' }]));
  const notice = { fields, brand: 'visa', height: 2000, focused: null, act: 'submit' };
  const say = (page) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = keep;
    port1.postMessage({ notice });
    for (const version of [1, 2]) parent.postMessage({ florin: 'ready', frame: 'f' + Math.random(), version, page }, '*');
    parent.postMessage({ notice }, '*');
    parent.postMessage({ closed: true }, '*');
    parent.postMessage({ florin: 'port', page, frame: 'f' }, '*', [port2]);
  };
  addEventListener('message', (event) => {
    keep(event);
    say(event.data?.page);
  });
  attack = () => {
    for (let turn = 0; turn < ${TIMES}; turn += 1) say('p' + turn);
  };
</script>`;

/** What a page sees: errors, fields, calls of the signer, heights, and how many messages came at all. */
const WATCH = `<script>
  raw = 0; addEventListener('message', () => raw++);
  errors = []; addEventListener('florin-error', ({ error }) => errors.push(error.code + ': ' + error.message));
  fields = []; addEventListener('florin-field', ({ field }) => fields.push(field));
</script>`;

let web: Web;
/** Counts pages: each has a signer of its own, so that a late call of one before is not taken for its. */
let opened = 0;
let page: Page;

beforeAll(async () => {
  web = await startWeb();
  for (const { fileName, code } of await buildSurface('isolated')) web.put(`/florin/${fileName}`, code);
  web.put('/frame.js', await bundle('test/channel/pages/frame-page.ts'));
  web.put(`${PAY}/frame`, `<!doctype html><script>parents = ['${SHOP}']</script><script src="/frame.js"></script>`);
  web.put('/stranger', STRANGER);
  page = await web.newPage();
}, 60_000);
afterAll(() => web.close());

async function open(slotted: string): Promise<void> {
  opened += 1;
  web.put(
    `${SHOP}/`,
    `<!doctype html><html lang="en-AU"><title>Pay</title>${WATCH}
    <script type="module" src="/florin/florin-isolated.js" data-florin-origins="/pay ${PAY}"></script>
    <florin-checkout isolation="frame" frame-src="${PAY}/frame" signer-url="/pay/${opened}" order="1">${slotted}</florin-checkout>`,
  );
  await page.goto(`${SHOP}/`);
  await page.waitForFunction(() => document.querySelector('florin-checkout')?.shadowRoot?.querySelector('button'));
}

const framed = (url: string) => `<iframe slot="frame" src="${url}"></iframe>`;

async function frameAt(url: string): Promise<Frame> {
  await page.waitForFunction((count) => frames.length >= count, 1);
  for (;;) {
    const found = page.frames().find((each) => each.url() === url);
    if (found) return found;
    await page.waitForTimeout(20);
  }
}

/** Sends all its messages, and waits until the page has received them. */
async function attackFrom(stranger: Frame): Promise<void> {
  await stranger.waitForFunction('globalThis.attack');
  const before = await page.evaluate<number>('raw');
  await stranger.evaluate('attack()');
  await page.waitForFunction(`raw >= ${before + TIMES * WORDS}`);
}

const alert = () => page.locator('florin-checkout').getByRole('alert').textContent();
/** Without fields there is no button; a script of the shop can still pay. */
async function pay(): Promise<void> {
  const checkout = page.locator('florin-checkout');
  expect(await checkout.getByRole('button', { name: 'Pay' }).isVisible()).toBe(false);
  await checkout.evaluate((element: HTMLElement & { pay(): Promise<void> }) => element.pay());
}
const seen = (name: string) => page.evaluate<readonly string[]>(name);
/** Without the page's own question, whether the order can be paid. */
const keys = () => web.requests.filter((url) => url.includes(`/pay/${opened}/`) && !url.endsWith('/order'));

async function expectNothingHeard(stranger: Frame): Promise<void> {
  expect(await stranger.evaluate('heard')).toEqual([]);
  expect(keys()).toEqual([]);
}

describe('a stranger in the slot of the frame', () => {
  it.each([
    ['of another origin', 'http://evil.test'],
    ['of an origin that begins like the frame’s', 'http://pay.test.evil.test'],
    ['of the frame’s host at another port', 'http://pay.test:8080'],
    ['of the page itself', SHOP],
  ])('%s, alone, gets no message, and the shopper sees an error', async (_what, origin) => {
    await open(framed(`${origin}/stranger`));
    const stranger = await frameAt(`${origin}/stranger`);
    await page.waitForFunction(() => (globalThis as unknown as { errors: string[] }).errors.length > 0);
    await attackFrom(stranger);
    await pay();
    await attackFrom(stranger);
    expect(await seen('errors')).toEqual([
      'configuration_invalid: florin-checkout: the frame in the slot is not of frame-src',
    ]);
    expect(await alert()).toContain('The card fields are not set up correctly');
    expect(await seen('fields')).toEqual([]);
    await expectNothingHeard(stranger);
  });

  it('beside the right frame changes nothing, and the right one still works', async () => {
    await open(framed(`${PAY}/frame`) + framed('http://evil.test/stranger'));
    const right = await frameAt(`${PAY}/frame`);
    const stranger = await frameAt('http://evil.test/stranger');
    await right.waitForFunction(() => globalThis.field.calls.length > 0);
    await attackFrom(stranger);
    expect(await seen('fields')).toEqual([]);
    expect(
      await page
        .locator('iframe')
        .first()
        .evaluate((iframe) => iframe.style.height),
    ).not.toBe('2000px');
    await expectNothingHeard(stranger);
    await right.evaluate(() => globalThis.field.notify({ fields: { number: { status: 'valid' } }, brand: 'visa' }));
    await page.waitForFunction(() => (globalThis as unknown as { fields: string[] }).fields.length === 1);
    expect(await seen('errors')).toEqual([]);
  });

  it('that replaces the right frame later gets no message of the open port', async () => {
    await open(framed(`${PAY}/frame`));
    const right = await frameAt(`${PAY}/frame`);
    await right.waitForFunction(() => globalThis.field.calls.length > 0);
    await page.locator('iframe').evaluate((iframe: HTMLIFrameElement) => {
      const anew = iframe.cloneNode() as HTMLIFrameElement;
      anew.src = 'http://evil.test/stranger';
      iframe.replaceWith(anew);
    });
    const stranger = await frameAt('http://evil.test/stranger');
    await page.waitForFunction(() => (globalThis as unknown as { errors: string[] }).errors.length > 0);
    await attackFrom(stranger);
    await pay();
    await attackFrom(stranger);
    expect(await seen('errors')).toHaveLength(1);
    await expectNothingHeard(stranger);
  });
});
