/**
 * A frame on another site, where no key can be bound to the shopper: the frame itself shows what
 * the key pays or stores, and sends only after a press of its own button. A script of the page may
 * pass any key that the signer has signed, and resize the frame. docs/invariants.md, 16.
 */
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type OwnShop, slipIn, startOwnShop, TWO_SITES } from './own-shop.js';
import { framedForm } from './pages/payment-form.js';
import { SandboxLedger } from './sandbox-ledger.js';
import { VISA } from './test-cards.js';

let own: OwnShop;
let ledger: SandboxLedger;
/** The shopper as the signer identifies them; a stranger sends another header. */
const shopper = (request: Request) => {
  const id = request.headers.get('x-stranger') ?? 'mia';
  return { id, session: `session of ${id}`, crn1: id, email: `${id}@example.com` };
};
test.beforeAll(async () => {
  own = await startOwnShop({ authoriseToken: shopper }, TWO_SITES);
  ledger = new SandboxLedger(own);
});
test.afterAll(() => own.close());

async function open(page: Page, order: string, { more = '', inside = '', lang = 'en-AU' } = {}): Promise<void> {
  const path = `/asks-${order}`;
  own.put(
    path,
    `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pay</title>
    <script type="module" src="/florin/florin-isolated.js" data-florin-origins="${own.origins}"></script>
    <style>html { color-scheme: light dark } body { font: 16px system-ui; margin: 24px auto; max-width: 440px; padding: 0 16px }</style>
    <main><h1>Checkout</h1><florin-checkout isolation="frame" frame-src="${own.frameSrc}" signer-url="/pay" order="${order}"
      ${more}>${inside}</florin-checkout></main>`,
  );
  await page.goto(`${own.url}${path}`);
  await expect(inFrame(page).getByRole('textbox').first()).toBeVisible();
}

/** A page that makes its order at the press. */
const MAKES_ORDER = `<script type="module">
  addEventListener('florin-before-pay', ({ target }) => (target.order = '4900-late'));
</script>`;

const inFrame = (page: Page) => page.frameLocator('florin-checkout iframe');
const says = (page: Page) => inFrame(page).locator('#what[role=status]');
const problem = (page: Page) => inFrame(page).locator('#problem');
const button = (page: Page) => inFrame(page).getByRole('button');
const element = (page: Page) => page.locator('florin-checkout');

/** Longer than the mouse has to be in the frame, and than the pause before a second press. */
const STAY_MS = 1_100;

/** Presses the frame's button as a person does, whose mouse has been in the frame for a moment. */
async function press(page: Page): Promise<void> {
  await button(page).hover();
  await page.waitForTimeout(STAY_MS);
  await button(page).click();
}

/** Returns the error codes that the page received. */
async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const codes: string[] = [];
    Object.assign(globalThis, { codes });
    addEventListener('florin-error', (event) =>
      codes.push((event as unknown as { error: { code: string } }).error.code),
    );
  });
  return () => page.evaluate(() => (globalThis as unknown as { codes: string[] }).codes);
}

/** Counts the cards that were sent, to pay or to be stored. */
function countSent(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && /withauthkey/i.test(request.url())) sent++;
  });
  return () => sent;
}

/** A valid key of the same signer that another person requested. */
async function strangersKey(browser: Browser, path: 'authkey' | 'tokenkey', body: object): Promise<string> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-stranger': 'eve' } });
  const page = await context.newPage();
  own.put('/blank', '<!doctype html><title>Blank</title>');
  await page.goto(`${own.url}/blank`);
  const grant = await page.evaluate(
    async ([route, text]) => {
      const headers = { 'content-type': 'application/json' };
      return (await (await fetch(`/pay/${route}`, { method: 'POST', headers, body: text })).json()) as {
        signedKey: string;
      };
    },
    [path, JSON.stringify(body)] as const,
  );
  await context.close();
  expect(grant.signedKey).toBeTruthy();
  return grant.signedKey;
}

/** Pays by a script of the page. */
const payByScript = (page: Page) =>
  page.evaluate(() => (document.querySelector('florin-checkout') as unknown as { pay(): Promise<void> }).pay());

async function typeToSave(page: Page): Promise<void> {
  const form = framedForm(page);
  await form.number.pressSequentially(VISA.number);
  await form.expiry.pressSequentially('12 / 30');
  await form.name.pressSequentially(VISA.name);
}

