/**
 * P76: a page that a machine translates shows the price that is charged, everywhere, and true cards, codes and references. With
 * the real signer and sandbox.
 */
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningFlorin, startFlorin } from '../../src/fixtures/start-florin.js';
import { bundle } from '../channel/bundle.js';
import { CHROMIUM_ARGS } from '../support/chromium-args.mjs';
import { readPage, translatePage } from '../support/translator.js';
import type {} from './elements-page.js';

const MASTERCARD = '5123456789012346';
const AMEX = '345678901234564';
const SURCHARGES = new Map([
  ['MC', 200],
  ['AX', 300],
]);

let priced: RunningFlorin;
let plain: RunningFlorin;
let browser: Browser;
let page: Page;
let orders = 0;

beforeAll(async () => {
  plain = await startFlorin({ hosts: { shop: 'localhost', frame: '127.0.0.1' } });
  priced = await startFlorin({
    signer: {
      surcharge: (_order, cardType) => {
        const minor = SURCHARGES.get(cardType);
        return minor === undefined ? null : { minor, currency: 'AUD' };
      },
    },
  });
  priced.put('/page.js', await bundle('test/promises/elements-page.ts'), { 'content-type': 'text/javascript' });
  browser = await chromium.launch({
    executablePath: process.env['FLORIN_CHROMIUM'] ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGS,
  });
}, 60_000);
afterAll(async () => {
  await browser.close();
  await Promise.all([plain.close(), priced.close()]);
});

beforeEach(async () => {
  await page?.close();
  page = await browser.newPage({ locale: 'en-AU' });
});

