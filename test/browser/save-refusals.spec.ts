/**
 * Failures of `<florin-checkout purpose="save-card">`: nothing is saved twice, and each failure has
 * a message.
 */
import { expect, test } from './demo-test.js';
import { nextState } from './pages/next-state.js';
import { formOf, listOf, typeCard } from './saving.js';
import { VISA } from './test-cards.js';

test.beforeEach(async ({ page }) => {
  await page.goto('/account/card');
  // The key is granted while the card is typed; another test has a service that is down before
  // that.
  const isReady = nextState(page, 'ready');
  await typeCard(formOf(page).root, { number: VISA.number, expiry: VISA.expiry, name: 'Mia Tran' });
  await isReady;
});

test('a double click saves once', async ({ page }) => {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (/withauthkey/.test(request.url()) && request.method() === 'POST') keys.push(request.url());
  });
  const { button, saved } = formOf(page);
  await button.dblclick();
  await expect(saved).toBeVisible();
  expect(keys).toHaveLength(1);
  await page.goto('/account');
  await expect(listOf(page)).toHaveCount(1);
});

test('an answer that is lost is looked up, and nothing is sent twice', async ({ page, demo }) => {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (/withauthkey/.test(request.url()) && request.method() === 'POST') keys.push(request.url());
  });
  demo.control.setAvailability('answer_lost');
  page.once('requestfailed', () => demo.control.setAvailability('normal'));
  const { button, saved, message } = formOf(page);
  await button.click();
  await expect(message).toContainText('We are checking whether it was saved');
  await expect(saved).toContainText('Visa •••• 769');
  expect(keys).toHaveLength(1);
});

test('an expired key is not used twice: nothing is saved, and the next press uses another', async ({ page, demo }) => {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (/withauthkey/.test(request.url()) && request.method() === 'POST') keys.push(new URL(request.url()).pathname);
  });
  await demo.control.expireAuthKeys();
  const { button, saved, message } = formOf(page);
  await button.click();
  await expect(message).toContainText('othing was saved', { timeout: 20_000 });
  await button.click();
  await expect(saved).toBeVisible();
  expect(new Set(keys).size).toBe(2);
  expect(keys).toHaveLength(2);
});

test('an unreachable service is reported, and nothing is saved', async ({ page, demo }) => {
  await page.reload();
  demo.control.setUnavailable(true);
  try {
    const { root, button, message } = formOf(page);
    await typeCard(root, { number: VISA.number, expiry: VISA.expiry, name: 'Mia Tran' });
    await button.click();
    await expect(message).toContainText('Nothing was saved');
  } finally {
    demo.control.setUnavailable(false);
  }
});

test('a form post with an expired key ends on a page with a link back to the form', async ({ page, demo }) => {
  await page.goto('/account/card/webform');
  const { root, button, heading } = formOf(page);
  const isReady = nextState(page, 'ready');
  await typeCard(root, { number: VISA.number, expiry: VISA.expiry, name: 'Mia Tran' });
  await isReady;
  await demo.control.expireAuthKeys();
  await button.click();
  await expect(page).toHaveURL(/\/account\/saved/);
  const receipt = page.locator('florin-receipt');
  // The server's text in the element has less detail, and is removed when the element renders.
  await expect(receipt).toContainText('The page timed out. Nothing was saved.');
  await receipt.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/account\/card$/);
  await typeCard(root, { number: VISA.number, expiry: VISA.expiry, name: 'Mia Tran' });
  await button.click();
  await expect(heading).toHaveText('Card saved');
});

test('the service’s frame for an unknown handle shows one message, with a link back', async ({ page }) => {
  await page.goto('/account/card/iframe?card=nobodys');
  const { root, button, message } = formOf(page);
  await expect(message).toContainText('This cannot be saved here');
  await expect(root).not.toContainText('could not be loaded');
  await expect(root.getByRole('button')).toHaveCount(0);
  await expect(button).toBeHidden();
  await root.getByRole('link', { name: 'Back to your account' }).click();
  await expect(page).toHaveURL(/\/account$/);
});

test('an unknown handle shows a link back to the account', async ({ page }) => {
  await page.goto('/account/card?card=nobodys');
  const { root, button, message } = formOf(page);
  await typeCard(root, { expiry: VISA.expiry });
  await button.click();
  await expect(message).toContainText('This cannot be saved here');
});
