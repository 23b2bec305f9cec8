/** `florin-server/testing/playwright`: one purchase, the same verbs, wherever the card is typed. */
import { test as base, expect } from '@playwright/test';
import { startFlorin } from 'florin-server/testing';
import {
  florinCheckout,
  florinFixtures,
  type FlorinTestFixtures,
  type FlorinWorkerFixtures,
} from 'florin-server/testing/playwright';
import { testAccount, testCards } from 'florin/testing';

const test = base.extend<FlorinTestFixtures, FlorinWorkerFixtures>(florinFixtures);

// A viewport that shows the whole form: right after scrolling, Chromium may send a click to the
// frame's earlier position.
test.use({ viewport: { width: 1280, height: 1200 } });

for (const [way, attributes, script] of [
  ['in the page', '', 'florin.js'],
  ["in Florin's frame", 'isolation="frame" frame-src="FRAME"', 'florin-isolated.js'],
  ["in the service's frame", 'method="iframe"', 'florin.js'],
  ["on the service's page", 'method="redirect"', 'florin.js'],
] as const) {
  test(`pays with 3-D Secure, with the card ${way}`, async ({ page, florin, checkout }) => {
    const order = `3000-${way.replaceAll(/\W+/g, '-')}`;
    const tag = `<florin-checkout signer-url="/pay" order="${order}" ${attributes}></florin-checkout>`;
    // A signer without `returnTo` leads back to the page that the order was paid on.
    florin.put('/pay-here', florin.page(tag.replace('FRAME', florin.frameSrc), script));
    await page.goto(`${florin.url}/pay-here`);
    if (way === "on the service's page") await checkout.pay();
    await checkout.fillCard(testCards.challenge);
    await checkout.pay();
    await checkout.answerChallenge('approve');
    await expect.poll(() => florin.payments.filter((each) => each.order === order)).toMatchObject([{ amount: 3000 }]);
    if (way !== "on the service's page")
      expect(await checkout.outcome()).toMatchObject({ status: 'approved', amount: '$30.00' });
    expect(await florin.transactionsOf(order)).toMatchObject([{ ResponseCode: '0', Amount: 3000 }]);
  });
}

test("reads errors and a decline in Florin's frame, and drives one of two checkouts", async ({ page, florin }) => {
  const tag = (order: string) =>
    `<florin-checkout id="c${order}" signer-url="/pay" order="${order}" isolation="frame" frame-src="${florin.frameSrc}"></florin-checkout>`;
  florin.put('/two', florin.page(tag('4000-one').concat(tag('4000-two')), 'florin-isolated.js'));
  await page.goto(`${florin.url}/two`);
  const second = florinCheckout(page.locator('florin-checkout').nth(1));
  await second.fillCard({ number: '4987' });
  await second.pay();
  expect(await second.errors()).toMatchObject({ number: 'Check the card number: a digit is missing' });
  expect(await florinCheckout(page.locator('florin-checkout').first()).errors()).toEqual({});
  await second.fillCard(testCards.wrongCvn);
  await second.pay();
  expect((await second.outcome()).status).toBe('declined');
  await second.fillCard(testCards.mastercard);
  await second.pay();
  expect((await second.outcome()).status).toBe('approved');
  expect(await florin.transactionsOf('4000-one')).toEqual([]);
  expect(await florin.transactionsOf('4000-two')).toHaveLength(2);
});

test('leaves 3-D Secure, continues it, and fails there', async ({ page, florin, checkout }) => {
  florin.put('/pay-here', florin.page('<florin-checkout signer-url="/pay" order="3000-left"></florin-checkout>'));
  await page.goto(`${florin.url}/pay-here`);
  florin.nextPayment('challenge');
  await checkout.fillCard(testCards.visa);
  await checkout.pay();
  await checkout.leaveChallenge();
  expect((await checkout.outcome()).status).toBe('unknown');
  await checkout.continueChallenge();
  await checkout.answerChallenge('fail');
  expect((await checkout.outcome()).status).toBe('failed');
});

test("saves a bank account in the service's frame", async ({ page, florin, checkout }) => {
  florin.put(
    '/save',
    florin.page('<florin-checkout signer-url="/pay" purpose="save-bank-account" method="iframe"></florin-checkout>'),
  );
  await page.goto(`${florin.url}/save`);
  await checkout.fillAccount(testAccount);
  await checkout.save();
  expect((await checkout.outcome()).status).toBe('saved');
});

test('a lost answer is looked up, and the clock of the service moves', async ({ page }) => {
  const florin = await startFlorin({ now: '2026-03-01T10:00:00+11:00' });
  const checkout = florinCheckout(page);
  try {
    florin.put('/pay-here', florin.page('<florin-checkout signer-url="/pay" order="3000-lost"></florin-checkout>'));
    await page.goto(`${florin.url}/pay-here`);
    await checkout.fillCard(testCards.visa);
    florin.nextPayment('answerLost');
    await checkout.pay();
    const outcome = await checkout.outcome();
    expect(outcome.status).toBe('approved');
    expect(florin.payments).toMatchObject([{ order: '3000-lost', amount: 3000 }]);
    await florin.control.advanceClock(3_600);
    expect(new Date(florin.clock.now()).toISOString()).toBe('2026-03-01T00:00:00.000Z');
    await expect(page.locator('florin-receipt')).toContainText('1 March 2026');
  } finally {
    await florin.close();
  }
});

/** The shown outcome, and the service's transactions, after a failure of the connection. */
for (const [outcome, act] of [
  ['unreachable', 'is not made, and the same form pays'],
  ['timeout', 'is made, and found when the connection ends'],
] as const) {
  test(`nextPayment('${outcome}'): the payment ${act}`, async ({ page, florin }) => {
    const order = `3000-${outcome}`;
    // The page asks several times before it accepts that there is no payment.
    const checkout = florinCheckout(page, { timeout: 60_000 });
    florin.put('/pay-here', florin.page(`<florin-checkout signer-url="/pay" order="${order}"></florin-checkout>`));
    await page.goto(`${florin.url}/pay-here`);
    await checkout.fillCard(testCards.visa);
    florin.nextPayment(outcome);
    await checkout.pay();
    if (outcome === 'unreachable') {
      expect(await checkout.outcome()).toMatchObject({
        text: expect.stringContaining('not be charged twice'),
      });
      expect(await florin.transactionsOf(order)).toEqual([]);
      await checkout.fillCard({ cvn: testCards.visa.cvn });
      await checkout.pay();
    } else {
      await expect.poll(() => florin.transactionsOf(order)).toMatchObject([{ ResponseCode: '0' }]);
      expect((await checkout.look()).status).toBe('submitting');
      await florin.control.advanceClock(120);
    }
    expect((await checkout.outcome()).status).toBe('approved');
    expect(await florin.transactionsOf(order)).toMatchObject([{ ResponseCode: '0', Amount: 3000 }]);
  });
}
