/**
 * The browser's own autofill of all fields, with the card in the page and in a frame of another
 * origin.
 */
import type { Locator, Page } from '@playwright/test';
import { CHROMIUM } from '../support/chromium-args.mjs';
import { autofill, type KeptCard } from './browser-autofill.js';
import { expect, test } from './demo-test.js';
import { type OwnShop, startOwnShop } from './own-shop.js';
import { framedForm, PaymentForm } from './pages/payment-form.js';
import type { ShopPages } from './pages/shop-pages.js';
import { AMEX, VISA } from './test-cards.js';

test.use({
  viewport: { width: 1280, height: 1200 },
  // The headless shell, in which the other files may run, has no autofill.
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, executablePath: CHROMIUM }),
});

const KEPT: KeptCard = {
  number: VISA.number,
  name: VISA.name,
  expiryMonth: '12',
  expiryYear: '2030',
  cvc: VISA.cvn,
};
// Not expired: Chromium does not fill in the date of an expired card.
const OTHER: KeptCard = { ...KEPT, number: AMEX.number, expiryMonth: '01', expiryYear: '2032', cvc: AMEX.cvn };

type Form = Pick<PaymentForm, 'root' | 'number' | 'expiry' | 'cvn' | 'name' | 'payButton'>;

interface Opened {
  readonly form: Form;
  readonly order: number;
  /** The place of the fields. */
  readonly words: Pick<Locator, 'getByText'>;
  fill(card: KeptCard, by?: Locator): Promise<void>;
}

const PLACES: Readonly<Record<string, (page: Page, shop: ShopPages) => Promise<Opened>>> = {
  'in the page': async (page, shop) => {
    const order = await shop.beginOrder();
    const form = new PaymentForm(page);
    await expect(form.number).toBeVisible();
    return { form, order, words: form.root, fill: (card, by = form.number) => autofill(page, by, card) };
  },
  'in the frame': async (page, shop) => {
    const order = await shop.beginOrder();
    await page.goto(`/checkout/${order}/framed`);
    const form = framedForm(page);
    await expect(form.number).toBeVisible();
    const frame = form.root.locator('iframe');
    const fill = (card: KeptCard, by = form.number) => autofill(page, by, card, frame);
    return { form, order, words: form.fields, fill };
  },
};

/** The browser recognises the fields shortly after they are drawn, so this repeats. */
async function fillWhenKnown(form: Form, fill: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await fill();
    await expect(form.number).not.toHaveValue('', { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}

async function expectValues(form: Form, values: readonly string[]): Promise<void> {
  const fields = [form.number, form.expiry, form.cvn, form.name];
  for (const [at, field] of fields.entries()) await expect(field).toHaveValue(values[at] ?? '');
}

for (const [place, open] of Object.entries(PLACES)) {
  test.describe(place, () => {
    test('all four fields are filled from the number, and pay', async ({ page, shop }) => {
      const { form, order, fill } = await open(page, shop);
      await form.root.evaluate((element: HTMLElement) =>
        element.style.setProperty('--florin-autofill', 'rgb(1, 2, 3)'),
      );
      await fillWhenKnown(form, () => fill(KEPT));
      await expect(form.number).toHaveCSS('box-shadow', /^rgb\(1, 2, 3\)/);
      await expectValues(form, ['4987 6543 2109 8769', '12 / 30', VISA.cvn, VISA.name]);
      for (const field of [form.number, form.expiry, form.cvn, form.name]) {
        await expect(field).toHaveAttribute('aria-invalid', 'false');
      }
      await form.payButton.click();
      await shop.expectReceipt(order);
    });

    test('filled from the name, cleared, shown with errors, and filled with another card', async ({ page, shop }) => {
      const { form, order, words, fill } = await open(page, shop);
      await fillWhenKnown(form, () => fill(OTHER, form.name));
      await expectValues(form, ['3456 789012 34564', '01 / 32', AMEX.cvn, AMEX.name]);
      // Chromium fills a form again when the page changes within three seconds, including emptied
      // fields.
      await page.waitForTimeout(3_500);
      for (const field of [form.number, form.expiry, form.cvn, form.name]) await field.fill('');
      await form.payButton.click();
      await expect(words.getByText('Enter the card number', { exact: true })).toBeVisible();
      await expect(form.expiry).toHaveAttribute('aria-invalid', 'true');
      await fillWhenKnown(form, () => fill(KEPT));
      await expectValues(form, ['4987 6543 2109 8769', '12 / 30', VISA.cvn, VISA.name]);
      for (const field of [form.number, form.expiry, form.cvn, form.name]) {
        await expect(field).toHaveAttribute('aria-invalid', 'false');
      }
      await form.payButton.click();
      await shop.expectReceipt(order);
    });
  });
}

test.describe('of a page and a frame of two sites', () => {
  let own: OwnShop;
  test.beforeAll(async () => void (own = await startOwnShop()));
  test.afterAll(() => own.close());

  test('a frame in the HTML is filled before the page has a script of Florin', async ({ page }) => {
    own.put(
      '/early',
      `<!doctype html><title>Pay</title>
      <florin-checkout isolation="frame" signer-url="/pay" order="2000-early">
        <iframe slot="frame" src="${own.frameSrc}" title="Card details" allow="payment"></iframe>
      </florin-checkout>`,
    );
    await page.goto(`${own.url}/early`);
    const form = framedForm(page);
    await expect(form.number).toBeVisible();
    await fillWhenKnown(form, () => autofill(page, form.number, KEPT, form.root.locator('iframe')));
    await expectValues(form, ['4987 6543 2109 8769', '12 / 30', VISA.cvn, VISA.name]);
    await page.evaluate((origins) => {
      const script = document.createElement('script');
      Object.assign(script, { type: 'module', src: '/florin/florin-isolated.js' });
      script.dataset['florinOrigins'] = origins;
      document.head.append(script);
    }, own.origins);
    await form.payButton.click();
    await expect(form.root).toContainText('Approved');
  });
});
