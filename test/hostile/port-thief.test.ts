/**
 * The frame and a hostile script in an allowed page. Origin and window are correct, so the port is real. The
 * contract, the guard, the readers and the signature must protect the card.
 */
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from '../channel/bundle.js';
import type {} from '../channel/pages/frame-page.js';
import { PAYLOAD, createPair, signKey } from '../channel/sign-key.js';
import { type Web, startWeb } from '../channel/web.js';
import { fastest } from '../support/fastest.js';
import type {} from './port-thief-page.js';

const SHOP = 'http://shop.localhost';
const PAY = 'http://pay.localhost';
const { privateKey, publicKey } = createPair();
const rules = { publicKeys: [publicKey], serviceOrigin: 'https://service.test' };

let web: Web;
let page: Page;
let frame: Frame;
/** What the frame printed that is not a warning of ours. */
let errors: string[] = [];

beforeAll(async () => {
  web = await startWeb();
  web.put('/frame.js', await bundle('test/channel/pages/frame-page.ts'));
  web.put('/thief.js', await bundle('test/hostile/port-thief-page.ts'));
  web.put(
    `${PAY}/frame`,
    `<!doctype html><title>frame</title><script>parents = ['${SHOP}']; rules = ${JSON.stringify(rules)}</script>
     <script src="/frame.js"></script>`,
  );
  web.put(`${SHOP}/`, `<!doctype html><script src="/thief.js"></script><iframe src="${PAY}/frame"></iframe>`);
  page = await web.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
}, 60_000);
afterAll(() => web.close());

beforeEach(async () => {
  errors = [];
  await page.goto(`${SHOP}/`);
  frame = page.frames()[1]!;
  await frame.waitForFunction(() => globalThis.field);
  await page.evaluate(async (origin) => {
    globalThis.thief = await steal(frames[0]!, origin);
  }, PAY);
  expect(await page.evaluate(() => thief.call('check'))).toBe(true);
  await frame.evaluate(() => (field.calls.length = 0));
});

const call = (method: string, value?: unknown) =>
  page.evaluate(([name, argument]) => thief.call(name, argument), [method, value] as const);

/** The frame is as it was: nothing called, nothing polluted, no error, still answering. */
async function expectSound(): Promise<void> {
  expect(await frame.evaluate(() => field.calls)).toEqual([]);
  expect(await frame.evaluate(() => [Object.keys(Object.prototype), 'x' in {}, document.title])).toEqual([
    [],
    false,
    'frame',
  ]);
  expect(errors).toEqual([]);
  expect(await call('check')).toBe(true);
}

const raw = (value: unknown) => ({ type: 'RAW', value });
const CODE = raw('document.title = "owned"; return 1');

