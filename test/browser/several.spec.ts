/**
 * Several checkouts on one page: of two orders, of one order twice, in the page and in frames. They
 * do not affect each other.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { SandboxLedger } from './sandbox-ledger.js';
import { MASTERCARD, type TypedCard, VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1600 } });

let own: OwnShop;
let ledger: SandboxLedger;
test.beforeAll(async () => {
  own = await startOwnShop();
  ledger = new SandboxLedger(own);
});
test.afterAll(() => own.close());

type Place = 'page' | 'frame';

interface Form {
  readonly root: Locator;
  readonly number: Locator;
  readonly expiry: Locator;
  readonly cvn: Locator;
  readonly name: Locator;
  readonly payButton: Locator;
}

function formOf(page: Page, id: string, place: Place): Form {
  const root = page.locator(`#${id}`);
  const fields = place === 'frame' ? root.frameLocator('iframe') : root;
  return {
    root,
    number: fields.getByLabel('Card number'),
    expiry: fields.getByLabel(/^expiry/i),
    cvn: fields.getByLabel('Security code'),
    name: fields.getByLabel('Name on card'),
    payButton: root.getByRole('button', { name: /^pay/i }),
  };
}

async function type(form: Form, card: TypedCard): Promise<void> {
  await form.number.fill(card.number);
  await form.expiry.fill(card.expiry);
  await form.cvn.fill(card.cvn);
  await form.name.fill(card.name);
}

/** The content of an event, and the id of its element. */
interface Told {
  readonly id: string;
  readonly type: string;
  readonly what: string | undefined;
}

interface Opened {
  readonly forms: readonly Form[];
  /** Orders of the key requests. */
  readonly keys: readonly string[];
  told(): Promise<readonly Told[]>;
}

/** A page with one checkout, `#a`, `#b` and so on, for each order. */
async function open(page: Page, orders: readonly string[], places: readonly Place[], more = ''): Promise<Opened> {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/authkey'))
      keys.push((JSON.parse(request.postData() ?? '{}') as { order: string }).order);
  });
  const ids = orders.map((_order, index) => 'abc'.charAt(index));
  const tags = orders.map((order, index) => {
    const frame = places[index] === 'frame' ? `isolation="frame" frame-src="${own.frameSrc}"` : '';
    return `<florin-checkout id="${ids[index]}" signer-url="/pay" order="${order}" ${frame}></florin-checkout>`;
  });
  const path = `/several-${orders.join('-')}`;
  own.put(
    path,
    `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Pay</title>
    <script type="module" src="/florin/florin.js" data-florin-origins="${own.origins}"></script>${tags.join('')}${more}`,
  );
  await page.addInitScript(() => {
    const told: object[] = [];
    Object.assign(globalThis, { told });
    for (const type of ['florin-field', 'florin-state', 'florin-result', 'florin-error', 'florin-amount'])
      document.addEventListener(type, (event) => {
        const { field, state } = event as Event & { field?: string; state?: unknown };
        const what = field ?? (typeof state === 'string' ? state : undefined);
        told.push({ id: (event.target as Element).id, type, what });
      });
  });
  await page.goto(`${own.url}${path}`);
  return {
    forms: ids.map((id, index) => formOf(page, id, places[index] ?? 'page')),
    keys,
    told: () => page.evaluate(() => (globalThis as unknown as { told: readonly Told[] }).told),
  };
}