test('pays with one press of the button in the frame, which shows the amount', async ({ page }) => {
  await open(page, '4900-first');
  await expect(element(page).locator('[part="button"]')).toBeHidden();
  await framedForm(page).type(VISA);
  await expect(says(page)).toHaveText(/^You pay AUD\s49\.00 for order 4900-first\.$/);
  await expect(button(page)).toHaveAccessibleDescription(/You pay AUD\s49\.00/);
  await press(page);
  await expect(element(page)).toContainText('Approved');
  expect(await ledger.transactionsOf('4900-first')).toHaveLength(1);
});

test('pays by the keyboard alone, by Tab and Space; Enter in a field does not pay', async ({ page }) => {
  await open(page, '4900-enter');
  await framedForm(page).type(VISA);
  await expect(button(page)).toHaveAttribute('aria-disabled', 'false');
  await expect(says(page)).toContainText('4900-enter');
  await page.keyboard.press('Enter');
  await expect(problem(page)).toContainText('press the button in it');
  expect(await ledger.transactionsOf('4900-enter')).toEqual([]);

  await open(page, '4900-space');
  await framedForm(page).type(VISA);
  await expect(says(page)).toContainText('4900-space');
  await expect(button(page)).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('Tab');
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(element(page)).toContainText('Approved');
});

test('a press by a script sends nothing, and does not move the focus to the button in the frame', async ({ page }) => {
  const codes = await listen(page);
  await open(page, '4900-led');
  await framedForm(page).type(VISA);
  await payByScript(page);
  await expect(problem(page)).toContainText('press the button in it');
  await expect(button(page)).not.toBeFocused();
  expect(await codes()).toEqual(['field_invalid']);
  expect(await ledger.transactionsOf('4900-led')).toEqual([]);
  await press(page);
  await expect(element(page)).toContainText('Approved');
});

test('shows the order of a key that a script has replaced, and sends nothing without a press', async ({
  page,
  browser,
}) => {
  const sent = countSent(page);
  await slipIn(page, await strangersKey(browser, 'authkey', { order: '90000-eves' }));
  await open(page, '4900-mine');
  await framedForm(page).type(VISA);
  await expect(says(page)).toHaveText(/^You pay AUD\s900\.00 for order 90000-eves\.$/);
  await expect(button(page)).toHaveText(/AUD\s900\.00/);
  for (let turn = 0; turn < 3; turn++) await payByScript(page);
  // A script in the frame's own document cannot press it either: only a person can.
  const [, frame] = page.frames();
  await frame?.evaluate(() => {
    for (const host of document.querySelectorAll('*')) host.shadowRoot?.querySelector('button')?.click();
  });
  await payByScript(page);
  expect(sent()).toBe(0);
  expect(await ledger.transactionsOf('90000-eves')).toEqual([]);
});

test('a consent is for the shown order only, although another key arrives right after the press', async ({
  page,
  browser,
}) => {
  const sent = countSent(page);
  const eves = await strangersKey(browser, 'authkey', { order: '90000-later' });
  await open(page, '4900-mine');
  await framedForm(page).type(VISA);
  await expect(says(page)).toContainText('4900-mine');
  await expect(button(page)).toHaveAttribute('aria-disabled', 'false');
  // The press counts for the order that is shown. Then the page passes the other key.
  await page.evaluate((strange) => {
    const real = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (
      this: MessagePort,
      message: { path?: string[]; argumentList?: unknown[] },
    ) {
      if (message.path?.[0] === 'submit') message.argumentList = [{ type: 'RAW', value: strange }];
      real.call(this, message);
    } as typeof real;
  }, eves);
  await press(page);
  await expect(says(page)).toContainText('90000-later');
  await expect(problem(page)).toContainText('press the button in it');
  expect(sent()).toBe(0);
});

