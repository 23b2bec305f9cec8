/** The back office's page of the facility. docs/guides/back-office.md. */
import { expectSound } from './expect-sound.js';
import { expect, test, WINDOWS } from './office-test.js';

for (const { name, width, colorScheme } of WINDOWS) {
  test(`the profile of a facility is typed, refused by name, saved, and there after a reload on ${name}`, async ({
    page,
    office,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    await office.open('/facility');
    await page.getByLabel('Supports').selectOption('Purchases');
    await page.getByLabel('Default biller code').fill('GAS');
    await page.getByText('Crn1', { exact: true }).click();
    const crn1 = page.locator('details[open]');
    await crn1.getByLabel('Label').fill('Customer number');
    await crn1.getByLabel('Longest').fill('lo');
    await crn1.getByLabel('Check digit').selectOption('Modulus 10');
    await crn1.getByLabel('Required').check();
    await expectSound(page, 'facility');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/references\.crn1\.longest must be a whole number/)).toBeVisible();
    await expect(crn1.getByLabel('Label')).toHaveValue('Customer number');
    await crn1.getByLabel('Longest').fill('20');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Supports')).toHaveValue('purchase');
    await expect(page.getByLabel('Default biller code')).toHaveValue('GAS');
    await expect(page.locator('details[open]').getByLabel('Longest')).toHaveValue('20');
    await page.getByLabel('Longest').first().fill('');
    await page.getByLabel('Label').first().fill('');
    await page.getByLabel('Check digit').first().selectOption('None');
    await page.getByLabel('Required').first().uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('details[open]')).toHaveCount(0);
  });
}
