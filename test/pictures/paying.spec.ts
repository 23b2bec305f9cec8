/** Every way to pay in every outcome. */
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { ChallengeDialog } from '../browser/pages/challenge-dialog.js';
import { AMEX, MASTERCARD, NO_FUNDS, type TypedCard, VISA } from '../browser/test-cards.js';
import { expect, test } from './picture.js';

interface Way {
  readonly path: string;
  /** Where the card is typed: in the page, in its frame, or on the page behind the button. */
  readonly place: 'page' | 'frame' | 'next page';
  readonly isOfService?: true;
}

const WAYS: Readonly<Record<string, Way>> = {
  page: { path: '', place: 'page' },
  framed: { path: '/framed', place: 'frame' },
  iframe: { path: '/iframe', place: 'frame', isOfService: true },
  redirect: { path: '/redirect', place: 'next page', isOfService: true },
  webform: { path: '/webform', place: 'page' },
  'webform-page': { path: '/webform-page', place: 'next page' },
  script: { path: '/script', place: 'page' },
};

/** The ways that show the bank's step in a dialog. */
const IN_DIALOG = new Set(['page', 'framed', 'iframe', 'script']);

const placeOf = (page: Page, { place }: Way): Locator | FrameLocator =>
  place === 'frame'
    ? page.frameLocator('florin-checkout iframe')
    : page.locator(place === 'page' ? 'florin-checkout' : 'main');

const buttonOf = (page: Page) => page.getByRole('main').getByRole('button', { name: /^(pay|continue)/i });

/** Opens the place of the card. */
async function open(page: Page, way: Way): Promise<Locator | FrameLocator> {
  const place = placeOf(page, way);
  if (way.place === 'next page') {
    await page.locator('florin-checkout').getByRole('button').click();
    await expect(page).not.toHaveURL(/\/checkout\/\d+/);
  }
  if (way.isOfService) await expect(place.locator('form[data-ready]')).toBeVisible();
  await expect(place.getByLabel('Card number')).toBeVisible();
  return place;
}

async function type(place: Locator | FrameLocator, card: TypedCard): Promise<void> {
  await place.getByLabel('Card number').fill(card.number);
  await place.getByLabel('Security code').fill(card.cvn);
  await place.getByLabel('Name on card').fill(card.name);
  const expiry = place.getByLabel(/expir|month/i);
  if ((await expiry.count()) === 1) await expiry.fill(card.expiry);
  else {
    await expiry.nth(0).fill(card.expiry.slice(0, 2));
    await expiry.nth(1).fill(card.expiry.slice(2));
  }
}

/** Types and presses the button. */
async function pay(page: Page, way: Way, card: TypedCard): Promise<void> {
  const place = await open(page, way);
  await type(place, card);
  if (way.isOfService && way.place === 'frame') await expect(place.locator('#state')).toHaveText(/ready/);
  await buttonOf(page).click();
}

for (const [name, way] of Object.entries(WAYS)) {
  test.describe(name, () => {
    let order = 0;
    test.beforeEach(async ({ shop, page }) => {
      order = await shop.beginOrder();
      await page.goto(`/checkout/${order}${way.path}`);
      await expect(page.locator('florin-checkout').getByRole('button').last()).toBeVisible();
    });

    test('form', async ({ page, picture }) => {
      if (way.place === 'next page') await picture(name, '1-before');
      const place = await open(page, way);
      await picture(name, '2-form');
      await type(place, { ...MASTERCARD, number: MASTERCARD.number.slice(0, -1), cvn: '1' });
      if (way.isOfService && way.place === 'frame') await place.getByLabel('Card number').focus();
      else await buttonOf(page).click();
      await picture(name, '3-wrong');
      await place.getByLabel('Card number').fill(AMEX.number);
      await place.getByLabel('Security code').focus();
      await picture(name, '4-amex');
    });

    test('approved', async ({ page, picture }) => {
      await pay(page, way, VISA);
      await expect(page).toHaveURL(/\/orders\/\d+$/);
      await picture(name, '5-approved');
    });

    test('declined', async ({ page, picture }) => {
      // Without script, month 99 is taken only by the service.
      await pay(page, way, way.place === 'page' ? { ...VISA, cvn: '987' } : NO_FUNDS);
      await expect(page.getByText(/did not approve/).first()).toBeVisible();
      await picture(name, '6-declined');
    });

    test('unknown', async ({ page, picture }) => {
      await pay(page, way, { ...VISA, name: 'BANK DOWN' });
      await expect(page.getByText(/checking|being checked|not paid yet/i).first()).toBeVisible();
      await picture(name, '7-unknown');
      await page.goto(`/orders/${order}`);
      await picture(name, '8-unknown-order');
    });

    // On the other ways, the bank's step is a page of its own.
    if (!IN_DIALOG.has(name)) return;
    test('3-D Secure', async ({ page, picture }) => {
      await pay(page, way, { ...VISA, name: '3DS CHALLENGE' });
      const dialog = new ChallengeDialog(page);
      await expect(dialog.approve).toBeVisible();
      await picture(name, '9-bank');
      await dialog.leave();
      await expect(dialog.goOn).toBeVisible();
      await picture(name, '9-bank-left');
    });
  });
}
