/**
 * One order in two tabs, paid in two ways. Both tabs end with the right state, and there is never a
 * second payment.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { ChallengeDialog } from './pages/challenge-dialog.js';
import { PaymentForm } from './pages/payment-form.js';
import { NO_FUNDS, type TypedCard, VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1200 } });

/**
 * The ends of the demo's payment URLs: the card in the page, in a frame, in the service's frame, on
 * the service's page.
 */
type Way = '' | '/framed' | '/iframe' | '/redirect';

interface Tab {
  readonly page: Page;
  press(): Promise<void>;
}

/** Opens the order in a tab, and types the card as far as possible before the button. */
async function openTab(context: BrowserContext, order: number, way: Way, card: TypedCard): Promise<Tab> {
  const page = await context.newPage();
  await page.goto(`/checkout/${order}${way}`);
  const root = page.locator('florin-checkout');
  const press = () => root.getByRole('button', { name: /^(pay|continue to payment)/i }).click({ timeout: 20_000 });
  if (way === '/redirect') {
    await press();
    await expect(page).toHaveURL(/\/pay\/DEMOSHOP/);
    await typeInto(page, card);
    return { page, press: () => page.getByRole('button', { name: /^pay/i }).click() };
  }
  const frame = root.frameLocator('iframe');
  await (way === '' ? new PaymentForm(page).type(card) : typeInto(frame, card));
  if (way === '/iframe') await expect(frame.locator('#state')).toHaveText('Your details are ready.');
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

/** The shop's receipt; in a tab that has sent nothing itself, the element's receipt. */
const expectPaid = ({ page }: Tab) =>
  expect(
    page
      .getByRole('heading', { name: /^Thank you/ })
      .or(page.locator('florin-receipt').getByText('Approved'))
      .first(),
  ).toBeVisible();

/** The announced state of a payment. */
const statusOf = ({ page }: Tab) => page.locator('florin-checkout').locator('[part="message"][role="status"]');

const EARLIER_DECLINE =
  'An earlier payment for this order, perhaps in another tab, did not go through. Nothing was charged. ' +
  'Pay here only if you are not trying again in the other tab.';

for (const [first, second] of [['/framed', '']] as const) {
  test(`${first} and ${second || 'the page'}, pressed at the same time`, async ({ shop, context, ledger }) => {
    const order = await shop.beginOrder();
    const tabs = [await openTab(context, order, first, VISA), await openTab(context, order, second, VISA)];
    // A tab that hears of the other's payment before its own press has no button any more.
    const presses = await Promise.allSettled(tabs.map((tab) => tab.press()));
    expect(presses.map(({ status }) => status)).toContain('fulfilled');
    for (const tab of tabs) await expectPaid(tab);
    expect(await ledger.transactionsOf(order)).toHaveLength(1);
  });
}

for (const [first, second] of [['', '/framed']] as const) {
  test(`paid ${first || 'in the page'}; ${second || 'the page'} was open and shows the receipt`, async ({
    shop,
    context,
    ledger,
  }) => {
    const order = await shop.beginOrder();
    const late = await openTab(context, order, second, VISA);
    const early = await openTab(context, order, first, VISA);
    await early.press();
    await expectPaid(early);
    // Without a press.
    await expectPaid(late);
    expect(await ledger.transactionsOf(order)).toHaveLength(1);
  });
}

test('paid in the page; a tab that was not notified is pressed later', async ({ shop, context, ledger }) => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'));
  const order = await shop.beginOrder();
  const late = await openTab(context, order, '/framed', VISA);
  const early = await openTab(context, order, '', VISA);
  await early.press();
  await expectPaid(early);
  await late.press();
  await expectPaid(late);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

for (const way of ['', '/framed'] as const) {
  test(`with 3-D Secure in one tab: ${way || 'the page'} in another shows it, also after a reload, and shows the end`, async ({
    shop,
    context,
    ledger,
  }) => {
    const order = await shop.beginOrder();
    const late = await openTab(context, order, way, VISA);
    const early = await openTab(context, order, '', { ...VISA, name: '3DS CHALLENGE' });
    await early.press();
    const challenge = new ChallengeDialog(early.page);
    await expect(challenge.approve).toBeVisible();
    await late.press();
    const said = late.page.locator('florin-checkout').getByRole('status').filter({ hasText: 'bank' });
    await expect(said).toContainText('Your bank is waiting for you to confirm this payment.');
    await expect(new ChallengeDialog(late.page).goOn).toBeVisible();
    await late.page.reload();
    await expect(said).toContainText('Your bank is waiting for you to confirm this payment.');
    await expect(new ChallengeDialog(late.page).goOn).toBeVisible();
    await challenge.press(challenge.fail);
    // The page polls with growing intervals.
    await expect(statusOf(late)).toHaveText(EARLIER_DECLINE, { timeout: 60_000 });
    expect(await ledger.transactionsOf(order)).toHaveLength(1);
  });
}

test('paid in the page; the service’s page was open, shows that the key was used, and links back to the receipt', async ({
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
  await expect(late.page.getByRole('heading', { level: 1 })).toHaveText('This was already sent');
  await late.page.goto(`/checkout/${order}/redirect`);
  await expectPaid(late);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('declined in one tab: two others that were not notified show that nothing was charged, and one of them pays', async ({
  shop,
  context,
  ledger,
}) => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'));
  const order = await shop.beginOrder();
  const iframe = await openTab(context, order, '/iframe', VISA);
  const framed = await openTab(context, order, '/framed', VISA);
  const early = await openTab(context, order, '', NO_FUNDS);
  await early.press();
  await expect(statusOf(early)).toHaveText(
    'Your bank did not approve this payment. Nothing was charged. Please try another card.',
  );
  // The order's key is used up, and the typed card was not sent.
  await framed.press();
  await expect(statusOf(framed)).toHaveText(EARLIER_DECLINE);
  // The frame of the expired key accepts nothing more.
  const fieldsOf = ({ page }: Tab) => page.locator('florin-checkout').frameLocator('iframe');
  await fieldsOf(iframe).getByLabel('Name on card').pressSequentially('s');
  await expect(fieldsOf(iframe).getByRole('heading', { level: 1 })).toHaveText('This was already sent');
  await iframe.press();
  await expect(iframe.page.locator('florin-checkout').getByRole('alert')).toContainText(
    'Nothing was charged. Please enter the card again.',
  );
  expect(await ledger.transactionsOf(order)).toHaveLength(1);

  await typeInto(fieldsOf(iframe), VISA);
  await expect(fieldsOf(iframe).locator('#state')).toHaveText('Your details are ready.');
  await fieldsOf(framed).getByLabel('Security code').fill(VISA.cvn);
  await Promise.allSettled([iframe.press(), framed.press()]);
  for (const tab of [iframe, framed]) await expectPaid(tab);
  const found = await ledger.transactionsOf(order);
  expect(found.map(({ ResponseCode }) => ResponseCode === '0')).toEqual([true, false]);
});
