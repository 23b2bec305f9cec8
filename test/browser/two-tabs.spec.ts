/** One order in two tabs, paid in two ways. Both tabs end right, and there is never a second payment. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { type TypedCard, VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1200 } });

/** How the payment pages of the demo end: the card in the page, in a frame, on the service's page. */
type Way = '' | '/framed' | '/redirect';

interface Tab {
  readonly page: Page;
  press(): Promise<void>;
}

/** Opens the order in a tab, and types the card as far as that can be done before the button. */
async function openTab(context: BrowserContext, order: number, way: Way, card: TypedCard): Promise<Tab> {
  const page = await context.newPage();
  await page.goto(`/checkout/${order}${way}`);
  const root = page.locator('florin-checkout');
  const press = () => root.getByRole('button', { name: /^pay/i }).click();
  if (way === '/redirect') {
    await press();
    await expect(page).toHaveURL(/\/pay\/DEMOSHOP/);
    await typeInto(page, card);
    return { page, press: () => page.getByRole('button', { name: /^pay/i }).click() };
  }
  const fields = way === '' ? root : root.frameLocator('iframe');
  await typeInto(fields, card);
  await expect(root.getByRole('button', { name: /^pay \$/i })).toBeVisible();
  return { page, press };
}

async function typeInto(place: Pick<Page, 'getByLabel'>, card: TypedCard): Promise<void> {
  await place.getByLabel('Card number').pressSequentially(card.number);
  await place
    .getByLabel(/^expiry/i)
    .first()
    .pressSequentially(card.expiry);
  await place.getByLabel('Security code').pressSequentially(card.cvn);
  await place.getByLabel('Name on card').pressSequentially(card.name);
}

const expectPaid = ({ page }: Tab) => expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you');

for (const [first, second] of [['/framed', '']] as const) {
  test(`${first} and ${second || 'the page'}, pressed at the same time`, async ({ shop, context, ledger }) => {
    const order = await shop.beginOrder();
    const tabs = [await openTab(context, order, first, VISA), await openTab(context, order, second, VISA)];
    await Promise.all(tabs.map((tab) => tab.press()));
    for (const tab of tabs) await expectPaid(tab);
    expect(await ledger.transactionsOf(order)).toHaveLength(1);
  });
}

for (const [first, second] of [['', '/framed']] as const) {
  test(`paid ${first || 'in the page'}; ${second || 'the page'} was open and is pressed later`, async ({
    shop,
    context,
    ledger,
  }) => {
    const order = await shop.beginOrder();
    const late = await openTab(context, order, second, VISA);
    const early = await openTab(context, order, first, VISA);
    await early.press();
    await expectPaid(early);
    await late.press();
    await expectPaid(late);
    expect(await ledger.transactionsOf(order)).toHaveLength(1);
  });
}

test('paid in the page; the service’s page was open, says that it was sent, and leads back to the receipt', async ({
  shop,
  context,
  ledger,
}) => {
  const order = await shop.beginOrder();
  const late = await openTab(context, order, '/redirect', VISA);
  const early = await openTab(context, order, '', VISA);
  await early.press();
  await expectPaid(early);
  await late.press();
  await expect(late.page.getByRole('heading', { level: 1 })).toHaveText('This was sent already');
  await late.page.goto(`/checkout/${order}/redirect`);
  await expectPaid(late);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});
