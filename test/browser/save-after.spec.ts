/**
 * After saving: the list, the next card, and the same card saved twice. The list of an account page
 * can change and remove each card.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { ACCOUNT, formOf, listOf, typeAccount, typeCard } from './saving.js';
import { MASTERCARD, VISA } from './test-cards.js';

const MIA = { number: VISA.number, expiry: VISA.expiry, name: 'Mia Tran' };

async function save(page: Page, card: { readonly number: string; readonly expiry: string; readonly name: string }) {
  const { root, button, heading } = formOf(page);
  await typeCard(root, card);
  await button.click();
  await expect(heading).toHaveText('Card saved');
}

test('the heading replaces the form, the list has the card, and another one can be added', async ({ page }) => {
  await page.goto('/account/card');
  await expect(page.locator('florin-saved-cards')).toContainText('You have no saved cards.');
  const { root, heading, saved } = formOf(page);
  await save(page, MIA);
  await expect(heading).toBeFocused();
  await expect(saved).toContainText('Mia Tran');
  await expect(listOf(page)).toHaveText([/Visa ••••\s769.*Expires 12 \/ 30.*Mia Tran/s]);
  await expect(root.getByLabel('Card number')).toBeHidden();
  // The page has reserved 400 px for the form.
  const box = await root.boundingBox();
  expect(box?.height).toBeLessThan(260);
  await root.getByRole('button', { name: 'Add another' }).click();
  await expect(root.getByLabel('Card number')).toBeFocused();
  await expect(root.getByLabel('Card number')).toHaveValue('');
  await save(page, { number: MASTERCARD.number, expiry: '0841', name: 'Mia Tran' });
  await expect(listOf(page)).toHaveText([/Mastercard ••••\s346/, /Visa ••••\s769/]);
  await root.getByRole('link', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(listOf(page)).toHaveCount(2);
});

test('the same card saved twice is one row, which is removed with all its entries', async ({ page }) => {
  await page.goto('/account/card');
  await save(page, MIA);
  await page.getByRole('button', { name: 'Add another' }).click();
  await save(page, MIA);
  await page.getByRole('button', { name: 'Add another' }).click();
  await save(page, { ...MIA, name: 'Noah Tran' });
  await expect(listOf(page)).toHaveText([/Noah Tran/, /Mia Tran/]);
  const list = page.locator('florin-saved-cards');
  await list.getByRole('button', { name: 'Remove Visa ending in 769, Expires 12 / 30, Mia Tran' }).click();
  const question = list.getByRole('group', { name: /Mia Tran/ });
  await expect(question).toContainText('You saved it 2 times. All copies will be removed.');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(list.getByRole('status')).toContainText('Visa ending in 769 was removed.');
  await expect(listOf(page)).toHaveText([/Noah Tran/]);
  await list.getByRole('button', { name: /^Remove Visa.*Noah Tran/ }).click();
  await expect(list.getByRole('group', { name: /Noah Tran/ })).not.toContainText('saved 2 times');
  await page.reload();
  await expect(listOf(page)).toHaveText([/Noah Tran/]);
});

test('each row of the account links to its change, with a unique name', async ({ page }) => {
  await page.goto('/account/card');
  await save(page, MIA);
  await page.getByRole('button', { name: 'Add another' }).click();
  await save(page, { ...MIA, expiry: '0741' });
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Change Visa ending in 769, Expires 12 / 30, Mia Tran' }).click();
  const { root, button, heading } = formOf(page);
  await expect(root.locator('[part="subject"]')).toContainText('expires 12 / 30');
  await typeCard(root, { expiry: '0842' });
  await button.click();
  await expect(heading).toHaveText('Card updated');
  await expect(root.getByRole('button', { name: 'Add another' })).toHaveCount(0);
  await expect(listOf(page)).toHaveText([/07 \/ 41/, /08 \/ 42/]);
  await page.goto('/account/bank-account');
  await typeAccount(root, ACCOUNT);
  await button.click();
  await expect(heading).toHaveText('Bank account saved');
  await page.getByRole('link', { name: /^Change Bank account ending in 726, Mia Tran/ }).click();
  await expect(root.locator('[part="subject"]')).toContainText('Bank account •••• 726');
});

test('in the service’s own frame, another card gets a frame of its own', async ({ page }) => {
  await page.goto('/account/card/iframe');
  const { root, button, heading } = formOf(page);
  const frame = page.frameLocator('florin-checkout iframe');
  const kept = () => expect(frame.locator('#state')).toHaveText('Your details are ready.');
  await typeCard(frame, MIA);
  await kept();
  await button.click();
  await expect(heading).toHaveText('Card saved');
  await expect(root.locator('iframe')).toHaveCount(0);
  await root.getByRole('button', { name: 'Add another' }).click();
  await expect(frame.getByLabel('Card number')).toHaveValue('');
  await typeCard(frame, { ...MIA, expiry: '0741' });
  await kept();
  await button.click();
  await expect(heading).toHaveText('Card saved');
  await expect(listOf(page)).toHaveText([/07 \/ 41/, /12 \/ 30/]);
});
