/** A back office that a machine translates shows true amounts, cards and references, also after they have changed. */
import { readPage, translatePage } from '../support/translator.js';
import { expect, test } from './office-test.js';

test('a translated list and a translated payment show what the sandbox has', async ({ page, office }) => {
  const first = await office.pay({ Amount: 19_900, Crn1: 'order 7' });
  const translate = () => page.evaluate(translatePage, true);
  const read = () => page.evaluate(readPage);

  await office.open('/transactions');
  await expect(page.getByRole('row').filter({ hasText: first })).toBeVisible();
  await translate();
  for (const text of ['$199.00', 'order 7', '512345...346', first]) expect(await read()).toContain(text);

  // The same rows are drawn for other payments.
  const second = await office.pay({ Amount: 2_505, Crn1: 'order 8' });
  const top = page.locator('.body .row').first();
  await expect(top).toContainText(second);
  await expect(top).toContainText('$25.05');
  await expect(top).toContainText('order 8');
  await expect(top).toContainText('Declined');
  await expect(page.locator('.body .row').nth(1)).toContainText(`$199.00`);

  await page.goto(`${office.sandbox.url}/backoffice/transactions/${first}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('$199.00 AUD');
  await translate();
  const lines = (await read()).split('\n');
  for (const text of ['$199.00 AUD', 'order 7', 'MC 512345...346', `Payment ${first}`]) expect(lines).toContain(text);
  expect(lines.join('\n')).not.toMatch(/\$#/);

  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByRole('dialog')).toContainText('At most $199.00');
  await page.getByRole('textbox', { name: 'Amount' }).fill('50.00');
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText(/Refund \d+ of \$50\.00 is approved/)).toBeVisible();

  await page.goto(`${office.sandbox.url}/backoffice/`);
  await expect(page.getByText('Volume in AUD')).toBeVisible();
  await translate();
  expect(await read()).toContain('$199.00');
});
