/** A cart that changes while the card is typed: the price on the page follows, and the press pays it, once. */
import { expect, type Page, test } from '@playwright/test';
import { type OwnShop, startOwnShop, TWO_SITES } from './own-shop.js';
import { framedForm, PaymentForm, serviceFrame, typeInServiceFrame } from './pages/payment-form.js';
import { SandboxLedger } from './sandbox-ledger.js';
import { VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1200 } });

/** The prices of the carts, in minor units, by order. */
const prices = new Map<string, number>();
let own: OwnShop;
let ledger: SandboxLedger;
test.beforeAll(async () => {
  own = await startOwnShop(
    {
      iframe: {},
      priceOrder: (_request, order) => ({
        order,
        amount: { minor: prices.get(order) ?? 0, currency: 'AUD' },
        crn1: order,
        testMode: true,
      }),
    },
    TWO_SITES,
  );
  ledger = new SandboxLedger(own);
});
test.afterAll(() => own.close());

async function open(page: Page, order: string, attributes = ''): Promise<void> {
  prices.set(order, 10_000);
  const build = attributes.includes('isolation') ? 'florin-isolated' : 'florin';
  own.put(
    `/${order}`,
    `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Pay</title>
    <script type="module" src="/florin/${build}.js" data-florin-origins="${own.origins}"></script>
    <main style="max-width: 440px"><florin-checkout signer-url="/pay" order="${order}" ${attributes}></florin-checkout></main>`,
  );
  await page.goto(`${own.url}/${order}`);
}

/** The shop's page changes the cart. */
async function change(page: Page, order: string, minor: number): Promise<void> {
  prices.set(order, minor);
  await page.evaluate(() => document.querySelector('florin-checkout')?.refresh());
}

test('changes ten times after the first digit, and is paid once at its last price', async ({ page }) => {
  await open(page, 'ten');
  const form = new PaymentForm(page);
  await form.number.pressSequentially('4');
  await expect(form.payButton).toHaveText('Pay $100.00');
  for (let times = 1; times <= 10; times += 1) {
    await change(page, 'ten', 10_000 + times * 100);
    await expect(form.payButton).toHaveText(`Pay $${100 + times}.00`);
  }
  await form.number.fill('');
  await form.pay(VISA);
  await expect(form.root).toContainText('Approved');
  await expect(form.root).toContainText('$110.00');
  expect(await ledger.transactionsOf('ten')).toMatchObject([{ ResponseCode: '0', Amount: 11_000 }]);
});

test('changes between the price and the press: nothing is sent, and the second press pays', async ({ page }) => {
  await open(page, 'late');
  const form = new PaymentForm(page);
  await form.type(VISA);
  await change(page, 'late', 12_000);
  await expect(form.payButton).toHaveText('Pay $120.00');
  prices.set('late', 13_000);
  await form.payButton.click();
  await expect(form.root).toContainText('The amount has changed. Nothing was charged.');
  await expect(form.payButton).toHaveText('Pay $130.00');
  expect(await ledger.transactionsOf('late')).toHaveLength(0);
  await form.payButton.click();
  await expect(form.root).toContainText('Approved');
  expect(await ledger.transactionsOf('late')).toMatchObject([{ Amount: 13_000 }]);
});

test('costs nothing for a while, and is paid after that', async ({ page }) => {
  await open(page, 'free');
  const form = new PaymentForm(page);
  await form.type(VISA);
  await expect(form.payButton).toHaveText('Pay $100.00');
  await change(page, 'free', 0);
  await expect(form.root).toContainText('There is nothing left to pay for this order.');
  await expect(form.payButton).toHaveText('Pay');
  await change(page, 'free', 14_000);
  await expect(form.payButton).toHaveText('Pay $140.00');
  await expect(form.root).not.toContainText('nothing left to pay');
  await form.payButton.click();
  await expect(form.root).toContainText('Approved');
  expect(await ledger.transactionsOf('free')).toMatchObject([{ Amount: 14_000 }]);
});

test('in a frame that asks: it shows no old price, and pays the new one at the second press', async ({ page }) => {
  await open(page, 'asks', `isolation="frame" frame-src="${own.frameSrc}"`);
  const form = framedForm(page);
  const frame = page.frameLocator('florin-checkout iframe');
  await form.type(VISA);
  await expect(frame.getByRole('button')).toHaveText(/Pay AUD\s100\.00/);
  for (const minor of [11_000, 12_000, 13_000, 14_000, 15_000]) await change(page, 'asks', minor);
  await expect(frame.getByRole('button')).not.toContainText('100');
  await frame.getByRole('button').hover();
  await page.waitForTimeout(700);
  await frame.getByRole('button').click();
  await expect(frame.getByRole('button')).toHaveText(/Pay AUD\s150\.00/);
  await expect(frame.locator('#problem')).toContainText('press the button in it');
  expect(await ledger.transactionsOf('asks')).toHaveLength(0);
  await page.waitForTimeout(1_500);
  await frame.getByRole('button').click();
  await expect(form.root).toContainText('Approved');
  expect(await ledger.transactionsOf('asks')).toMatchObject([{ Amount: 15_000 }]);
});

test('in the service’s own frame: the frame is drawn anew, and asks for the card again', async ({ page }) => {
  await open(page, 'drawn', 'method="iframe"');
  const form = new PaymentForm(page);
  await typeInServiceFrame(page, VISA);
  for (const minor of [11_000, 12_000, 13_000, 14_000, 15_000]) await change(page, 'drawn', minor);
  await expect(form.payButton).toHaveText('Pay $150.00');
  await form.payButton.click();
  await expect(form.root).toContainText('The amount has changed. Nothing was charged. Please enter the card again.');
  await expect(serviceFrame(page).getByLabel('Card number')).toHaveValue('');
  // The shop does not say that it has changed again.
  prices.set('drawn', 16_000);
  await form.payButton.click();
  await expect(form.root).toContainText('Please complete the card details');
  await typeInServiceFrame(page, VISA);
  await form.payButton.click();
  await expect(form.root).toContainText('Approved');
  expect(await ledger.transactionsOf('drawn')).toMatchObject([{ Amount: 15_000 }]);
});