describe('a message that is not a call of the contract', () => {
  it.each<[what: string, message: object]>([
    ['reads a method', { type: 'GET', path: ['check'] }],
    ['reads a path to Function', { type: 'GET', path: ['check', 'constructor'] }],
    ['reads the object', { type: 'GET', path: [] }],
    ['calls Function by a path', { type: 'APPLY', path: ['check', 'constructor'], argumentList: [CODE] }],
    ['makes a Function', { type: 'CONSTRUCT', path: ['check', 'constructor'], argumentList: [CODE] }],
    [
      'calls Function by a longer path',
      { type: 'APPLY', path: ['check', 'constructor', 'constructor'], argumentList: [CODE] },
    ],
    ['calls a method’s call', { type: 'APPLY', path: ['check', 'call'], argumentList: [] }],
    ['calls a method’s bind', { type: 'APPLY', path: ['check', 'bind'], argumentList: [] }],
    ['calls toString', { type: 'APPLY', path: ['toString'], argumentList: [] }],
    ['calls __defineGetter__', { type: 'APPLY', path: ['__defineGetter__'], argumentList: [] }],
    ['writes a method', { type: 'SET', path: ['check'], value: raw(1) }],
    ['writes the prototype of objects', { type: 'SET', path: ['__proto__', 'x'], value: raw(1) }],
    ['writes by way of Function', { type: 'SET', path: ['check', 'constructor', 'prototype', 'x'], value: raw(1) }],
    ['writes by way of Object', { type: 'SET', path: ['check', '__proto__', '__proto__', 'x'], value: raw(1) }],
    ['wants another endpoint', { type: 'ENDPOINT' }],
    [
      'calls with a proxy',
      { type: 'APPLY', path: ['reset', 'x'], argumentList: [{ type: 'HANDLER', name: 'proxy', value: 1 }] },
    ],
    ['calls with more than one argument', { type: 'APPLY', path: ['reset'], argumentList: [raw(1), raw(2)] }],
    ['throws into the frame', { type: 'HANDLER', name: 'throw', value: { isError: true, value: { message: 'x' } } }],
    ['answers', { type: 'RAW', value: 1 }],
    ['says it is closed', { closed: true }],
    ['notifies', { notice: { act: 'submit' } }],
  ])('and %s has no answer and no effect', async (_what, message) => {
    const heard = await page.evaluate(async (sent) => {
      thief.heard.length = 0;
      thief.send({ id: 'stolen', ...sent });
      // What comes after it on the same port is answered after it.
      await thief.call('check');
      await new Promise((resolve) => setTimeout(resolve, 30));
      return thief.heard.length;
    }, message);
    expect(heard).toBe(1);
    expect(await frame.evaluate(() => field.calls.splice(0))).toEqual([['check']]);
    await expectSound();
  });

  it('and contains ports has no answer and no effect', async () => {
    const heard = await page.evaluate(async () => {
      thief.heard.length = 0;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => thief.heard.push(data);
      const proxy = { type: 'HANDLER', name: 'proxy', value: port2 };
      thief.send({ id: 'stolen', type: 'APPLY', path: ['setDisabled'], argumentList: [proxy] }, [port2]);
      await thief.call('check');
      await new Promise((resolve) => setTimeout(resolve, 30));
      return thief.heard.length;
    });
    expect(heard).toBe(1);
    expect(await frame.evaluate(() => field.calls.splice(0))).toEqual([['check']]);
    await expectSound();
  });
});

describe('an argument that is not the contract’s', () => {
  // Made in the page: it takes longer to carry them there.
  it.each<[what: string, method: string, value: string, message: string]>([
    ['a service of its own', 'submit', `{ token: 'x', serviceOrigin: 'https://evil.test' }`, 'submit is not a text'],
    ['a list as a locale', 'configure', `{ locale: ['en'] }`, 'locale is not a text'],
    ['a field that there is not', 'focus', `'__proto__'`, 'focus is none of'],
    ['a key of 10 MB', 'submit', `'x'.repeat(1e7)`, 'submit is not a text of at most 20000 characters'],
    [
      'a million brands',
      'configure',
      `{ acceptedBrands: Array(1e6).fill('visa') }`,
      'acceptedBrands is not a short list',
    ],
    [
      '100,000 styles',
      'configure',
      `{ styles: Object.fromEntries(Array(1e5).keys().map((i) => [i, 'x'])) }`,
      'styles has',
    ],
  ])('%s is refused by name, at once', async (_what, method, value, message) => {
    let answer = { code: '', message: '' };
    const ask = async () => {
      answer = await page.evaluate(`thief.call('${method}', ${value})`);
    };
    expect(await fastest(3000, ask)).toBeLessThan(3000);
    expect(answer.code).toBe('configuration_invalid');
    expect(answer.message).toContain(`${method}: ${message}`);
    await expectSound();
  });

  it('with the name of the prototype changes nothing', async () => {
    await page.evaluate(() => {
      const hung =
        '{"locale":"en","__proto__":{"allowTestMonth":true,"x":1},"messages":{"__proto__":{"labels.number":"PIN"}}}';
      return thief.call('configure', JSON.parse(hung));
    });
    expect(await frame.evaluate(() => field.calls.splice(0))).toEqual([['configure', { locale: 'en', messages: {} }]]);
    expect(await frame.evaluate(() => (field.options as { x?: number }).x)).toBeUndefined();
    await expectSound();
  });

  it('of styles fetches nothing', async () => {
    const values = [
      'url(http://evil.test/leak)',
      'image-set("http://evil.test/leak" 1x)',
      '"a" url(http://evil.test/leak)',
      'var(--leak, url(http://evil.test/leak))',
      'attr(value)',
    ];
    for (const value of values) {
      const names = ['--florin-ink', '--florin-font', '--florin-areas', 'font-size', 'background-image', 'cursor'];
      await call('configure', { styles: Object.fromEntries(names.map((name) => [name, value])) });
    }
    // Even if the frame's own sheet used them everywhere.
    await frame.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        'html { background: var(--florin-ink); border-image: var(--florin-font); cursor: var(--florin-areas), auto }',
      );
      document.adoptedStyleSheets = [sheet];
    });
    await page.waitForTimeout(200);
    expect(await frame.evaluate(() => document.documentElement.getAttribute('style'))).toBeNull();
    expect(web.requests.filter((url) => url.includes('evil'))).toEqual([]);
  });
});

