/**
 * P33: messages go only to, and come only from, the exact origin and window. Strangers of every kind that a browser can
 * make hold the frame, stand beside it, or stand in its place, and send everything the channel knows. The victims take
 * nothing, and the strangers get nothing, not even a refusal.
 */
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../channel/bundle.js';
import type {} from '../channel/pages/frame-page.js';
import type {} from '../channel/pages/shop-page.js';
import { type Web, startWeb } from '../channel/web.js';

const SHOP = 'http://shop.test';
const PAY = 'http://pay.test';
const EACH = 250;

/** Victims whose ids are known, and which count what arrives, so that nothing is taken for nothing. */
const VICTIM = `<script>crypto.getRandomValues = (array) => array.fill(7);
  raw = 0; addEventListener('message', () => raw++)</script>`;
const frameHtml = (script: string) =>
  `<!doctype html>${VICTIM}<script>window.parents = ['${SHOP}', 'http://other.test']</script><script src="${script}"></script>`;
let strangerScript = '';
const strangerHtml = (extra = '') => `<!doctype html><script>${strangerScript}</script>${extra}`;

/** Sums over all foreign windows; the promise is about them. */
const sum = { attacks: 0, sent: 0, arrived: 0, accepted: 0, received: 0 };

let web: Web;
let page: Page;

beforeAll(async () => {
  web = await startWeb();
  web.put('/shop.js', await bundle('test/channel/pages/shop-page.ts'));
  web.put('/frame.js', await bundle('test/channel/pages/frame-page.ts'));
  // A browser that does not say who holds a frame gets the same promise.
  const blind = await bundle('test/channel/pages/frame-page.ts', { 'location.ancestorOrigins': 'undefined' });
  web.put('/blind.js', blind);
  for (const origin of [PAY, 'https://pay.test']) {
    web.put(`${origin}/frame`, frameHtml('/frame.js'));
    web.put(`${origin}/blind`, frameHtml('/blind.js'));
  }
  strangerScript = await bundle('test/hostile/stranger-page.ts');
  web.put('/stranger', strangerHtml());
  page = await web.newPage();
}, 60_000);

afterAll(async () => {
  await web.close();
  console.log(
    `P33: ${sum.attacks} attacks, no seed, ${sum.sent} messages sent, ${sum.arrived} arrived, ` +
      `${sum.accepted} accepted, ${sum.received} received by strangers`,
  );
  expect(sum.attacks).toBeGreaterThanOrEqual(25);
  expect(sum.arrived).toBeGreaterThanOrEqual(10_000);
  expect({ accepted: sum.accepted, received: sum.received }).toEqual({ accepted: 0, received: 0 });
});

/** Attacks, waits until it has all arrived, and counts at both ends. */
async function attackFrom(stranger: Frame, target: string, victim: Frame): Promise<void> {
  await stranger.waitForFunction('globalThis.attack');
  const before = await victim.evaluate<number>('raw');
  await stranger.evaluate(`attack(${target}, ${EACH})`);
  await victim.waitForFunction(`raw >= ${before + EACH}`);
  // What an accepted message would have led to takes a few more turns.
  await page.waitForTimeout(60);
  sum.attacks += 1;
  sum.sent += EACH;
  sum.arrived += (await victim.evaluate<number>('raw')) - before;
}

async function expectNothing(stranger: Frame): Promise<void> {
  const received = await stranger.evaluate<unknown[]>('received');
  sum.received += received.length;
  expect(received, 'received by the stranger').toEqual([]);
}

async function expectUntouched(frame: Frame): Promise<void> {
  const calls = await frame.evaluate(() => field.calls);
  sum.accepted += calls.length;
  expect(calls, 'called in the frame').toEqual([]);
}

const frameAt = (url: string): Frame => {
  const found = page.frames().find((each) => each.url() === url);
  if (!found)
    throw new Error(
      `no frame at ${url}: ${page
        .frames()
        .map((each) => each.url())
        .join(', ')}`,
    );
  return found;
};

