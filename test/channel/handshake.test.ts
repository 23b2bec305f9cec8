import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Frame, Page } from 'playwright-core';
import { bundle } from './bundle.js';
import { type Web, startWeb } from './web.js';

const SHOP = 'http://shop.test';
const PAY = 'http://pay.test';

/** Runs as soon as the parser meets it, like the frame's inlined script. */
const frameHtml = `<!doctype html><title>frame</title><script>window.parents = ['${SHOP}', 'http://other.test']</script>
  <script src="/frame.js"></script>`;
const shopHtml = (body: string) => `<!doctype html><title>shop</title><script src="/shop.js"></script>${body}`;
const iframe = `<iframe id="card" src="${PAY}/frame"></iframe>`;
const connect = `<script>shop.connect(document.getElementById('card'), '${PAY}')</script>`;

let web: Web;
beforeAll(async () => {
  web = await startWeb();
  web.put('/shop.js', await bundle('test/channel/pages/shop-page.ts'));
  web.put('/frame.js', await bundle('test/channel/pages/frame-page.ts'));
  web.put(`${PAY}/frame`, frameHtml);
}, 60_000);
afterAll(() => web.close());

async function visit(body: string, waitUntil: 'load' | 'domcontentloaded' = 'load'): Promise<Page> {
  web.put(`${SHOP}/`, shopHtml(body));
  const page = await web.newPage();
  await page.goto(`${SHOP}/`, { waitUntil });
  return page;
}

const opened = (page: Page, times: number) =>
  page.waitForFunction((count) => shop.links[0]?.frames.length === count, times);

const log = (page: Page) =>
  page.evaluate(() => shop.links.map(({ frames, failures }) => ({ opened: frames.length, failures })));

const frameOf = (page: Page): Frame => {
  const frame = page.frames().find((each) => each.url().startsWith(`${PAY}/`));
  if (!frame) throw new Error('no frame');
  return frame;
};

/** Long enough for an unexpected event to occur. */
const settle = (page: Page) => page.waitForTimeout(400);

