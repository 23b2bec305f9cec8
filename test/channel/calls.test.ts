import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from './bundle.js';
import { createPair, signKey } from './sign-key.js';
import { type Web, startWeb } from './web.js';

// Names below localhost are secure contexts, which WebCrypto requires.
const SHOP = 'http://shop.localhost';
const PAY = 'http://pay.localhost';

const { privateKey, publicKey } = createPair();
const rules = { publicKeys: [publicKey], serviceOrigin: 'https://service.test' };

const frameHtml = (extra = '') => `<!doctype html><script>window.parents = ['${SHOP}']; ${extra}</script>
  <script src="/frame.js"></script>`;

let web: Web;
let page: Page;
let frame: Frame;

beforeAll(async () => {
  web = await startWeb();
  web.put('/shop.js', await bundle('test/channel/pages/shop-page.ts'));
  web.put('/frame.js', await bundle('test/channel/pages/frame-page.ts'));
  web.put(`${PAY}/frame`, frameHtml());
  web.put(`${PAY}/strict`, frameHtml(`rules = ${JSON.stringify(rules)}`));
  page = await web.newPage();
}, 60_000);
afterAll(() => web.close());

async function visit(path = '/frame'): Promise<void> {
  web.put(
    `${SHOP}/`,
    `<!doctype html><script src="/shop.js"></script><iframe src="${PAY}${path}"></iframe>
     <script>shop.connect(document.querySelector('iframe'), '${PAY}')</script>`,
  );
  await page.goto(`${SHOP}/`);
  await page.waitForFunction(() => shop.links[0]?.frames.length === 1);
  frame = page.frames()[1]!;
}

const calls = () => frame.evaluate(() => field.calls);
const submit = (signedKey: string) => page.evaluate((key) => shop.ending(shop.links[0]!.frame.submit(key)), signedKey);

describe('a call', () => {
  beforeEach(() => visit());

  it('of each method arrives, with its argument', async () => {
    const answers = await page.evaluate(async () => {
      const { frame: api } = shop.links[0]!;
      return [
        await api.configure({
          locale: 'de',
          messages: { 'labels.number': 'Kartennummer' },
          acceptedBrands: ['visa'],
          withoutName: true,
        }),
        await api.focus('cvn'),
        await api.check(),
        await api.submit('a.b.c'),
        await api.clearCvn(),
        await api.reset(),
        await api.setDisabled(true),
      ].map((answer) => answer ?? null);
    });
    expect(await calls()).toEqual([
      [
        'configure',
        { locale: 'de', messages: { 'labels.number': 'Kartennummer' }, acceptedBrands: ['visa'], withoutName: true },
      ],
      ['focus', 'cvn'],
      ['check'],
      ['submit', 'a.b.c'],
      ['clearCvn'],
      ['reset'],
      ['setDisabled', true],
    ]);
    // The frame of this test adds a card number to the outcome; it is not sent.
    const finished = { kind: 'finished', resultKey: '6ba7b810-9dad-41d1-80b4-00c04fd430c8' };
    expect(answers).toEqual([null, null, true, finished, null, null, null]);
  });

  it('with a wrong argument rejects with a code and the name of the member, and does not arrive', async () => {
    const wrong = () => shop.ending(shop.links[0]!.frame.configure({ locale: 'not a tag' }));
    expect(await page.evaluate(wrong)).toBe('configuration_invalid: configure: locale is not a language tag');
    expect(await calls()).toEqual([]);
  });

  it('with an argument that cannot be cloned rejects with a code', async () => {
    const wrong = () => shop.ending(shop.links[0]!.frame.configure({ locale: (() => 'en') as unknown as string }));
    expect(await page.evaluate(wrong)).toBe('configuration_invalid: The argument of configure cannot be cloned');
  });
});

