/** Every method combined with every tag: the order is paid, and the tag works. */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { isReady } from './saving.js';
import { type TypedCard, VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1600 } });

const STORE = 'Save this card for next time';

/** Florin's tags inside and next to a checkout. Each of the two sets is tried with every method. */
const SETS: readonly (readonly TagName[])[] = [
  ['florin-store-card', 'florin-amount', 'florin-references', 'florin-receipt'],
  ['florin-saved-cards', 'florin-card-fields', 'florin-pay-button', 'florin-bank-account'],
];

/** `florin-isolated.js` has no fields for the page. */
const NOT_ISOLATED: readonly TagName[] = ['florin-card-fields', 'florin-bank-account'];

/** Where a tag is inserted. */
const TAGS = {
  'florin-store-card': { inside: '<florin-store-card slot="after-fields"></florin-store-card>' },
  'florin-saved-cards': { inside: '<florin-saved-cards slot="before-fields"></florin-saved-cards>' },
  'florin-card-fields': { inside: '<florin-card-fields slot="fields"></florin-card-fields>' },
  'florin-amount': { beside: '<florin-amount></florin-amount>' },
  'florin-references': { beside: '<florin-references crn2-label="Purchase order number"></florin-references>' },
  'florin-pay-button': { beside: '<florin-pay-button></florin-pay-button>' },
  'florin-bank-account': { beside: '<florin-bank-account></florin-bank-account>' },
  'florin-receipt': { beside: '<florin-receipt signer-url="/pay" order="ORDER"></florin-receipt>' },
} satisfies Record<string, { readonly inside?: string; readonly beside?: string }>;
type TagName = keyof typeof TAGS;

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
  // The plain form of the method webform has been replaced.
  await expect(form.locator('[slot=form] input')).toHaveCount(0);
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

/** The demo's page with more tags. */
async function open(page: Page, order: string | number, place: string, tags: readonly TagName[]): Promise<void> {
  const path = `/checkout/${order}${place && `/${place}`}`;
  const chosen: readonly { inside?: string; beside?: string }[] = tags.map((tag) => TAGS[tag]);
  const inside = chosen.map((tag) => tag.inside ?? '').join('');
  const beside = chosen.map((tag) => tag.beside ?? '').join('');
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/<\/florin-checkout>/, () => `${inside}</florin-checkout>${beside.replace('ORDER', String(order))}`)
      .replace('<florin-checkout', '<florin-checkout id="paying"')
      .replace(/<(florin-(?:amount|references|pay-button))/g, '<$1 for="paying"');
    await route.fulfill({ response, body });
  });
  await page.goto(path);
  const defined = tags.filter((tag) => place !== 'framed' || !NOT_ISOLATED.includes(tag));
  await page.waitForFunction((names) => names.every((name) => customElements.get(name)), defined);
}

for (const [place, type] of Object.entries(PAGES)) {
  for (const tags of SETS) {
    test(`/checkout/N/${place} is paid with ${tags.join(', ')}`, async ({ shop, page, form, ledger }) => {
      const order = await shop.beginOrder();
      await open(page, order, place, tags);
      await type?.(page, VISA);
      const hasStore = tags.includes('florin-store-card');
      const choice = page.getByRole('checkbox', { name: STORE });
      const saves = hasStore && (await choice.isVisible());
      if (saves) await choice.check();
      const ownButton = page.locator('florin-pay-button').getByRole('button');
      await (tags.includes('florin-pay-button') ? ownButton : form.payButton).click();
      if (!type) {
        await page.waitForURL(/DEMOSHOP|\/pay\/form/);
        await payThere(page, VISA);
      }
      await shop.expectReceipt(order);
      expect(await ledger.transactionsOf(order)).toMatchObject([
        { ResponseCode: '0', ...(saves && { StoreCard: true }) },
      ]);
      if (hasStore && type) expect(saves, 'the box is offered').toBe(true);
    });
  }
}
