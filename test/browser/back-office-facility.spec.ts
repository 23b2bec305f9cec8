/** The back office's page of the facility. docs/guides/back-office.md. */
import { expectSound } from './expect-sound.js';
import { DEMO_MERCHANT } from 'florin-server/sandbox';
import type { MerchantSettings } from 'florin-server/sandbox';
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

test('a Save sends what the person changed, as it was typed', async ({ page, office }) => {
  const { control } = office.sandbox;
  const set = (settings: Partial<MerchantSettings>) => control.changeMerchant(DEMO_MERCHANT.number, { settings });
  const settings = async () => (await control.listMerchants())[0]?.settings;
  const save = async () => {
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
  };
  const references = { crn1: { characters: 'A-Z0-9 ', prefix: ' A', from: 0 }, crn2: { to: 4_111_111_111_111_111 } };
  await set({ references });
  await office.open('/facility');
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await set({ allowedActions: ['payment'], threeDS: 'never' });
  await save();
  expect(await settings()).toMatchObject({ allowedActions: ['payment'], threeDS: 'never', references });
  await page.getByLabel('Suffix').first().fill('B ');
  await set({ threeDS: 'always' });
  await save();
  await page.getByLabel('Suffix').first().fill('C ');
  await page.getByLabel('To number').first().fill('5123456789012346');
  await page.getByLabel('Surcharge').selectOption('Refused');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(settings).toMatchObject({
    ...{ threeDS: 'always', surcharge: 'none' },
    references: { ...references, crn1: { ...references.crn1, suffix: 'C ', to: 5_123_456_789_012_346 } },
  });
});
