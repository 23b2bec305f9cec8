/** Actions of the back office whose answer is lost after the sandbox has acted. docs/guides/back-office.md, "Lost answers". */
import type { Page } from '@playwright/test';
import { startCuttingProxy, type CuttingProxy } from './cutting-proxy.js';
import { expect, Office, test as base } from './office-test.js';

const test = base.extend<{ readonly cutter: CuttingProxy; readonly lossy: Office }>({
  cutter: async ({ office }, use) => {
    const cutter = await startCuttingProxy(office.sandbox.url);
    await use(cutter);
    await cutter.close();
  },
  lossy: async ({ page, office, cutter }, use) => {
    const sandbox = Object.create(office.sandbox, { url: { value: cutter.url } }) as typeof office.sandbox;
    await use(new Office(page, sandbox));
  },
});

const dialogOf = (page: Page) => page.getByRole('dialog');
const refunds = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Refund of $50.00' });
const MAYBE = 'it may have been done';

async function askForRefund(page: Page, lossy: Office, txnNumber: string): Promise<void> {
  await lossy.open(`/transactions/${txnNumber}`);
  await page.getByRole('button', { name: 'Refund…' }).click();
  await dialogOf(page).getByLabel('Amount in AUD').fill('50.00');
}

test('a refund whose answer is lost is made once, and the timeline shows it', async ({ page, cutter, lossy }) => {
  await askForRefund(page, lossy, await lossy.pay());
  cutter.cut(/^POST .*\/refund$/);
  const button = dialogOf(page).getByRole('button', { name: 'Refund', exact: true });
  await button.click();
  await expect(dialogOf(page).getByText(MAYBE)).toContainText('The page shows now what was done');
  await expect(refunds(page)).toHaveCount(1);
  await button.click();
  await expect(button).toBeEnabled();
  cutter.cut(null);
  await button.click();
  await expect(page.getByText(/Refund \d+ of \$50.00 is approved/)).toBeVisible();
  await page.reload();
  await expect(refunds(page)).toHaveCount(1);
});

test('the button waits for the timeline, also while the sandbox does not answer at all', async ({
  page,
  cutter,
  lossy,
}) => {
  await askForRefund(page, lossy, await lossy.pay());
  cutter.cut(/./);
  await dialogOf(page).getByRole('button', { name: 'Refund', exact: true }).click();
  const lookAgain = dialogOf(page).getByRole('button', { name: 'Look again' });
  await expect(lookAgain).toBeVisible();
  await expect(dialogOf(page).getByText(MAYBE)).toBeVisible();
  await lookAgain.click();
  await expect(lookAgain).toBeEnabled();
  cutter.cut(null);
  await lookAgain.click();
  await expect(dialogOf(page).getByText('The page shows now what was done')).toBeVisible();
  await expect(refunds(page)).toHaveCount(1);
  await dialogOf(page).getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText(/Refund \d+ of \$50.00 is approved/)).toBeVisible();
  await expect(refunds(page)).toHaveCount(1);
});

test('another amount after a lost answer is not sent as the same refund', async ({ page, cutter, lossy }) => {
  await askForRefund(page, lossy, await lossy.pay());
  cutter.cut(/^POST .*\/refund$/);
  const button = dialogOf(page).getByRole('button', { name: 'Refund', exact: true });
  await button.click();
  await expect(dialogOf(page).getByText(MAYBE)).toContainText('The page shows now');
  cutter.cut(null);
  await dialogOf(page).getByLabel('Amount in AUD').fill('60.00');
  await button.click();
  await expect(dialogOf(page).getByText('Something else was sent from here before')).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Refund…' }).click();
  await dialogOf(page).getByLabel('Amount in AUD').fill('60.00');
  await button.click();
  await expect(page.getByText(/Refund \d+ of \$60.00 is approved/)).toBeVisible();
});

test('a button without a dialog says that it may have been done, and does nothing twice', async ({
  page,
  cutter,
  lossy,
}) => {
  await lossy.open('/scenarios');
  cutter.cut(/^POST .*\/clock$/);
  const day = page.getByRole('button', { name: '+ 1 day' });
  await day.click();
  await expect(page.getByText(MAYBE)).toContainText('The page shows now what was done');
  cutter.cut(null);
  await day.click();
  await expect(page.getByText('Active: its clock is ahead by 1 day').first()).toBeVisible();
  await day.click();
  await expect(page.getByText('Active: its clock is ahead by 2 days').first()).toBeVisible();
});

test('a batch whose answer is lost is uploaded once', async ({ page, cutter, lossy }) => {
  await lossy.open('/batches');
  const example = await page.request.get(`${cutter.url}/backoffice/api/batch-example`);
  cutter.cut(/^POST .*\/batches$/);
  await page.getByRole('button', { name: 'Upload a batch file…' }).first().click();
  const buffer = await example.body();
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialogOf(page).getByText(MAYBE)).toContainText('The page shows now what was done');
  await expect(page.getByText('a.csv')).toHaveCount(1);
  cutter.cut(null);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'a.csv' })).toBeVisible();
});