describe('a key', () => {
  const other = createPair();
  it.each<[what: string, code: string, token: () => string]>([
    ['that is bare', 'key_refused', () => PAYLOAD.authKey],
    ['of another merchant, signed by its own signer', 'key_refused', () => signKey(other.privateKey)],
    [
      'of the signer, for another service',
      'key_refused',
      () => signKey(privateKey, { submitUrl: 'https://service.test.evil.test/x' }),
    ],
    [
      'of the signer, for a service on the page',
      'key_refused',
      () => signKey(privateKey, { submitUrl: `${SHOP}/steal` }),
    ],
    ['of the signer, over', 'key_expired', () => signKey(privateKey, { exp: 1 })],
    ['without a signature', 'key_refused', () => `${signKey(privateKey).split('.').slice(0, 2).join('.')}.`],
    [
      'with another merchant’s payload under the signer’s signature',
      'key_refused',
      () => {
        const [header, , signature] = signKey(privateKey).split('.');
        return `${header}.${signKey(other.privateKey, { order: 'theirs' }).split('.')[1]}.${signature}`;
      },
    ],
  ])('%s sends no card', async (_what, code, token) => {
    expect(await call('submit', token())).toMatchObject({ code });
  });

  it('of the signer is accepted, so the frame does not refuse every key', async () => {
    expect(await call('submit', signKey(privateKey))).toMatchObject({ kind: 'finished' });
  });
});

describe('a flood', () => {
  it('of 20,000 messages closes the port, and the frame still works', async () => {
    const closed = await page.evaluate(async () => {
      for (let sent = 0; sent < 20_000; sent++)
        thief.send({ id: 'f', type: 'APPLY', path: ['check'], argumentList: [] });
      for (let turn = 0; turn < 1000; turn++) {
        if (thief.heard.some((each) => (each as { closed?: boolean }).closed)) return true;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return false;
    });
    expect(closed).toBe(true);
    const arrived = await frame.evaluate(() => field.calls.splice(0).length);
    console.log(`port thief: 20000 messages, ${arrived} calls arrived before the port was closed`);
    expect(arrived).toBeLessThan(1000);
    await page.evaluate(async (origin) => {
      globalThis.thief = await steal(frames[0]!, origin);
    }, PAY);
    await expectSound();
  });

  it('of 5,000 handshakes is answered at the limited rate, and the frame works afterwards', async () => {
    const answers = await page.evaluate(async (origin) => {
      let ready = 0;
      addEventListener('message', () => (ready += 1));
      for (let sent = 0; sent < 5000; sent++) frames[0]!.postMessage({ florin: 'hello', page: `p${sent}` }, origin);
      while (ready === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return ready;
    }, PAY);
    console.log(`port thief: 5000 hellos, ${answers} answered`);
    expect(answers).toBeGreaterThan(0);
    expect(answers).toBeLessThan(400);
    // The port that was there is not touched by it.
    await expectSound();
  });
});