/** The same, as soon as the frame is there: it may appear after the load event of a page that navigates. */
async function frameSoonAt(url: string): Promise<Frame> {
  await expect.poll(() => page.frames().map((each) => each.url())).toContain(url);
  return frameAt(url);
}

const ready = (frame: Frame) => frame.waitForFunction(() => 'field' in window);

describe('a frame takes nothing from a page that holds it', () => {
  const parents: readonly (readonly [what: string, url: string])[] = [
    ['another origin', 'http://evil.test/parent'],
    ['an origin that begins like the right one', 'http://shop.test.evil.test/parent'],
    ['an origin that ends like the right one', 'http://evilshop.test/parent'],
    ['a subdomain', 'http://www.shop.test/parent'],
    ['the domain above', 'http://test/parent'],
    ['another port', 'http://shop.test:8080/parent'],
    ['another scheme', 'https://shop.test/parent'],
    ['the right origin as a user', 'http://shop.test@evil.test/parent'],
    ['a trailing dot', 'http://shop.test./parent'],
    ['a look-alike', 'http://ѕhop.test/parent'],
    ['the address behind the name', 'http://127.0.0.1/parent'],
    ['the right host, sandboxed to no origin', 'http://shop.test/sandboxed'],
  ];
  it.each(
    parents.flatMap(
      ([what, url]) =>
        [
          [what, url, '/frame'],
          [what, url, '/blind'],
        ] as const,
    ),
  )('%s: %s (%s)', async (_what, url, path) => {
    const src = `${url.startsWith('https') ? 'https://pay.test' : PAY}${path}`;
    const headers = url.endsWith('/sandboxed') ? { 'content-security-policy': 'sandbox allow-scripts' } : {};
    web.put('/parent', strangerHtml(`<iframe src="${src}"></iframe>`));
    web.put(`${SHOP}/sandboxed`, strangerHtml(`<iframe src="${src}"></iframe>`), { headers });
    await page.goto(url);
    const victim = frameAt(src);
    await ready(victim);
    await attackFrom(page.mainFrame(), 'frames[0]', victim);
    await expectUntouched(victim);
    await expectNothing(page.mainFrame());
  });

  it.each([
    ['a data: page', 'http://evil.test', `holder.src = 'data:text/html,' + encodeURIComponent(html)`],
    ['a sandboxed srcdoc in the right page', SHOP, `holder.sandbox = 'allow-scripts'; holder.srcdoc = html`],
    [
      'a blob: of another origin',
      'http://evil.test',
      `holder.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }))`,
    ],
    ['another origin within the right page', SHOP, `holder.src = 'http://evil.test/parent'`],
  ])('%s', async (_what, top, place) => {
    const inner = strangerHtml(`<iframe src="${PAY}/blind"></iframe>`);
    web.put('/parent', inner);
    web.put(
      '/top',
      `<!doctype html><script>${strangerScript}</script><body><script>
      const html = ${JSON.stringify(inner).replaceAll('<', '\\u003c')};
      const holder = document.createElement('iframe'); ${place}; document.body.append(holder)</script>`,
    );
    await page.goto(`${top}/top`);
    await page.waitForFunction(() => frames[0]?.length === 1);
    const victim = frameAt(`${PAY}/blind`);
    await ready(victim);
    const holder = page.mainFrame().childFrames()[0]!;
    await attackFrom(holder, 'frames[0]', victim);
    // And from the window above, which in two of these cases is of the right origin but does not hold the frame.
    await attackFrom(page.mainFrame(), 'frames[0].frames[0]', victim);
    await expectUntouched(victim);
    await expectNothing(holder);
    await expectNothing(page.mainFrame());
  });
});

/** A right page with its right frame, in touch with each other. */
async function visitShop({ answerSeconds = 60 } = {}): Promise<{ shopPage: Frame; victim: Frame }> {
  web.put(
    `${SHOP}/shop`,
    `<!doctype html>${VICTIM}<script src="/shop.js"></script><body><iframe src="${PAY}/frame"></iframe>
     <script>shop.connect(document.querySelector('iframe'), '${PAY}', 60, ${answerSeconds})</script>`,
  );
  await page.goto(`${SHOP}/shop`);
  await page.waitForFunction(() => shop.links[0]!.frames.length === 1);
  return { shopPage: page.mainFrame(), victim: frameAt(`${PAY}/frame`) };
}