describe('the handshake ends in one port', () => {
  it('when the frame is in the HTML and the page’s script comes late', async () => {
    const page = await visit(iframe);
    await frameOf(page).waitForFunction(() => globalThis.field);
    await settle(page);
    await page.evaluate((origin) => {
      shop.connect(document.querySelector('iframe')!, origin);
    }, PAY);
    await opened(page, 1);
    expect(await page.evaluate(() => shop.links[0]!.frame.check())).toBe(true);
    await settle(page);
    expect(await log(page)).toEqual([{ opened: 1, failures: [] }]);
  });

  it('when the page’s script starts long before the frame', async () => {
    web.put(`${PAY}/slow`, frameHtml, { delay: 600 });
    const page = await visit(iframe.replace('/frame', '/slow') + connect);
    await opened(page, 1);
    expect(await page.evaluate(() => shop.links[0]!.frame.check())).toBe(true);
    await settle(page);
    expect(await log(page)).toEqual([{ opened: 1, failures: [] }]);
  });

  it('when the iframe gets its address after the page’s script began', async () => {
    const page = await visit(`<iframe id="card"></iframe>${connect}`);
    await settle(page);
    await page.evaluate((src) => {
      document.querySelector('iframe')!.src = src;
    }, `${PAY}/frame`);
    await opened(page, 1);
    await settle(page);
    expect(await log(page)).toEqual([{ opened: 1, failures: [] }]);
  });

  it('in a shadow root', async () => {
    const page = await visit('<div id="host"></div>');
    await page.evaluate(
      ([src, origin]) => {
        const root = document.getElementById('host')!.attachShadow({ mode: 'closed' });
        const frame = document.createElement('iframe');
        frame.src = src!;
        root.append(frame);
        shop.connect(frame, origin!);
      },
      [`${PAY}/frame`, PAY],
    );
    await opened(page, 1);
    await settle(page);
    expect(await log(page)).toEqual([{ opened: 1, failures: [] }]);
  });

  it('in another document of the page, by the page’s script', async () => {
    const page = await visit('<iframe srcdoc="<main></main>"></iframe>');
    await page.evaluate(
      ([src, origin]) => {
        const inner = document.querySelector('iframe')!.contentDocument!;
        const frame = inner.createElement('iframe');
        frame.src = src!;
        inner.body.append(frame);
        shop.connect(frame, origin!);
      },
      [`${PAY}/frame`, PAY],
    );
    await opened(page, 1);
    await settle(page);
    expect(await log(page)).toEqual([{ opened: 1, failures: [] }]);
  });

  it('for each of two frames of the same origin', async () => {
    const page = await visit(iframe + iframe.replace('card', 'card2') + connect + connect.replace('card', 'card2'));
    await page.waitForFunction(() => shop.links.every((link) => link.frames.length === 1));
    await page.evaluate(() =>
      Promise.all(shop.links.map((link, index) => link.frame.configure({ locale: `en-${index}${index}` }))),
    );
    const locales = page
      .frames()
      .slice(1)
      .map((frame) => frame.evaluate(() => field.options.locale));
    expect(await Promise.all(locales)).toEqual(['en-00', 'en-11']);
  });

  // The loads race on a busy machine, and the result is always the same.
  it('in 40 races with waits of 0 to 60 ms on either side', async () => {
    const seed = 20261120;
    const page = await visit('');
    const results = await page.evaluate(
      async ([src, origin, first]) => {
        let state = Number(first);
        const chance = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
        const wait = (most: number) => new Promise((resolve) => setTimeout(resolve, chance() * most));
        const race = async () => {
          const frame = document.createElement('iframe');
          const load = async () => {
            await wait(60);
            frame.src = String(src);
            document.body.append(frame);
          };
          const link = async () => {
            await wait(60);
            return shop.connect(frame, String(origin), 10);
          };
          const [made] = await Promise.all([link(), load()]);
          while (made.frames.length === 0) await wait(20);
          const answer = await made.frame.check();
          await wait(200);
          made.stop();
          frame.remove();
          return `${answer} ${made.frames.length} ${made.failures.length}`;
        };
        const endings: string[] = [];
        for (let round = 0; round < 8; round++) endings.push(...(await Promise.all(Array.from({ length: 5 }, race))));
        return endings;
      },
      [`${PAY}/frame`, PAY, seed],
    );
    expect(results, `seed ${seed}`).toEqual(Array.from({ length: 40 }, () => 'true 1 0'));
  });
});

describe('a second document', () => {
  it('after a reload of the frame gets its own port, and the calls of the first one end', async () => {
    const page = await visit(iframe + connect);
    await opened(page, 1);
    await page.evaluate(() => {
      const { frame } = shop.links[0]!;
      Object.assign(window, { pending: shop.ending(frame.submit('never')) });
    });
    await frameOf(page).waitForFunction(() => field.calls.length === 1);
    await frameOf(page).evaluate(() => location.reload());
    await opened(page, 2);
    expect(await page.evaluate(() => (window as unknown as { pending: Promise<string> }).pending)).toBe(
      '{"kind":"lost"}',
    );
    expect(await page.evaluate(() => shop.ending(shop.links[0]!.frames[0]!.check()))).toMatch(/^frame_unreachable: /);
    expect(await page.evaluate(() => shop.ending(shop.links[0]!.frames[0]!.submit('x')))).toMatch(
      /^frame_unreachable: /,
    );
    expect(await page.evaluate(() => shop.links[0]!.frame.check())).toBe(true);
    expect(await log(page)).toEqual([{ opened: 2, failures: [] }]);
  });

  it('after a move of the iframe gets its own port', async () => {
    const page = await visit(`${iframe}<div></div>${connect}`);
    await opened(page, 1);
    await page.evaluate(() => document.querySelector('div')!.append(document.querySelector('iframe')!));
    await opened(page, 2);
    expect(await page.evaluate(() => shop.links[0]!.frame.check())).toBe(true);
  });

  it('is not made by a move that keeps the frame, and the port stays', async () => {
    const page = await visit(`${iframe}<div></div>${connect}`);
    await opened(page, 1);
    await page.evaluate(() => {
      const parent = document.querySelector('div') as HTMLElement & { moveBefore(node: Node, child: null): void };
      parent.moveBefore(document.querySelector('iframe')!, null);
    });
    await settle(page);
    expect(await page.evaluate(() => shop.links[0]!.frame.check())).toBe(true);
    expect(await log(page)).toEqual([{ opened: 1, failures: [] }]);
  });
});

