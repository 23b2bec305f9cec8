/** The back office in forced colours, where the system replaces colours. docs/guides/back-office.md. */
import type { Locator } from '@playwright/test';
import { findProblems } from './expect-sound.js';
import { expect, test } from './office-test.js';

const valueOf = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test('in forced colours, focus, states, choices and buttons do not depend on colours', async ({ page, office }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await office.pay();
  await office.pay({ Amount: 19_951 });
  await office.open('/transactions?Action=payment');
  await expect(office.row('$199.00')).toContainText('Approved');
  await expect(office.row('$199.51')).toContainText('Declined');
  await expect(page.getByRole('combobox', { name: 'Action' })).toHaveValue('payment');
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible();
  await page.keyboard.press('Tab');
  await office.row('$199.00').getByRole('link').focus();
  expect(await valueOf(office.row('$199.00'), 'outline-style')).toBe('solid');

  let count = 0;
  for (const entry of ['Dashboard', 'Transactions', 'Request log', 'Webhooks', 'Users', 'Sessions', 'Scenarios']) {
    await office.go(entry);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading…')).toHaveCount(0);
    await page.keyboard.press('Tab');
    expect(await valueOf(page.locator(':focus'), 'outline-style'), `${entry}: focus`).not.toBe('none');
    const current = page.getByRole('navigation').getByRole('link', { name: entry, exact: true });
    expect(await valueOf(current, 'border-top-style'), `${entry}: current page`).toBe('solid');
    const buttons = await page.locator('main :is(button, .button)').filter({ visible: true }).all();
    count += buttons.length;
    for (const button of buttons) {
      const [border, background] = [
        await valueOf(button, 'border-top-color'),
        await valueOf(button, 'background-color'),
      ];
      expect(border, `${entry}: border of a button`).not.toBe(background);
      expect(await valueOf(button, 'border-top-style')).toBe('solid');
    }
    expect(await findProblems(page, { without: ['color-contrast'] }), entry).toEqual([]);
  }
  expect(count).toBeGreaterThan(10);
});
