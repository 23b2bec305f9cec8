/** docs/recipes/order-at-pay.md: its code in each framework, with an order call that fails, is slow, and is asked twice. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openSqlite } from '../../src/node/sqlite.js';
import type { SqliteConnection } from '../../src/sqlite/connection.js';
import { createProject } from '../commands/user-project.js';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { PaymentForm } from './pages/payment-form.js';
import { importRecipe, putRecipe } from './recipe.js';
import { SandboxLedger } from './sandbox-ledger.js';
import { VISA, WRONG_CVN } from './test-cards.js';

const PAGE = 'order-at-pay';
const FRAMEWORKS = ['HTML', 'React', 'Vue', 'Svelte', 'Solid', 'Lit', 'Angular'];

/** The server's part of the page. */
interface Orders {
  createTable(db: SqliteConnection): void;
  orderOf(db: SqliteConnection, cart: { id: number; version: number; cents: number }): string;
}

let own: OwnShop;
let db: SqliteConnection;
let orders: Orders;
test.beforeAll(async () => {
  db = openSqlite(':memory:');
  orders = await importRecipe<Orders>(PAGE, 'orders.js');
  orders.createTable(db);
  own = await startOwnShop({
    priceOrder(_request, order) {
      const { cents } = db.prepare('SELECT cents FROM orders WHERE name = ?').get(order) as { cents: number };
      return { order, amount: { minor: cents, currency: 'AUD' }, crn1: order, testMode: true };
    },
  });
});
test.afterAll(async () => {
  await own.close();
  db.close();
});

const ANGULAR = ['core', 'common', 'compiler', 'platform-browser'].map((name) => `@angular/${name}@21`);

/** The address of a page with the component. The repository has no packages of Angular. */
async function open(framework: string): Promise<string> {
  const parts = { modules: ['make-order.js'], props: { cart: { id: 7, cents: 4900 } } };
  if (framework !== 'Angular') return putRecipe(own, PAGE, framework, parts);
  const project = createProject();
  try {
    const { code, output } = await project.run('npm', 'install', '--no-audit', '--no-fund', ...ANGULAR, 'rxjs@7');
    expect(code, output).toBe(0);
    return await putRecipe(own, PAGE, framework, { ...parts, packages: join(project.folder, 'node_modules') });
  } finally {
    rmSync(project.folder, { recursive: true, force: true });
  }
}

for (const [index, framework] of FRAMEWORKS.entries()) {
  test(`${framework}: an order that fails sends nothing; a slow one is paid once, at a double click`, async ({
    page,
  }) => {
    let calls = 0;
    const asked: unknown[] = [];
    await page.route('**/orders', async (route) => {
      calls += 1;
      asked.push(route.request().postDataJSON());
      if (calls === 1) return route.fulfill({ status: 503 });
      await new Promise((resolve) => setTimeout(resolve, 500));
      const order = orders.orderOf(db, { id: index, version: 1, cents: 4900 });
      return route.fulfill({ json: { order } });
    });
    const sent: string[] = [];
    page.on('request', (request) => request.url().startsWith(own.sandboxUrl) && sent.push(request.url()));
    await page.addInitScript(() => {
      const faults: string[] = [];
      Object.assign(globalThis, { faults });
      addEventListener('florin-error', ({ error }) => faults.push(error.code));
    });
    await page.goto(await open(framework));
    const form = new PaymentForm(page);
    await expect(form.payButton).toHaveText('Pay $49.00');
    await form.type(WRONG_CVN);
    await form.payButton.click();
    await expect(page.getByRole('alert')).toHaveText(/could not make your order/);
    await expect(form.payButton).toHaveText('Pay $49.00');
    expect(sent).toEqual([]);
    expect(await page.evaluate('faults')).toEqual([]);
    await expect(form.number).not.toHaveValue('');

    await form.payButton.dblclick();
    await expect(form.root).toContainText('Your bank did not approve this payment.');
    await expect(page.getByRole('alert')).toHaveText('');
    expect(calls).toBe(2);

    await form.cvn.pressSequentially(VISA.cvn);
    await form.payButton.dblclick();
    await expect(form.root).toContainText('Approved');
    expect(asked).toEqual([{ cart: 7 }, { cart: 7 }, { cart: 7 }]);
    const name = orders.orderOf(db, { id: index, version: 1, cents: 4900 });
    const found = await new SandboxLedger(own).transactionsOf(name);
    expect(found.map(({ ResponseCode }) => ResponseCode)).toEqual(['0', expect.not.stringMatching(/^0$/)]);
    await expect(page.locator('florin-checkout')).toHaveAttribute('id', 'cart-7');
  });
}