describe('a second link', () => {
  it('to the same document takes over the port when the first one has ended', async () => {
    const page = await visit(iframe + connect);
    await opened(page, 1);
    await frameOf(page).evaluate(() => field.notify({ height: 123, brand: 'visa', act: 'submit' }));
    await page.waitForFunction(() => shop.links[0]!.notices.length === 1);
    await page.evaluate((origin) => {
      shop.links[0]!.stop();
      shop.connect(document.querySelector('iframe')!, origin);
    }, PAY);
    await page.waitForFunction(() => shop.links[1]!.frames.length === 1);
    expect(await page.evaluate(() => shop.links[1]!.frame.check())).toBe(true);
    // It gets the state of the frame, but not the earlier action.
    await page.waitForFunction(() => shop.links[1]!.notices.length === 1);
    expect(await page.evaluate(() => shop.links[1]!.notices[0])).toEqual({
      fields: {},
      brand: 'visa',
      height: 123,
      focused: null,
      asks: false,
      act: null,
    });
    expect(await page.evaluate(() => shop.links[0]!.notices.length)).toBe(1);
  });
});

describe('a frame that is not there', () => {
  it('is an error code after the timeout, and may still connect', async () => {
    let come = () => {};
    web.put(`${PAY}/late`, frameHtml, { after: new Promise<void>((resolve) => (come = resolve)) });
    const connectSoon = connect.replace(`'${PAY}')`, `'${PAY}', 0.3)`);
    const page = await visit(iframe.replace('/frame', '/late') + connectSoon, 'domcontentloaded');
    await page.waitForFunction(() => shop.links[0]!.failures.length === 1);
    expect(await log(page)).toEqual([{ opened: 0, failures: ['frame_unreachable'] }]);
    come();
    await opened(page, 1);
    expect(await page.evaluate(() => shop.links[0]!.frame.check())).toBe(true);
  });

  it.each([
    ['a page of the right origin that is not Florin’s', '<!doctype html><title>404</title>', {}],
    ['a frame that must not be framed', frameHtml, { 'x-frame-options': 'DENY' }],
    ['a frame for other parents', frameHtml.replace(SHOP, 'http://elsewhere.test'), {}],
  ])('%s: an error code soon after it has loaded', async (_what, body, headers) => {
    web.put(`${PAY}/wrong`, body, { headers });
    // Only the load event ends the timeout of ten minutes.
    const page = await visit(iframe.replace('/frame', '/wrong') + connect.replace(`'${PAY}')`, `'${PAY}', 600, 0.3)`));
    await page.waitForFunction(() => shop.links[0]!.failures.length === 1);
    expect(await log(page)).toEqual([{ opened: 0, failures: ['frame_unreachable'] }]);
  });

  it('is a configuration error when it has another version', async () => {
    // It answers each hello, as frames of all versions do: without an answer after its load there would be a second failure.
    web.put(
      `${PAY}/old`,
      `<script>(onmessage = () => parent.postMessage({ florin: 'ready', frame: 'a1', version: 0 }, '${SHOP}'))()</script>`,
    );
    const page = await visit(iframe.replace('/frame', '/old') + connect);
    await page.waitForFunction(() => shop.links[0]!.failures.length === 1);
    expect(await log(page)).toEqual([{ opened: 0, failures: ['configuration_invalid'] }]);
  });
});

describe('a frame that goes away', () => {
  it('ends calls at once, and is an error code if no other frame of Florin replaces it', async () => {
    web.put('http://elsewhere.test/', '<!doctype html><script>got = []; onmessage = (e) => got.push(e.data)</script>');
    // Long enough for the right frame, which answers at once.
    const page = await visit(iframe + connect.replace(`'${PAY}')`, `'${PAY}', 60, 4)`));
    await opened(page, 1);
    await page.evaluate(() => {
      const { frame } = shop.links[0]!;
      Object.assign(window, { pending: [shop.ending(frame.submit('never'))] });
    });
    await frameOf(page).waitForFunction(() => field.calls.length === 1);
    await frameOf(page).evaluate(() => {
      location.href = 'http://elsewhere.test/';
    });
    await page.waitForFunction(() => shop.links[0]!.failures.length > 0);
    const endings = await page.evaluate(() =>
      Promise.all((window as unknown as { pending: Promise<string>[] }).pending),
    );
    expect(endings).toEqual(['{"kind":"lost"}']);
    expect(await page.evaluate(() => shop.ending(shop.links[0]!.frame.check()))).toMatch(/^frame_unreachable: /);
    const stranger = page.frames().find((each) => each.url() === 'http://elsewhere.test/')!;
    expect(await stranger.evaluate('got')).toEqual([]);
  });
});