/** The link is as it was, and works: nothing above was refused by a channel that refuses everything. */
async function expectSound(shopPage: Frame, victim: Frame): Promise<void> {
  const state = await shopPage.evaluate(() => {
    const { frames: opened, notices, failures } = shop.links[0]!;
    return { opened: opened.length, notices: notices.length, failures };
  });
  sum.accepted += state.opened - 1 + state.notices;
  expect(state).toEqual({ opened: 1, notices: 0, failures: [] });
  await expectUntouched(victim);
  expect(await shopPage.evaluate(() => shop.links[0]!.frame.check())).toBe(true);
}

describe('neither side takes anything from a window of the right origin that is not the other side', () => {
  it.each([
    ['a frame beside it, of the page’s origin', `${SHOP}/stranger`],
    ['a frame beside it, of the frame’s origin', `${PAY}/stranger`],
    ['a frame beside it, of another origin', 'http://evil.test/stranger'],
    ['a blob: of the page', 'blob'],
    ['a srcdoc of the page', 'srcdoc'],
  ])('%s', async (_what, src) => {
    const { shopPage, victim } = await visitShop();
    await shopPage.evaluate(
      async ([url, html]) => {
        const beside = document.createElement('iframe');
        if (url === 'srcdoc') beside.srcdoc = html!;
        else beside.src = url === 'blob' ? URL.createObjectURL(new Blob([html!], { type: 'text/html' })) : url!;
        document.body.append(beside);
        await new Promise((resolve) => beside.addEventListener('load', resolve));
      },
      [src, strangerHtml()],
    );
    const stranger = shopPage.childFrames()[1]!;
    await attackFrom(stranger, 'parent.frames[0]', victim);
    await attackFrom(stranger, 'parent', shopPage);
    await expectNothing(stranger);
    await expectSound(shopPage, victim);
  });

  it.each([
    ['the page’s origin', `${SHOP}/stranger`],
    ['the frame’s origin', `${PAY}/stranger`],
    ['the frame’s origin as a user', 'http://pay.test@evil.test/stranger'],
  ])('a window that the page opened, of %s', async (_what, url) => {
    const { shopPage, victim } = await visitShop();
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      shopPage.evaluate((address) => void window.open(address), url),
    ]);
    await popup.waitForLoadState();
    await attackFrom(popup.mainFrame(), 'opener.frames[0]', victim);
    await attackFrom(popup.mainFrame(), 'opener', shopPage);
    await expectNothing(popup.mainFrame());
    await popup.close();
    await expectSound(shopPage, victim);
  });

  it.each([
    ['the page’s origin', SHOP],
    ['the frame’s origin', PAY],
  ])('a frame within the frame, of %s', async (_what, origin) => {
    const { shopPage, victim } = await visitShop();
    await victim.evaluate(async (src) => {
      const child = document.createElement('iframe');
      child.src = src;
      document.documentElement.append(child);
      await new Promise((resolve) => child.addEventListener('load', resolve));
    }, `${origin}/stranger`);
    const stranger = victim.childFrames()[0]!;
    await attackFrom(stranger, 'parent', victim);
    await attackFrom(stranger, 'top', shopPage);
    await expectNothing(stranger);
    await expectSound(shopPage, victim);
  });
});

