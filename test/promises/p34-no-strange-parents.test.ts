/**
 * P34: the frame cannot be framed by strangers, and what a hostile script in the right page does with it gets no card out of
 * it. The real response of createFramePage with the real script, in Chromium; the parents come from its configuration.
 */
import type { Frame, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFramePage } from '../../src/signer/frame-page.js';
import { bundle } from '../channel/bundle.js';
import { createPair, PAYLOAD, signKey } from '../channel/sign-key.js';
import { startWeb, type Web } from '../channel/web.js';
import type {} from '../hostile/port-thief-page.js';

const SHOP = 'https://shop.test';
const PAY = 'https://pay.test';
const SERVICE = 'https://service.test';
const CARD = { number: '4987654321098769', expiry: '0539', cvn: '736', name: 'Mia Tran' };
const RESULT_KEY = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
const { privateKey, publicKey } = createPair();
const TOKEN_TYPE = { typ: 'florin-token-key+jwt' };

let web: Web;
let page: Page;
/** What the service got. */
const posts: string[] = [];

const holder = (extra = '') => `<!doctype html>${extra}<iframe src="${PAY}/frame.html"></iframe>`;

beforeAll(async () => {
  web = await startWeb();
  const framePage = createFramePage({
    script: await bundleFrame(),
    parents: [SHOP, 'https://other.test'],
    serviceOrigin: SERVICE,
    publicKeys: [publicKey],
  });
  const response = await framePage.fetch(new Request(`${PAY}/frame.html`));
  web.put(`${PAY}/frame.html`, await response.text(), { headers: Object.fromEntries(response.headers) });
  web.put('/holder', holder());
  web.put('/thief.js', await bundle('test/hostile/port-thief-page.ts'));
  web.put(`${SHOP}/shop`, holder('<script src="/thief.js"></script>'));
  web.put('/nested', `<!doctype html><iframe src="${SHOP}/holder"></iframe>`);
  page = await web.newPage();
  await page.route(`${SERVICE}/**`, (route) => {
    const headers = { 'access-control-allow-origin': PAY, 'access-control-allow-headers': 'content-type' };
    if (route.request().method() === 'POST') posts.push(route.request().postData() ?? '');
    return route.fulfill({ headers, json: { APIResponse: { ResponseCode: 0 }, ResultKey: RESULT_KEY } });
  });
}, 60_000);
afterAll(() => web.close());

/** The script of the frame as it is published, with a planted fault if there is one. */
async function bundleFrame(): Promise<string> {
  const result = await build({ configFile: 'vite.frame.config.ts', logLevel: 'silent', build: { write: false } });
  const [chunk] = [result].flat().flatMap((each) => ('output' in each ? each.output : []));
  if (chunk?.type !== 'chunk') throw new Error('the frame made no script');
  return chunk.code;
}

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

  it('is drawn in the pages that it is meant for', async () => {
    expect(await renderedIn(`${SHOP}/holder`)).toBe(1);
    expect(await renderedIn('https://other.test/holder')).toBe(1);
  });

  it.each(strangers)('is not drawn in %s', async (_what, address) => {
    await expectNotRendered(address);
  });

  it('is not drawn in a sandboxed page without an origin', async () => {
    web.put('https://evil.test/box', `<!doctype html><iframe sandbox="allow-scripts" src="${SHOP}/holder"></iframe>`);
    await expectNotRendered('https://evil.test/box');
  });
});

