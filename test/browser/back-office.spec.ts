/** The sandbox's home page and back office, as people use them. docs/guides/back-office.md. */
import { readFile } from 'node:fs/promises';
import { expectSound } from './expect-sound.js';
import { expect, test, WINDOWS } from './office-test.js';

test('the home page links to everything, and shows that the service is up', async ({ page, office }) => {
  await page.goto(office.sandbox.url);
  await expect(page.getByText('The service is up')).toBeVisible();
  for (const [name, heading] of [
    ['REST reference', /version 3/i],
    ['SOAP help', /./],
    ['Test cards', 'Test cards'],
    ['Scenarios', 'Sign in to the back office'],
    ['Back office', 'Sign in to the back office'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible();
    await page.goto(office.sandbox.url);
  }
});

test('a person signs in, adds an API user and signs out', async ({ page, office }) => {
  await page.goto(`${office.sandbox.url}/backoffice/users`);
  await office.signIn('demo-admin', 'wrong');
  await expect(page.getByRole('alert')).toContainText('is wrong');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await office.signIn();
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await page.getByRole('button', { name: 'Add New User' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('User name').fill('shop-<b>x</b>');
  await dialog.getByLabel('E-mail address').fill('dev@shop.example');
  await expect(dialog.getByLabel(/^API/)).toBeChecked();
  await dialog.getByLabel('Your own password').fill('not mine');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Your own password is wrong')).toBeVisible();
  await dialog.getByLabel('Your own password').fill('Demo-Admin-1');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const password = (await dialog.locator('[data-password]').textContent()) ?? '';
  const authorization = Buffer.from(`shop-<b>x</b>|5353109000000000:${password}`).toString('base64');
  const status = await fetch(`${office.sandbox.url}/webapi/v3/status/`, { headers: { Authorization: authorization } });
  expect(await status.json()).toMatchObject({ APIResponse: { ResponseCode: 0 } });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: 'shop-<b>x</b> API Active dev@shop.example' })).toBeVisible();
  await page.getByText('demo-admin').first().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to the back office' })).toBeVisible();
});

test('the sign-in names the merchants, and fills in all that the demo administrator needs', async ({
  page,
  office,
}) => {
  const users = [{ username: 'x', password: 'the other’s own', permissions: ['administrator' as const] }];
  const name = 'Other <img src=x onerror=alert(1)>';
  const terms = { shortName: 'OTHER', defaultCurrency: 'AUD', currencies: ['AUD'] };
  await office.sandbox.control.addMerchants([{ number: '5353109000000009', name, users, ...terms }]);
  await page.goto(`${office.sandbox.url}/backoffice`);
  await expect(page.getByRole('list', { name: 'Merchants' })).toContainText(`${name}: 5353109000000009`);
  await page.getByRole('button', { name: 'Fill in' }).click();
  await expectSound(page, 'sign-in');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('a manager is offered no change of an administrator, and an active filter is not folded away', async ({
  page,
  office,
}) => {
  const user = { username: 'meg', password: 'the manager’s own', permissions: ['manager' as const], isActive: true };
  await office.sandbox.control.saveUser('5353109000000000', user);
  await page.goto(`${office.sandbox.url}/backoffice/users`);
  await office.signIn('meg', user.password);
  await expect(page.getByRole('button', { name: 'Deactivate demo-api' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deactivate demo-admin' })).toHaveCount(0);
  for (const filter of ['Amount=19900', 'Currency=AUD', 'CardHolderName=jane']) {
    await page.goto(`${office.sandbox.url}/backoffice/transactions?${filter}`);
    await expect(page.getByLabel('Amount', { exact: true })).toBeVisible();
  }
  await page.goto(`${office.sandbox.url}/backoffice/transactions?Crn1=7`);
  await expect(page.getByLabel('Order (CRN1)')).toHaveValue('7');
  await expect(page.getByLabel('Amount', { exact: true })).toBeHidden();
});

test('a payment appears as it happens, is found, and is refunded by the rules of the service', async ({
  page,
  office,
}) => {
  await office.open('/transactions');
  await expect(page.getByText('There are no transactions yet')).toBeVisible();
  const txnNumber = await office.pay({ Crn1: '<img src=x onerror=alert(1)>' });
  await expect(office.row('<img src=x')).toContainText('Approved');
  await office.pay({ Crn1: 'order 8', Amount: 10_005 });
  await expect(office.row('order 8')).toContainText('Declined');
  await page.keyboard.press('/');
  await page.getByLabel('Order (CRN1)').fill('order 8');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 transaction', { exact: true })).toBeVisible();
  await expect(office.row('<img')).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  expect((await readFile(await download.path(), 'utf8')).split('\r\n')).toHaveLength(3);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('link', { name: txnNumber }).click();
  await expect(page.getByRole('heading', { level: 1, name: '$199.00' })).toBeVisible();
  await page.getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in AUD').fill('all');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog.getByText('Type an amount like 199.00')).toBeVisible();
  await dialog.getByLabel('Amount in AUD').fill('200.00');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog.getByText('Only $199.00 available for refund (PT_R5)')).toBeVisible();
  await dialog.getByLabel('Amount in AUD').fill('50.00');
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText(/Refund \d+ of \$50.00 is approved/)).toBeVisible();
  const refund = page.getByRole('listitem').filter({ hasText: 'Refund of $50.00' });
  await expect(refund).toContainText('Approved');
  await expect(refund).toContainText('by demo-admin');
  await expect(page.getByText('demo-api', { exact: true })).toHaveCount(2);
  await expect(page.getByLabel('Response', { exact: true })).toContainText('"MaskedCardNumber": "512345...346"');
  await page.getByRole('link', { name: 'See all' }).first().click();
  // The payment, the refused refund and the refund.
  await expect(page.getByText('3 transactions', { exact: true })).toBeVisible();
  // The entry of the open page shows it without filters.
  await office.go('Transactions');
  await expect(page.getByText('4 transactions', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Order (CRN1)')).toHaveValue('');
});

test('an administrator controls the service, every page shows it, and each switch has its curl command', async ({
  page,
  office,
}) => {
  await office.open('/scenarios');
  await page.getByLabel('Answers').selectOption('unavailable');
  await expect(page.getByText('every call is answered with code 900').first()).toBeVisible();
  const service = page.getByRole('region', { name: 'Service' });
  await service.getByText('The same with curl').click();
  await expect(service.getByText('/_sandbox/availability')).toContainText('{"availability":"unavailable"}');
  await service.getByText('The same with florin').click();
  await expect(service.getByLabel('florin for Service')).toContainText('florin control --url');
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByText('Scenarios are active')).toBeVisible();
  await page.getByRole('link', { name: 'Change it' }).click();
  await page.getByLabel('Answers').selectOption('normal');
  await expect(page.getByText('Scenarios are active')).toHaveCount(0);
  await page.getByRole('button', { name: '+ 1 day' }).click();
  await expect(page.getByText('its clock is ahead by 1 day').first()).toBeVisible();
  await page.getByRole('button', { name: 'Add 60 sample payments' }).click();
  await expect(page.getByText(/\d+ transactions were added/)).toBeVisible();
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(office.row('ORDER-').first()).toBeVisible();
});

for (const { name, width, colorScheme } of WINDOWS) {
  test(`every page passes axe and does not overflow on ${name}`, async ({ page, office }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    await page.goto(office.sandbox.url);
    await expectSound(page, 'home');
    await page.goto(`${office.sandbox.url}/backoffice/transactions`);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expectSound(page, 'sign-in');
    const txnNumber = await office.pay();
    await office.pay({ Amount: 10_051 });
    await office.signIn();
    await expect(office.row('order 7').first()).toBeVisible();
    await page.getByText('More filters').click();
    await expectSound(page, 'transactions');
    // The open filters fill the window of a phone, and the list draws only the rows that are near it.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole('link', { name: txnNumber }).click();
    await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
    await expectSound(page, 'transaction');
    await page.getByRole('button', { name: 'Refund…' }).click();
    await expectSound(page, 'refund');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Refund…' }).click();
    await page.getByLabel('Amount in AUD').fill('50.00');
    await page.getByLabel('Reason (optional)').fill('one of two');
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(page.getByText('Partly refunded').first()).toBeVisible();
    await expectSound(page, 'refunded');
    await office.go('Actions');
    await expect(office.row('one of two')).toBeVisible();
    await expectSound(page, 'actions');
    await office.go('Webhooks');
    await expect(page.getByText('No webhook yet')).toBeVisible();
    await expectSound(page, 'webhooks');
    await office.go('Users');
    await page.getByRole('button', { name: 'Add New User' }).click();
    await expectSound(page, 'users');
    await page.keyboard.press('Escape');
    await office.go('Scenarios');
    await expect(page.getByRole('heading', { name: 'Clock' })).toBeVisible();
    await expectSound(page, 'scenarios');
  });
}

test('on a phone the navigation is a menu with every entry, by pointer and by keyboard', async ({ page, office }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await office.open('/batches');
  const navigation = page.getByRole('navigation', { name: 'Back office' });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await expect(navigation).toBeHidden();
  await menu.press('Enter');
  await expect(navigation.getByRole('link', { name: 'Batches' })).toBeFocused();
  await expect(navigation.getByRole('link', { name: 'Batches' })).toHaveAttribute('aria-current', 'page');
  for (const link of await navigation.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 });
  await expectSound(page, 'menu');
  await page.keyboard.press('Escape');
  await expect(navigation).toBeHidden();
  await expect(menu).toBeFocused();

  await menu.click();
  await navigation.getByRole('button', { name: 'Close the menu' }).click();
  await expect(navigation).toBeHidden();
  await menu.click();
  await navigation.getByRole('link', { name: 'Scenarios' }).click();
  await expect(page.getByRole('heading', { name: 'Clock' })).toBeVisible();
  await expect(navigation).toBeHidden();
  await expect(page.locator('#content')).toBeFocused();

  await page.setViewportSize({ width: 1280, height: 740 });
  await expect(menu).toBeHidden();
  await expect(navigation.getByRole('link', { name: 'Scenarios' })).toBeVisible();
});
