/** Support: from an order, a receipt or a card to what happened and why. docs/guides/back-office.md. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expectSound } from './expect-sound.js';
import { Merchant } from './hosted-test.js';
import { expect, type Office, test, WINDOWS } from './office-test.js';
import { VISA } from './test-cards.js';

const CARD = { CardNumber: '5123456789012346', ExpiryDateMonth: '05', ExpiryDateYear: '30', Cvn: '123' };

/** A shop whose webhook address always fails. */
async function startBrokenShop() {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(503).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook?mac=secret`, close: () => server.close() };
}

/** Server and browser of a shop. */
class Shop {
  readonly #merchant: Merchant;
  readonly office: Office;

  constructor(office: Office) {
    this.office = office;
    this.#merchant = new Merchant(office.sandbox, '');
  }

  async process(TxnReq: object) {
    return (await this.#merchant.call('POST', '/txns/', { TxnReq: { TestMode: true, ...TxnReq } })).TxnResp;
  }

  /** A payment in a browser with a key. */
  async payWithKey(Crn1: string, CardHolderName: string, terms: object = {}, more: object = {}) {
    const ProcessTxnData = { Action: 'payment', TestMode: true, Amount: 19_900, Currency: 'AUD', Crn1, ...terms };
    const body = { ProcessTxnData, RedirectionUrl: 'http://127.0.0.1/back', ...more };
    const { AuthKey } = await this.#merchant.call('POST', '/txns/processtxnauthkey', body);
    const answer = await fetch(`${this.office.sandbox.url}/webapi/v3/txns/withauthkey/${AuthKey}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ TxnReq: { CardDetails: { ...CARD, CardHolderName } } }),
    });
    const { ResultKey } = (await answer.json()) as { readonly ResultKey: string };
    return (await this.#merchant.call('GET', `/txns/withauthkey/${ResultKey}`)).TxnResp;
  }

  search(MerchantReference: string) {
    return this.#merchant.call('POST', '/txns/search', { SearchInput: { MerchantReference } });
  }
}

/** A case: what a support person types, how many clicks lead to what happened, and what the page says. */
interface SupportCase {
  readonly text: string;
  /** One: the search, whose single result opens at once. Two: the search, and a result. */
  readonly clicks: 1 | 2;
  readonly why: string;
  readonly steps: readonly (string | RegExp)[];
}

/** Makes ten different cases. @param brokenHook address of a shop that acknowledges no webhook */
async function makeCases(office: Office, brokenHook: string): Promise<readonly SupportCase[]> {
  const shop = new Shop(office);
  const followUp = (Action: string, txn: { readonly TxnNumber: string }, Amount: number, Crn1: string) =>
    shop.process({ Action, Amount, OriginalTxnNumber: txn.TxnNumber, Crn1 });
  await office.pay({ Crn1: 'approved' });
  const declined = await shop.process({
    Action: 'payment',
    Amount: 19_951,
    Crn1: 'no funds',
    CardDetails: { ...card(), CardNumber: VISA.number },
  });
  await shop.payWithKey('bank check', '3DS FAIL');
  await shop.payWithKey('review', 'FRAUD REVIEW', { FraudScreeningRequest: { PerformFraudScreening: true } });
  const reserved = await shop.process({ Action: 'preauth', Amount: 19_900, Crn1: 'captured', CardDetails: card() });
  await followUp('capture', reserved, 19_900, 'captured');
  const paid = await shop.process({ Action: 'payment', Amount: 19_900, Crn1: 'refunded', CardDetails: card() });
  await followUp('refund', paid, 5_000, 'refunded');
  const wrong = await shop.process({ Action: 'payment', Amount: 19_900, Crn1: 'reversed', CardDetails: card() });
  await followUp('reversal', wrong, 19_900, 'reversed');
  const stored = await shop.process({
    Action: 'payment',
    Amount: 100,
    Crn1: 'first visit',
    StoreCard: true,
    TokenisationMode: 3,
    CardDetails: card(),
  });
  const CardDetails = { CardNumber: stored.DVToken, ExpiryDate: '0530' };
  await shop.process({ Action: 'payment', Amount: 19_900, Crn1: 'saved card', CardDetails });
  await shop.payWithKey('hook', 'Jane Citizen', {}, { WebHookUrl: brokenHook });
  office.sandbox.control.setAvailability('answer_lost');
  await expect(office.pay({ Crn1: 'lost', MerchantReference: 'attempt 1' })).rejects.toThrow();
  office.sandbox.control.setAvailability('normal');
  expect((await shop.search('attempt 1')).TxnRespList).toHaveLength(1);
  await office.sandbox.control.webhooksSettled();
  return [
    {
      text: 'approved',
      clicks: 1,
      why: 'The bank approved it.',
      steps: ['Process a transaction', 'Payment of $199.00'],
    },
    // By the last digits of the card.
    { text: VISA.number.slice(-4), clicks: 1, why: 'There is not enough money on the card.', steps: [/Code 51/] },
    { text: declined.ReceiptNumber, clicks: 1, why: 'There is not enough money on the card.', steps: [/Code 51/] },
    {
      text: 'bank check',
      clicks: 1,
      why: 'The shopper did not pass 3-D Secure',
      steps: ['Make an AuthKey for a payment', /Not authenticated/],
    },
    {
      text: 'review',
      clicks: 1,
      why: 'the fraud screening asks for a review',
      steps: [/Fraud screening: ?CHALLENGE/],
    },
    { text: 'captured', clicks: 2, why: '', steps: [/Pre-authorisation of \$199.00/, /Capture of \$199.00/] },
    { text: 'refunded', clicks: 2, why: '', steps: [/Payment of \$199.00/, /Refund of \$50.00/] },
    { text: 'reversed', clicks: 2, why: '', steps: [/Payment of \$199.00/, /Reversal of \$199.00/] },
    { text: 'saved card', clicks: 1, why: 'The bank approved it.', steps: [/Paid with the saved card 599999…\d{3}/] },
    { text: 'hook', clicks: 1, why: '', steps: ['the shop did not answer with 2xx (HTTP 503)'] },
    { text: 'attempt 1', clicks: 1, why: '', steps: ['By a scenario: the answer was lost', 'Search transactions'] },
  ];
}

