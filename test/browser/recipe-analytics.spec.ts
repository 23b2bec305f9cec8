/** docs/recipes/analytics.md: its events, beside a hostile script of a tag manager that listens to everything in the page. */
import { expect, type Page, test } from '@playwright/test';
import { findCardData } from './leaks/find-card-data.js';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { framedForm, PaymentForm, typeInServiceFrame } from './pages/payment-form.js';
import { readBlock } from './recipe.js';
import { VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1200 } });

const PAGE = 'analytics';
const HEARD = 'heard by the tag';

let own: OwnShop;
test.beforeAll(async () => (own = await startOwnShop()));
test.afterAll(() => own.close());

/** Runs first in the page, reads all that a script of the page can, and keeps it. */
function spy(): void {
  const heard: [string, string][] = [];
  Object.assign(globalThis, { heard });
  const keep = (where: string, value: unknown) => {
    try {
      heard.push([where, typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))]);
    } catch {
      heard.push([where, String(value)]);
    }
  };
  const typed = ['keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'change', 'paste', 'copy', 'cut', 'focusin'];
  const others = ['message', 'click', 'submit', 'formdata', 'selectionchange', 'compositionend', 'pointerdown'];
  for (const type of [...typed, ...others])
    addEventListener(
      type,
      (event) => {
        const { data, key } = event as unknown as { data?: unknown; key?: unknown };
        const [target] = event.composedPath();
        keep(type, { data, key, value: (target as HTMLInputElement).value });
      },
      true,
    );
  const { dispatchEvent } = EventTarget.prototype;
  EventTarget.prototype.dispatchEvent = function (event) {
    keep(event.type, { ...event });
    return dispatchEvent.call(this, event);
  };
  const wrap = (owner: object, name: string) => {
    const real = Reflect.get(owner, name) as (...call: unknown[]) => unknown;
    Reflect.set(owner, name, function (this: unknown, ...call: unknown[]) {
      keep(name, call);
      return real.apply(this, call);
    });
  };
  wrap(globalThis, 'fetch');
  wrap(navigator, 'sendBeacon');
  wrap(XMLHttpRequest.prototype, 'send');
  wrap(MessagePort.prototype, 'postMessage');
  wrap(Window.prototype, 'postMessage');
  wrap(Storage.prototype, 'setItem');
  wrap(JSON, 'parse');
  /** Every input that a script reaches, also behind shadow roots and frames. */
  const inputs = (root: Document | ShadowRoot): HTMLInputElement[] => [
    ...root.querySelectorAll('input'),
    ...[...root.querySelectorAll('*')].flatMap((each) => (each.shadowRoot ? inputs(each.shadowRoot) : [])),
    ...[...root.querySelectorAll('iframe')].flatMap(({ contentDocument }) =>
      contentDocument ? inputs(contentDocument) : [],
    ),
  ];
  setInterval(() => inputs(document).forEach(({ value }) => keep('value', value)), 50);
}

/** What the script and the data layer have of the card. */
async function readHeard(page: Page) {
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: [string, string][] }).heard);
  const layer = await page.evaluate(() => (globalThis as unknown as { dataLayer: object[] }).dataLayer);
  const observations = heard.map(([where, value]) => ({ channel: HEARD, where, value }));
  return { observations, layer, types: new Set(heard.map(([where]) => where)) };
}

async function open(page: Page, tab: string, order: string): Promise<void> {
  const html = readBlock(PAGE, tab)
    .replace('1042', order)
    .replace(/https:\/\/card\.shop\.example\/[\w.]+/, own.frameSrc);
  own.put(`/${order}`, `<script>${readBlock(PAGE, 'steps.js')}</script>${own.page(html)}`);
  await page.addInitScript(`if (window === top) (${spy.toString()})()`);
  await page.goto(`${own.url}/${order}`);
}

test('Florin’s frame: the steps are in the data layer, and no digit is in the page', async ({ page }) => {
  await open(page, 'Frame', '4900-spied-frame');
  const form = framedForm(page);
  await form.pay(VISA);
  await expect(form.root).toContainText('Approved');
  const { observations, layer, types } = await readHeard(page);
  expect(findCardData(observations, VISA)).toEqual([]);
  for (const type of ['fetch', 'postMessage', 'focusin', 'florin-field', 'florin-result'])
    expect(types).toContain(type);
  expect(findCardData([{ channel: 'layer', where: 'dataLayer', value: layer }], VISA)).toEqual([]);
  expect(layer).toContainEqual({ event: 'pay_completes', field: 'number', brand: 'visa' });
  const steps = layer.map((each) => (each as { event: string }).event);
  expect(steps.filter((step) => /form|submitting|approved/.test(step))).toEqual([
    'pay_form',
    'pay_submitting',
    'pay_approved',
  ]);
});

test('the service’s frame: no digit is in the page', async ({ page }) => {
  await open(page, "The service's frame", '4900-spied-service');
  await typeInServiceFrame(page, VISA);
  const form = new PaymentForm(page);
  await form.payButton.click();
  await expect(form.root).toContainText('Approved');
  const { observations, layer } = await readHeard(page);
  expect(findCardData(observations, VISA)).toEqual([]);
  expect(findCardData([{ channel: 'layer', where: 'dataLayer', value: layer }], VISA)).toEqual([]);
});

test('a card in the page is read by the same script, but is not in the data layer', async ({ page }) => {
  await open(page, "The service's frame", '4900-spied-page');
  own.put(
    '/spied-in-page',
    `<script>${readBlock(PAGE, 'steps.js')}</script>${own.page('<florin-checkout signer-url="/pay" order="4900-spied-page"></florin-checkout>')}`,
  );
  await page.goto(`${own.url}/spied-in-page`);
  const form = new PaymentForm(page);
  await form.type(VISA);
  await expect.poll(async () => findCardData((await readHeard(page)).observations, VISA)).not.toEqual([]);
  await form.payButton.click();
  await expect(form.root).toContainText('Approved');
  const { layer } = await readHeard(page);
  expect(findCardData([{ channel: 'layer', where: 'dataLayer', value: layer }], VISA)).toEqual([]);
});
