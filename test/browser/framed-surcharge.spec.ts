/** A surcharge by card type with the card in a frame: shown as it is typed there, charged by a key made for that type. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { framedForm, type PaymentForm } from './pages/payment-form.js';
import { SandboxLedger } from './sandbox-ledger.js';
import { AMEX, MASTERCARD } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1200 } });

const SURCHARGES: Readonly<Record<string, number>> = { VC: 200, AX: 300 };

let own: OwnShop;
test.beforeAll(async () => {
  own = await startOwnShop({
    surcharge: (_order, cardType) => {
      const minor = SURCHARGES[cardType];
      return minor === undefined ? null : { minor, currency: 'AUD' };
    },
  });
});
test.afterAll(() => own.close());

interface Opened {
  readonly form: PaymentForm;
  readonly amount: Locator;
  /** Card types in the key requests. */
  readonly keys: readonly string[];
  /** The line below the button, which screen readers announce. */
  readonly announced: Locator;
}

async function open(page: Page, order: string): Promise<Opened> {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/authkey')) return;
    keys.push((JSON.parse(request.postData() ?? '{}') as { cardType?: string }).cardType ?? '');
  });
  own.put(
    '/pay-here',
    `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Pay</title>
    <script type="module" src="/florin/florin.js" data-florin-origins="${own.origins}"></script>
    <florin-amount></florin-amount>
    <florin-checkout isolation="frame" frame-src="${own.frameSrc}" signer-url="/pay" order="${order}"></florin-checkout>`,
  );
  await page.goto(`${own.url}/pay-here`);
  const form = framedForm(page);
  return {
    form,
    amount: page.locator('florin-amount'),
    keys,
    announced: form.root.getByRole('status').filter({ hasText: 'surcharge' }),
  };
}

test('is shown and announced as the number is typed in the frame, and removed for another card', async ({ page }) => {
  const { form, amount, announced } = await open(page, '19900-seen');
  await form.number.pressSequentially('4');
  await expect(form.payButton).toHaveText('Pay $201.00');
  await expect(amount).toHaveText(/Order\s*\$199\.00\s*Visa surcharge\s*\$2\.00\s*Total\s*\$201\.00/);
  await expect(announced).toContainText('Includes a $2.00 surcharge for Visa.');
  await form.number.press('Backspace');
  await expect(form.payButton).toHaveText('Pay $199.00');
  await expect(amount).toHaveText(/^\s*Total\s*\$199\.00\s*$/);
  await form.number.pressSequentially('34');
  await expect(amount).toHaveText(/American Express surcharge\s*\$3\.00\s*Total\s*\$202\.00/);
  // The signer has no surcharge for this card type.
  await form.number.fill('51');
  await expect(form.payButton).toHaveText('Pay $199.00');
  await expect(announced).toHaveCount(0);
});

for (const [card, shown, charged] of [
  [AMEX, '$202.00', { Amount: 20200, AmountOriginal: 19900, AmountSurcharge: 300, CardType: 'AX' }],
  [MASTERCARD, '$199.00', { Amount: 19900, AmountSurcharge: 0, CardType: 'MC' }],
] as const) {
  test(`is charged as it was shown: ${shown} for ${charged.CardType}, by a new key for it`, async ({ page }) => {
    const order = `19900-${charged.CardType}`;
    const { form, keys } = await open(page, order);
    await form.number.pressSequentially('4');
    await expect(form.payButton).toHaveText('Pay $201.00');
    await form.number.fill('');
    await form.type(card);
    await expect(form.payButton).toHaveText(`Pay ${shown}`);
    await form.payButton.click();
    await expect(form.root).toContainText('Approved');
    await expect(form.root).toContainText(shown);
    expect(keys).toEqual(['VC', charged.CardType]);
    expect(await new SandboxLedger(own).transactionsOf(order)).toMatchObject([charged]);
    expect(own.mismatches).toEqual([]);
  });
}

test('of another type than the card’s is not accepted: a page that lies about the type gains nothing', async ({
  page,
}) => {
  await page.route('**/pay/authkey', async (route) => {
    const asked = JSON.parse(route.request().postData() ?? '{}') as object;
    const response = await route.fetch({ postData: JSON.stringify({ ...asked, cardType: 'VC' }) });
    const grant = (await response.json()) as object;
    await route.fulfill({ response, json: { ...grant, surcharges: { VC: 200, AX: 200 } } });
  });
  const { form } = await open(page, '19900-lie');
  await form.type(AMEX);
  await expect(form.payButton).toHaveText('Pay $201.00');
  await form.payButton.click();
  await expect.poll(() => own.mismatches.length).toBe(1);
  expect(own.mismatches).toMatchObject([{ order: '19900-lie', differences: ['CardType'] }]);
  await expect(form.root).not.toContainText('Approved');
});
