/**
 * The walk: each way to pay, with each outcome, looked at from each place where a shopper can look again. Every place shows the
 * same one of five states, and none of them a form for an order that was paid or is being paid.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { ChallengeDialog } from './pages/challenge-dialog.js';
import { PaymentForm } from './pages/payment-form.js';
import { isReady, isStored, typeCard } from './saving.js';
import { NO_FUNDS, type TypedCard, VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1600 } });
test.setTimeout(240_000);

/** What a shopper sees of a payment: src/elements/florin-checkout. */
const STATES = {
  waiting: /Your bank is waiting for you to confirm this payment/,
  checking:
    /We are checking whether your payment went through|The shop needs to check your payment|Payment being checked/,
  paid: /Thank you|Approved|has been paid|is paid/,
  notPaid: /did not approve this payment/,
};
type State = keyof typeof STATES;

const WAYS = ['', '/framed', '/iframe', '/redirect', '/webform'] as const;
type Way = (typeof WAYS)[number];

/** Types the card and presses the button of the last page before the outcome. */
async function pay(page: Page, way: Way, card: TypedCard): Promise<void> {
  const { payButton } = new PaymentForm(page);
  if (way === '/redirect') {
    await payButton.click();
    await isReady(page);
  }
  // With script the element takes over from the shop's form.
  await expect(page.locator('florin-checkout > form')).toBeHidden();
  await typeCard(page, card);
  if (way === '/iframe') await isStored(page.frameLocator('florin-checkout iframe[title="Card details"]'));
  await (way === '/redirect' ? page.getByRole('button', { name: /^pay/i }) : payButton).click();
}

const OUTCOMES: readonly (readonly [State, TypedCard])[] = [
  ['paid', VISA],
  ['notPaid', NO_FUNDS],
  ['waiting', { ...VISA, name: '3DS CHALLENGE' }],
  ['checking', { ...VISA, name: 'BANK DOWN' }],
];

/** The bank's button: in the dialog, or in the whole window after a post of the page itself. */
const bankOf = (page: Page, way: Way) =>
  way === '/redirect' || way === '/webform'
    ? page.getByRole('button', { name: 'Approve' })
    : new ChallengeDialog(page).approve;

async function expectState(page: Page, state: State, where: string): Promise<void> {
  const main = page.getByRole('main');
  await expect(main, where).toContainText(STATES[state], { timeout: 45_000 });
  for (const [other, text] of Object.entries(STATES)) {
    if (other !== state) await expect(main, where).not.toContainText(text);
  }
  const takesCard = state === 'notPaid';
  if (!takesCard) await expect(new PaymentForm(page).payButton, where).toBeHidden();
}

for (const way of WAYS) {
  for (const [state, card] of OUTCOMES) {
    test(`${way || 'in the page'}, ${state}: after a reload, Back, in a second tab and in another browser`, async ({
      shop,
      page,
      browser,
      ledger,
    }) => {
      const order = await shop.beginOrder();
      const url = new URL(`/checkout/${order}${way}`, page.url()).href;
      await page.goto('/orders');
      await page.goto(url);
      await pay(page, way, card);
      await (state === 'waiting'
        ? expect(bankOf(page, way)).toBeVisible({ timeout: 45_000 })
        : expectState(page, state, 'the first tab'));

      const second = await page.context().newPage();
      await second.goto(url);
      await expectState(second, state, 'a second tab');
      await second.reload();
      await expectState(second, state, 'a second tab, loaded again');
      await second.close();

      const other = await browser.newContext({
        storageState: { cookies: await page.context().cookies(), origins: [] },
      });
      const elsewhere = await other.newPage();
      await elsewhere.goto(url);
      await expectState(elsewhere, state, 'another browser');
      await other.close();

      await page.goto(url);
      await expectState(page, state, 'the first tab, loaded again');
      await page.goto('/orders');
      await page.goBack();
      await expectState(page, state, 'the first tab, after Back');
      await page.goto(`/orders/${order}`);
      if (state === 'paid' || state === 'checking') await expectState(page, state, 'the order’s page');
      expect(await ledger.transactionsOf(order)).toHaveLength(1);
    });
  }
}
