/** `florin/testing` in a page: events of the DOM only, on the real element, signer and sandbox. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { startFlorin, type RunningFlorin } from 'florin-server/testing';
import { testCards, type FlorinCheckout, type testAccount } from 'florin/testing';

let florin: RunningFlorin;
test.beforeAll(async () => void (florin = await startFlorin()));
test.afterAll(() => florin.close());

/** What the page's script has: the module's exports, and the page object of its checkout. */
interface Kit {
  readonly checkout: FlorinCheckout;
  readonly testCards: typeof testCards;
  readonly testAccount: typeof testAccount;
}

let orders = 0;

async function open(page: Page, attributes = '', content = ''): Promise<string> {
  const order = `3000-dom-${(orders += 1)}`;
  florin.put(
    '/pay-here',
    florin.page(`<florin-checkout signer-url="/pay" order="${order}" ${attributes}>${content}</florin-checkout>`),
  );
  await page.goto(`${florin.url}/pay-here`);
  return order;
}

/** Runs a function of the test in the page. */
function inPage<Result>(page: Page, run: (kit: Kit) => Promise<Result>): Promise<Result> {
  return page.evaluate<Result, string>(async (source) => {
    const kit = (await import(`${location.origin}/kit/testing/index.js`)) as typeof import('florin/testing');
    const body = (0, eval)(`(${source})`) as (kit: Kit) => Promise<Result>;
    return body({ ...kit, checkout: kit.florinCheckout(document) });
  }, run.toString());
}

test.beforeEach(async ({ page }) => {
  // The built modules, as a bundler of the user's tests finds them.
  await page.route('**/kit/**', (route) =>
    route.fulfill({ path: `dist/${new URL(route.request().url()).pathname.slice('/kit/'.length)}` }),
  );
});

test('types a card, pays, and reads the receipt', async ({ page }) => {
  const order = await open(page);
  const outcome = await inPage(page, async ({ checkout, testCards }) => {
    await checkout.fillCard(testCards.amex);
    await checkout.pay();
    return checkout.outcome();
  });
  expect(outcome).toMatchObject({ status: 'approved', text: 'Approved', amount: '$30.00', errors: {} });
  expect(await florin.transactionsOf(order)).toMatchObject([{ ResponseCode: '0', Amount: 3000, CardType: 'AX' }]);
  expect(florin.payments.filter((each) => each.order === order)).toMatchObject([{ amount: 3000 }]);
});

test('reads errors and a decline, and pays with another card', async ({ page }) => {
  const order = await open(page);
  const [errors, declined, approved] = await inPage(page, async ({ checkout, testCards }) => {
    await checkout.fillCard({ ...testCards.visa, number: '4987654321098768', cvn: '' });
    await checkout.pay();
    const wrong = await checkout.errors();
    await checkout.fillCard(testCards.noFunds);
    await checkout.pay();
    const first = await checkout.outcome();
    await checkout.fillCard(testCards.mastercard);
    await checkout.pay();
    return [wrong, first, await checkout.outcome()] as const;
  });
  expect(Object.keys(errors).sort()).toEqual(['cvn', 'number']);
  expect(declined).toMatchObject({ status: 'declined' });
  expect(declined.text).toContain('Your bank did not approve this payment');
  expect(approved.status).toBe('approved');
  const found = await florin.transactionsOf(order);
  expect(found.map(({ BankResponseCode }) => BankResponseCode)).toEqual(['00', '51']);
});

for (const [answer, status] of [
  ['approve', 'approved'],
  ['fail', 'failed'],
] as const) {
  test(`answers the bank in a frame of another origin: ${answer}`, async ({ page }) => {
    await open(page);
    florin.nextPayment('challenge');
    await page.exposeFunction('answer', () => answer);
    const outcome = await inPage(page, async ({ checkout, testCards }) => {
      await checkout.fillCard(testCards.visa);
      await checkout.pay();
      const wanted = await (globalThis as unknown as { answer(): Promise<'approve' | 'fail'> }).answer();
      await checkout.answerChallenge(wanted);
      return checkout.outcome();
    });
    expect(outcome.status).toBe(status);
  });
}

test('saves a card while it pays, pays with the saved one, and removes it', async ({ page }) => {
  const saving =
    '<florin-saved-cards slot="before-fields"></florin-saved-cards><florin-store-card slot="after-fields"></florin-store-card>';
  await open(page, '', saving);
  await inPage(page, async ({ checkout, testCards }) => {
    await checkout.fillCard(testCards.visa);
    await checkout.storeCard();
    await checkout.pay();
    await checkout.outcome();
  });
  const order = await open(page, '', saving);
  const [cards, outcome] = await inPage(page, async ({ checkout }) => {
    const shown = await checkout.savedCards();
    await checkout.chooseSavedCard('769');
    await checkout.fillCard({ cvn: '123' });
    await checkout.pay();
    return [shown, await checkout.outcome()] as const;
  });
  expect(cards).toMatchObject([{ isChosen: true, isExpired: false }]);
  expect(cards[0]?.text).toContain('769');
  expect(outcome.status).toBe('approved');
  expect(await florin.transactionsOf(order)).toMatchObject([{ ResponseCode: '0' }]);
  await open(page, '', saving);
  const left = await inPage(page, async ({ checkout }) => {
    await checkout.removeSavedCard('769');
    return (await checkout.look()).cards;
  });
  expect(left).toEqual([]);
});

test('saves a bank account', async ({ page }) => {
  await open(page, 'purpose="save-bank-account"');
  const outcome = await inPage(page, async ({ checkout, testAccount }) => {
    await checkout.fillAccount(testAccount);
    await checkout.save();
    return checkout.outcome();
  });
  expect(outcome).toMatchObject({ status: 'saved' });
});

test('describes the page when a step times out, and says where the fields are', async ({ page }) => {
  florin.put(
    '/framed',
    florin.page(
      `<florin-checkout signer-url="/pay" order="3000-framed" isolation="frame" frame-src="${florin.frameSrc}"></florin-checkout>`,
      'florin-isolated.js',
    ),
  );
  await page.goto(`${florin.url}/framed`);
  await expect(page.locator('florin-checkout iframe')).toBeVisible();
  const message = await page.evaluate(async () => {
    const { florinCheckout } = (await import(
      `${location.origin}/kit/testing/index.js`
    )) as typeof import('florin/testing');
    return florinCheckout(document, { timeout: 200 })
      .fillCard({ number: '4' })
      .catch((error: Error) => error.message);
  });
  expect(message).toContain('No field for number was shown within 0.2 s. Shown: checkout on /framed, status idle');
  expect(message).toContain(`a frame of ${new URL(florin.frameSrc).origin}`);
});

test('no file of the script tag has code for tests', () => {
  const folder = 'dist/browser';
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.js') && !/^florin-(pages|backoffice|sandbox)/.test(file),
  );
  expect(files.length).toBeGreaterThan(5);
  const words = new RegExp(
    Object.values(testCards)
      .map(({ number }) => number)
      .concat('NO FUNDS', 'cc-csc"\\]')
      .join('|'),
  );
  expect(files.filter((file) => words.test(readFileSync(`${folder}/${file}`, 'utf8')))).toEqual([]);
});
