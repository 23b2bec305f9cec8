/**
 * Broken connections, double clicks, reloads, two tabs: each ends in exactly one transaction, or in
 * a message with the state.
 */
import type { Locator, Page, Route } from '@playwright/test';
import type { Demo } from '../../build/demo/start.js';
import { expect, test } from './demo-test.js';
import { nextState } from './pages/next-state.js';
import { PaymentForm } from './pages/payment-form.js';
import { VISA } from './test-cards.js';

/** Intercepts the request that carries the card. */
async function onSubmission(page: Page, demo: Demo, treat: (route: Route) => Promise<void>): Promise<void> {
  await page.route(`${demo.sandboxUrl}/webapi/v3/txns/withauthkey/**`, (route) =>
    route.request().method() === 'POST' ? treat(route) : route.fallback(),
  );
}

/** Types a card, and waits for the key: the button shows its amount before that. */
async function typeWithKey(page: Page, form: PaymentForm): Promise<void> {
  const isReady = nextState(page, 'ready');
  await form.type(VISA);
  await isReady;
}

test('a double click pays once', async ({ shop, form, ledger }) => {
  const order = await shop.beginOrder();
  await form.type(VISA);
  await form.payButton.dblclick();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('five clicks and an Enter in the same moment pay once', async ({ shop, form, ledger }) => {
  const order = await shop.beginOrder();
  await form.type(VISA);
  await form.payButton.evaluate((button: HTMLButtonElement) => {
    for (let click = 0; click < 5; click += 1) button.click();
  });
  await form.name.press('Enter', { timeout: 1_000 }).catch(() => undefined);
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('an answer that is lost is looked up, and the order is paid once', async ({ shop, form, page, demo, ledger }) => {
  const order = await shop.beginOrder();
  const states = await recordStates(page);
  await onSubmission(page, demo, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await form.pay(VISA);
  await shop.expectReceipt(order);
  expect(await states()).toContain('unknown');
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('a connection that breaks after the service took the card causes no second charge', async ({
  shop,
  form,
  page,
  demo,
  ledger,
}) => {
  const order = await shop.beginOrder();
  await typeWithKey(page, form);
  demo.control.setAvailability('answer_lost');
  page.once('requestfailed', () => demo.control.setAvailability('normal'));
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('a card that never arrived can be sent again with the same key', async ({ shop, form, page, demo, ledger }) => {
  const order = await shop.beginOrder();
  let drops = 1;
  await onSubmission(page, demo, (route) => (drops-- > 0 ? route.abort('connectionreset') : route.continue()));
  await form.pay(VISA);
  // The service may still process a lost request: the page asks several times before it accepts
  // that nothing was found.
  await expect(form.payButton).toHaveText('Pay $30.00', { timeout: 60_000 });
  await expect(form.root).toContainText('You will not be charged twice');
  if ((await form.cvn.inputValue()) === '') await form.cvn.fill(VISA.cvn);
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('a reload during the payment ends on the receipt', async ({ shop, form, page, demo, ledger }) => {
  const order = await shop.beginOrder();
  let reached: () => void;
  const atService = new Promise<void>((resolve) => (reached = resolve));
  await onSubmission(page, demo, async (route) => {
    await route.fetch();
    reached();
  });
  await form.pay(VISA);
  await atService;
  await page.reload();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('the back button after a payment leads to the receipt, not to a second payment', async ({
  shop,
  form,
  page,
  ledger,
}) => {
  const order = await shop.beginOrder();
  await form.pay(VISA);
  await shop.expectReceipt(order);
  await page.goBack();
  await expect(form.payButton.or(page.getByRole('heading', { name: 'Thank you' })).first()).toBeVisible();
  if (/\/checkout\/\d+$/.test(page.url())) {
    // The page comes back from the cache: it must not offer to pay again.
    await expect(form.payButton).toBeHidden();
  }
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('a key that expires while the card is typed is replaced, and the order is paid once', async ({
  shop,
  form,
  page,
  demo,
  ledger,
}) => {
  const order = await shop.beginOrder();
  await typeWithKey(page, form);
  await demo.control.expireAuthKeys();
  await form.payButton.click();
  await expect(form.root).toContainText('We found no payment, so you can pay now');
  if ((await form.cvn.inputValue()) === '') await form.cvn.fill(VISA.cvn);
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('an unreachable service is reported, and the order can be paid when it is up again', async ({
  shop,
  form,
  demo,
  ledger,
}) => {
  const order = await shop.beginOrder();
  demo.control.setUnavailable(true);
  try {
    await form.type(VISA);
    await form.payButton.click();
    await expect(form.root).toContainText('The payment service is not responding');
  } finally {
    demo.control.setUnavailable(false);
  }
  if ((await form.cvn.inputValue()) === '') await form.cvn.fill(VISA.cvn);
  await form.payButton.click();
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

test('two tabs with one order pay it once, and both show it', async ({ shop, form, page, ledger }) => {
  const order = await shop.beginOrder();
  const second = await page.context().newPage();
  await second.goto(`/checkout/${order}`);
  const secondForm = new PaymentForm(second);
  await form.type(VISA);
  await secondForm.type(VISA);
  await pressAtOnce([form.payButton, secondForm.payButton]);
  // A tab that hears of the other's payment before its own press shows the element's receipt.
  for (const tab of [page, second]) {
    await expect(
      tab
        .getByRole('heading', { name: /^Thank you/ })
        .or(tab.locator('florin-receipt').getByText('Approved'))
        .first(),
    ).toBeVisible();
  }
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

/** Presses the buttons of several tabs. A tab that hears of a payment before that has no button any more. */
async function pressAtOnce(buttons: readonly Locator[]): Promise<void> {
  const presses = await Promise.allSettled(buttons.map((button) => button.click({ timeout: 10_000 })));
  expect(presses.map(({ status }) => status)).toContain('fulfilled');
}

/** Records the names of the states that the form goes through. */
async function recordStates(page: Page): Promise<() => Promise<readonly string[]>> {
  const states: string[] = [];
  await page.exposeFunction('florinTestState', (state: string) => states.push(state));
  await page.evaluate(() => {
    document.addEventListener('florin-state', (event) => {
      const { state } = event as Event & { state: string };
      const tell = (window as unknown as { florinTestState: (state: string) => void }).florinTestState;
      tell(state);
    });
  });
  return async () => states;
}
