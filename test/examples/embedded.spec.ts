/**
 * The embedded checkout of `demo/examples/embedded`: a page of the shop, and the checkout of another site in a
 * frame.
 */
import type { Page } from '@playwright/test';
import { expectSound } from '../browser/expect-sound.js';
import { unasked, watchShifts } from '../browser/layout-shifts.js';
import { ChallengeDialog } from '../browser/pages/challenge-dialog.js';
import { PaymentForm } from '../browser/pages/payment-form.js';
import { MASTERCARD, VISA, WRONG_CVN } from '../browser/test-cards.js';
import type { Running } from './example-project.js';
import { expect, install, MINUTES_5, notePageBytes, noteSeconds, outcome, test } from './example-test.js';

const CHALLENGED = { ...VISA, name: '3DS CHALLENGE' };

test.describe.configure({ mode: 'serial' });

const checkoutOf = (page: Page) => page.frameLocator('#pay iframe');

async function buy(page: Page, { url }: Running): Promise<PaymentForm> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Buy the book for 199.00 AUD' }).click();
  await page.waitForURL('**/orders/*');
  return new PaymentForm(checkoutOf(page));
}

/** The shop's own page says so, after it has asked its server. */
const expectPaid = (page: Page) => expect(page.locator('main')).toContainText(/Paid with transaction \d+/);

test('pays a card after two commands in an empty folder', async ({ page, kind, example }) => {
  test.setTimeout(MINUTES_5);
  await install(example.project, kind);
  const shop = await example.project.startDev();
  try {
    const form = await buy(page, shop);
    await form.pay(MASTERCARD);
    await expect(outcome(checkoutOf(page))).toHaveText('Approved');
    noteSeconds(example);
    await expectPaid(page);
    await page.reload();
    await expect(page.getByRole('heading')).toHaveText('Thank you');
  } finally {
    await shop.stop();
  }
});

test('a payment does not shift the page of the shop', async ({ page, browser, built }) => {
  const moves = await watchShifts(page);
  const form = await buy(page, built);
  await notePageBytes(browser, page.url(), (fresh) =>
    expect(new PaymentForm(checkoutOf(fresh)).payButton).toBeVisible(),
  );
  await form.pay(VISA);
  await expect(outcome(checkoutOf(page))).toHaveText('Approved');
  await expectPaid(page);
  expect(unasked(await moves())).toEqual([]);
});

test('after a decline the shopper corrects the card and pays', async ({ page, built }) => {
  const form = await buy(page, built);
  await form.pay(WRONG_CVN);
  await expect(checkoutOf(page).getByText('Your bank did not approve this payment.')).toBeVisible();
  await expect(page.locator('#state')).toBeEmpty();
  await form.cvn.pressSequentially(VISA.cvn);
  await form.payButton.click();
  await expectPaid(page);
});

test('3-D Secure returns in the dialog, in a frame of a frame', async ({ page, built }) => {
  const form = await buy(page, built);
  await form.pay(CHALLENGED);
  const dialog = new ChallengeDialog(checkoutOf(page));
  await dialog.press(dialog.approve);
  await expect(outcome(checkoutOf(page))).toHaveText('Approved');
  await expectPaid(page);
});

test('3-D Secure without the dialog stays in the frame, and returns', async ({ page, built }) => {
  const form = await buy(page, built);
  const order = page.url();
  await form.pay(CHALLENGED);
  const dialog = new ChallengeDialog(checkoutOf(page));
  await dialog.press(dialog.elsewhere);
  await checkoutOf(page).getByRole('button', { name: 'Approve' }).click();
  await expectPaid(page);
  expect(page.url()).toBe(order);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`looks right on a phone, in ${colorScheme}`, async ({ page, built }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 740 });
    const form = await buy(page, built);
    await expect(form.payButton).toBeVisible();
    await expectSound(page, 'the order');
    const width = await checkoutOf(page)
      .locator(':root')
      .evaluate((root) => root.scrollWidth - root.clientWidth);
    expect(width).toBe(0);
  });
}