describe('a hostile script in the shop’s own page', () => {
  let frame: Frame;

  const steal = () =>
    page.evaluate(async (origin) => {
      globalThis.thief = await globalThis.steal(frames[0]!, origin);
    }, PAY);
  const submit = (token: string) => page.evaluate((signed) => thief.call('submit', signed), token);

  async function visit(): Promise<void> {
    posts.length = 0;
    await page.goto(`${SHOP}/shop`);
    frame = page.frames()[1]!;
    for (const [field, text] of Object.entries(CARD)) await frame.locator(`#${field}`).fill(text);
    await steal();
  }

  const other = createPair();
  const submitUrl = `${SERVICE}/webapi/v3/txns/withauthkey/${PAYLOAD.authKey}`;
  it.each<[what: string, code: string, token: () => string]>([
    ['another merchant’s key', 'key_refused', () => signKey(other.privateKey, { submitUrl })],
    ['a key without a signature', 'key_refused', () => PAYLOAD.authKey],
    ['a key for another service', 'key_refused', () => signKey(privateKey, { submitUrl: 'https://evil.test/x' })],
    [
      'a key for a service that begins like the right one',
      'key_refused',
      () => signKey(privateKey, { submitUrl: `${SERVICE}.evil.test/x` }),
    ],
    ['a key for the shop', 'key_refused', () => signKey(privateKey, { submitUrl: `${SHOP}/x` })],
    ['a key that is over', 'key_expired', () => signKey(privateKey, { submitUrl, exp: 1 })],
    ['another payload under a right signature', 'key_refused', () => swapPayload()],
    ['the key of a card that is saved', 'key_refused', () => signKey(privateKey, { submitUrl }, TOKEN_TYPE)],
  ])('gets no card sent with %s', async (_what, code, token) => {
    await visit();
    expect(await submit(token())).toMatchObject({ code });
    expect(posts).toEqual([]);
    expect(web.requests.filter((url) => url.includes('evil') && url.endsWith('/x'))).toEqual([]);
  });

  function swapPayload(): string {
    const [header, , signature] = signKey(privateKey, { submitUrl }).split('.');
    const [, payload] = signKey(other.privateKey, { submitUrl, order: 'theirs' }).split('.');
    return `${header}.${payload}.${signature}`;
  }

  it('gets no card saved with a key that pays, and one with a key that saves, without a security code', async () => {
    const storeUrl = `${SERVICE}/webapi/v3/dvtokens/withauthkey/${PAYLOAD.authKey}`;
    await visit();
    // What was typed to pay is gone before anything else is asked for.
    await page.evaluate(() => thief.call('configure', { savedCard: 'new' }));
    await frame.locator('#cvn').waitFor({ state: 'detached' });
    expect(await submit(signKey(privateKey, { submitUrl: storeUrl }, TOKEN_TYPE))).toMatchObject({
      code: 'field_invalid',
    });
    for (const field of ['number', 'expiry', 'name'] as const) await frame.locator(`#${field}`).fill(CARD[field]);
    expect(await submit(signKey(privateKey, { submitUrl }))).toMatchObject({ code: 'key_refused' });
    expect(posts).toEqual([]);
    expect(await submit(signKey(privateKey, { submitUrl: storeUrl }, TOKEN_TYPE))).toMatchObject({ kind: 'finished' });
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

  it('gets an outcome and no card with the right key, so the others were not refused by a frame that refuses all', async () => {
    await visit();
    const outcome = await submit(signKey(privateKey, { submitUrl }));
    expect(outcome).toEqual({ kind: 'finished', resultKey: RESULT_KEY });
    expect(posts).toHaveLength(1);
    expect(posts[0]).toContain(CARD.number);
    const heard = JSON.stringify(await page.evaluate(() => thief.heard));
    expect(heard).not.toContain(CARD.number);
    expect(heard.replace(/\D/g, '')).not.toContain(CARD.number);
  });

  it('reaches nothing in the frame by paths, and the frame goes on', async () => {
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

  it('gets no second port by a handshake that it plays again', async () => {
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

  it('shuts itself out by a flood, and what is typed stays', async () => {
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
    await steal();
    expect(await page.evaluate(() => thief.call('check'))).toBe(true);
  });

  it('finds nothing typed any more in a frame that it leads away and back, and cannot read it there', async () => {
    await visit();
    const isReadable = await page.evaluate(() => {
      try {
        return Boolean(document.querySelector('iframe')?.contentDocument?.body);
      } catch {
        return true;
      }
    });
    expect(isReadable).toBe(false);
    await page.evaluate(async (address) => {
      const iframe = document.querySelector('iframe')!;
      const load = () => new Promise((resolve) => iframe.addEventListener('load', resolve, { once: true }));
      iframe.src = '/empty';
      await load();
      iframe.src = address;
      await load();
    }, `${PAY}/frame.html`);
    frame = page.frames()[1]!;
    for (const field of Object.keys(CARD)) expect(await frame.locator(`#${field}`).inputValue()).toBe('');
    expect(posts).toEqual([]);
  });

  it('could not send the card elsewhere even from within the frame', async () => {
    await visit();
    const failed = await frame.evaluate(async () => {
      const ways = await Promise.allSettled([fetch('https://evil.test/x'), fetch('https://shop.test/x')]);
      return ways.map(({ status }) => status);
    });
    expect(failed).toEqual(['rejected', 'rejected']);
    expect(web.requests.filter((url) => url.endsWith('/x'))).toEqual([]);
  });
});
