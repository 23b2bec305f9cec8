/** A page that makes its order at the press, and is loaded again before the outcome is known. docs/guides/elements.md */
import { expect, type Page, test } from '@playwright/test';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { framedForm, PaymentForm } from './pages/payment-form.js';
import { SandboxLedger } from './sandbox-ledger.js';
import { VISA } from './test-cards.js';

let own: OwnShop;
test.beforeAll(async () => (own = await startOwnShop()));
test.afterAll(() => own.close());

/** Each press makes another order, as a shop that forgot the cart would: only the element prevents a second payment. */
function openCart(page: Page, { script = 'florin.js', attributes = '' } = {}) {
  own.put(
    '/cart',
    `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Cart</title>
    <script type="module" src="/florin/${script}" data-florin-origins="${own.origins}"></script>
    <script type="module">
      addEventListener('florin-before-pay', (event) => {
        const checkout = event.target;
        const make = async () => {
          await new Promise((resolve) => setTimeout(resolve, 300));
          const made = Number(localStorage.made ?? 0) + 1;
          localStorage.made = made;
          checkout.order = '4900-cart-${script.length}-' + made;
        };
        event.waitUntil(make());
      });
    </script>
    <main><h1>Cart</h1><florin-checkout signer-url="/pay" amount="4900" ${attributes}></florin-checkout></main>`,
  );
  return page.goto(`${own.url}/cart`);
}

for (const isFramed of [false, true]) {
  const where = isFramed ? 'in the frame' : 'in the page';
  test(`after a reload the payment that is checked is shown, and no form: ${where}`, async ({ page }) => {
    const ledger = new SandboxLedger(own);
    const frame = { script: 'florin-isolated.js', attributes: `isolation="frame" frame-src="${own.frameSrc}"` };
    await openCart(page, isFramed ? frame : {});
    const form = isFramed ? framedForm(page) : new PaymentForm(page);
    await expect(form.payButton).toHaveText('Pay $49.00');
    await form.type({ ...VISA, name: 'BANK DOWN' });
    await form.payButton.dblclick();
    await expect(form.root).toContainText('We are checking whether your payment went through.', { timeout: 30_000 });
    for (let load = 0; load < 2; load++) {
      await page.reload();
      await expect(form.root).toContainText(/being checked|We are checking/);
      await expect(form.payButton).toBeHidden();
      await expect(form.number).toBeHidden();
    }
    expect(await page.evaluate(() => localStorage['made'])).toBe('1');
    const order = `4900-cart-${isFramed ? 'florin-isolated.js'.length : 'florin.js'.length}-1`;
    expect(await ledger.transactionsOf(order)).toHaveLength(1);
  });
}

test('the service’s own frame gives way to the receipt of an order that was paid elsewhere', async ({ page }) => {
  await openCart(page, { attributes: 'order="4900-once"' });
  const form = new PaymentForm(page);
  // The listener would make another order.
  await page.evaluate(() => addEventListener('florin-before-pay', (event) => event.stopImmediatePropagation(), true));
  await form.type(VISA);
  await form.payButton.click();
  await expect(form.root).toContainText('Approved');
  await openCart(page, { attributes: 'order="4900-once" method="iframe"' });
  await expect(form.root).toContainText('Approved');
  await expect(form.payButton).toBeHidden();
});
