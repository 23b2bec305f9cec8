/**
 * Common steps of tests with `<florin-checkout purpose="…">`: fill in a form, save, and open the
 * change of the saved card.
 */
import type { Page } from '@playwright/test';
import { florinCheckout, type CheckoutPlace } from 'florin-server/testing/playwright';
import { testAccount, type TypedAccount, type TypedCard } from 'florin/testing';
import { expect } from './demo-test.js';
import { VISA } from './test-cards.js';

export const ACCOUNT = testAccount;
export const OTHER: TypedAccount = { bsb: '062000', number: '555123', name: 'Mia Tran' };

export const typeCard = (place: CheckoutPlace, card: Partial<TypedCard>) => florinCheckout(place).fillCard(card);

export const typeAccount = (place: CheckoutPlace, account: TypedAccount) => florinCheckout(place).fillAccount(account);

/**
 * Waits until the service has stored the details from its own frame: before that, the page asks
 * once more only.
 */
export const isStored = (frame: ReturnType<Page['frameLocator']>) =>
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