describe('a submission', () => {
  beforeEach(() => visit());

  it('that the frame did not send rejects with the frame’s code, without digits', async () => {
    expect(await submit('incomplete')).toBe('field_invalid: Number … is wrong');
  });

  it('that made the frame throw is lost: the card may have been sent, and the error is not sent', async () => {
    expect(await submit('bug')).toBe('{"kind":"lost"}');
    const raw = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          // The port of another link, without the page's half of the channel.
          addEventListener('message', ({ data }: MessageEvent<{ florin: string; frame: string }>) => {
            if (data.florin !== 'ready') return;
            const { contentWindow } = document.querySelector('iframe')!;
            contentWindow!.postMessage({ florin: 'port', page: 'p2', frame: data.frame }, '*', [port2]);
            port1.onmessage = (event) => resolve(event.data);
            const argumentList = [{ type: 'RAW', value: 'bug' }];
            port1.postMessage({ id: 'x', type: 'APPLY', path: ['submit'], argumentList });
          });
          document.querySelector('iframe')!.contentWindow!.postMessage({ florin: 'hello', page: 'p2' }, '*');
        }),
    );
    const value = { code: 'internal_error', message: 'The frame failed' };
    expect(raw).toEqual({ id: 'x', type: 'HANDLER', name: 'throw', value });
  });

  it('to a frame that is gone rejects, since nothing was sent', async () => {
    await page.evaluate(() => document.querySelector('iframe')!.remove());
    await page.waitForFunction(() => shop.links[0]!.closings === 1);
    expect(await submit('a.b.c')).toMatch(/^frame_unreachable: /);
  });
});

describe('a signed key in a browser', () => {
  beforeEach(() => visit('/strict'));

  it.each<[what: string, ending: string, token: () => string]>([
    ['of the signer is taken', '{"kind":"finished"', () => signKey(privateKey)],
    ['of another merchant is refused', 'key_refused: ', () => signKey(createPair().privateKey)],
    ['for another service is refused', 'key_refused: ', () => signKey(privateKey, { submitUrl: 'https://evil.test/' })],
    ['that is over says so', 'key_expired: ', () => signKey(privateKey, { exp: 1_000_000_000 })],
    ['that is none is refused', 'key_refused: ', () => '6ba7b810-9dad-41d1-80b4-00c04fd430c8'],
  ])('%s', async (_what, ending, token) => {
    expect(await submit(token())).toMatch(new RegExp(`^${ending}`));
  });
});

describe('a notice', () => {
  beforeEach(() => visit());

  it('arrives with the contract’s members and no others', async () => {
    await frame.evaluate(() =>
      field.notify({
        fields: {
          number: { status: 'invalid', reason: 'luhn', ...{ typed: '4111111111111112' } },
          cvn: { status: 'empty' },
        },
        brand: 'visa',
        height: 230.4,
        focused: 'number',
        act: 'submit',
        ...{ number: '4111111111111112' },
      }),
    );
    await page.waitForFunction(() => shop.links[0]!.notices.length === 1);
    expect(await page.evaluate(() => shop.links[0]!.notices[0])).toEqual({
      fields: { number: { status: 'invalid', reason: 'luhn' }, cvn: { status: 'empty' } },
      brand: 'visa',
      height: 231,
      focused: 'number',
      asks: false,
      act: 'submit',
    });
  });
});

describe('a flood', () => {
  it('of calls closes the port, and the link works again with a new one', async () => {
    await visit();
    const endings = await page.evaluate(async () => {
      const { frame: api } = shop.links[0]!;
      const all = await Promise.all(Array.from({ length: 2000 }, () => shop.ending(api.check())));
      return {
        answered: all.filter((each) => each === 'true').length,
        ended: all.filter((each) => each.startsWith('frame_unreachable')).length,
      };
    });
    const arrived = (await calls()).length;
    console.log(
      `flood: 2000 calls, ${endings.answered} answered, ${arrived} arrived, ${endings.ended} ended by the close`,
    );
    expect(endings.answered + endings.ended).toBe(2000);
    expect(arrived).toBeLessThan(600);
    await page.waitForFunction(() => shop.links[0]!.frames.length === 2);
    expect(await page.evaluate(() => shop.links[0]!.frame.check())).toBe(true);
  });

  it('of ports leaves the last one working', async () => {
    await visit();
    await page.evaluate(async (origin) => {
      const iframe = document.querySelector('iframe')!;
      for (let round = 0; round < 30; round++) {
        shop.links.at(-1)!.stop();
        shop.connect(iframe, origin);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    }, PAY);
    await page.waitForFunction(() => shop.links.at(-1)!.frames.length > 0);
    expect(await page.evaluate(() => shop.links.at(-1)!.frame.check())).toBe(true);
  });
});
