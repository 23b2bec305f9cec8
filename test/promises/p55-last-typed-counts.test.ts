/**
 * P55: a server's call charges or stores what the shopper typed last: the call waits for a save that is in progress, and the
 * page does not make the call after a failed save, during one that hangs, or while the frame has an unsaved change.
 * docs/guides/sandbox-pages.md, "The service's own pages".
 */
import type { Frame, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFrameSaves } from '../../src/sandbox/frame-saves.js';
import { bundle } from '../channel/bundle.js';
import { startWeb, type Web } from '../channel/web.js';
import { FormCaller, typeIntoFrame } from '../sandbox/form-caller.js';
import { inProcess, type ServiceUnderTest } from '../sandbox/service-under-test.js';
import type {} from './service-frame-page.js';

const CARD = { CardNumber: '5123456789012346', ExpiryDate: '05/30', CVN: '123', CardHolderName: 'Jane Citizen' };
const CORRECTED = { ...CARD, CardNumber: '4987654321098769', ExpiryDate: '06/41' };

describe('the service’s call', () => {
  let service: ServiceUnderTest;
  let shop: FormCaller;
  beforeAll(async () => {
    service = await inProcess.open();
    shop = new FormCaller(service, 'v3');
  });
  afterAll(() => service.close());

  /** Types a card, begins to save a correction, calls, and ends the save when the sandbox has had time to overtake it. */
  async function correctWhile<T>(path: string, call: () => Promise<T>): Promise<T> {
    await typeIntoFrame(service, path, CARD);
    const { readable, writable } = new TransformStream<Uint8Array>();
    const writer = writable.getWriter();
    const saving = service.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: readable,
      duplex: 'half',
    } as RequestInit);
    const correction = new TextEncoder().encode(new URLSearchParams(CORRECTED).toString());
    await writer.write(correction.slice(0, 20));
    await service.fetch(path);
    const called = call();
    await service.fetch(path);
    await writer.write(correction.slice(20));
    await writer.close();
    expect(await (await saving).json()).toEqual({ outcome: 'stored' });
    return called;
  }

  it('charges the corrected card (T10)', async () => {
    const key = await shop.key();
    const answer = await correctWhile(`/webapi/v3/txns/iframe/${key}`, () => shop.processFrame(key.toUpperCase()));
    const { TxnResp } = await shop.result(answer.ResultKey);
    expect(TxnResp).toMatchObject({ CardType: 'VC', CardDetails: { ExpiryDate: '0641' } });
  });

  it.each(['add', 'update'] as const)('stores the corrected card (D11 %s)', async (task) => {
    const key: string =
      task === 'add'
        ? await shop.addKey()
        : (await shop.askUpdateKey({ DVToken: (await shop.added()).DVToken })).AuthKey;
    const answer = await correctWhile(`/webapi/v3/dvtokens/iframe/${key}`, () => shop.processTokenFrame(task, key));
    expect(answer.APIResponse.ResponseCode).toBe(0);
    const { DVTokenResp } = await shop.tokenResult(answer.ResultKey);
    expect(DVTokenResp).toMatchObject({ CardType: 'VC', CardDetails: { ExpiryDate: '0641' } });
  });

  it('waits at most five seconds, and only for its own key', async () => {
    const waits: number[] = [];
    let elapse = (): void => {};
    const saves = createFrameSaves((seconds) => {
      waits.push(seconds);
      return new Promise((resolve) => (elapse = resolve));
    });
    const settled = async (key: string) => {
      let isSettled = false;
      void saves.settled(key).then(() => (isSettled = true));
      await new Promise((resolve) => setTimeout(resolve));
      return () => isSettled;
    };
    const end = saves.begin('KEY');
    expect((await settled('other'))()).toBe(true);
    const first = await settled('key');
    expect([first(), waits]).toEqual([false, [5]]);
    elapse();
    await new Promise((resolve) => setTimeout(resolve));
    expect(first()).toBe(true);
    end();
    expect((await settled('key'))()).toBe(true);
  });
});

describe('the page around the frame', () => {
  const SERVICE = 'http://service.localhost';
  let web: Web;
  let page: Page;
  let frame: Frame;
  let calls = 0;

  beforeAll(async () => {
    web = await startWeb();
    web.put('/page.js', await bundle('test/promises/service-frame-page.ts'));
    web.put(`${SERVICE}/frame`, '<!doctype html><title>frame</title>');
    web.put('http://shop.localhost/', '<!doctype html><body><script src="/page.js"></script>');
    page = await web.newPage();
    await page.route('**/pay/process', (route) => {
      calls += 1;
      return route.fulfill({ json: { status: 'approved' } });
    });
  }, 60_000);
  afterAll(() => web.close());

  beforeEach(async () => {
    calls = 0;
    await page.goto('http://shop.localhost/');
    await page.evaluate((url) => void (shown = show(url)), `${SERVICE}/frame`);
    await page.frameLocator('iframe').locator('title').waitFor({ state: 'attached' });
    frame = page.frames()[1]!;
  });

  /** The frame sends its state, and the page has received it. */
  async function tell(state: string): Promise<void> {
    const heard = page.evaluate(() =>
      new Promise((resolve) => addEventListener('message', resolve, { once: true })).then(() => 1),
    );
    await frame.evaluate((florinFrame) => parent.postMessage({ florinFrame }, '*'), state);
    await heard;
  }

  it('calls at once if everything is saved, or if the frame sends no messages', async () => {
    expect(await page.evaluate(() => shown.press())).toBe('finished');
    await tell('saving');
    await tell('saved');
    expect(await page.evaluate(() => shown.press())).toBe('finished');
    expect(calls).toBe(2);
  });

  it('calls when the save has ended', async () => {
    await tell('saving');
    const pressed = page.evaluate(() => shown.press());
    await page.evaluate(() => shown.pass(7_000));
    expect(calls).toBe(0);
    await tell('saved');
    await page.evaluate(() => shown.pass(50));
    expect(await pressed).toBe('finished');
    expect(calls).toBe(1);
  });

  it('does not call after a failed save, and calls after a successful one', async () => {
    await tell('unsaved');
    expect(await page.evaluate(() => shown.press())).toBe('field_invalid');
    await tell('saving');
    const pressed = page.evaluate(() => shown.press());
    await tell('unsaved');
    await page.evaluate(() => shown.pass(50));
    expect(await pressed).toBe('field_invalid');
    expect(calls).toBe(0);
    await tell('saved');
    expect(await page.evaluate(() => shown.press())).toBe('finished');
  });

  it('does not call with incomplete details, and makes the frame mark its fields', async () => {
    await tell('incomplete');
    await frame.evaluate(() => {
      const asked = globalThis as { asked?: unknown[] };
      asked.asked = [];
      addEventListener('message', ({ data }) => asked.asked?.push(data));
    });
    expect(await page.evaluate(() => shown.press())).toBe('field_invalid');
    const asked = () => frame.evaluate(() => (globalThis as { asked?: unknown[] }).asked);
    await expect.poll(asked).toEqual([{ florinPage: 'check' }]);
    expect(calls).toBe(0);
  });

  it('gives up after eight seconds without a call', async () => {
    await tell('saving');
    const pressed = page.evaluate(() => shown.press());
    await page.evaluate(() => shown.pass(8_000));
    expect(await pressed).toBe('field_invalid');
    expect(calls).toBe(0);
  });
});

