/** `florin/embed` in a browser: a page of a shop, a checkout of another origin, and pages of other origins. */
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../channel/bundle.js';
import { startWeb, type Web } from '../channel/web.js';

const SHOP = 'http://shop.localhost';
/** Its name begins with that of the shop. */
const STRANGER = 'http://shop.localhost:8080';
const PAY = 'http://pay.localhost';

const checkoutPage = (parent: string, more = '') => `<!doctype html><style>body { margin: 0 }</style>
  <div id="content" style="height: 300px"></div><script src="/embed.js"></script>
  <script>embed.reportCheckout({ parents: ['${parent}']${more} })</script>`;

const shopPage = (
  path: string,
  options = '',
) => `<!doctype html><div id="pay"></div><script src="/embed.js"></script><script>
  heard = [];
  frame = embed.embedCheckout(document.querySelector('#pay'), { src: '${PAY}${path}', title: 'Payment'${options} });
  document.addEventListener('florin-outcome', (event) => heard.push(event.outcome));
  frame.addEventListener('florin-error', (event) => heard.push(event.error.code));
</script>`;

declare global {
  var heard: string[];
  var frame: HTMLIFrameElement;
}

describe('an embedded checkout', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb();
    web.put('/embed.js', await bundle('test/embed/pages/both-halves.ts'));
    web.put(`${PAY}/order`, checkoutPage(SHOP));
    web.put(`${PAY}/paid`, checkoutPage(SHOP, ", outcome: 'approved'"));
    web.put(`${SHOP}/`, shopPage('/order'));
    web.put(`${SHOP}/low`, shopPage('/order', ', minHeight: 100'));
    web.put(`${SHOP}/paid`, shopPage('/paid'));
    web.put(`${STRANGER}/`, shopPage('/order'));
  }, 60_000);
  afterAll(() => web.close());

  async function visit(url: string): Promise<{ page: Page; checkout: Frame }> {
    const page = await web.newPage();
    await page.goto(url);
    const handle = await page.waitForSelector('iframe');
    return { page, checkout: (await handle.contentFrame())! };
  }
  const heightOf = (page: Page) => page.evaluate(() => frame.getBoundingClientRect().height);
  const heardBy = (page: Page) => page.evaluate(() => heard);
  const setHeight = (checkout: Frame, height: number) =>
    checkout.evaluate((pixels) => void (document.getElementById('content')!.style.height = `${pixels}px`), height);
  const finish = (checkout: Frame, status: string) =>
    checkout.evaluate(
      (word) => void document.dispatchEvent(Object.assign(new Event('florin-result'), { result: { status: word } })),
      status,
    );

  it('has the height of its content, and at least that of its container', async () => {
    const { page, checkout } = await visit(`${SHOP}/low`);
    await expect.poll(() => heightOf(page)).toBe(300);
    await setHeight(checkout, 900);
    await expect.poll(() => heightOf(page)).toBe(900);
    await setHeight(checkout, 20);
    await expect.poll(() => heightOf(page)).toBe(100);
    const { page: usual } = await visit(`${SHOP}/`);
    expect(await heightOf(usual)).toBe(640);
  });

  it('reports each outcome, also of an order that was paid before', async () => {
    const { page, checkout } = await visit(`${SHOP}/`);
    await expect.poll(() => checkout.evaluate(() => document.readyState)).toBe('complete');
    for (const status of ['declined', 'no such word', 'approved']) await finish(checkout, status);
    await expect.poll(() => heardBy(page)).toEqual(['declined', 'approved']);
    const { page: paid } = await visit(`${SHOP}/paid`);
    await expect.poll(() => heardBy(paid)).toEqual(['approved']);
  });

  it('reports nothing to a page of another origin', async () => {
    const { page, checkout } = await visit(`${STRANGER}/`);
    await expect.poll(() => heardBy(page), { timeout: 15_000 }).toEqual(['frame_unreachable']);
    await setHeight(checkout, 900);
    await finish(checkout, 'approved');
    await page.waitForTimeout(300);
    expect(await heightOf(page)).toBe(640);
    expect(await heardBy(page)).toEqual(['frame_unreachable']);
  });

  it('ignores messages of other windows, and of the frame without the port', async () => {
    const { page, checkout } = await visit(`${SHOP}/low`);
    await expect.poll(() => heightOf(page)).toBe(300);
    const forged = [
      { outcome: 'approved' },
      { height: 5000 },
      { florin: 'ready', frame: 'forged', version: 1 },
      'florin:returned',
    ];
    const isSameDocument = () =>
      checkout.evaluate(() => document.getElementById('content')?.dataset['mark'] === 'same');
    await checkout.evaluate(() => void (document.getElementById('content')!.dataset['mark'] = 'same'));
    // The page's own window, and a frame of a stranger.
    await page.evaluate((messages) => {
      for (const message of messages) postMessage(message, '*');
    }, forged);
    web.put(
      `${STRANGER}/forges`,
      `<!doctype html><script>for (const message of ${JSON.stringify(forged)}) parent.postMessage(message, '*')</script>`,
    );
    await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const strange = Object.assign(document.createElement('iframe'), { src, onload: resolve });
          document.body.append(strange);
        }),
      `${STRANGER}/forges`,
    );
    // The checkout's own window, but not by the port.
    await checkout.evaluate(
      (messages) => {
        for (const message of messages) parent.postMessage(message, '*');
      },
      forged.slice(0, 2),
    );
    await page.waitForTimeout(300);
    expect(await heardBy(page)).toEqual([]);
    expect(await heightOf(page)).toBe(300);
    expect(await isSameDocument()).toBe(true);
  });

  it('comes back to the checkout page when the bank’s step has ended in the frame', async () => {
    web.put(
      `${PAY}/returned`,
      "<!doctype html><script>parent.postMessage('florin:returned', 'http://shop.localhost')</script>",
    );
    const { page, checkout } = await visit(`${SHOP}/low`);
    await expect.poll(() => heightOf(page)).toBe(300);
    await checkout.evaluate(() => location.assign('/returned'));
    const pages = () => web.requests.filter((url) => !url.endsWith('.js')).slice(-2);
    await expect.poll(pages).toEqual([`${PAY}/returned`, `${PAY}/order`]);
    const grow = () => setHeight(checkout, 500).catch(() => 'it still navigates');
    await expect.poll(() => grow().then(() => heightOf(page))).toBe(500);
  });

  it('cannot navigate the page of the shop', async () => {
    const { page, checkout } = await visit(`${SHOP}/`);
    const refused = await checkout.evaluate(() => {
      try {
        top!.location.href = 'http://shop.localhost/low';
        return 'gone';
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(refused).toBe('SecurityError');
    expect(page.url()).toBe(`${SHOP}/`);
  });

  it('is removed by its signal, and refuses URLs without isolation', async () => {
    const { page } = await visit(`${SHOP}/`);
    const left = await page.evaluate(() => {
      const ending = new AbortController();
      const place = document.createElement('div');
      document.body.append(place);
      embed.embedCheckout(place, { src: 'http://pay.localhost/order', title: 'Payment', signal: ending.signal });
      ending.abort();
      return place.childElementCount;
    });
    expect(left).toBe(0);
    const refusals = await page.evaluate(() =>
      ['/order', 'http://pay.example/order', 'data:text/html,x', 'http://shop.localhost/order'].map((src) => {
        try {
          embed.embedCheckout(document.body, { src, title: 'Payment' });
          return 'taken';
        } catch (error) {
          return String(error);
        }
      }),
    );
    expect(refusals).toEqual([
      'TypeError: embedCheckout: src takes an https address, not /order',
      'TypeError: embedCheckout: src takes an https address, not http://pay.example/order',
      'TypeError: embedCheckout: src takes an https address, not data:text/html,x',
      'TypeError: embedCheckout: src is of the origin of this page. Serve the checkout from another origin',
    ]);
  });
});
