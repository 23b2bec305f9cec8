/** The developer bar, which offers every outcome of a payment. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { VISA } from './test-cards.js';

async function openBar(page: Page): Promise<Locator> {
  const bar = page.getByRole('complementary', { name: 'Developer bar' });
  await bar.locator('summary').click();
  return bar;
}

test('shows the steps of a payment and the calls, without the card', async ({ shop, form, page }) => {
  await shop.beginOrder();
  const bar = await openBar(page);
  await expect(bar).toContainText('AuthKey: not asked for yet');
  await form.type({ ...VISA, cvn: '987' });
  await expect(bar).toContainText('AuthKey: ready');
  await form.payButton.click();
  const log = bar.getByRole('log');
  await expect(log).toContainText('result: declined');
  for (const line of ['state: keying', 'state: submitting', 'signer /pay/authkey → 200', 'service /webapi/v3/txns/']) {
    await expect(log).toContainText(line);
  }
  const text = (await log.textContent()) ?? '';
  expect(text.replace(/\D/g, '')).not.toContain(VISA.number.slice(0, 9));
  expect(text, 'a whole key').not.toMatch(/[\da-f]{8}-[\da-f]{4}-/);
});

test('lets keys expire and takes the service down, while a half-filled form stays as it is', async ({
  shop,
  form,
  page,
  demo,
}) => {
  await shop.beginOrder();
  const bar = await openBar(page);
  await form.number.fill(VISA.number);
  await bar.getByRole('button', { name: 'Expire every AuthKey now' }).click();
  await expect(bar.getByRole('log')).toContainText('every AuthKey has expired');
  await bar.getByRole('button', { name: 'Take it down' }).click();
  await expect(bar.locator('summary')).toContainText('service is down');
  const status = async (): Promise<unknown> => (await fetch(`${demo.sandboxUrl}/webapi/v3/status/`)).json();
  expect(await status()).toMatchObject({ APIResponse: { ResponseCode: 900 } });
  await bar.getByRole('button', { name: 'Bring it up' }).click();
  await expect(bar.locator('summary')).toContainText('service is up');
  expect(await status()).not.toMatchObject({ APIResponse: { ResponseCode: 900 } });
  await expect(form.number).toHaveValue('4987 6543 2109 8769');
});

test('copies a test card', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  const bar = await openBar(page);
  await bar.getByRole('button', { name: 'Copy the Mastercard number' }).click();
  await expect(bar.getByRole('button', { name: 'Copy the Mastercard number' })).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('5123456789012346');
});

test('leads to the sandbox and to the source of the page', async ({ page, demo }) => {
  await page.goto('/coffee/meadow');
  const bar = await openBar(page);
  await expect(bar.getByRole('link', { name: 'Sandbox' })).toHaveAttribute('href', `${demo.sandboxUrl}/`);
  const source = await bar.getByRole('link', { name: 'Source of this page' }).getAttribute('href');
  const answer = await page.request.get(source ?? '');
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain('export function productPage');
  for (const path of [
    '/developer/source/../start.ts',
    '/developer/source/..%2fstart.ts',
    '/developer/source/nothing.ts',
  ]) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
});

test('closes for good, and opens again from the foot of the page', async ({ shop, page }) => {
  await page.goto('/');
  await shop.closeDeveloperBar();
  await page.goto('/cart');
  await expect(page.getByRole('complementary', { name: 'Developer bar' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the developer bar' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('complementary', { name: 'Developer bar' })).toBeVisible();
});