describe('the page in the frame', () => {
  const SERVICE = 'http://service.localhost';
  let service: ServiceUnderTest;
  let shop: FormCaller;
  let web: Web;
  let page: Page;
  let frame: FrameLocator;
  let key: string;
  let path: string;
  let saves: number;
  /** What becomes of a save: it is answered, or its answer is lost. */
  let fate: Promise<'answered' | 'lost'>;

  beforeAll(async () => {
    service = await inProcess.open();
    shop = new FormCaller(service, 'v3');
    web = await startWeb();
    web.put('/pages.js', await bundle('src/pages/florin-pages.ts'));
  }, 60_000);
  afterAll(async () => {
    await web.close();
    await service.close();
  });

  beforeEach(async () => {
    key = await shop.key();
    path = `/webapi/v3/txns/iframe/${key}`;
    saves = 0;
    fate = Promise.resolve('answered');
    const html = (await (await service.fetch(path)).text()).replace(/<script.*?<\/script>/gs, '');
    web.put(SERVICE + path, html.replace('</body>', '<script src="/pages.js"></script></body>'));
    web.put(
      'http://shop.localhost/',
      `<!doctype html><body><script>
        states = [];
        addEventListener('message', ({ data }) => states.push(data.florinFrame));
      </script><iframe src="${SERVICE}${path}"></iframe>`,
    );
    page = await web.newPage();
    // The test ends the pause after a change.
    await page.clock.install();
    await page.route(SERVICE + path, async (route) => {
      const request = route.request();
      if (request.method() !== 'POST') return route.fallback();
      saves += 1;
      if ((await fate) === 'lost') return route.abort();
      const response = await service.fetch(path, {
        method: 'POST',
        headers: await request.allHeaders(),
        body: request.postData(),
      });
      return route.fulfill({ contentType: 'application/json', body: await response.text() });
    });
    await page.goto('http://shop.localhost/');
    frame = page.frameLocator('iframe');
    await frame.locator('form[data-ready]').waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await type('Card number', CARD.CardNumber);
    await type(/^expiry/i, '12 / 41');
    await type('Security code', CARD.CVN);
    await type('Name on card', CARD.CardHolderName);
    await page.clock.runFor(PAUSE);
    await frame.getByText('Your details are ready.').waitFor();
    await expect.poll(lastState).toBe('saved');
  });

  const PAUSE = 1_000;
  const type = (label: string | RegExp, text: string) => frame.getByLabel(label).first().fill(text);
  const lastState = () => page.evaluate(() => (globalThis as unknown as { states: string[] }).states.at(-1));
  async function chargedExpiry(): Promise<string> {
    const { ResultKey } = await shop.processFrame(key);
    return (await shop.result(ResultKey)).TxnResp.CardDetails.ExpiryDate;
  }

  it('reports a change as unsaved when an earlier save ends, and as saved when its own has ended', async () => {
    let answer = (): void => {};
    fate = new Promise((resolve) => (answer = () => resolve('answered')));
    const before = saves;
    // Leaving the field before it saves what is there already.
    await type(/^expiry/i, '11 / 42');
    await expect.poll(() => saves).toBe(before + 1);
    const answered = page.waitForResponse(SERVICE + path);
    answer();
    await (await answered).finished();
    await page.frames()[1]!.evaluate(() => fetch('/pages.js').then((response) => response.text()));
    expect(await lastState()).toBe('saving');
    await page.clock.runFor(PAUSE);
    await expect.poll(lastState).toBe('saved');
    expect(await chargedExpiry()).toBe('1142');
  });

  it('reports a change as unsaved without an answer, until one arrives', async () => {
    fate = Promise.resolve('lost');
    await type(/^expiry/i, '11 / 42');
    await page.clock.runFor(PAUSE);
    await expect.poll(lastState).toBe('unsaved');
    fate = Promise.resolve('answered');
    await type(/^expiry/i, '10 / 43');
    await expect.poll(lastState).toBe('saving');
    await page.clock.runFor(PAUSE);
    await expect.poll(lastState).toBe('saved');
    expect(await chargedExpiry()).toBe('1043');
  });
});