describe('an aborted link', () => {
  it('leaves no listener and no timer, and gets no more callbacks', async () => {
    const page = await visit('');
    await page.evaluate(() => {
      const listeners = new Map<string, number>();
      const count = (type: string, by: number) => listeners.set(type, (listeners.get(type) ?? 0) + by);
      const { addEventListener } = EventTarget.prototype;
      EventTarget.prototype.addEventListener = function (type, listener, options) {
        if (this === window || this instanceof HTMLIFrameElement) {
          count(type, 1);
          if (typeof options === 'object') options.signal?.addEventListener('abort', () => count(type, -1));
        }
        addEventListener.call(this, type, listener, options);
      };
      Object.assign(window, { listeners });
    });
    const left = await page.evaluate(
      async ([src, origin]) => {
        const link = (timeoutSeconds: number) => {
          const frame = document.createElement('iframe');
          frame.src = src!;
          document.body.append(frame);
          return { frame, made: shop.connect(frame, origin!, timeoutSeconds) };
        };
        const before = link(0.2);
        before.made.stop();
        const after = link(20);
        while (after.made.frames.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        const pending = shop.ending(after.made.frame.submit('never'));
        await after.made.frame.check();
        after.made.stop();
        const ending = await pending;
        await new Promise((resolve) => setTimeout(resolve, 500));
        const { listeners } = window as unknown as { listeners: Map<string, number> };
        return {
          ending,
          listeners: Object.fromEntries(listeners),
          told: [before.made, after.made].map(({ frames, failures }) => [frames.length, failures.length]),
        };
      },
      [`${PAY}/frame`, PAY],
    );
    expect(left).toEqual({
      ending: '{"kind":"lost"}',
      listeners: { message: 0, load: 0 },
      told: [
        [0, 0],
        [1, 0],
      ],
    });
  });
});

describe('a replay', () => {
  it('of a port message has no effect: a link’s port is accepted once', async () => {
    web.put(`${PAY}/open`, `<script>seen = []; onmessage = (e) => seen.push(e.data)</script>${frameHtml}`);
    const page = await visit(iframe.replace('/frame', '/open') + connect);
    await opened(page, 1);
    const seen = await frameOf(page).evaluate<{ florin: string }[]>('seen');
    const message = seen.find(({ florin }) => florin === 'port');
    expect(message).toBeDefined();
    const answers = await page.evaluate(
      async ([origin, replayed]) => {
        const heard: unknown[] = [];
        for (let trial = 0; trial < 20; trial++) {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => heard.push(data);
          document.querySelector('iframe')!.contentWindow!.postMessage(replayed, String(origin), [port2]);
          port1.postMessage({ id: `r${trial}`, type: 'APPLY', path: ['check'], argumentList: [] });
        }
        await shop.links[0]!.frame.check();
        return heard;
      },
      [PAY, message] as const,
    );
    await settle(page);
    expect(answers).toEqual([]);
    expect(await frameOf(page).evaluate(() => field.calls)).toEqual([['check']]);
    expect(await log(page)).toEqual([{ opened: 1, failures: [] }]);
  });

  it('of hellos, 500 of them, makes no second port', async () => {
    const page = await visit(iframe + connect);
    await opened(page, 1);
    await page.evaluate((origin) => {
      const { contentWindow } = document.querySelector('iframe')!;
      for (let trial = 0; trial < 500; trial++) contentWindow!.postMessage({ florin: 'hello', page: 'p1' }, origin);
    }, PAY);
    await settle(page);
    expect(await log(page)).toEqual([{ opened: 1, failures: [] }]);
    expect(await page.evaluate(() => shop.links[0]!.frame.check())).toBe(true);
  });
});
