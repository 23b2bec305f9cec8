/** The flow with the real signer and the real sandbox. The sandbox's own ledger shows the payments. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCheckout } from '../../src/checkout/checkout.js';
import type { Checkout, CheckoutOptions } from '../../src/checkout/contract.js';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { createRestClient } from '../../src/service/rest-client.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { createSigner, type Signer } from '../../src/signer/signer.js';
import { until } from './manual-timers.js';

const ACCOUNT = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };
const SHOP = 'http://shop.localhost';
const VISA = '4987654321098769';

let sandbox: RunningSandbox;
let signer: Signer;
let open: Checkout[];
let amount: number;
/** What happens to a submission on its way; the network by default. */
let onTheWay: (send: () => Promise<Response>) => Promise<Response>;

beforeEach(async () => {
  sandbox = await startSandbox({ log: () => {} });
  amount = 19900;
  signer = createSigner({
    service: { baseUrl: sandbox.url, ...ACCOUNT },
    store: createMemoryStore(),
    secret: 'a secret of more than thirty-two characters',
    publicUrl: `${SHOP}/pay`,
    merchantName: 'Demo Shop',
    onPaid: () => undefined,
    priceOrder: (_request, order) => ({
      order,
      amount: { minor: amount, currency: 'AUD' },
      crn1: order,
      testMode: true,
    }),
    rateLimit: false,
    log: () => {},
  });
  onTheWay = (send) => send();
  open = [];
});
afterEach(async () => {
  for (const checkout of open) checkout.dispose();
  await sandbox.close();
});

/** A browser: calls to the shop go to the signer, all others over the network. */
const browserFetch: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : input.toString();
  if (!url.startsWith(SHOP)) return onTheWay(() => fetch(url, init));
  const headers = { ...(init?.headers as Record<string, string>), 'sec-fetch-site': 'same-origin', origin: SHOP };
  return signer.fetch(new Request(url, { method: 'POST', headers, body: init?.body as string }));
};

function start(order: string, storage = new Map<string, string>(), more: Partial<CheckoutOptions> = {}): Checkout {
  const checkout = createCheckout({
    signerUrl: `${SHOP}/pay`,
    order,
    fetch: browserFetch,
    storage: { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => void storage.set(key, value) },
    ...more,
  });
  open.push(checkout);
  return checkout;
}

const card = (changes = {}) => ({
  number: VISA,
  expiryMonth: '05',
  expiryYear: '39',
  cvn: '123',
  holderName: 'Ada Lovelace',
  ...changes,
});

/** Approved transactions of an order in the sandbox's ledger. */
async function paymentsOf(order: string): Promise<number> {
  const client = createRestClient({ baseUrl: sandbox.url, version: 'v3', ...ACCOUNT });
  const found = await client.searchTransactions({ Crn1: order });
  return found.filter((txn) => txn.ResponseCode === '0').length;
}

describe('with signer and sandbox', () => {
  it('pays once and shows the receipt of the service', async () => {
    const checkout = start('A1');
    const state = await checkout.submit(card());
    expect(state).toMatchObject({
      status: 'approved',
      result: { receipt: { amount: { minor: 19900, currency: 'AUD' }, card: { lastDigits: '769' } } },
    });
    expect(await paymentsOf('A1')).toBe(1);
  });

  it('goes from a decline to an approval with another card', async () => {
    amount = 19951;
    const checkout = start('A2');
    const declined = await checkout.submit(card());
    expect(declined.status).toBe('declined');
    const again = await checkout.submit(card({ expiryMonth: '99', expiryYear: '00' }));
    expect(again.status).toBe('approved');
    expect(await paymentsOf('A2')).toBe(1);
  });

  it('shows a field error and pays with the same key', async () => {
    const checkout = start('A3');
    const refused = await checkout.submit(card({ cvn: '12' }));
    expect(refused).toMatchObject({ status: 'ready', refusedField: 'cvn' });
    expect((await checkout.submit(card())).status).toBe('approved');
    expect(await paymentsOf('A3')).toBe(1);
  });

  it('finds the payment whose answer was lost', async () => {
    onTheWay = async (send) => {
      await send();
      throw new TypeError('connection reset');
    };
    const checkout = start('A4');
    expect((await checkout.submit(card())).status).toBe('unknown');
    await until(() => checkout.state.status === 'approved', 'approved');
    expect(await paymentsOf('A4')).toBe(1);
  });

  it('finds it after a reload, too', async () => {
    onTheWay = async (send) => {
      await send();
      throw new TypeError('connection reset');
    };
    const storage = new Map<string, string>();
    const before = start('A5', storage);
    await before.submit(card());
    before.dispose();
    const after = start('A5', storage);
    after.resume();
    expect(after.state.status).toBe('unknown');
    await until(() => after.state.status === 'approved', 'approved');
    expect(await paymentsOf('A5')).toBe(1);
  });

  it('pays once from two tabs that pay at the same time', async () => {
    const tabs = [start('A6'), start('A6')];
    await Promise.all(tabs.map((tab) => tab.submit(card())));
    await until(() => tabs.every((tab) => tab.state.status === 'approved'), 'both approved');
    expect(await paymentsOf('A6')).toBe(1);
  });

  it('pays once when a request arrives twice', async () => {
    onTheWay = async (send) => {
      await send();
      return send();
    };
    const checkout = start('A7');
    await checkout.submit(card());
    await until(() => checkout.state.status === 'approved', 'approved');
    expect(await paymentsOf('A7')).toBe(1);
  });

  it('says that the service is down, and pays when it is back', async () => {
    sandbox.control.setUnavailable(true);
    const checkout = start('A8');
    const down = await checkout.submit(card());
    expect(down).toMatchObject({ status: 'idle', error: { code: 'service_unreachable' } });
    sandbox.control.setUnavailable(false);
    expect((await checkout.submit(card())).status).toBe('approved');
  });

  it('never shows a receipt for an order of another shopper', async () => {
    const storage = new Map([[`florin:${SHOP}/pay A9`, JSON.stringify({ claim: 'forged', submittedAt: Date.now() })]]);
    const checkout = start('A9', storage);
    checkout.resume();
    await until(() => checkout.state.error !== undefined, 'a refusal');
    expect(checkout.state).toMatchObject({ status: 'unknown', error: { code: 'claim_refused' } });
  });
});
