/**
 * docs/guides/funnel.md: its script receives each step of a payment, and no event contains card
 * data.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { findCardData } from './leaks/find-card-data.js';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { ChallengeDialog } from './pages/challenge-dialog.js';
import { framedForm, PaymentForm } from './pages/payment-form.js';
import { VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1200 } });

const [, EXAMPLE = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/guides/funnel.md', 'utf8')) ?? [];

let own: OwnShop;
test.beforeAll(async () => void (own = await startOwnShop()));
test.afterAll(() => own.close());

interface Dispatched {
  readonly type: string;
  readonly text: string;
}

/** Records every event of Florin with all its readable data, before any other listener. */
async function recordEvents(page: Page): Promise<() => Promise<readonly Dispatched[]>> {
  await page.addInitScript(() => {
    const dispatched: object[] = [];
    Object.assign(globalThis, { dispatched });
    const read = (value: unknown, depth = 0): unknown => {
      if (typeof value !== 'object' || value === null || value instanceof Node || depth > 5) return String(value);
      const names = new Set<string>(Object.getOwnPropertyNames(value));
      const isOurs = (prototype: object | null) =>
        prototype && ![Event, Object, Array].some((each) => each.prototype === prototype);
      for (
        let proto = Object.getPrototypeOf(value) as object | null;
        isOurs(proto);
        proto = Object.getPrototypeOf(proto) as object
      )
        for (const name of Object.getOwnPropertyNames(proto)) names.add(name);
      return [...names].map((name) => [name, read(Reflect.get(value, name), depth + 1)]);
    };
    const { dispatchEvent } = EventTarget.prototype;
    EventTarget.prototype.dispatchEvent = function (event) {
      if (event.type.startsWith('florin-')) dispatched.push({ type: event.type, text: JSON.stringify(read(event)) });
      return dispatchEvent.call(this, event);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { dispatched: readonly Dispatched[] }).dispatched);
}

for (const place of ['page', 'frame'] as const) {
  test(`each step of a payment is reported, without card data (${place})`, async ({ page }) => {
    const steps: string[] = [];
    await page.route('**/funnel', async (route) => {
      steps.push(route.request().postData() ?? '');
      await route.fulfill({ status: 204 });
    });
    const dispatched = await recordEvents(page);
    const [script, attributes] =
      place === 'page' ? ['florin.js', ''] : ['florin-isolated.js', `isolation="frame" frame-src="${own.frameSrc}"`];
    own.put(
      '/funnel-here',
      `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Pay</title><script>${EXAMPLE}</script>
      <script type="module" src="/florin/${script}" data-florin-origins="${own.origins}"></script>
      <florin-checkout signer-url="/pay" order="19900-funnel-${place}" ${attributes}></florin-checkout>`,
    );
    await page.goto(`${own.url}/funnel-here`);
    const form = place === 'page' ? new PaymentForm(page) : framedForm(page);
    await expect.poll(() => steps).toEqual(['form']);
    await form.number.click();
    await expect.poll(() => steps).toEqual(['form', 'enters number']);
    await form.type({ ...VISA, name: '3DS CHALLENGE' });
    await form.payButton.click();
    const dialog = new ChallengeDialog(page);
    await dialog.press(dialog.approve);
    await expect(form.root).toContainText('Approved');
    await expect.poll(() => steps).toContain('approved');
    const inOrder = (wanted: readonly string[]) => steps.filter((step) => wanted.includes(step));
    for (const wanted of [
      [
        'form',
        'enters number',
        'keying',
        'ready',
        'submitting',
        'challenging',
        'bank open',
        'confirming',
        'bank returned',
        'approved',
      ],
      [
        'enters number',
        'scheme visa',
        'completes number',
        'enters expiry',
        'completes expiry',
        'enters cvn',
        'completes cvn',
      ],
      ['enters cvn', 'enters name', 'completes name', 'submitting'],
    ])
      expect(inOrder(wanted)).toEqual(wanted);
    const events = await dispatched();
    const types = new Set(events.map(({ type }) => type));
    for (const type of ['ready', 'focus', 'field', 'state', 'amount', 'before-pay', 'challenge', 'result'])
      expect(types).toContain(`florin-${type}`);
    expect(events.filter(({ type }) => type === 'florin-ready')).toHaveLength(1);
    const observations = events.map(({ type, text }) => ({
      channel: 'event',
      where: type,
      value: JSON.parse(text) as unknown,
    }));
    expect(findCardData(observations, VISA)).toEqual([]);
    // The search would find an event with this content.
    const leak = {
      channel: 'event',
      where: 'florin-field',
      value: [
        ['state', [['typed', VISA.number]]],
        ['cvn', VISA.cvn],
      ],
    };
    expect(findCardData([...observations, leak], VISA)).not.toEqual([]);
    // Playwright cannot see the beacon of a page that is really left.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
    await expect.poll(() => steps.at(-1)).toBe('left');
  });
}
