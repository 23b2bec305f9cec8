/**
 * Invariant 1 (docs/invariants.md): a card number and a CVN exist only in the inputs and in the one
 * request to the service. Records a whole purchase and searches it for the card. planted-leaks.spec.ts
 * proves that the search finds leaks.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './demo-test.js';
import { findCardData } from './leaks/find-card-data.js';
import { LeakRecorder } from './leaks/leak-recorder.js';
import { recordPurchase } from './leaks/record-purchase.js';
import { framedForm } from './pages/payment-form.js';
import { ShopPages } from './pages/shop-pages.js';
import { VISA } from './test-cards.js';

test.describe('a whole purchase', () => {
  test('sends the card only to the service, in one request', async ({ page, demo, folder }) => {
    const recorder = await recordPurchase(page, demo);
    expect(findCardData(recorder.observations, VISA)).toEqual([]);
    expect(recorder.submissions).toHaveLength(1);
    const { TxnReq } = JSON.parse(recorder.submissions[0] ?? '') as { TxnReq: { CardDetails: Record<string, string> } };
    expect(TxnReq.CardDetails).toMatchObject({ CardNumber: VISA.number, Cvn: VISA.cvn });
    for (const file of readdirSync(folder)) {
      expect(readFileSync(join(folder, file), 'latin1'), `the database ${file}`).not.toContain(VISA.number);
    }
  });

  test('is watched on every channel', async ({ page, demo }) => {
    const { observations } = await recordPurchase(page, demo);
    const channels = new Set(observations.map(({ channel }) => channel));
    for (const channel of ['request', 'page', 'markup', 'storage', 'cookie', 'event', 'dispatched event', 'address']) {
      expect(channels).toContain(channel);
    }
  });
});

test.describe('a whole purchase with the card in a frame', () => {
  test.use({ viewport: { width: 1280, height: 1200 } });

  test('sends the card only to the service, and nothing of it to the page', async ({ page, demo, folder }) => {
    const shop = new ShopPages(page);
    const form = framedForm(page);
    await page.goto('/');
    await shop.closeDeveloperBar();
    const recorder = await LeakRecorder.start(page, new URL(demo.sandboxUrl).origin);
    const order = await shop.beginOrder();
    // In a frame, the page must not receive these events even in its capture phase.
    await page.addInitScript(() => {
      const heard: string[] = [];
      Object.assign(globalThis, { heard });
      if (globalThis.parent !== globalThis.window) return;
      for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'paste', 'message']) {
        addEventListener(type, (event) => heard.push(`${type} ${JSON.stringify((event as MessageEvent).data)}`), true);
      }
    });
    await page.goto(`/checkout/${order}/framed`);
    await form.type(VISA);
    await recorder.look('typed');
    const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
    await form.payButton.click();
    await shop.expectReceipt(order);
    await recorder.look('receipt');
    await recorder.finish();
    expect(findCardData(recorder.observations, VISA)).toEqual([]);
    expect(recorder.submissions).toHaveLength(1);
    expect(recorder.submissions[0]).toContain(VISA.number);
    // The frame's greetings contain no key.
    expect(heard.filter((each) => !each.startsWith('message {"florin":"ready"'))).toEqual([]);
    expect(new Set(recorder.observations.map(({ channel }) => channel))).toContain('event');
    for (const file of readdirSync(folder)) {
      expect(readFileSync(join(folder, file), 'latin1'), `the database ${file}`).not.toContain(VISA.number);
    }
  });
});
