/** docs/recipes/dialog-and-router.md: the shopper leaves the form at each moment of a payment, and comes back. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { createProject, type Project } from '../commands/user-project.js';
import { payAndHold } from './hold-card.js';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { ChallengeDialog } from './pages/challenge-dialog.js';
import { PaymentForm } from './pages/payment-form.js';
import { putBuilt, putPage, readBlock } from './recipe.js';
import { SandboxLedger } from './sandbox-ledger.js';
import { VISA } from './test-cards.js';

const PAGE = 'dialog-and-router';
const CHALLENGED = { ...VISA, name: '3DS CHALLENGE' };

let own: OwnShop;
let ledger: SandboxLedger;
let project: Project;
test.beforeAll(async () => {
  own = await startOwnShop();
  ledger = new SandboxLedger(own);
  project = createProject();
  const packages = ['react-router@7', 'react@19', 'react-dom@19', 'vue-router@4', 'vue@3'];
  const { code, output } = await project.run('npm', 'install', '--no-audit', '--no-fund', ...packages);
  expect(code, output).toBe(0);
});
test.afterAll(async () => {
  await own.close();
  rmSync(project.folder, { recursive: true, force: true });
});

for (const look of ['dialog', 'drawer']) {
  test.describe(look, () => {
    let orders = 0;

    async function open(page: Page): Promise<{ form: PaymentForm; order: string; show(): Promise<void> }> {
      const order = `4900-${look}-${(orders += 1)}`;
      const style = look === 'drawer' ? `<style>${readBlock(PAGE, 'drawer.css')}</style>` : '';
      own.put(`/${order}`, own.page(style + readBlock(PAGE, 'Dialog').replace('1042', order)));
      await page.goto(`${own.url}/${order}`);
      const show = () => page.getByRole('button', { name: 'Check out' }).click();
      await show();
      return { form: new PaymentForm(page), order, show };
    }

    test('opens at the card number, keeps a typed card, and gives the focus back', async ({ page }) => {
      const { form, show } = await open(page);
      await expect(form.number).toBeFocused();
      await form.type(VISA);
      await page.keyboard.press('Escape');
      await expect(form.number).toBeHidden();
      await expect(page.getByRole('button', { name: 'Check out' })).toBeFocused();
      await show();
      await expect(form.number).not.toHaveValue('');
      await form.payButton.click();
      await expect(form.root).toContainText('Approved');
    });

    test('is closed while the card is sent: the payment goes on, once', async ({ page }) => {
      const { form, order, show } = await open(page);
      await form.type(VISA);
      const release = await payAndHold(page, form, own.sandboxUrl);
      await page.keyboard.press('Escape');
      await expect(form.root).toBeHidden();
      release();
      await expect.poll(() => own.payments.some((each) => each.order === order)).toBe(true);
      await show();
      await expect(form.root).toContainText('Approved');
      expect(await ledger.transactionsOf(order)).toHaveLength(1);
    });

    test('is closed by the page while the bank asks: the page can be used, and the step goes on', async ({ page }) => {
      const { form, order, show } = await open(page);
      await form.pay(CHALLENGED);
      const bank = new ChallengeDialog(page);
      await expect(bank.approve).toBeVisible();
      await page.evaluate(() => document.querySelector('dialog')?.close());
      await show();
      await form.root.getByRole('button', { name: /continue/i }).click();
      await bank.press(bank.approve);
      await expect(form.root).toContainText('Approved');
      expect(await ledger.transactionsOf(order)).toHaveLength(1);
    });
  });
}

const ROUTERS = {
  'React Router': {
    file: 'App.jsx',
    main: "import { createRoot } from 'react-dom/client'; import { App } from './App.jsx'; createRoot(app).render(<App />);",
  },
  'Vue Router': {
    file: 'router.js',
    main: "import { createApp, h } from 'vue'; import { RouterView } from 'vue-router'; import { router } from './router.js'; createApp({ render: () => h(RouterView) }).use(router).mount(app);",
  },
};

for (const [name, { file, main }] of Object.entries(ROUTERS)) {
  test.describe(name, () => {
    let script: string;
    test.beforeAll(async () => {
      const files = { 'main.jsx': main, [file]: readBlock(PAGE, name) };
      script = await putBuilt(own, files, { packages: join(project.folder, 'node_modules') });
    });

    async function open(page: Page, moment: string): Promise<{ form: PaymentForm; order: string }> {
      const order = `4900-${name.replace(' ', '-')}-${moment}`;
      putPage(own, `/shop/${order}`, script);
      await page.goto(`${own.url}/shop/${order}`);
      await page.getByRole('link', { name: 'Check out' }).click();
      return { form: new PaymentForm(page), order };
    }

    test('Back and Forward while the card is typed, and after the payment', async ({ page }) => {
      const { form, order } = await open(page, 'typed');
      await form.type(VISA);
      await page.goBack();
      await expect(form.root).toHaveCount(0);
      await page.goForward();
      await expect(form.number).toHaveValue('');
      await form.pay(VISA);
      await expect(form.root).toContainText('Approved');
      await page.goBack();
      await page.goForward();
      await expect(form.root).toContainText('Approved');
      expect(await ledger.transactionsOf(order)).toHaveLength(1);
    });

    test('Back while the card is sent: it is paid once, and Forward shows it', async ({ page }) => {
      const { form, order } = await open(page, 'sent');
      await form.type(VISA);
      const release = await payAndHold(page, form, own.sandboxUrl);
      await page.goBack();
      await expect(form.root).toHaveCount(0);
      await page.goForward();
      await expect(form.root).toContainText('We are checking whether your payment went through.');
      await expect(form.payButton).toBeHidden();
      release();
      await expect(form.root).toContainText('Approved', { timeout: 60_000 });
      expect(await ledger.transactionsOf(order)).toHaveLength(1);
    });

    test('Back while the bank asks: Forward continues the same step', async ({ page }) => {
      const { form, order } = await open(page, 'bank');
      await form.pay(CHALLENGED);
      const bank = new ChallengeDialog(page);
      await expect(bank.approve).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('link', { name: 'Check out' })).toBeVisible();
      await page.getByRole('link', { name: 'Check out' }).click();
      await form.root.getByRole('button', { name: /continue/i }).click();
      await bank.press(bank.approve);
      await expect(form.root).toContainText('Approved');
      expect(await ledger.transactionsOf(order)).toHaveLength(1);
    });
  });
}
