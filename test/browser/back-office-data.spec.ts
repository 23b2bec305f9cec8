/** The back office's pages about stored data. docs/guides/back-office.md. */
import { expectSound } from './expect-sound.js';
import { expect, test, watchErrors, WINDOWS } from './office-test.js';

test('a token is masked, copied on purpose only, and deleted', async ({ page, office, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await office.pay({ Crn1: '<b>customer</b>', TokenisationMode: 3 });
  await office.open('/tokens');
  await page.getByLabel('Customer (CRN1)').fill('nobody');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No token fits these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('More filters').click();
  await page.getByLabel('Stored by').fill('demo-api');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible();
  await expect(office.row('<b>customer</b>')).toContainText('512345...346');
  await page.getByRole('link', { name: /^599999…\d{3}$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^599999…\d{3}$/);
  await page.getByRole('button', { name: 'Copy the whole token…' }).click();
  await page.getByRole('button', { name: 'Copy it' }).click();
  await expect(page.getByText('The whole token is copied. The log records it.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^599999\d{10}$/);
  expect(await page.content()).not.toMatch(/599999\d/);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await expect(page.getByText('The token is deleted.')).toBeVisible();
  await page.getByRole('link', { name: '← Tokens' }).click();
  await expect(page.getByText('There are no tokens yet.')).toBeVisible();
});

test('a slow answer of an earlier search is not shown', async ({ page, office }) => {
  await office.pay({ TokenisationMode: 3, Crn1: 'first' });
  await office.pay({ TokenisationMode: 3, Crn1: 'second' });
  await office.open('/tokens');
  await expect(office.row('second')).toBeVisible();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/tokens/search', async (route) => {
    if (route.request().postData()?.includes('first')) await held;
    await route.continue();
  });
  const search = async (customer: string) => {
    await page.getByLabel('Customer (CRN1)').fill(customer);
    await page.getByRole('button', { name: 'Search' }).click();
  };
  await search('first');
  await search('second');
  await expect(office.row('first')).toBeHidden();
  await expect(office.row('second')).toBeVisible();
  const late = page.waitForResponse((response) => response.request().postData()?.includes('first') ?? false);
  release();
  await (await late).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
  await expect(office.row('second')).toBeVisible();
  await expect(office.row('first')).toBeHidden();
});

test('a page that cannot load says why, and loads when the person tries again', async ({ page, office }) => {
  await office.pay({ TokenisationMode: 3, Crn1: 'Kim' });
  await office.open('');
  await page.route('**/api/tokens/search', (route) => route.abort());
  await office.go('Tokens');
  await expect(page.getByText('The sandbox does not answer. Check that it runs, then try again.')).toBeVisible();
  await page.unroute('**/api/tokens/search');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(office.row('Kim')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
});

test('the dashboard shows what was paid, follows new payments, and has its charts as a table', async ({
  page,
  office,
}) => {
  const errors = watchErrors(page);
  await office.open('');
  await expect(page.getByText('Nothing was paid in this period.')).toBeVisible();
  await office.pay();
  await office.pay({ Amount: 10_051 });
  await office.pay({ Amount: 700, Currency: 'JPY' });
  await expect(page.getByText('66.7%').first()).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '$199.00' })).toBeVisible();
  await expect(page.getByRole('img', { name: /1 declined\. The table/ })).toBeVisible();
  await expect(page.getByText(/of\s+3\s+calls in the request log/)).toBeVisible();
  await expect(page.getByRole('img', { name: /^Bars of the latency/ })).toBeVisible();
  await page.getByText('Show the charts as a table').click();
  await expect(page.getByRole('row')).toHaveCount(31);
  await expect(page.getByRole('cell', { name: '$199.00', exact: true })).toBeVisible();
  await page.getByLabel('Currency').selectOption('JPY');
  await expect(page.getByRole('definition').filter({ hasText: '700' })).toBeVisible();
  await page.getByLabel('Period').selectOption('hour');
  await expect(page.getByRole('row')).toHaveCount(49);
  await expect(page.getByText('66.7%').first()).toBeVisible();
  await page.getByRole('region', { name: 'Why payments were declined' }).getByRole('link').click();
  await expect(page.getByText('1 transaction', { exact: true })).toBeVisible();
  // The strict policy allows everything that the charts do.
  expect(errors).toEqual([]);
});

for (const { name, width, colorScheme } of WINDOWS) {
  test(`the pages about data pass axe and do not overflow on ${name}`, async ({ page, office }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    await office.pay({ TokenisationMode: 3, Crn1: '<img src=x onerror=alert(1)>' });
    await office.pay({ Amount: 10_051 });
    await office.open('');
    await expect(page.getByRole('img').first()).toBeVisible();
    await page.getByText('Show the charts as a table').click();
    await expectSound(page, 'dashboard');
    await office.go('Tokens');
    await expect(office.row('<img src=x')).toBeVisible();
    await expectSound(page, 'tokens');
    await page.getByRole('link', { name: /^599999…/ }).click();
    await page.getByRole('button', { name: 'Copy the whole token…' }).click();
    await expectSound(page, 'token');
  });
}
