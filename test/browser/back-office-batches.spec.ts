/** The back office's batches. docs/guides/back-office.md. */
import { expectSound } from './expect-sound.js';
import { expect, HOSTILE, test, watchErrors, WINDOWS } from './office-test.js';

/** A file of the demo merchant. The month 99 asks the bank for the answer in the year. */
function fileOf(expiries: readonly string[], total: number) {
  const details = expiries.map((expiry) => `50,,${HOSTILE},,,1000,0,5123456789012346,${expiry},R`);
  const lines = [
    '01,CBA-EVOLVE,20260304,120000,,1,5353109000000000',
    ...details,
    `99,${details.length + 2},${total},0`,
  ];
  return { name: `${HOSTILE}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
}

test('a batch that is deleted while it is uploaded says so, and can be uploaded again', async ({ page, office }) => {
  await office.open('/batches');
  await page.getByRole('button', { name: 'Upload a batch file…' }).click();
  const file = fileOf(
    Array.from({ length: 6_000 }, () => '9900'),
    6_000_000,
  );
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  let isOver = false;
  const answered = page.waitForResponse('**/backoffice/api/batches').then(() => {
    isOver = true;
  });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  while (!isOver) await office.sandbox.control.reset('5353109000000000');
  await answered;
  await expect(page.getByText(/the batch was deleted .* upload the file again/)).toBeVisible();
  await page.getByLabel('File', { exact: true }).setInputFiles(fileOf(['9900'], 1_000));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('1 approved')).toBeVisible();
});

for (const { name, width, colorScheme } of WINDOWS) {
  test(`a batch file is refused with its errors, accepted, run, and downloaded on ${name}`, async ({
    page,
    office,
  }) => {
    const errors = watchErrors(page);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    await office.open('/batches');
    await expect(page.getByText('There are no batches yet.')).toBeVisible();
    await expectSound(page, 'no batches');

    await page.getByRole('button', { name: 'Upload a batch file…' }).click();
    await page.getByLabel('File', { exact: true }).setInputFiles(fileOf(['9900', HOSTILE], 7));
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByText('line 3: invalid expiry date')).toBeVisible();
    await expect(page.getByText('line 4: invalid total')).toBeVisible();
    await expectSound(page, 'refused');
    await page.getByLabel('File', { exact: true }).setInputFiles(fileOf(['9900', '9951'], 2_000));
    await page.getByRole('button', { name: 'Upload', exact: true }).click();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${HOSTILE}.csv`);
    await expect(page.getByText('1 approved, 1 declined')).toBeVisible();
    await expect(office.row(HOSTILE)).toHaveCount(2);
    await expect(office.row('Line 2')).toContainText('512345...346');
    await expectSound(page, 'batch');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Only what was not approved' }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await downloading).createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString().split('\n')).toHaveLength(4);

    await page.getByRole('link', { name: '← Batches' }).click();
    await expect(office.row(HOSTILE)).toContainText('2 of 2 processed');
    await expectSound(page, 'batches');
    await page.reload();
    await office.row(HOSTILE).getByRole('link').click();
    await office.row('Line 2').getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
    expect(await page.content()).not.toContain('5123456789012346');
    expect(errors).toEqual([]);
  });
}
