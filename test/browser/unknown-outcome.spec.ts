/**
 * Payments whose outcome is not known: a bank that cannot be reached, and 3-D Secure that was left. Every page says so, until
 * when and what happens next, also after a reload, after Back and in a second tab; and it shows the answer when it is known.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { ChallengeDialog } from './pages/challenge-dialog.js';
import { VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1200 } });
// The pages ask with growing pauses.
test.setTimeout(180_000);

const MINUTE = 60;
const SOON = { timeout: 90_000 };
const WAITS = 'Your bank is waiting for you to confirm this payment.';

const rootOf = (page: Page) => page.locator('florin-checkout');
const payButtonOf = (page: Page) => rootOf(page).getByRole('button', { name: /^pay/i });

test('an unreachable bank: every page shows it, and until when', async ({ shop, form, page, demo, ledger }) => {
  await page.clock.install();
  const order = await shop.beginOrder();
  await form.type({ ...VISA, name: 'BANK DOWN' });
  await form.payButton.click();
  await expect(form.root).toContainText('We are checking whether your payment went through. Please do not pay again.');
  await expect(form.root).not.toContainText('Order number');
  await page.clock.fastForward(31_000);
  const expectAll = async (at: Page) => {
    const root = rootOf(at);
    await expect(root).toContainText(`Order number: ${order}`, SOON);
    await expect(root).toContainText('The shop will email you as soon as it knows. You can close this page.');
    await expect(root).toContainText(
      /If your bank has not answered by \d+:\d\d [ap]m, the shop will check the payment\./,
    );
    await expect(root.getByRole('link', { name: 'hello@wattlebird.example' })).toBeVisible();
    await expect(payButtonOf(at)).toBeHidden();
  };
  await expectAll(page);

  // A second tab that has typed nothing, the order's page and the list.
  const second = await page.context().newPage();
  await second.goto(`/checkout/${order}`);
  await expectAll(second);
  const orderPage = await page.context().newPage();
  await orderPage.goto(`/orders/${order}`);
  await expect(orderPage.getByRole('heading', { level: 1 })).toHaveText('Payment being checked');
  const list = await page.context().newPage();
  await list.goto('/orders');
  await expect(list.getByRole('link', { name: `Order ${order}` })).toContainText('Payment being checked');

  // Reload, and Back from another page.
  await page.reload();
  await page.clock.fastForward(31_000);
  await expectAll(page);
  await page.goto('/orders');
  await page.goBack();
  await page.clock.fastForward(31_000);
  await expectAll(page);

  // An hour after the key has expired the shop reviews the payment: every open page shows that without an action.
  await demo.control.advanceClock(92 * MINUTE);
  await expect(orderPage.getByRole('heading', { level: 1 })).toHaveText('We are checking your payment', SOON);
  await expect(list.getByRole('link', { name: `Order ${order}` })).toContainText('Payment being checked');
  await expect(rootOf(second)).toContainText('The shop needs to check your payment.', SOON);
  await expect(rootOf(second).getByRole('link', { name: '+61 2 5550 0142' })).toBeVisible();
  expect(await ledger.transactionsOf(order)).toHaveLength(1);
});

/** The two ways to leave the bank's page. */
const WAYS = {
  'the cross': (dialog: ChallengeDialog) => dialog.leave(),
  'the bank’s own button': (dialog: ChallengeDialog) =>
    dialog.press(dialog.bank.getByRole('button', { name: 'Leave without answering' })),
};

for (const [way, leave] of Object.entries(WAYS)) {
  test(`3-D Secure left by ${way}: the time counts down, and then another card can be used`, async ({
    shop,
    form,
    page,
    demo,
    ledger,
  }) => {
    const order = await shop.beginOrder();
    await form.type({ ...VISA, name: '3DS CHALLENGE' });
    await form.payButton.click();
    const dialog = new ChallengeDialog(page);
    await expect(dialog.approve).toBeVisible();
    await leave(dialog);
    await expect(dialog.root).toBeHidden();
    const expectLeft = async () => {
      await expect(form.root).toContainText(WAITS);
      await expect(form.root).toContainText('After that you can pay with another card.');
      await expect(dialog.goOn).toBeVisible();
      await expect(payButtonOf(page)).toBeHidden();
      const timer = form.root.getByRole('timer');
      await expect(timer).toHaveText(/^Time left: \d:\d\d$/);
      const before = (await timer.textContent()) ?? '';
      await expect(timer).not.toHaveText(before);
    };
    await expectLeft();
    const second = await page.context().newPage();
    await second.goto(`/checkout/${order}`);
    await expect(rootOf(second)).toContainText(WAITS);
    await expect(new ChallengeDialog(second).goOn).toBeVisible();
    await expect(payButtonOf(second)).toBeHidden();
    const orderPage = await page.context().newPage();
    await orderPage.goto(`/orders/${order}`);
    await expect(orderPage.getByRole('heading', { level: 1 })).toHaveText(WAITS.slice(0, -1));
    await page.reload();
    await expectLeft();
    await page.goto('/orders');
    await page.goBack();
    await expectLeft();

    await demo.control.advanceClock(11 * MINUTE);
    await expect(form.root).toContainText('The bank confirmation was not completed in time.', SOON);
    await expect(orderPage.getByRole('heading', { level: 1 })).toHaveText(`Order ${order} is not paid yet`, SOON);
    await form.type(VISA);
    await form.payButton.click();
    await shop.expectReceipt(order);
    await expect(orderPage.getByRole('heading', { level: 1 })).toHaveText(/^Thank you, Mia: order \d+ is paid$/, SOON);
    expect((await ledger.transactionsOf(order)).filter(({ ResponseCode }) => ResponseCode === '0')).toHaveLength(1);
  });
}
