/** docs/recipes/htmx.md on both versions of htmx: swaps take the form away at each moment of a payment, and bring it back. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { startSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { createProject, type Project } from '../commands/user-project.js';
import { DEMO_ACCOUNT } from '../recipes/recipe.js';
import { HTMX, startSidecarShop } from '../recipes/sidecar-shop.js';
import { payAndHold } from './hold-card.js';
import { ChallengeDialog } from './pages/challenge-dialog.js';
import { PaymentForm } from './pages/payment-form.js';
import { SandboxLedger } from './sandbox-ledger.js';
import { VISA } from './test-cards.js';

const VERSIONS = { 'htmx 2': 'htmx.org@2', 'htmx 4': 'htmx.org@4' };

const MERCHANT = {
  merchantNumber: DEMO_ACCOUNT.FLORIN_MERCHANT_NUMBER,
  username: DEMO_ACCOUNT.FLORIN_USERNAME,
  password: DEMO_ACCOUNT.FLORIN_PASSWORD,
};

let project: Project;
base.beforeAll(async () => {
  project = createProject();
  const packages = Object.entries(VERSIONS).map(([name, of]) => `${name.replace(' ', '-')}@npm:${of}`);
  const { code, output } = await project.run('npm', 'install', '--no-audit', '--no-fund', ...packages);
  expect(code, output).toBe(0);
});
base.afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

/** The cart, reached by a link that htmx swaps. */
class Cart {
  readonly form: PaymentForm;
  readonly change;
  readonly paid;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.form = new PaymentForm(page);
    this.change = page.getByRole('button', { name: 'Change' });
    this.paid = page.getByText(/^Paid with transaction \d+$/);
  }

  async checkOut(bottles: number): Promise<void> {
    await this.#page.getByLabel('Bottles').fill(String(bottles));
    await this.#page.getByRole('button', { name: 'Check out' }).click();
  }
}

interface Shop {
  readonly serviceUrl: string;
  readonly cart: Cart;
  amounts(): Promise<readonly number[]>;
}

for (const name of Object.keys(VERSIONS)) {
  const test = base.extend<{ readonly shop: Shop }>({
    shop: async ({ page }, use) => {
      base.skip(!HTMX.isInstalled, 'Flask is not installed');
      const sandbox = await startSandbox();
      const htmx = join(project.folder, 'node_modules', name.replace(' ', '-'));
      const shop = await startSidecarShop(HTMX, sandbox.url, htmx);
      try {
        const errors: string[] = [];
        page.on('console', (message) => {
          // Chromium with a window asks for an icon, which the recipe has not.
          const isIcon = message.location().url.endsWith('/favicon.ico');
          if (message.type() === 'error' && !isIcon) errors.push(message.text());
        });
        await page.goto(`${shop.url}/help`);
        await page.evaluate(async () => {
          document.documentElement.setAttribute('data-same', '');
          // htmx 4 begins in a timer, which can come after the load.
          await new Promise((resolve) => setTimeout(resolve));
        });
        await page.getByRole('link', { name: 'Cart' }).click();
        const cart = new Cart(page);
        await expect(cart.change).toBeVisible();
        await expect(page.locator('html[data-same]')).toBeAttached();
        const ledger = new SandboxLedger({ sandboxUrl: sandbox.url, merchant: MERCHANT });
        const amounts = async () => (await ledger.transactionsOf('1042')).map(({ Amount }) => Amount);
        await use({ serviceUrl: sandbox.url, cart, amounts });
        expect(errors).toEqual([]);
        expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('signer-url');
      } finally {
        shop.stop();
        await sandbox.close();
      }
    },
  });

  test.describe(name, () => {
    test('brings the form, takes it away, and brings it back with the new price', async ({ shop }) => {
      const { form, change, paid } = shop.cart;
      await form.type(VISA);
      await change.click();
      await expect(form.root).toHaveCount(0);
      await shop.cart.checkOut(2);
      await expect(form.number).toHaveValue('');
      await expect(form.payButton).toContainText('$398.00');
      await form.pay(VISA);
      await expect(paid).toBeVisible();
      await expect(form.root).toContainText('Approved');
      expect(await shop.amounts()).toEqual([39_800]);
    });

    test('takes the form away while the card is sent: it is paid once, and the next form shows it', async ({
      page,
      shop,
    }) => {
      const { form, change, paid } = shop.cart;
      await form.type(VISA);
      const release = await payAndHold(page, form, shop.serviceUrl);
      await change.click();
      await expect(form.root).toHaveCount(0);
      await shop.cart.checkOut(1);
      await expect(form.root).toContainText('We are checking whether your payment went through.');
      release();
      await expect(paid).toBeVisible({ timeout: 60_000 });
      await expect(form.root).toContainText('Approved');
      expect(await shop.amounts()).toEqual([19_900]);
    });

    test('goes back while the bank asks: Forward continues the same step', async ({ page, shop }) => {
      const { form, paid } = shop.cart;
      await form.pay({ ...VISA, name: '3DS CHALLENGE' });
      const bank = new ChallengeDialog(page);
      await expect(bank.approve).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Help' })).toBeVisible();
      await expect(form.root).toHaveCount(0);
      await page.goForward();
      await bank.goOn.click();
      await bank.press(bank.approve);
      await expect(paid).toBeVisible();
      expect(await shop.amounts()).toEqual([19_900]);
    });

    test('takes it away for another price while the card is sent: the shop does not book it', async ({
      page,
      shop,
    }) => {
      const { form, change, paid } = shop.cart;
      await form.type(VISA);
      const release = await payAndHold(page, form, shop.serviceUrl);
      await change.click();
      await shop.cart.checkOut(2);
      await expect(form.root).toContainText('We are checking whether your payment went through.');
      release();
      await expect(form.root).toContainText('Approved', { timeout: 60_000 });
      await page.reload();
      await expect(form.root).toContainText('$199.00');
      await expect(page.getByText('Total $398')).toBeVisible();
      await expect(paid).toHaveCount(0);
      expect(await shop.amounts()).toEqual([19_900]);
    });
  });
}