const newOrder = () => `4900-translated-${(orders += 1)}`;
const amounts = async () => [...new Set((await page.evaluate(readPage)).match(/\$[\d#.,]*/g))].sort();

async function type(texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, text] of Object.entries(texts)) {
    await page.locator(`#${id}`).fill('');
    await page.locator(`#${id}`).pressSequentially(text);
  }
}

describe.each([
  ['leaves out what it must not translate', true],
  ['wraps everything', false],
])('with a translator that %s', (_how, rewrites) => {
  const translate = () => page.evaluate(translatePage, rewrites);

  it('every price is the current one, through changes of the card, and on the receipt', async () => {
    const order = newOrder();
    priced.put(
      '/shop',
      `<!doctype html><html lang="en-AU"><meta charset="utf-8"><link rel="icon" href="data:,"><body>
      <florin-amount amount="4900"></florin-amount>
      <florin-checkout signer-url="/pay" order="${order}" amount="4900"></florin-checkout>
      <florin-pay-button></florin-pay-button>
      <script>origins = '${priced.origins}'.split(' ')</script><script src="/page.js"></script>`,
    );
    await page.goto(`${priced.url}/shop`);
    await page.locator('florin-pay-button').getByText('Pay $49.00').waitFor();
    await translate();
    expect(await amounts()).toEqual(['$49.00']);

    await type({ number: MASTERCARD });
    await expect.poll(amounts).toEqual(['$2.00', '$49.00', '$51.00']);
    await translate();
    expect(await amounts()).toEqual(['$2.00', '$49.00', '$51.00']);

    await type({ number: AMEX, expiry: '0539', cvn: '1234', name: 'Ada Lovelace' });
    await expect.poll(amounts).toEqual(['$3.00', '$49.00', '$52.00']);
    const button = page.locator('florin-pay-button').getByRole('button');
    expect(await button.innerText()).toContain('$52.00');
    await translate();

    await button.click();
    const receipt = page.locator('florin-receipt');
    await receipt.waitFor();
    await translate();
    expect(await receipt.locator('[part="amount"]').innerText()).toBe('$52.00');
    expect(await receipt.locator('[part="surcharge"]').innerText()).toContain('$3.00');
    for (const text of [order, '•••• 564']) expect(await page.evaluate(readPage)).toContain(text);
    const [transaction] = await priced.transactionsOf(order);
    expect(transaction).toMatchObject({ Amount: 5200 });
  });

  it('another receipt in its place has its own outcome, amount and references', async () => {
    priced.put(
      '/receipt',
      `<!doctype html><html lang="en-AU"><meta charset="utf-8"><link rel="icon" href="data:,"><body><florin-receipt></florin-receipt>
      <script src="/page.js"></script>`,
    );
    await page.goto(`${priced.url}/receipt`);
    const show = (outcome: 'approved' | 'declined', minor: number, order: string) =>
      page.evaluate(
        ([result]) => Object.assign(document.querySelector('florin-receipt')!, { result }),
        [
          {
            status: outcome,
            order,
            receipt: {
              ...{ outcome, order, merchantName: 'Tea Shop', references: [order, 'PO-7'], isTest: true },
              amount: { minor, currency: 'AUD' },
              surcharge: { minor: minor / 100, currency: 'AUD' },
              card: { type: 'MC', lastDigits: order.slice(-3), expiry: '0539' },
              processedAt: '2026-03-01T10:00:00+11:00',
              ...{ receiptNumber: `9${order}`, txnNumber: `7${order}`, authoriseId: `8${order}`, responseText: 'Fine' },
            },
          },
        ],
      );
    await show('approved', 4900, '1042');
    await page.locator('summary').click();
    await translate();
    for (const text of ['$49.00', '$0.49', '1042', 'PO-7', '91042', '71042', '81042', '•••• 042'])
      expect((await page.evaluate(readPage)).split('\n')).toContainEqual(expect.stringContaining(text));

    await show('declined', 5200, '2077');
    await expect.poll(amounts).toEqual(['$0.52', '$52.00']);
    const text = await page.evaluate(readPage);
    for (const each of ['Declined', '2077', '92077', '72077', '82077', '•••• 077']) expect(text).toContain(each);
    expect(text).not.toMatch(/Approved|1042/);
  });
});

describe('with a translator that leaves out what it must not translate', () => {
  const translate = () => page.evaluate(translatePage, true);

  it('a list of saved cards shows the cards that are left', async () => {
    for (const number of [MASTERCARD, AMEX]) {
      plain.put('/save', plain.page('<florin-checkout signer-url="/pay" purpose="save-card"></florin-checkout>'));
      await page.goto(`${plain.url}/save`);
      await type({ number, expiry: '0539', name: 'Ada Lovelace' });
      await page.getByRole('button', { name: 'Save card' }).click();
      await page.getByText('Card saved').waitFor();
    }
    plain.put('/cards', plain.page('<florin-saved-cards signer-url="/pay"></florin-saved-cards>'));
    await page.goto(`${plain.url}/cards`);
    await page.getByText('•••• 564').waitFor();
    await translate();
    await page.getByRole('button', { name: 'Remove', exact: false }).first().click();
    await translate();
    expect(await page.evaluate(readPage)).toContain('Remove American Express •••• 564 for good?');
    await page.locator('.really').click();
    await page.getByText('American Express ending in 564 was removed.').waitFor();
    const digits = (await page.evaluate(readPage)).match(/•••• .*/g);
    expect(digits).toEqual(['•••• 346']);
  });

  it('a frame that asks the shopper shows what the key pays', async () => {
    const order = newOrder();
    plain.put(
      '/framed',
      plain.page(
        `<florin-checkout signer-url="/pay" order="${order}" isolation="frame" frame-src="${plain.frameSrc}"></florin-checkout>`,
      ),
    );
    await page.goto(`${plain.url}/framed`);
    const frame = page.frameLocator('iframe');
    await frame.locator('#number').pressSequentially(MASTERCARD);
    await frame.locator('#what').getByText(order).waitFor();
    await page.frames()[1]!.evaluate(translatePage, true);
    expect(await page.frames()[1]!.evaluate(readPage)).toMatch(/AUD.49\.00/);
    expect(await page.frames()[1]!.evaluate(readPage)).toContain(order);
  });

  it('the signer’s form keeps its price', async () => {
    await page.goto(`${plain.url}/pay/form?order=${newOrder()}`);
    await translate();
    expect(await amounts()).toEqual(['$49.00']);
  });

  it('the hosted page keeps its amount and reference', async () => {
    const order = newOrder();
    plain.put(
      '/away',
      plain.page(`<florin-checkout signer-url="/pay" order="${order}" method="redirect"></florin-checkout>`),
    );
    await page.goto(`${plain.url}/away`);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay $49.00' }).waitFor();
    await translate();
    expect(await amounts()).toEqual(['$49.00']);
    expect(await page.evaluate(readPage)).toContain(order);
  });

  it('the simulated bank’s page keeps amount, card and code', async () => {
    const order = newOrder();
    plain.nextPayment('challenge');
    plain.put(
      '/shop',
      plain.page(`<florin-checkout signer-url="/pay" order="${order}" challenge="redirect"></florin-checkout>`),
    );
    await page.goto(`${plain.url}/shop`);
    await type({ number: MASTERCARD, expiry: '0539', cvn: '123', name: 'Ada Lovelace' });
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('Florin Test Bank').waitFor();
    await translate();
    expect(await amounts()).toEqual(['$49.00']);
    expect((await page.evaluate(readPage)).split('\n')).toEqual(expect.arrayContaining(['346', '123456']));
  });
});
