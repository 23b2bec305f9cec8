/** Many tabs of the back office in one browser: they share one live stream, and leave the connections to the shopper. */
import type { Page } from '@playwright/test';
import { startCuttingProxy, type CuttingProxy } from './cutting-proxy.js';
import { Merchant, typeCard } from './hosted-test.js';
import { expect, Office, test as base } from './office-test.js';

const TABS = 10;
const LIVE = '/backoffice/api/live';

const test = base.extend<{ readonly counter: CuttingProxy; readonly tabs: readonly Page[] }>({
  counter: async ({ office }, use) => {
    const counter = await startCuttingProxy(office.sandbox.url);
    await use(counter);
    await counter.close();
  },
  tabs: async ({ page, office, counter }, use) => {
    const sandbox = Object.create(office.sandbox, { url: { value: counter.url } }) as typeof office.sandbox;
    const context = page.context();
    const first = await context.newPage();
    await new Office(first, sandbox).open('/transactions');
    const tabs = [first];
    while (tabs.length < TABS) {
      const tab = await context.newPage();
      await tab.goto(`${counter.url}/backoffice/transactions`);
      await expect(tab.getByText('There are no transactions yet')).toBeVisible();
      tabs.push(tab);
    }
    await use(tabs);
  },
});

async function expectEverywhere(tabs: readonly Page[], order: string): Promise<void> {
  for (const tab of tabs) await expect(tab.getByRole('row').filter({ hasText: order })).toBeVisible();
}

/** As the browser does for a tab that nobody sees. */
const setVisibility = (tab: Page, state: DocumentVisibilityState) =>
  tab.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('ten tabs are live with one connection, also after the first one is closed, and a shopper pays', async ({
  page,
  office,
  counter,
  tabs,
}) => {
  expect(counter.openTo(LIVE)).toBe(1);
  await office.pay({ Crn1: 'first' });
  await expectEverywhere(tabs, 'first');

  const shopper = await page.context().newPage();
  const key = await new Merchant(office.sandbox, counter.url).payKey({ Crn1: 'shopper' });
  await shopper.goto(`${counter.url}/pay/DEMOSHOP?in_pay_token=${key}`);
  await expect(shopper.locator('florin-card-number')).toBeVisible();
  await typeCard(shopper);
  await shopper.getByRole('button', { name: 'Pay $199.00' }).click();
  await expect(shopper).toHaveURL(/ResponseCode=0/);
  await expectEverywhere(tabs, 'shopper');

  const [first, ...others] = tabs as [Page, ...Page[]];
  await first.close();
  await expect.poll(() => counter.openTo(LIVE)).toBe(1);
  await office.pay({ Crn1: 'second' });
  await expectEverywhere(others, 'second');
});

test('hidden tabs have no connection, and are up to date when they are seen again', async ({
  office,
  counter,
  tabs,
}) => {
  const [first, second, ...others] = tabs as [Page, Page, ...Page[]];
  for (const tab of [first, ...others]) await setVisibility(tab, 'hidden');
  await expect.poll(() => counter.openTo(LIVE)).toBe(1);
  await office.pay({ Crn1: 'unseen' });
  await expectEverywhere([second], 'unseen');
  await setVisibility(second, 'hidden');
  await expect.poll(() => counter.openTo(LIVE)).toBe(0);
  await office.pay({ Crn1: 'nobody' });
  for (const tab of [first, ...others]) await expect(tab.getByRole('row').filter({ hasText: 'unseen' })).toHaveCount(0);
  for (const tab of tabs) await setVisibility(tab, 'visible');
  await expectEverywhere(tabs, 'nobody');
  expect(counter.openTo(LIVE)).toBe(1);
});

test('a sign-out in one tab ends the others', async ({ counter, tabs }) => {
  const [first, ...others] = tabs as [Page, ...Page[]];
  await first.getByText('demo-admin').first().click();
  await first.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of others) {
    await expect(tab.getByRole('heading', { name: 'Sign in to the back office' })).toBeVisible();
  }
  await expect.poll(() => counter.openTo(LIVE)).toBe(0);
});