function card(): object {
  return { CardNumber: CARD.CardNumber, ExpiryDate: '0530', CardHolderName: 'Jane Citizen', Cvn: '123' };
}

async function find(office: Office, text: string): Promise<void> {
  const box = office.page.getByRole('searchbox', { name: 'Order, name, amount or number' });
  await box.fill(text);
  await box.press('Enter');
}

test('from an order, a receipt or a card to what happened and why: ten cases, each in at most two clicks', async ({
  page,
  office,
}) => {
  const broken = await startBrokenShop();
  const cases = await makeCases(office, broken.url);
  await office.open('');
  const happened = page.getByRole('region', { name: 'What happened' });
  for (const { text, clicks, why, steps } of cases) {
    await find(office, text);
    if (clicks === 2) await page.getByRole('list', { name: 'Payments' }).getByRole('link').last().click();
    await expect(happened, text).toContainText('this transaction');
    await expect(page.locator('.explanation').first(), text).toContainText(why);
    for (const step of steps) await expect(happened, text).toContainText(step);
    await expect(happened).not.toContainText('secret');
    // Away, so that the next case is not the page of this one.
    await office.go('Dashboard');
  }
  broken.close();
});

test('the request log follows calls, filters them, shows hostile text as text, and copies a command', async ({
  page,
  office,
}) => {
  const Crn1 = '<img src=x onerror=alert(1)>';
  await office.open('/calls');
  await expect(page.getByText('No call yet')).toBeVisible();
  await office.pay({ Crn1 });
  const calls = page.getByRole('list', { name: 'Calls' });
  await expect(calls.getByRole('listitem')).toHaveCount(1);
  await fetch(`${office.sandbox.url}/webapi/v3/<b>nothing</b>`);
  await expect(calls.getByRole('listitem')).toHaveCount(2);
  await expect(calls).toContainText('nothing');
  await page.getByLabel('Method or operation').fill('T1');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(calls.getByRole('listitem')).toHaveCount(1);
  await calls.getByRole('link', { name: 'Process a transaction' }).click();
  await expect(page.getByLabel('Request body')).toContainText(`"Crn1": "${Crn1}"`);
  await expect(page.getByLabel('Request body')).toContainText('"Cvn": "•••"');
  await expect(page.getByLabel('Response body')).toContainText('"ResponseCode": "0"');
  await page.getByText('The same with curl').click();
  await expect(page.getByLabel('Command')).toContainText('$FLORIN_AUTH');
  await expect(page.getByLabel('Command')).toContainText('<test card mc-5>');
  await page.getByRole('link', { name: /see what happened/ }).click();
  await page.getByRole('link', { name: 'See the call' }).click();
  await expect(page.getByLabel('Request body')).toContainText(Crn1);
});

for (const { name, width, colorScheme } of WINDOWS) {
  test(`the pages of support are sound on ${name}`, async ({ page, office }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    await office.pay({ Amount: 19_951 });
    await office.pay();
    await office.open('/calls');
    await expect(page.getByRole('list', { name: 'Calls' }).getByRole('listitem')).toHaveCount(2);
    await expectSound(page, 'calls');
    await page.getByRole('link', { name: 'Process a transaction' }).first().click();
    await expect(page.getByLabel('Request body')).toBeVisible();
    await page.getByText('The same with curl').click();
    await expectSound(page, 'call');
    await find(office, 'order 7');
    await expect(page.getByRole('list', { name: 'Payments' }).getByRole('listitem')).toHaveCount(2);
    await expectSound(page, 'find');
    await page.getByRole('list', { name: 'Payments' }).getByRole('link').last().click();
    await expect(page.getByText('There is not enough money on the card.').first()).toBeVisible();
    await expectSound(page, 'timeline');
  });
}
