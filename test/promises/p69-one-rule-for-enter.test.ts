/**
 * P69: an Enter that somebody else has used, that ends a composition or that is held down pays, saves and submits nothing. In a
 * form of the page it is the browser's implicit submission. docs/guides/elements.md, "Enter".
 */
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../channel/bundle.js';
import { startWeb, type Web } from '../channel/web.js';
import { startFramedShop, type FramedShop } from './framed-shop.js';

const SHOP = 'http://shop.localhost';
const CARD = {
  handle: 'visa'.padEnd(59, 'x'),
  kind: 'card',
  type: 'VC',
  lastDigits: '769',
  expiry: '1239',
  isExpired: false,
};
const checkout = (inside = '', more = '') =>
  `<florin-checkout signer-url="/pay" order="1042" locale="en" ${more}>${inside}</florin-checkout>`;

/** Where Enter is pressed, by the focused element, and what of its effect can be seen. */
const PLACES: Readonly<Record<string, readonly [html: string, focus: string]>> = {
  'the built-in fields of a checkout': [checkout(), '#expiry'],
  'fields of Florin in its slot': [checkout('<florin-card-fields slot="fields"></florin-card-fields>'), '#expiry'],
  'a field of the shop in its slot': [
    checkout('<div slot="fields"><florin-card-number></florin-card-number><input id="own"></div>'),
    '#own',
  ],
  'a saved card': [checkout('<florin-saved-cards slot="before-fields"></florin-saved-cards>'), '#cvn'],
  'references beside it': [`<florin-references crn1-label="Bill"></florin-references>${checkout()}`, '#crn1'],
  'an account to save': [checkout('', 'purpose="save-bank-account"'), '#bsb'],
  'an account of the shop to save': [
    checkout('<florin-bank-account slot="fields"></florin-bank-account>', 'purpose="save-bank-account"'),
    'florin-bank-account[slot] #bsb',
  ],
  ...Object.fromEntries(
    [
      ['florin-card-number', '#number'],
      ['florin-card-expiry', '#expiry'],
      ['florin-card-cvn', '#cvn'],
      ['florin-card-name', '#name'],
      ['florin-card-fields', '#cvn'],
      ['florin-bank-account', '#number'],
    ].map(([tag, focus]) => [`${tag} in a form of the page`, [`<form novalidate><${tag}></${tag}></form>`, focus!]]),
  ),
};

const press = (page: Page) => page.keyboard.press('Enter');
/** As Safari reports the Enter that ends a composition. */
async function endComposition(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await client.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}

const useKey = (type: string) =>
  addEventListener(type, (event) => (event as KeyboardEvent).key === 'Enter' && event.preventDefault());

/** Each must have no effect. `focus` moves the focus to the field. */
const USED: Readonly<Record<string, (page: Page, place: Page | Frame, focus: () => Promise<void>) => Promise<void>>> = {
  'is used by a listener around the element': async (page, place) => {
    await place.evaluate(useKey, 'keydown');
    await press(page);
  },
  'is used by a listener of `keypress`': async (page, place) => {
    await place.evaluate(useKey, 'keypress');
    await press(page);
  },
  'ends a composition': endComposition,
  'was held down before the focus came': async (page, place, focus) => {
    await place.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.down('Enter');
    await focus();
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
  },
};

/** Long enough for an effect. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 150));

describe('an Enter in an element', () => {
  let web: Web;
  let page: Page;
  beforeAll(async () => {
    web = await startWeb();
    web.put('/page.js', await bundle('test/promises/elements-page.ts'));
    page = await web.newPage();
    await page.route('**/pay/**', (route) =>
      route.request().url().endsWith('/cards')
        ? route.fulfill({ json: { cards: [CARD] } })
        : route.fulfill({ status: 503, json: { error: { code: 'service_unreachable' } } }),
    );
  }, 60_000);
  afterAll(() => web.close());

  /** Opens the page with a form, and focuses an input. */
  async function open(html: string, focus: string): Promise<() => Promise<void>> {
    web.put(
      `${SHOP}/`,
      `<!doctype html><body>${html}<script>
        submitted = [];
        addEventListener('submit', (event) => {
          if (event.defaultPrevented) return;
          event.preventDefault();
          submitted.push([...new FormData(event.target, event.submitter)].concat([[event.submitter?.formAction]]));
        });
      </script><script src="/page.js"></script>`,
    );
    await page.goto(`${SHOP}/`);
    await page.locator(focus).waitFor();
    const again = () => page.locator(focus).focus();
    await again();
    return again;
  }

  const submissions = () => page.evaluate(() => (globalThis as unknown as { submitted: string[][][] }).submitted);
  /** Errors at the empty fields, or a submission of the page's form. */
  const effects = async () =>
    (await page.locator('[aria-invalid="true"], .agree.wrong').count()) + (await submissions()).length;

  describe.each(Object.entries(PLACES))('%s', (_where, [html, focus]) => {
    it('pays, saves or submits', async () => {
      await open(html, focus);
      await press(page);
      await expect.poll(effects).toBeGreaterThan(0);
    });

    it.each(Object.entries(USED))('has no effect if it %s', async (_how, act) => {
      const again = await open(html, focus);
      await act(page, page, again);
      await settle();
      expect(await effects()).toBe(0);
    });
  });

  const FORM = (inside: string) =>
    `<form novalidate action="/own"><florin-card-name></florin-card-name>${inside}</form>`;

  it('submits by the default button: its name, value, address and click count', async () => {
    await open(
      FORM('<button type="button">No</button><button name="do" value="pay" formaction="/pay">Pay</button>'),
      '#name',
    );
    await press(page);
    await expect.poll(submissions).toEqual([[['do', 'pay'], [`${SHOP}/pay`]]]);
  });

  it('submits nothing while the default button is disabled, or where the browser would not', async () => {
    for (const rest of [
      '<button disabled>Pay</button><button>Other</button>',
      '<fieldset disabled><input type="submit"></fieldset>',
      '<input name="email">',
      '<florin-card-number></florin-card-number>',
    ]) {
      await open(FORM(rest), '#name');
      await press(page);
      await settle();
      expect(await submissions(), rest).toEqual([]);
    }
  });

  it('in an input of the shop’s own form inside the slot submits that form and does not pay', async () => {
    await open(
      `<form novalidate>${checkout('<input id="own" slot="fields"><florin-card-name slot="fields"></florin-card-name>')}</form>`,
      '#own',
    );
    await press(page);
    await expect.poll(submissions).toHaveLength(1);
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
  });

  it('presses a button of the shop in the slot, and does not pay', async () => {
    await open(
      checkout('<input id="own" type="button" slot="fields"><florin-card-name slot="fields"></florin-card-name>'),
      '#own',
    );
    await press(page);
    await settle();
    expect(await effects()).toBe(0);
  });
});

describe('an Enter in the frame', () => {
  let shop: FramedShop;
  beforeAll(async () => (shop = await startFramedShop()), 60_000);
  afterAll(() => shop.web.close());

  const acts = () => shop.page.evaluate(() => JSON.stringify(thief.heard).includes('"act":"submit"'));

  it.each(Object.entries(USED))('has no effect if it %s, and else reaches the page', async (_how, act) => {
    const frame = await shop.visit();
    const focus = () => frame.locator('#expiry').focus();
    await focus();
    await act(shop.page, frame, focus);
    await settle();
    expect(await acts()).toBe(false);

    await shop.visit();
    await shop.page.frames()[1]!.locator('#expiry').focus();
    await press(shop.page);
    await expect.poll(acts).toBe(true);
  });
});
