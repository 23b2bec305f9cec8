/** Support in another time zone: finds a payment by anything, and reads its times as the service has them. */
import { expectSound } from './expect-sound.js';
import { expect, HOSTILE, type Office, test, watchErrors, WINDOWS } from './office-test.js';

const PAN = '5123456789012346';

test.use({ timezoneId: 'America/New_York' });

async function find(office: Office, text: string): Promise<void> {
  const box = office.page.getByRole('searchbox', { name: 'Order, name, amount or number' });
  await box.fill(text);
  await box.press('Enter');
}

test('a pasted card number is in no address, and a token and a key only in part', async ({ page, office }) => {
  const txnNumber = await office.pay();
  await office.pay();
  await office.open('');
  await find(office, '5123 4567 8901 2346');
  await expect(page.getByRole('heading', { name: 'Payments for “512345...346”' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '2 payments' })).toBeVisible();
  await find(office, '5999991234567123');
  await expect(page).toHaveURL(/q=599999%E2%80%A6123$/);
  await find(office, '6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
  await expect(page).toHaveURL(/q=6f9619ff%E2%80%A6$/);
  await find(office, 'key 7F9619FF-8b86-4d01-b42d-599999123456');
  await expect(page).toHaveURL(/q=key\+7F9619FF%E2%80%A6$/);
  await office.go('Transactions');
  await page.getByLabel('Receipt number').fill(PAN);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/ReceiptNumber=512345\.\.\.346$/);
  await page.getByText('More filters').click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByLabel('Card holder').fill('JANE');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('2 transactions')).toBeVisible();
  await find(office, txnNumber);
  await expect(page).toHaveURL(new RegExp(`/transactions/${txnNumber}$`));
});

test('all hits are counted, and more of them are a press away', async ({ page, office }) => {
  for (let payment = 0; payment < 52; payment += 1) await office.pay();
  await office.open('/find?q=jane');
  await expect(page.getByText('52 payments, the newest 50')).toBeVisible();
  const payments = page.getByRole('list', { name: 'Payments' }).getByRole('listitem');
  await expect(payments).toHaveCount(50);
  await page.getByRole('button', { name: 'More payments' }).click();
  await expect(payments).toHaveCount(52);
  await expect(page.getByRole('button', { name: 'More payments' })).toHaveCount(0);
});

test('times are those of the service, with the zone, the local time, and the year of another year', async ({
  page,
  office,
}) => {
  const txnNumber = await office.pay();
  await office.open(`/transactions/${txnNumber}`);
  const time = page.getByRole('region', { name: 'Facts' }).getByRole('time');
  await expect(time).toHaveText(/^\d+ \w+, \d\d:\d\d:\d\d AE[DS]T \((\d+ \w+, )?\d\d:\d\d:\d\d local\)$/);
  await office.sandbox.control.advanceClock(366 * 86_400);
  await expect(time).toHaveText(/^\d+ \w+ 20\d\d, \d\d:\d\d:\d\d AE[DS]T \(/);
});

test('the settlement day follows the clock of the sandbox', async ({ page, office }) => {
  const txnNumber = await office.pay();
  await office.open('/settlement');
  await expect(page.getByRole('row').filter({ hasText: 'MC' })).toContainText('$199.00');
  await office.sandbox.control.advanceClock(86_400);
  await expect(page.getByText('No approved payment')).toBeVisible();
  await find(office, txnNumber);
  await page
    .getByRole('region', { name: 'Facts' })
    .getByRole('link', { name: /20\d\d/ })
    .click();
  await expect(page.getByText('Settled', { exact: true })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'MC' })).toContainText('$199.00');
});

for (const { name, width, colorScheme } of WINDOWS) {
  test(`the page of a payment has its numbers and its possible duplicates on ${name}`, async ({ page, office }) => {
    const errors = watchErrors(page);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    const first = await office.pay({ Crn1: `first ${HOSTILE}` });
    const EmailAddress = 'a.long.name@a.long.name.of.a.shop.example';
    const terms = {
      Crn2: HOSTILE,
      Crn3: `three ${HOSTILE}`,
      EmailAddress,
      AmountSurcharge: 100,
      AmountOriginal: 19_800,
    };
    await office.open(`/transactions/${await office.pay(terms)}`);
    const facts = page.getByRole('region', { name: 'Facts' });
    for (const text of ['CRN2', HOSTILE, `three ${HOSTILE}`, EmailAddress, '$1.00 of the amount', 'RRN']) {
      await expect(facts).toContainText(text);
    }
    await expect(page.getByLabel('Response', { exact: true })).toBeHidden();
    await expectSound(page, 'payment');
    await page.getByText('Response', { exact: true }).click();
    await expect(page.getByLabel('Response', { exact: true })).toContainText('"ResponseCode": "0"');
    await expect(page.getByText('Possible duplicate')).toBeVisible();
    await page.getByRole('link', { name: first }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/transactions/${first}$`));
    expect(errors).toEqual([]);
  });
}
