/** The back office's settlement. docs/guides/back-office.md. */
import { expectSound } from './expect-sound.js';
import { expect, test, WINDOWS } from './office-test.js';

for (const { name, width, colorScheme } of WINDOWS) {
  test(`the totals of a day lead to its transactions and to its file on ${name}`, async ({ page, office }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    await office.pay();
    await office.pay();
    await office.open('/settlement');
    await expect(page.getByRole('row').filter({ hasText: 'MC' })).toContainText('$398.00');
    await expect(page.getByRole('link', { name: 'Settlement file' })).toHaveCount(0);
    await expectSound(page, 'settlement');
    await page.getByRole('link', { name: 'Transactions of the day' }).click();
    await expect(page.getByText('2 transactions', { exact: true })).toBeVisible();
    await office.sandbox.control.advanceClock(86_400);
    await office.go('Settlement');
    await expect(page.getByText('No approved payment')).toBeVisible();
    await page.getByRole('button', { name: 'Day before' }).click();
    await expect(page.getByText('Settled')).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Settlement file' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^settlement-\d+-\d{8}\.csv$/);
  });
}
