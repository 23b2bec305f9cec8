/** The REST reference of a sandbox sends its calls. */
import { startSandbox, type RunningSandbox } from 'florin-server/sandbox/node';
import { expect, test as base, type Page } from '@playwright/test';
import { expectSound } from './expect-sound.js';

const test = base.extend<object, { sandbox: RunningSandbox }>({
  sandbox: [
    async ({}, use) => {
      const sandbox = await startSandbox({ database: ':memory:', port: 0 });
      await use(sandbox);
      await sandbox.close();
    },
    { scope: 'worker' },
  ],
});

const call = (page: Page, title: string) => page.getByRole('article', { name: title });

test('makes a key, pays with it, reads the result, and copies the command', async ({ page, context, sandbox }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${sandbox.url}/openapi/v3`);

  await page.getByLabel('Find an operation').fill('outcome browser payment');
  await expect(page.getByRole('navigation', { name: 'Contents' }).getByRole('listitem')).toHaveCount(1);

  await page.getByRole('button', { name: 'Send: Make an AuthKey for a payment' }).click();
  const made = call(page, 'Make an AuthKey for a payment');
  await expect(made.getByRole('status')).toHaveText('Status 200');
  const { AuthKey } = JSON.parse(await made.getByRole('region', { name: 'Body' }).innerText()) as { AuthKey: string };
  await made.getByText('Headers', { exact: true }).click();
  await expect(made.getByRole('region', { name: 'Headers' })).toContainText('content-type: application/json');

  const pay = page.getByRole('article', { name: /^Pay with an AuthKey T5/ });
  await expect(pay.getByLabel('key', { exact: true })).toHaveValue(AuthKey);
  await pay.getByRole('button', { name: 'Send' }).click();
  await expect(pay.getByRole('region', { name: 'Body' })).toContainText('"ResultKey"');
  const result = call(page, 'Look up the outcome of a browser payment');
  await result.getByRole('button', { name: 'Send' }).click();
  await expect(result.getByRole('region', { name: 'Body' })).toContainText('"ResponseText": "Approved"');

  await result.getByRole('button', { name: 'Copy' }).click();
  await expect(result.getByRole('button', { name: 'Copy' })).toHaveText('Copied');
  const [, key = ''] = /withauthkey\/([\w-]+)'/.exec(await page.evaluate(() => navigator.clipboard.readText())) ?? [];
  expect(key).toBe(await result.getByLabel('key', { exact: true }).inputValue());
  expect(errors).toEqual([]);
});

test('refuses wrong credentials, sends a form, and shows no card in a command', async ({ page, sandbox }) => {
  await page.goto(`${sandbox.url}/openapi/v2`);
  await page.getByLabel('Password').fill('wrong');
  const status = call(page, 'Check the status of the service');
  await status.getByRole('button', { name: 'Send' }).click();
  await expect(status.getByRole('region', { name: 'Body' })).toContainText('"ResponseCode": 1');
  await expect(status.locator('[data-part="credentials"]')).toHaveText('demo-api|5353109000000000:wrong');

  const pairs = call(page, 'answered as name-value pairs').first();
  await pairs.getByLabel('Body').fill('CardNumber=4111111111111111\nCVN=123');
  await pairs.getByRole('button', { name: 'Send' }).click();
  await expect(pairs.getByRole('region', { name: 'Body' })).toContainText('ResponseCode=');
  await expect(pairs.locator('[data-part="body"]')).toHaveText('CardNumber=***&CVN=***');
});

test('shows no card in the address of a command, and every example as it was', async ({ page, sandbox }) => {
  await page.goto(`${sandbox.url}/openapi/v3`);
  const commands = page.locator('form.call pre code');
  const before = await commands.allInnerTexts();
  await page.getByLabel('Password').fill('Demo-Password-1');
  expect(await commands.allInnerTexts()).toEqual(before);
  expect(before.length).toBeGreaterThan(20);

  const look = call(page, 'Look up a transaction by its number');
  await look.getByLabel('txnNumber').fill('4111 1111 1111 1111');
  await expect(look.locator('form.call pre code')).toContainText("/txns/***'");
  const hosted = call(page, 'The hosted payment page').first();
  await hosted.getByLabel('in_pay_token').fill('4111.1111.1111.1111');
  await expect(hosted.locator('form.call pre code')).toContainText("?in_pay_token=***'");
});

for (const width of [360, 1280]) {
  test(`is accessible at ${width} px`, async ({ page, sandbox }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${sandbox.url}/openapi/v3`);
    await page.getByRole('button', { name: 'Send: Check the status of the service' }).click();
    await expect(call(page, 'Check the status').getByRole('status')).toHaveText('Status 200');
    await expectSound(page, 'the reference');
  });
}
