/** docs/recipes/changing-cart.md: the button follows the state of each framework, and pays what it says. */
import { expect, test } from '@playwright/test';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { PaymentForm } from './pages/payment-form.js';
import { importRecipe, putRecipe } from './recipe.js';
import { SandboxLedger } from './sandbox-ledger.js';
import { VISA } from './test-cards.js';

const PAGE = 'changing-cart';

type CartOptions = Pick<SignerOptions, 'orderVersions' | 'priceOrder' | 'currentTerms'>;

interface Cart {
  readonly order: string;
  count: number;
  cents: number;
  version: number;
}

const carts = new Map<string, Cart>();
let own: OwnShop;
test.beforeAll(async () => {
  const { cartOptions } = await importRecipe<{ cartOptions(all: typeof carts): CartOptions }>(PAGE, 'cart-options.js');
  const options = cartOptions(carts);
  own = await startOwnShop({
    ...options,
    // The sandbox asks no bank.
    priceOrder: async (request, order) => {
      const priced = await options.priceOrder(request, order);
      return priced && { ...priced, testMode: true };
    },
  });
});
test.afterAll(() => own.close());

/** Changes a cart on the server. */
function change(order: string, by: number): Cart {
  const cart = carts.get(order)!;
  cart.count += by;
  cart.version += 1;
  cart.cents = cart.count * 4900;
  return cart;
}

for (const framework of ['HTML', 'React', 'Vue', 'Svelte']) {
  test(`${framework}: the button follows the cart, and a change elsewhere is shown before it is paid`, async ({
    page,
  }) => {
    const order = `cart-${framework.toLowerCase()}`;
    carts.set(order, { order, count: 1, cents: 4900, version: 1 });
    await page.route('**/carts/*', (route) => {
      const name = route.request().url().split('/').at(-1) ?? '';
      return route.fulfill({ json: change(name, (route.request().postDataJSON() as { by: number }).by) });
    });
    await page.goto(
      await putRecipe(own, PAGE, framework, { modules: ['change-cart.js'], props: { cart: carts.get(order) } }),
    );
    const form = new PaymentForm(page);
    await expect(form.payButton).toHaveText('Pay $49.00');
    await form.type(VISA);
    for (const [count, price] of [
      [2, '$98.00'],
      [3, '$147.00'],
    ] as const) {
      await page.getByRole('button', { name: 'One more' }).click();
      await expect(form.payButton).toHaveText(`Pay ${price}`);
      await expect(page.locator('output')).toHaveText(`${count}`);
    }
    await expect(form.number).not.toHaveValue('');

    // Another tab.
    change(order, -1);
    await form.payButton.click();
    await expect(form.root).toContainText('The amount has changed. Nothing was charged.');
    await expect(form.payButton).toHaveText('Pay $98.00');
    const ledger = new SandboxLedger(own);
    expect(await ledger.transactionsOf(order)).toEqual([]);
    await form.payButton.click();
    await expect(form.root).toContainText('Approved');
    expect(await ledger.transactionsOf(order)).toMatchObject([{ ResponseCode: '0', Amount: 9800 }]);
    expect(own.payments.filter((each) => each.order === order)).toMatchObject([{ amount: 9800 }]);
  });
}

test('a cart that changes while the card is sent: the shop is told of a mismatch, not of its order', async ({
  page,
}) => {
  const order = 'cart-late';
  carts.set(order, { order, count: 1, cents: 4900, version: 1 });
  await page.goto(
    await putRecipe(own, PAGE, 'React', { modules: ['change-cart.js'], props: { cart: carts.get(order) } }),
  );
  const form = new PaymentForm(page);
  await form.type(VISA);
  await page.route(`${own.sandboxUrl}/**`, (route) => {
    if (route.request().method() === 'POST') change(order, 1);
    return route.continue();
  });
  await form.payButton.click();
  await expect(form.root).toContainText(/shop .*check/i);
  expect(own.mismatches.filter((each) => each.order === order)).toMatchObject([{ kind: 'paid_superseded' }]);
  expect(own.payments.filter((each) => each.order === order)).toEqual([]);
});
