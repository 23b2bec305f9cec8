/** The recipes of shops with a sidecar, in a browser: a payment with the bank's step, which ends in a frame of the page. */
import { test as base, expect } from '@playwright/test';
import { startSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { FRAMEWORKS, startSidecarShop } from '../recipes/sidecar-shop.js';
import { ChallengeDialog } from './pages/challenge-dialog.js';
import { PaymentForm } from './pages/payment-form.js';
import { VISA } from './test-cards.js';

const test = base.extend<{ readonly serviceUrl: string }>({
  serviceUrl: async ({}, use) => {
    const sandbox = await startSandbox();
    await use(sandbox.url);
    await sandbox.close();
  },
});

for (const framework of FRAMEWORKS) {
  test(`a shop in ${framework.name} takes a card, with 3-D Secure`, async ({ page, serviceUrl }) => {
    test.skip(!framework.isInstalled, `${framework.name} is not installed`);
    const shop = await startSidecarShop(framework, serviceUrl);
    try {
      await page.goto(`${shop.url}/orders/1042`);
      await new PaymentForm(page).pay({ ...VISA, name: '3DS CHALLENGE' });
      const dialog = new ChallengeDialog(page);
      await dialog.press(dialog.approve);
      await expect(page.getByRole('article').getByRole('paragraph').first()).toHaveText('Approved');
      await page.reload();
      await expect(page.getByText(/^Paid with transaction \d+$/)).toBeVisible();
    } finally {
      shop.stop();
    }
  });
}
