/** Every method combined with every tag: the order is paid, and the tag works. */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import type { PaymentForm } from './pages/payment-form.js';
import { isReady } from './saving.js';
import { type TypedCard, VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1600 } });

const STORE = 'Save this card for next time';

/** Florin's tags inside or next to a checkout, and where they are inserted. */
const TAGS: Readonly<Record<string, { readonly inside?: string; readonly beside?: string }>> = {
  'florin-store-card': { inside: '<florin-store-card slot="after-fields"></florin-store-card>' },
  'florin-saved-cards': { inside: '<florin-saved-cards slot="before-fields"></florin-saved-cards>' },
  'florin-amount': { beside: '<florin-amount></florin-amount>' },
  'florin-references': { beside: '<florin-references crn2-label="Purchase order number"></florin-references>' },
  'florin-pay-button': { beside: '<florin-pay-button></florin-pay-button>' },
};

/** Where the card is typed, by the demo's page. */
const PAGES = {
  '': typeInPage,
  framed: (page: Page, card: TypedCard) => typeInFrame(page, card),
  iframe: (page: Page, card: TypedCard) => typeInFrame(page, card),
  redirect: undefined,
  'webform-page': undefined,
  webform: typeInPage,
} as const;

async function typeInPage(page: Page, card: TypedCard): Promise<void> {
  const form = page.locator('florin-checkout');
  await form.getByLabel('Card number').pressSequentially(card.number);
  await form.getByLabel(/^expiry/i).pressSequentially(card.expiry);
  await form.getByLabel('Security code').pressSequentially(card.cvn);
  await form.getByLabel('Name on card').pressSequentially(card.name);
}

async function typeInFrame(page: Page, card: TypedCard): Promise<void> {
  const frame = page.frameLocator('florin-checkout iframe');
  await frame.getByLabel('Card number').pressSequentially(card.number);
  await frame
    .getByLabel(/^expiry/i)
    .first()
    .pressSequentially(card.expiry);
  await frame.getByLabel('Security code').pressSequentially(card.cvn);
  await frame.getByLabel('Name on card').pressSequentially(card.name);
  const state = frame.locator('#state');
  if ((await state.count()) > 0) await expect(state).toHaveText('Your details are ready.');
}

/** On a page of the service or of the signer, which the button opens. */
async function payThere(page: Page, card: TypedCard): Promise<void> {
  if (/DEMOSHOP/.test(page.url())) await isReady(page);
  await page.getByLabel('Card number').fill(card.number);
  const month = page.getByLabel('Expiry month');
  if (await month.isVisible()) {
    await month.fill(card.expiry.slice(0, 2));
    await page.getByLabel('Expiry year').fill(card.expiry.slice(2));
  } else {
    await page
      .getByLabel(/^expiry/i)
      .first()
      .pressSequentially(card.expiry);
  }
  await page.getByLabel('Security code').fill(card.cvn);
  await page.getByLabel('Name on card').fill(card.name);
  await page.getByRole('button', { name: /^pay/i }).click();
}

/** The demo's page with one more tag. */
async function open(page: Page, path: string, tag: string): Promise<void> {
  const { inside = '', beside = '' } = TAGS[tag] ?? {};
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/<\/florin-checkout>/, () => `${inside}</florin-checkout>${beside}`)
      .replace('<florin-checkout', '<florin-checkout id="paying"')
      .replace(/<(florin-(?:amount|references|pay-button))/g, '<$1 for="paying"');
    await route.fulfill({ response, body });
  });
  await page.goto(path);
  await page.waitForFunction((name) => Boolean(customElements.get(name)), tag);
}

async function press(page: Page, form: PaymentForm, tag: string): Promise<void> {
  const button = tag === 'florin-pay-button' ? page.locator(tag).getByRole('button') : form.payButton;
  await button.click();
}

for (const [place, type] of Object.entries(PAGES)) {
  for (const tag of Object.keys(TAGS)) {
    test(`/checkout/N/${place} with <${tag}> is paid`, async ({ shop, page, form, ledger }) => {
      const order = await shop.beginOrder();
      await open(page, `/checkout/${order}${place && `/${place}`}`, tag);
      await type?.(page, VISA);
      const choice = page.getByRole('checkbox', { name: STORE });
      const saves = tag === 'florin-store-card' && (await choice.isVisible());
      if (saves) await choice.check();
      await press(page, form, tag);
      if (!type) {
        await page.waitForURL(/DEMOSHOP|\/pay\/form/);
        await payThere(page, VISA);
      }
      await shop.expectReceipt(order);
      expect(await ledger.transactionsOf(order)).toMatchObject([
        { ResponseCode: '0', ...(saves && { StoreCard: true }) },
      ]);
      if (tag === 'florin-store-card' && type) expect(saves, 'the box is offered').toBe(place !== 'webform');
    });
  }
}