for (const [how, style] of [
  ['is cut off', 'block-size: 90px !important'],
  ['is next to nothing', 'block-size: 1px !important; inline-size: 1px !important'],
  ['is invisible', 'opacity: 0'],
] as const) {
  test(`does not send from a frame that ${how}`, async ({ page }) => {
    const codes = await listen(page);
    const sent = countSent(page);
    await open(page, `4900-${how.length}`);
    await framedForm(page).type(VISA);
    await page.addStyleTag({ content: `florin-checkout iframe { ${style} }` });
    await payByScript(page);
    await expect(problem(page)).toContainText('cut off or covered');
    expect(await codes()).toEqual(['field_invalid']);
    await expect(button(page)).toHaveAttribute('aria-disabled', 'false');
    const again = () =>
      style.startsWith('opacity')
        ? button(page).click({ force: true })
        : inFrame(page).getByRole('button').press('Enter');
    // The frame asks for a second press. On a busy machine it takes the first one later than it was made.
    await expect(async () => {
      if ((await codes()).length < 2) await again();
      expect(await codes()).toEqual(['field_invalid', 'field_invalid']);
    }).toPass({ intervals: [STAY_MS] });
    expect(sent()).toBe(0);
  });
}

test('shows the account that a card is saved for, and saves no card for a script', async ({ page, browser }) => {
  const sent = countSent(page);
  await slipIn(page, await strangersKey(browser, 'tokenkey', { task: 'add', kind: 'card' }));
  await open(page, '', { more: 'purpose="save-card"' });
  await typeToSave(page);
  await expect(says(page)).toHaveText('This card is saved for eve@example.com.');
  await page.evaluate(() =>
    (document.querySelector('florin-checkout')?.shadowRoot?.querySelector('[part="button"]') as HTMLElement).click(),
  );
  await expect(problem(page)).toContainText('press the button in it');
  // Enter in a field does not agree to saving.
  await framedForm(page).name.press('Enter');
  await expect(problem(page)).toContainText('press the button in it');
  expect(sent()).toBe(0);
});

test('saves the shopper’s card with one press', async ({ page }) => {
  await open(page, '', { more: 'purpose="save-card"' });
  await typeToSave(page);
  await expect(says(page)).toHaveText('This card is saved for mia@example.com.');
  await press(page);
  await expect(element(page)).toContainText('Card saved');
});

test('stores the card of a payment when the box in the frame is ticked, and not when the page says so', async ({
  page,
}) => {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /withauthkey/i.test(request.url())) bodies.push(request.postData() ?? '');
  });
  const inside = '<florin-store-card slot="after-fields"></florin-store-card>';
  await open(page, '4900-page', { inside });
  await framedForm(page).type(VISA);
  // A hostile page ticks its own hidden box.
  await page.evaluate(() => {
    const card = (document.querySelector('florin-checkout') as unknown as { card: { configure(o: object): void } })
      .card;
    card.configure({ storeCard: true });
  });
  const box = inFrame(page).getByRole('checkbox', { name: 'Save this card for mia@example.com' });
  await expect(box).not.toBeChecked();
  await expect(page.locator('florin-store-card').getByRole('checkbox')).toHaveCount(0);
  await press(page);
  await expect(element(page)).toContainText('Approved');
  expect(bodies.join()).not.toContain('"StoreCard":true');

  await open(page, '4900-frame', { inside });
  await framedForm(page).type(VISA);
  await box.check();
  await press(page);
  await expect(element(page)).toContainText('Approved');
  expect(bodies.at(-1)).toContain('"StoreCard":true');
});

test('asks in the language of the browser, whatever the page’s is, and passes axe', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await open(page, '4900-sprache', { lang: 'fr' });
  await inFrame(page).getByLabel('Numéro de carte').pressSequentially(VISA.number);
  await expect(says(page)).toHaveText(/^Sie zahlen 49,00\sAUD für Bestellung 4900-sprache\.$/);
  await expect(button(page)).toHaveAccessibleName(/^49,00\sAUD bezahlen$/);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  await context.close();
});

test('an order that is made at the first press is shown in the frame, and paid by the second', async ({ page }) => {
  const sent = countSent(page);
  await open(page, '', { more: 'amount="4900"', inside: MAKES_ORDER });
  await framedForm(page).type(VISA);
  await expect(element(page).locator('[part="button"]')).toBeHidden();
  await press(page);
  await expect(says(page)).toHaveText(/^You pay AUD\s49\.00 for order 4900-late\.$/);
  expect(sent()).toBe(0);
  await press(page);
  await expect(element(page)).toContainText('Approved');
  expect(sent()).toBe(1);
  expect(await ledger.transactionsOf('4900-late')).toHaveLength(1);
});
