/** The price on the button before a key exists: by the brand of a saved card, and after a change of the page's amount. */
import { expect, type Page, test } from '@playwright/test';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { PaymentForm } from './pages/payment-form.js';
import { SandboxLedger } from './sandbox-ledger.js';
import { MASTERCARD, VISA } from './test-cards.js';

/** The prices of the carts, in minor units, by order; all others cost 199.00. */
const prices = new Map<string, number>();
let own: OwnShop;
let ledger: SandboxLedger;
test.beforeAll(async () => {
  own = await startOwnShop({
    priceOrder: (_request, order) => ({
      order,
      amount: { minor: prices.get(order) ?? 19_900, currency: 'AUD' },
      crn1: order,
      testMode: true,
    }),
    surcharge: (_order, type) => ({ minor: type === 'VC' ? 200 : type === 'MC' ? 100 : 0, currency: 'AUD' }),
    authoriseToken: () => ({ id: 'mia', session: 'one', crn1: 'mia' }),
  });
  ledger = new SandboxLedger(own);
});
test.afterAll(() => own.close());

/** A page with an order, which asks the signer for nothing but its state until the shopper types. */
async function open(page: Page, order: string, { attributes = '', inside = '' } = {}): Promise<string[]> {
  own.put(
    `/${order}`,
    `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Pay</title>
    <script type="module" src="/florin/florin.js" data-florin-origins="/pay ${own.origins}"></script>
    <main style="max-width: 440px"><florin-checkout signer-url="/pay" order="${order}" ${attributes}>${inside}</florin-checkout></main>`,
  );
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname);
  });
  await page.goto(`${own.url}/${order}`);
  return asked;
}

const setAmount = (page: Page, minor: number) =>
  page.evaluate((amount) => Object.assign(document.querySelector('florin-checkout')!, { amount }), minor);

const SAVED = `
  <florin-saved-cards slot="before-fields" signer-url="/pay"></florin-saved-cards>
  <florin-store-card slot="after-fields"></florin-store-card>`;

test('a saved card has its surcharge at load and at each choice, without a key, and is paid at that price', async ({
  page,
}) => {
  const form = new PaymentForm(page);
  for (const card of [MASTERCARD, VISA]) {
    await open(page, `keep-${card.number}`, { inside: SAVED });
    const another = page.getByRole('radio', { name: 'Another card' });
    await expect(page.locator('florin-saved-cards')).toHaveAttribute('settled', '');
    if (card === VISA) await another.check();
    await form.type(card);
    await page.getByRole('checkbox').check();
    await form.payButton.click();
    await expect(form.root).toContainText('Approved');
  }
  const asked = await open(page, 'saved', { attributes: 'amount="19900" currency="AUD"', inside: SAVED });
  await expect(page.getByRole('radio', { name: /Visa/ })).toBeChecked();
  await expect(form.payButton).toHaveText('Pay $201.00');
  await expect(form.root).toContainText('$2.00');
  expect(asked.filter((path) => path.endsWith('key'))).toEqual([]);
  await page.getByRole('radio', { name: /Mastercard/ }).check();
  await expect(form.payButton).toHaveText('Pay $200.00');
  await page.getByRole('radio', { name: 'Another card' }).check();
  await expect(form.payButton).toHaveText('Pay $199.00');
  await page.getByRole('radio', { name: /Visa/ }).check();
  await expect(form.payButton).toHaveText('Pay $201.00');
  await page.locator('florin-saved-cards').getByLabel('Security code').pressSequentially(VISA.cvn);
  await form.payButton.click();
  await expect(form.root).toContainText('Approved');
  expect(await ledger.transactionsOf('saved')).toMatchObject([{ ResponseCode: '0', Amount: 20_100, CardType: 'VC' }]);
});

test('a saved card without a code is paid at the first press, with its surcharge', async ({ page }) => {
  const form = new PaymentForm(page);
  const inside = SAVED.replace('signer-url', 'cvn="none" signer-url');
  await open(page, 'no-code', { attributes: 'amount="19900" currency="AUD"', inside });
  await expect(page.getByRole('radio', { name: /Visa/ })).toBeChecked();
  await expect(form.payButton).toHaveText('Pay $201.00');
  await form.payButton.click();
  await expect(form.root).toContainText('Approved');
  expect(await ledger.transactionsOf('no-code')).toMatchObject([{ Amount: 20_100 }]);
});

test('a page’s amount that is old is corrected at load, and in words', async ({ page }) => {
  prices.set('old', 21_000);
  const form = new PaymentForm(page);
  await open(page, 'old', { attributes: 'amount="19900" currency="AUD"' });
  await expect(form.payButton).toHaveText('Pay $210.00');
  await expect(form.root).toContainText('The total is $210.00.');
});

test('a changed amount is asked for: before the first digit without a key, after it without another key', async ({
  page,
}) => {
  const form = new PaymentForm(page);
  const asked = await open(page, 'property', { attributes: 'amount="19900" currency="AUD"' });
  await expect(form.payButton).toHaveText('Pay $199.00');
  prices.set('property', 15_000);
  await setAmount(page, 15_000);
  await expect(form.payButton).toHaveText('Pay $150.00');
  await expect.poll(() => asked).toEqual(['/pay/order', '/pay/order']);
  await form.type(VISA);
  await expect(form.payButton).toHaveText('Pay $152.00');
  prices.set('property', 16_000);
  await setAmount(page, 16_000);
  await expect(form.payButton).toHaveText('Pay $162.00');
  await form.payButton.click();
  await expect(form.root).toContainText('Approved');
  expect(await ledger.transactionsOf('property')).toMatchObject([{ Amount: 16_200 }]);
});
