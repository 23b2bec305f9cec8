/**
 * P54: a frame on another site than the shop's pays or stores only after a person has pressed the frame's own button below the
 * visible amount, order and account that the signer signed, and only that. In a browser, with the elements:
 * test/browser/frame-consent.spec.ts. docs/invariants.md, 16.
 */
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYLOAD, signKey } from '../channel/sign-key.js';
import { CARD, type FramedShop, pressIn, SERVICE, startFramedShop, STAY_MS, TOKEN_TYPE } from './framed-shop.js';

let shop: FramedShop;
beforeAll(async () => (shop = await startFramedShop()), 60_000);
afterAll(() => shop.web.close());

const submitUrl = `${SERVICE}/webapi/v3/txns/withauthkey/${PAYLOAD.authKey}`;
const pays = (order: string, minor: number, more = {}) =>
  signKey(shop.privateKey, { submitUrl, order, terms: { amount: { minor, currency: 'AUD' }, ...more } });
const offer = (signedKey: string) =>
  shop.page.evaluate((options) => thief.call('configure', options), { signedKey, storeCard: true });
const size = (css: string) =>
  shop.page.evaluate((text) => (document.querySelector('iframe')!.style.cssText = text), css);

const UNANSWERED = { code: 'field_invalid', message: expect.stringContaining('press the button') as string };
const HIDDEN = { code: 'field_invalid', message: expect.stringContaining('cut off or covered') as string };
const isRefused = async (token: string, error: object) => {
  expect(await shop.submit(token)).toMatchObject(error);
  expect(shop.posts).toEqual([]);
};

