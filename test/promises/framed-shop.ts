/**
 * A shop's page with a hostile script and the real frame page (createFramePage with the published
 * script), in Chromium. Shop and frame are on two sites, so no key is bound. A stub replaces the
 * service and records its requests.
 */
import type { Frame, Page } from 'playwright-core';
import { createFramePage } from '../../src/signer/frame/frame-page.js';
import { bundle } from '../channel/bundle.js';
import { createPair } from '../channel/sign-key.js';
import { startWeb, type Web } from '../channel/web.js';
import type {} from '../hostile/port-thief-page.js';
import { buildSurface } from '../support/build-surface.js';

export const SHOP = 'https://shop.test';
export const PAY = 'https://pay.test';
export const SERVICE = 'https://service.test';
export const RESULT_KEY = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
export const CARD = { number: '4987654321098769', expiry: '0539', cvn: '736', name: 'Mia Tran' };
export const TOKEN_TYPE = { typ: 'florin-token-key+jwt' };

/** High enough for the whole frame. */
export const holder = (extra = '') =>
  `<!doctype html>${extra}<iframe style="block-size: 600px; inline-size: 500px" src="${PAY}/frame.html"></iframe>`;

export interface FramedShop {
  readonly web: Web;
  readonly page: Page;
  /** Signs as the shop's signer. */
  readonly privateKey: ReturnType<typeof createPair>['privateKey'];
  /** Requests that the service received. */
  readonly posts: string[];
  /**
   * Opens the shop's page, types a card into the frame, and lets the hostile script take a port to
   * it.
   */
  visit(): Promise<Frame>;
  /** The script takes another port. */
  steal(): Promise<void>;
  /** The script makes the frame send the card with this key. */
  submit(token: string): Promise<unknown>;
}

export async function startFramedShop(): Promise<FramedShop> {
  const web = await startWeb();
  const { privateKey, publicKey } = createPair();
  const framePage = createFramePage({
    script: await bundleFrame(),
    parents: [SHOP, 'https://other.test'],
    serviceOrigin: SERVICE,
    publicKeys: [publicKey],
  });
  const response = await framePage.fetch(new Request(`${PAY}/frame.html`));
  web.put(`${PAY}/frame.html`, await response.text(), { headers: Object.fromEntries(response.headers) });
  web.put('/thief.js', await bundle('test/hostile/port-thief-page.ts'));
  web.put(`${SHOP}/shop`, holder('<script src="/thief.js"></script>'));
  const page = await web.newPage();
  const posts: string[] = [];
  await page.route(`${SERVICE}/**`, (route) => {
    const headers = { 'access-control-allow-origin': PAY, 'access-control-allow-headers': 'content-type' };
    if (route.request().method() === 'POST') posts.push(route.request().postData() ?? '');
    return route.fulfill({ headers, json: { APIResponse: { ResponseCode: 0 }, ResultKey: RESULT_KEY } });
  });
  const steal = () =>
    page.evaluate(async (origin) => {
      globalThis.thief = await globalThis.steal(frames[0]!, origin);
    }, PAY);
  return {
    web,
    page,
    privateKey,
    posts,
    steal,
    submit: (token) => page.evaluate((signed) => thief.call('submit', signed), token),
    async visit() {
      posts.length = 0;
      await page.goto(`${SHOP}/shop`);
      const frame = page.frames()[1]!;
      for (const [field, text] of Object.entries(CARD)) await frame.locator(`#${field}`).fill(text);
      await steal();
      return frame;
    },
  };
}

/** Longer than the mouse has to be in the frame, and than the pause before a second press. */
export const STAY_MS = 1_100;

/** Presses the frame's own button as a person does, after its text was shown long enough, with the mouse in the frame. */
export async function pressIn(frame: Frame, says: RegExp): Promise<void> {
  await frame.locator('#what').filter({ hasText: says }).waitFor();
  const button = frame.locator('button[aria-disabled=false]');
  await button.hover();
  await frame.page().waitForTimeout(STAY_MS);
  await button.click();
}

/** The published script of the frame, with a planted fault if there is one. */
async function bundleFrame(): Promise<string> {
  const [chunk] = await buildSurface('frame');
  if (!chunk) throw new Error('the frame made no script');
  return chunk.code;
}
