/** The back office's look-up files. docs/guides/back-office.md. */
import { readFile } from 'node:fs/promises';
import { expectSound } from './expect-sound.js';
import { expect, HOSTILE, test, watchErrors, WINDOWS } from './office-test.js';

const fileOf = (...lines: readonly string[]) => ({
  name: `${HOSTILE}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

for (const { name, width, colorScheme } of WINDOWS) {
  test(`a look-up file is refused with its errors, accepted, searched and downloaded on ${name}`, async ({
    page,
    office,
  }) => {
    const errors = watchErrors(page);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    await office.open('/dashboard');
    await office.go('CRN look-ups');
    await expect(page.getByText('There are no look-up files yet.')).toBeVisible();
    await expectSound(page, 'no files');

    await page.getByRole('button', { name: 'Upload a look-up file…' }).click();
    await page.getByLabel('File', { exact: true }).setInputFiles(fileOf(',,,,', HOSTILE));
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByText('line 1: invalid CRN1: no value')).toBeVisible();
    await expect(page.getByText('line 2: invalid number of columns: 1, expected 5')).toBeVisible();
    await expectSound(page, 'refused');
    const lines = Array.from({ length: 101 }, (_each, index) => `order ${index},,,,`);
    const content = [`${HOSTILE},${HOSTILE},,19900,${HOSTILE}`, ...lines];
    await page.getByLabel('File', { exact: true }).setInputFiles(fileOf(...content));
    await page.getByRole('button', { name: 'Upload', exact: true }).click();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${HOSTILE}.csv`);
    await expect(page.getByText('In effect')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: HOSTILE })).toContainText('$199.00');
    await expectSound(page, 'file');
    await expect(page.getByRole('row')).toHaveCount(101);
    await page.getByRole('button', { name: 'More records' }).click();
    await expect(page.getByRole('row')).toHaveCount(103);
    await page.getByLabel('Reference or name').fill('ORDER 10');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(page.getByRole('row')).toHaveCount(101);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the file' }).click();
    expect(await readFile(await (await downloading).path(), 'utf8')).toContain(`${content.join('\n')}\n`);

    await page.getByRole('link', { name: '← CRN look-ups' }).click();
    await expect(office.row(HOSTILE)).toContainText('In effect');
    await expectSound(page, 'files');
    await page.getByLabel('File name').fill('no such');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No file has such a name.')).toBeVisible();
    expect(errors).toEqual([]);
  });
}