describe('a frame that no key is bound to', () => {
  it('sends nothing for a script, in the page or in its own document', async () => {
    const frame = await shop.visit();
    const eves = pays('eves', 90_000);
    await offer(eves);
    await frame
      .locator('#what')
      .filter({ hasText: /900\.00 for order eves/ })
      .waitFor();
    await frame.locator('button[aria-disabled=false]').waitFor();
    await isRefused(eves, UNANSWERED);
    // Two presses, as the frame asks of a person whom it does not know.
    for (let press = 0; press < 2; press += 1) {
      await frame.evaluate(() => {
        for (const host of document.querySelectorAll('*')) host.shadowRoot?.querySelector('button')?.click();
      });
      await shop.page.waitForTimeout(STAY_MS);
    }
    await isRefused(eves, UNANSWERED);
  });

  it('shows its button as disabled while a press does not count', async () => {
    const frame = await shop.visit();
    const looks = frame.evaluate(async () => {
      const seen = new Set<string>();
      // Until a press counts; a busy machine draws the button late.
      for (const end = performance.now() + 20_000; performance.now() < end && !seen.has('false 1');) {
        for (const { shadowRoot } of document.querySelectorAll('*')) {
          const button = shadowRoot?.querySelector('button');
          if (button) seen.add(`${button.getAttribute('aria-disabled')} ${getComputedStyle(button).opacity}`);
        }
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return [...seen].sort();
    });
    await offer(pays('eves', 90_000));
    expect(await looks).toEqual(['false 1', 'true 0.5']);
  });

  it('sends only the key that was shown when the button was pressed, once', async () => {
    const frame = await shop.visit();
    const mine = pays('mine', 4900);
    await offer(mine);
    await pressIn(frame, /49\.00 for order mine/);
    for (const other of [pays('eves', 4900), pays('mine', 90_000), pays('mine', 4900, { stores: 'always' })]) {
      await isRefused(other, UNANSWERED);
    }
    // Each of these was shown in its place, so that the press is over.
    await isRefused(mine, UNANSWERED);
    await pressIn(frame, /49\.00 for order mine/);
    expect(await shop.submit(mine)).toMatchObject({ kind: 'finished' });
    expect(shop.posts).toHaveLength(1);
    expect(await shop.submit(mine)).toMatchObject(UNANSWERED);
    expect(shop.posts).toHaveLength(1);
  });

  it('ignores a press right after a change of its text', async () => {
    const frame = await shop.visit();
    await offer(pays('mine', 4900));
    await frame.locator('button[aria-disabled=false]').waitFor();
    const eves = pays('eves', 90_000);
    await offer(eves);
    await frame.locator('#what').filter({ hasText: /eves/ }).waitFor();
    await frame
      .locator('button')
      .click({ force: true, timeout: 300 })
      .catch(() => {});
    await isRefused(eves, UNANSWERED);
  });

  it.each([
    ['is cut off', 'block-size: 80px; inline-size: 500px'],
    ['is a dot', 'block-size: 1px; inline-size: 1px'],
    ['is clear as glass', 'block-size: 600px; inline-size: 500px; opacity: 0.01'],
  ])('ignores a press while it %s', async (_how, css) => {
    const frame = await shop.visit();
    const mine = pays('mine', 4900);
    await size(css);
    await offer(mine);
    await isRefused(mine, HIDDEN);
    await frame.locator('button[aria-disabled=false]').waitFor({ state: 'attached' });
    await shop.page.locator('iframe').focus();
    await frame.locator('button').focus();
    await shop.page.keyboard.press('Enter');
    await shop.page.waitForTimeout(STAY_MS);
    await shop.page.keyboard.press('Enter');
    // The page gets an event of the press, as of each press.
    await shop.page.waitForFunction(() => JSON.stringify(thief.heard).includes('"act":"submit"'));
    await isRefused(mine, HIDDEN);
  });

  it('sends no key without terms', async () => {
    await shop.visit();
    await isRefused(signKey(shop.privateKey, { submitUrl }), { code: 'key_refused' });
  });

  it('stores the card of a payment if the shopper ticks its box, not if the page requests it', async () => {
    const frame = await shop.visit();
    const key = pays('mine', 4900, { stores: 'if_agreed', account: 'eve@example.com' });
    await offer(key);
    await pressIn(frame, /mine/);
    await shop.submit(key);
    expect(shop.posts).toHaveLength(1);
    expect(shop.posts[0]).not.toContain('StoreCard');
    await frame.getByLabel('Save this card for eve@example.com').check();
    await pressIn(frame, /mine/);
    await shop.submit(key);
    expect(shop.posts[1]).toContain('"StoreCard":true');
  });

  it('saves a card only for a press, for the named account', async () => {
    const frame = await shop.visit();
    await shop.page.evaluate(() => thief.call('configure', { savedCard: 'new' }));
    await typeToSave(frame);
    const terms = { stores: 'new', account: 'eve@example.com' };
    const key = signKey(shop.privateKey, { submitUrl, order: '', terms }, TOKEN_TYPE);
    await offer(key);
    await isRefused(key, UNANSWERED);
    // Enter in a field answers no question.
    await frame.locator('#name').press('Enter');
    await isRefused(key, UNANSWERED);
    await pressIn(frame, /saved for eve@example\.com/);
    expect(await shop.submit(key)).toMatchObject({ kind: 'finished' });
    expect(shop.posts).toHaveLength(1);
  });
});

const shows = async (frame: Frame, order: string) => {
  await frame.locator('#what').filter({ hasText: order }).waitFor();
  await frame.locator('button[aria-disabled=false]').waitFor();
};

describe('a script of the page', () => {
  let eves: string;
  let frame: Frame;
  /** The card is typed, and the frame shows the order of a stranger. */
  const begin = async () => {
    frame = await shop.visit();
    eves = pays('eves', 999_900);
    await offer(eves);
    await shows(frame, 'eves');
  };

  it.each(['first', 'last'])('cannot lead keys that are typed elsewhere to the button: focus(%s)', async (target) => {
    await begin();
    // The button has had the focus before.
    await frame.locator('button').focus();
    await shop.page.evaluate(() => document.body.appendChild(document.createElement('input')).focus());
    await isRefused(eves, UNANSWERED);
    for (const key of ['Space', 'Enter', 'Space']) {
      await shop.page.evaluate((to) => thief.call('focus', to), target);
      await shop.page.locator('iframe').focus();
      await shop.page.keyboard.press(key);
      await shop.page.waitForTimeout(STAY_MS);
    }
    await isRefused(eves, UNANSWERED);
  });

  it('cannot use a Tab and words that are typed elsewhere', async () => {
    await begin();
    await shop.page.evaluate(() => document.body.appendChild(document.createElement('input')).focus());
    await shop.page.evaluate(() => thief.call('focus', 'last'));
    await shop.page.locator('iframe').focus();
    await shop.page.evaluate(() => thief.call('focus', 'last'));
    await shop.page.keyboard.press('Tab');
    for (let word = 0; word < 4; word++) {
      await shop.page.keyboard.type('12 Main ', { delay: 60 });
    }
    await isRefused(eves, expect.objectContaining({ code: 'field_invalid' }) as object);
  });

  it('cannot use an Enter in a field', async () => {
    await begin();
    await shop.page.evaluate(() => thief.call('focus', 'last'));
    await frame.locator('#name').press('Enter');
    await isRefused(eves, UNANSWERED);
  });

  it.each([30, 300, 700])('cannot move the frame under the mouse %i ms before a click', async (delay) => {
    await begin();
    const { mouse } = shop.page;
    await mouse.move(900, 30);
    await shop.page.waitForTimeout(700);
    const { x, y, width, height } = (await frame.locator('button').boundingBox())!;
    const moves = `translate(${900 - x - width / 2}px, ${300 - y - height / 2}px)`;
    await mouse.move(900, 200, { steps: 4 });
    await shop.page.evaluate(
      (transform) => Object.assign(document.querySelector('iframe')!.style, { transform }),
      moves,
    );
    await mouse.move(900, 300, { steps: 4 });
    await shop.page.waitForTimeout(delay);
    await mouse.down();
    await mouse.up();
    await frame.locator('#problem').filter({ hasText: 'Press again' }).waitFor();
    await isRefused(eves, expect.objectContaining({ code: 'field_invalid' }) as object);
  });

  it('cannot keep the frame busy, so that a fast click is handled late', async () => {
    await begin();
    const { mouse } = shop.page;
    await mouse.move(900, 30);
    await shop.page.waitForTimeout(700);
    const { x, y, width, height } = (await frame.locator('button').boundingBox())!;
    const button = { x: x + width / 2, y: y + height / 2 };
    await mouse.move(button.x, button.y);
    const busy = frame.evaluate(() => {
      for (const end = performance.now() + 2_000; performance.now() < end;);
    });
    // Playwright would wait for the frame between both.
    const client = await shop.page.context().newCDPSession(shop.page);
    const send = (type: 'mousePressed' | 'mouseReleased') =>
      client.send('Input.dispatchMouseEvent', { type, ...button, button: 'left', clickCount: 1 });
    await Promise.all([busy, send('mousePressed'), send('mouseReleased')]);
    await frame.locator('#problem').filter({ hasText: 'Press again' }).waitFor();
    await isRefused(eves, expect.objectContaining({ code: 'field_invalid' }) as object);
  });

  it('cannot move the frame while the mouse is in it', async () => {
    await begin();
    await frame.locator('#cvn').hover();
    await shop.page.waitForTimeout(STAY_MS);
    const { mouse } = shop.page;
    const field = (await frame.locator('#cvn').boundingBox())!;
    const button = (await frame.locator('button').boundingBox())!;
    const distance = field.y + field.height / 2 - button.y - button.height / 2;
    await shop.page.evaluate((by) => {
      document.querySelector('iframe')!.style.transform = `translateY(${by}px)`;
    }, distance);
    await shop.page.waitForTimeout(600);
    await mouse.down();
    await mouse.up();
    await isRefused(eves, expect.objectContaining({ code: 'field_invalid' }) as object);
  });
});

describe('a person pays', () => {
  let mine: string;
  let frame: Frame;
  const begin = async () => {
    frame = await shop.visit();
    mine = pays('mine', 4900);
    await offer(mine);
    await shows(frame, 'mine');
  };
  const isPaid = async () => {
    expect(await shop.submit(mine)).toMatchObject({ kind: 'finished' });
    expect(shop.posts).toHaveLength(1);
  };

  it.each(['Enter', 'Space'])('by Tab and %s', async (key) => {
    await begin();
    await frame.locator('#name').press('Tab');
    await shop.page.waitForTimeout(600);
    await shop.page.keyboard.press(key);
    await isPaid();
  });

  it('by touch', async () => {
    await begin();
    const client = await shop.page.context().newCDPSession(shop.page);
    await client.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const tap = async (where: string) => {
      const { x, y, width, height } = (await frame.locator(where).boundingBox())!;
      const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await tap('#cvn');
    await shop.page.waitForTimeout(600);
    await tap('button');
    await shop.page.waitForFunction(() => JSON.stringify(thief.heard).includes('"act":"submit"'));
    await isPaid();
    await client.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  });

  it('by a second click, if the first one came too fast', async () => {
    await begin();
    await shop.page.mouse.move(0, 0);
    const button = frame.locator('button');
    await button.click();
    await frame.locator('#problem').filter({ hasText: 'Press again to confirm' }).waitFor();
    await shop.page.waitForTimeout(STAY_MS);
    await button.click();
    await isPaid();
  });

  it('not by a second click, if another order is shown meanwhile', async () => {
    await begin();
    await shop.page.mouse.move(0, 0);
    await frame.locator('button').click();
    await frame.locator('#problem').filter({ hasText: 'Press again' }).waitFor();
    const eves = pays('eves', 999_900);
    await offer(eves);
    await shows(frame, 'eves');
    await frame.locator('button').click();
    await isRefused(eves, expect.objectContaining({ code: 'field_invalid' }) as object);
  });
});

async function typeToSave(frame: Frame): Promise<void> {
  for (const field of ['number', 'expiry', 'name'] as const) await frame.locator(`#${field}`).fill(CARD[field]);
}
