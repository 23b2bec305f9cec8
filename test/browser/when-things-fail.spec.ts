/**
 * The failures of network and storage in docs/guides/when-things-fail.md, with the card in the page
 * and in a frame.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { framedForm, PaymentForm } from './pages/payment-form.js';
import { VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1200 } });

let own: OwnShop;
test.beforeAll(async () => void (own = await startOwnShop()));
test.afterAll(() => own.close());

const codesOf = (page: Page) => page.evaluate<readonly string[]>('codes');

for (const place of ['page', 'frame'] as const) {
  test.describe(`with the card in the ${place}`, () => {
    const open = async (page: Page, order: string) => {
      const [script, attributes] =
        place === 'page' ? ['florin.js', ''] : ['florin-isolated.js', `isolation="frame" frame-src="${own.frameSrc}"`];
      own.put(
        '/pay-here',
        `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Pay</title>
        <script>codes = []; addEventListener('florin-error', ({ error }) => codes.push(error.code));</script>
        <script type="module" src="/florin/${script}" data-florin-origins="${own.origins}"></script>
        <florin-checkout signer-url="/pay" order="${order}-${place}" ${attributes}></florin-checkout>`,
      );
      await page.goto(`${own.url}/pay-here`);
      return place === 'page' ? new PaymentForm(page) : framedForm(page);
    };

    test('pays with blocked storage', async ({ page }) => {
      await page.addInitScript(() => {
        for (const name of ['sessionStorage', 'localStorage', 'indexedDB', 'caches']) {
          const get = () => {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          };
          Object.defineProperty(globalThis, name, { get });
        }
      });
      const form = await open(page, '2000-blocked');
      await form.type(VISA);
      await form.payButton.click();
      await expect(form.root).toContainText('Approved');
      expect(await codesOf(page)).toEqual([]);
    });

    test('offline: nothing is sent, a message says so, and the next press pays', async ({ page }) => {
      const form = await open(page, '2000-offline');
      await form.type(VISA);
      await expect(form.payButton).toHaveText('Pay $20.00');
      await page.context().setOffline(true);
      await form.payButton.click();
      await expect(form.root).toContainText('You are offline. Nothing was sent.');
      expect(await codesOf(page)).toEqual(['service_unreachable']);
      await expect(form.number).toHaveValue('4987 6543 2109 8769');
      await page.context().setOffline(false);
      await expect(form.root).not.toContainText('You are offline');
      await expect(form.payButton).toHaveText('Pay $20.00');
      await form.payButton.click();
      await expect(form.root).toContainText('Approved');
    });

    test('offline while the card is typed: the key is requested when the browser is online again', async ({ page }) => {
      let isOffline = true;
      await page.route('**/pay/authkey', (route) => (isOffline ? route.abort() : route.continue()));
      const form = await open(page, '2000-online-again');
      await form.type(VISA);
      await expect(form.root).toContainText('The shop is not responding.');
      isOffline = false;
      await page.context().setOffline(true);
      await page.context().setOffline(false);
      await expect(form.root).not.toContainText('The shop is not responding.');
      await expect(form.payButton).toHaveText('Pay $20.00');
    });

    test('paid without success-url: the focus is on the receipt', async ({ page }) => {
      const form = await open(page, '2000-focus');
      await form.type(VISA);
      await form.payButton.click();
      await expect(form.root).toContainText('Approved');
      const focused = () =>
        page.evaluate(() => {
          let at = document.activeElement;
          while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
          return (at?.getRootNode() as ShadowRoot).host?.localName;
        });
      await expect.poll(focused).toBe('florin-receipt');
    });

    test('an unreachable signer: a message says so, and the next press pays', async ({ page }) => {
      await page.route('**/pay/authkey', (route) => route.abort());
      const form = await open(page, '2000-signer');
      await form.type(VISA);
      await form.payButton.click();
      await expect(form.root).toContainText('Nothing was charged.');
      expect(new Set(await codesOf(page))).toEqual(new Set(['signer_unreachable']));
      await page.unroute('**/pay/authkey');
      await form.payButton.click();
      await expect(form.root).toContainText('Approved');
    });
  });
}
