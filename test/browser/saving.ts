/**
 * Common steps of tests with `<florin-checkout purpose="…">`: fill in a form, save, and open the
 * change of the saved card.
 */
import type { Locator, Page } from '@playwright/test';
import { expect } from './demo-test.js';
import { VISA } from './test-cards.js';

export const ACCOUNT = { bsb: '063917', number: '80417726', name: 'Mia Tran' } as const;
export const OTHER = { bsb: '062000', number: '555123', name: 'Mia Tran' } as const;

type Place = Page | Locator | ReturnType<Page['frameLocator']>;

export async function typeCard(place: Place, card: { number?: string; expiry: string; name?: string }): Promise<void> {
  if (card.number) await place.getByLabel('Card number').pressSequentially(card.number);
  await place
    .getByLabel(/^expiry/i)
    .first()
    .pressSequentially(card.expiry);
  if (card.name) await place.getByLabel('Name on card').pressSequentially(card.name);
}

export async function typeAccount(place: Place, account: typeof ACCOUNT | typeof OTHER): Promise<void> {
  await place.getByLabel(/^BSB/).fill(account.bsb);
  await place.getByLabel('Account number').fill(account.number);
  await place.getByLabel('Account name').fill(account.name);
  await place.getByRole('checkbox').check();
}

/**
 * Waits until the service has stored the details from its own frame: before that, the page asks
 * once more only.
 */
export const isKept = (frame: ReturnType<Page['frameLocator']>) =>
  expect(frame.locator('#state')).toHaveText('Your details are ready.');

/**
 * Waits until the service's page has its fields. Chromium loses keys that come right after a page
 * of another site is shown; a person is never that fast.
 */
export const isReady = (page: Page) => expect(page.locator('form[data-ready]')).toBeVisible();

/** The element, its button and its saved card. */
export const formOf = (page: Page) => {
  const root = page.locator('florin-checkout');
  return {
    root,
    button: root.getByRole('button', { name: /^((save|update) (card|bank account)|continue)$/i }),
    /** Replaces the form, or is on the page after the redirect. */
    saved: page.locator('florin-checkout, florin-receipt').locator('[part="receipt"]'),
    /** The heading of the saved card, which gets the focus. */
    heading: root.getByRole('heading'),
    message: root.locator('[part="message"]'),
  };
};

/** The rows of the list: of the element, or of the server's list in it until the element has loaded its own. */
export const listOf = (page: Page) => page.locator('florin-saved-cards').getByRole('listitem');

/** Saves a card in the page and opens its change. */
export async function saveAndChange(page: Page, what: 'card' | 'bank-account'): Promise<void> {
  await page.goto(`/account/${what}`);
  const { root, button, saved } = formOf(page);
  if (what === 'card') await typeCard(root, { number: VISA.number, expiry: VISA.expiry, name: 'Mia Tran' });
  else await typeAccount(root, ACCOUNT);
  await button.click();
  await expect(saved).toBeVisible();
  await page.goto('/account');
  await page.getByRole('link', { name: /^change/i }).click();
  await expect(button).toHaveText(what === 'card' ? 'Update card' : 'Update bank account');
}

/** Opens another way of the change that a link of the list leads to. */
export async function openChange(page: Page, way: string): Promise<void> {
  await expect(page).toHaveURL(/\?card=/);
  const { pathname, search } = new URL(page.url());
  await page.goto(`${pathname}/${way}${search}`);
}
