/** The back office with several people, long lists, hostile text, and a sandbox that goes away. docs/guides/back-office.md. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from 'florin-server/sandbox/node';
import { expect, HOSTILE, Office, test, watchErrors } from './office-test.js';

test('two people who act on one transaction see the same, and the rules decide', async ({ page, office, browser }) => {
  const txnNumber = await office.pay();
  await office.open(`/transactions/${txnNumber}`);
  const context = await browser.newContext();
  const other = new Office(await context.newPage(), office.sandbox);
  await other.open(`/transactions/${txnNumber}`);
  // Both have the dialog open with the whole amount.
  for (const person of [office, other]) await person.page.getByRole('button', { name: 'Refund…' }).click();
  for (const person of [office, other]) {
    await expect(person.page.getByLabel('Amount in AUD')).toHaveValue('199.00');
  }
  await other.page.getByLabel('Amount in AUD').fill('50.00');
  await other.page.getByLabel('Reason (optional)').fill(`one of two ${HOSTILE}`);
  await other.page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(other.page.getByText(/Refund \d+ of \$50.00 is approved/)).toBeVisible();
  // The timeline behind the first person's dialog follows.
  await expect(page.getByRole('listitem').filter({ hasText: 'Refund of $50.00' })).toContainText('Approved');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Already refunded: $50.00. Left: $149.00.')).toBeVisible();
  await expect(dialog.getByLabel('Amount in AUD')).toHaveValue('199.00');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog.getByText('Only $149.00 available for refund (PT_R5)')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Refund…' }).click();
  await expect(dialog.getByLabel('Amount in AUD')).toHaveValue('149.00');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('Nothing more can be done')).toBeVisible();
  for (const person of [office, other]) {
    await expect(person.page.getByRole('main')).toContainText('$199.00 AUD Refunded');
    await expect(person.page.getByRole('listitem').filter({ hasText: HOSTILE })).toContainText('by demo-admin');
  }
  await office.go('Actions');
  await expect(office.row('one of two')).toContainText(`approved as 10002: one of two ${HOSTILE}`);
  await expect(office.row('one of two')).toContainText('demo-admin');
  await context.close();
});

test('a page says that it may be out of date, and catches up when the sandbox is back', async ({ page, office }) => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-office-'));
  const database = join(folder, 'sandbox.sqlite');
  const first = await startSandbox({ database });
  const before = new Office(page, first);
  await before.open('/transactions');
  await before.pay({ Crn1: 'before' });
  await expect(before.row('before')).toBeVisible();
  const port = Number(new URL(first.url).port);
  await first.close();
  await expect(page.getByText('The connection to the sandbox is lost')).toBeVisible();
  const second = await startSandbox({ database, port });
  await new Office(page, second).pay({ Crn1: 'meanwhile' });
  await expect(office.row('meanwhile')).toBeVisible();
  await expect(page.getByText('The connection to the sandbox is lost')).toHaveCount(0);
  await page.goto('about:blank');
  await second.close();
  rmSync(folder, { recursive: true });
});

test('a page that failed without a connection loads when the sandbox is back', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-office-'));
  const database = join(folder, 'sandbox.sqlite');
  const first = await startSandbox({ database });
  const office = new Office(page, first);
  await office.open('/transactions');
  const port = Number(new URL(first.url).port);
  await first.close();
  await expect(page.getByText('The connection to the sandbox is lost')).toBeVisible();
  await office.go('Batches');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  const second = await startSandbox({ database, port });
  await expect(page.getByText('There are no batches yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.goto('about:blank');
  await second.close();
  rmSync(folder, { recursive: true });
});

test('a long list has the places of its rows, and the keyboard moves through them', async ({ page, office }) => {
  await office.open('/transactions');
  await expect(page.getByText('There are no transactions yet')).toBeVisible();
  await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'samples' };
    await fetch('/backoffice/api/sandbox/seed', { method: 'POST', headers, body: JSON.stringify({ count: 300 }) });
  });
  await page.reload();
  const table = page.getByRole('table', { name: 'Transactions' });
  const links = table.getByRole('link');
  await expect(links.first()).toBeVisible();
  const rows = Number(await table.getAttribute('aria-rowcount'));
  expect(rows).toBeGreaterThan(300);
  expect(await table.getByRole('row').count()).toBeLessThan(120);
  const focusedRow = () =>
    page.evaluate(() => Number(document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex')));
  await links.first().focus();
  expect(await focusedRow()).toBe(2);
  for (let row = 3; row <= 160; row += 1) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(focusedRow).toBe(row);
  }
  await page.keyboard.press('ArrowUp');
  await expect.poll(focusedRow).toBe(159);
  await expect(page.locator(':focus')).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await page.goBack();
  await expect(links.first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(table.locator(`[aria-rowindex="${rows}"]`).getByRole('link')).toBeVisible();
});

test('a filter that a person types stays while new rows arrive', async ({ page, office }) => {
  await office.open('/transactions');
  await page.getByLabel('Order (CRN1)').fill('half ty');
  await office.pay({ Crn1: 'new row' });
  await expect(office.row('new row')).toBeVisible();
  await expect(page.getByLabel('Order (CRN1)')).toHaveValue('half ty');
  await office.go('Request log');
  await page.getByLabel('Text in a body').fill('half ty');
  await office.pay();
  await expect(page.getByRole('list', { name: 'Calls' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByLabel('Text in a body')).toHaveValue('half ty');
});

test('hostile text in every member of a payment is text on every page', async ({ page, office }) => {
  const errors = watchErrors(page);
  const order = `order ${HOSTILE}`;
  const txnNumber = await office.pay({
    Crn1: order,
    Crn2: `two ${HOSTILE}`,
    Crn3: `three ${HOSTILE}`,
    BillerCode: `b${HOSTILE}`,
    MerchantReference: `reference ${HOSTILE}`,
    TokenisationMode: 3,
    CardDetails: {
      CardNumber: '5123456789012346',
      ExpiryDate: '0530',
      CardHolderName: `Jane ${HOSTILE}`,
      Cvn: '123',
    },
  });
  await office.open(`/transactions/${txnNumber}`);
  const facts = page.getByRole('region', { name: 'Facts' });
  for (const text of [order, `reference ${HOSTILE}`, `Jane ${HOSTILE}`]) await expect(facts).toContainText(text);
  await expect(page.getByLabel('Request', { exact: true })).toContainText(`"Crn3": "three ${HOSTILE}"`);
  await office.go('Transactions');
  await expect(office.row(order)).toBeVisible();
  await office.go('Tokens');
  await office.row(order).getByRole('link').click();
  for (const text of [order, `two ${HOSTILE}`, `Jane ${HOSTILE}`]) await expect(facts).toContainText(text);
  await page.goto(`${office.sandbox.url}/backoffice/find?q=${encodeURIComponent(`no ${HOSTILE}`)}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(HOSTILE);
  await expect(page.getByText('No transaction has this as an order')).toBeVisible();
  await page.goto(`${office.sandbox.url}/backoffice/transactions?Crn1=${encodeURIComponent(order)}`);
  await expect(page.getByLabel('Order (CRN1)')).toHaveValue(order);
  await expect(page.getByText('1 transaction', { exact: true })).toBeVisible();
  expect(await page.locator('img').count()).toBe(0);
  expect(errors).toEqual([]);
});