for (const places of [
  ['page', 'page'],
  ['frame', 'frame'],
  ['page', 'frame'],
] as const) {
  test(`two orders, in ${places.join(' and ')}: one is paid, then the other`, async ({ page }) => {
    const orders = [`19900-first-${places.join('')}`, `20500-second-${places.join('')}`] as const;
    const { forms, keys, told } = await open(page, orders, places);
    const [a, b] = forms as [Form, Form];
    await type(a, VISA);
    await expect(a.payButton).toHaveText('Pay $199.00');
    expect(keys).toEqual([orders[0]]);
    await expect(b.payButton).toHaveText('Pay $205.00');
    for (const field of [b.number, b.expiry, b.cvn, b.name]) await expect(field).toHaveValue('');
    expect((await told()).filter(({ id }) => id !== 'a')).toMatchObject([{ id: 'b', type: 'florin-amount' }]);

    await type(b, MASTERCARD);
    await expect(b.payButton).toHaveText('Pay $205.00');
    expect(keys).toEqual(orders);
    await expect(a.number).toHaveValue(/^4987/);
    await b.name.press('Enter');
    await expect(b.root).toContainText('Approved');
    await expect(b.root).toContainText('$205.00');
    await expect(a.root).not.toContainText('Approved');
    expect((await told()).filter(({ id, what }) => id === 'a' && what === 'submitting')).toEqual([]);
    expect(await ledger.transactionsOf(orders[0])).toHaveLength(0);

    // The text in the first one is still there, and pays its own order.
    await a.payButton.click();
    await expect(a.root).toContainText('Approved');
    await expect(a.root).toContainText('$199.00');
    expect(await ledger.transactionsOf(orders[0])).toMatchObject([
      { ResponseCode: '0', Amount: 19900, CardType: 'VC' },
    ]);
    expect(await ledger.transactionsOf(orders[1])).toMatchObject([
      { ResponseCode: '0', Amount: 20500, CardType: 'MC' },
    ]);
    const ends = (await told()).filter(({ type }) => type === 'florin-result').map(({ id }) => id);
    expect(ends).toEqual(['b', 'a']);
    expect(own.mismatches).toEqual([]);
  });
}

for (const place of ['page', 'frame'] as const) {
  test(`the focus stays in one checkout while the other is paid (${place})`, async ({ page }) => {
    const orders = [`19900-slow-${place}`, `20500-typed-${place}`];
    const { forms } = await open(page, orders, [place, place]);
    const [a, b] = forms as [Form, Form];
    await type(a, VISA);
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/pay/result', async (route) => {
      await isHeld;
      await route.continue();
    });
    await a.payButton.click();
    await b.number.pressSequentially('4987 65');
    release();
    await expect(a.root).toContainText('Approved');
    // The receipt has been drawn, and would have taken the focus by now.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await expect(b.number).toBeFocused();
    await page.keyboard.type('4321');
    await expect(b.number).toHaveValue('4987 6543 21');
  });
}

test('one order in two checkouts of one page is paid once, and both show it', async ({ page }) => {
  const order = '19900-twice-on-a-page';
  const { forms } = await open(page, [order, order], ['page', 'frame']);
  const [a, b] = forms as [Form, Form];
  await type(a, VISA);
  await type(b, MASTERCARD);
  await expect(b.payButton).toHaveText('Pay $199.00');
  await page.evaluate(() => {
    for (const checkout of document.querySelectorAll('florin-checkout')) void checkout.pay();
  });
  for (const { root } of [a, b]) await expect(root).toContainText('Approved', { timeout: 60_000 });
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('two banks that ask at the same time: each dialog ends its own payment', async ({ page }) => {
  const orders = ['19900-asked', '20500-asked-too'] as const;
  const { forms, told } = await open(page, orders, ['page', 'frame']);
  const [a, b] = forms as [Form, Form];
  for (const form of [a, b]) await type(form, { ...VISA, name: '3DS CHALLENGE' });
  await a.payButton.click();
  const stepOf = ({ root }: Form) => root.getByRole('dialog').frameLocator('iframe');
  await expect(stepOf(a).getByRole('button', { name: 'Approve' })).toBeVisible();
  await page.evaluate(() => void document.querySelector<HTMLElementTagNameMap['florin-checkout']>('#b')?.pay());
  await stepOf(b).getByRole('button', { name: 'Fail confirmation' }).click();
  await expect(b.root).toContainText('Your bank could not confirm that it was you.');
  await expect(stepOf(a).getByRole('button', { name: 'Approve' })).toBeVisible();
  await stepOf(a).getByRole('button', { name: 'Approve' }).click();
  await expect(a.root).toContainText('Approved');
  expect(await ledger.transactionsOf(orders[0])).toMatchObject([{ ResponseCode: '0' }]);
  expect(await ledger.transactionsOf(orders[1])).toMatchObject([{ ResponseCode: 'F' }]);
  const ends = (await told()).filter(({ what }) => what === 'approved' || what === 'failed');
  expect(ends.map(({ id, what }) => `${id} ${what ?? ''}`)).toEqual(['b failed', 'a approved']);
});