describe('a page takes nothing from, and sends nothing to, what stands in the frame’s place', () => {
  const inPlace: readonly (readonly [what: string, place: string])[] = [
    ['another origin', `place.src = 'http://evil.test/stranger'`],
    ['an origin that begins like the right one', `place.src = 'http://pay.test.evil.test/stranger'`],
    ['an origin that ends like the right one', `place.src = 'http://evilpay.test/stranger'`],
    ['a subdomain', `place.src = 'http://a.pay.test/stranger'`],
    ['the domain above', `place.src = 'http://test/stranger'`],
    ['another port', `place.src = 'http://pay.test:8080/stranger'`],
    ['another scheme', `place.src = 'https://pay.test/stranger'`],
    ['a trailing dot', `place.src = 'http://pay.test./stranger'`],
    ['a look-alike', `place.src = 'http://рay.test/stranger'`],
    ['the page’s own origin', `place.src = '${SHOP}/stranger'`],
    ['the right page, sandboxed to no origin', `place.sandbox = 'allow-scripts'; place.src = '${PAY}/stranger'`],
    ['a data: page', `place.src = 'data:text/html,' + encodeURIComponent(html)`],
    ['a srcdoc', `place.srcdoc = html`],
    ['a sandboxed srcdoc', `place.sandbox = 'allow-scripts'; place.srcdoc = html`],
    ['a blob: of the page', `place.src = URL.createObjectURL(new Blob([html], { type: 'text/html' }))`],
  ];
  it.each(inPlace)('%s', async (_what, place) => {
    web.put(
      `${SHOP}/shop`,
      `<!doctype html>${VICTIM}<script src="/shop.js"></script><body><script>
        const html = ${JSON.stringify(strangerHtml()).replaceAll('<', '\\u003c')};
        const place = document.createElement('iframe'); ${place}; document.body.append(place);
        shop.connect(place, '${PAY}', 30, 0.2)</script>`,
    );
    await page.goto(`${SHOP}/shop`);
    // The link has sent two messages by then: at its start, and when the other page had loaded.
    await page.waitForFunction(() => shop.links[0]!.failures.length === 1);
    const [stranger] = page.mainFrame().childFrames();
    await attackFrom(stranger!, 'parent', page.mainFrame());
    await expectNothing(stranger!);
    const { opened, notices } = await page.evaluate(() => {
      const link = shop.links[0]!;
      return { opened: link.frames.length, notices: link.notices.length };
    });
    sum.accepted += opened + notices;
    expect({ opened, notices }).toEqual({ opened: 0, notices: 0 });
  });

  it('another page to which the right frame navigated before the handshake', async () => {
    web.put(`${PAY}/leaving`, `<script>location.href = 'http://evil.test/stranger'</script>`);
    web.put(
      `${SHOP}/shop`,
      `<!doctype html>${VICTIM}<script src="/shop.js"></script><body><iframe src="${PAY}/leaving"></iframe>
       <script>shop.connect(document.querySelector('iframe'), '${PAY}', 30, 0.2)</script>`,
    );
    await page.goto(`${SHOP}/shop`);
    await page.waitForFunction(() => shop.links[0]!.failures.length >= 1);
    const stranger = await frameSoonAt('http://evil.test/stranger');
    await attackFrom(stranger, 'parent', page.mainFrame());
    await expectNothing(stranger);
    expect(await page.evaluate(() => shop.links[0]!.frames.length)).toBe(0);
  });

  it('another page to which the right frame navigated after the handshake', async () => {
    // Long enough for the right frame, which answers at once.
    const { shopPage, victim } = await visitShop({ answerSeconds: 4 });
    await victim.evaluate(() => {
      location.href = 'http://evil.test/stranger';
    });
    await page.waitForFunction(() => shop.links[0]!.failures.length >= 1);
    const stranger = await frameSoonAt('http://evil.test/stranger');
    // Everything that a page may still do with the port that it had, and a link that is new.
    await shopPage.evaluate(async (origin) => {
      const [link] = shop.links;
      const { frame: old } = link!;
      const calls = [old.check(), old.submit('signed'), old.configure({ locale: 'en' }), old.clearCvn()];
      await Promise.all(calls.map((call) => shop.ending(call)));
      link!.stop();
      shop.connect(document.querySelector('iframe')!, origin, 0.3);
    }, PAY);
    await attackFrom(stranger, 'parent', shopPage);
    await page.waitForFunction(() => shop.links[1]!.failures.length >= 1);
    await expectNothing(stranger);
    const opened = await shopPage.evaluate(() => [shop.links[0]!.frames.length, shop.links[1]!.frames.length]);
    sum.accepted += opened[0]! - 1 + opened[1]!;
    expect(opened).toEqual([1, 0]);
  });
});
