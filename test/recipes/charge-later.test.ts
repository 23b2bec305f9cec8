/** docs/recipes/charge-later.md and preauth-and-refunds.md: their files against the sandbox. */
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRestClient, type PaymentReq, type RestClient } from '../../src/service/index.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { readRecipe, writeRecipe, type RecipeFolder } from './recipe.js';

/** Calls one function of a recipe's file, as a shop's own code does. */
const CALL = `
  const [file, name, ...words] = JSON.parse(process.env.CALL);
  try {
    console.log(JSON.stringify((await (await import(file))[name](...words)) ?? null));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
  }
`;

let service: Service;
let client: RestClient;
let shop: RecipeFolder;

beforeAll(async () => {
  service = await startService();
  client = createRestClient({ ...service.accountAt(service.url), version: 'v3' });
  const files = readRecipe('once', 'subscriptions', 'charge-later', 'preauth-and-refunds');
  shop = writeRecipe({ ...files, 'call.js': CALL }, service.url);
}, 60_000);
afterEach(() => service.control.clearFaults());
afterAll(async () => {
  shop.remove();
  await service.close();
});

async function call(...words: readonly unknown[]): Promise<unknown> {
  const { out, err } = await shop.run('call.js', { CALL: JSON.stringify(words) });
  expect(err).toBe('');
  return JSON.parse(out) as unknown;
}
const withDatabase = (sql: string, ...values: readonly string[]) => {
  const database = new DatabaseSync(join(shop.path, 'shop.sqlite'), { timeout: 5000 });
  database.prepare(sql).run(...values);
  database.close();
};
const CARD = { CardNumber: '4987654321098769', ExpiryDate: '0539' };

describe('a charge that was ordered later', { timeout: 60_000 }, () => {
  it('is made once, by the job, with the card that was saved', async () => {
    const { DVToken = '' } = await client.addToken({ CardDetails: CARD, Crn1: 'customer 1' });
    await call('./ship.js', 'chargeLater', 'order 9', 'customer 1', 5500);
    withDatabase('INSERT INTO card VALUES (?, ?)', 'customer 1', String(DVToken));
    await call('./ship.js', 'chargeLater', 'order 9', 'customer 1', 5500);
    expect(await shop.run('charge.js')).toMatchObject({ out: 'order 9 try 1: paid\n', err: '' });
    await call('./ship.js', 'chargeLater', 'order 9', 'customer 1', 5500);
    expect(await shop.run('charge.js')).toMatchObject({ out: '', err: '' });
    expect(await call('./ship.js', 'stateOf', 'order 9')).toBe('paid');
    const found = await client.searchTransactions({ MerchantReference: 'order 9 try 1' });
    expect(found).toMatchObject([{ ResponseCode: '0', Amount: 5500, SubType: 'single' }]);
  });

  it('is neither paid nor declined while the service does not know the bank’s answer', async () => {
    const CardDetails = { ...CARD, CardHolderName: 'BANK DOWN' };
    const { DVToken = '' } = await client.addToken({ CardDetails, Crn1: 'customer 2' });
    await call('./ship.js', 'chargeLater', 'order 10', 'customer 2', 5500);
    withDatabase('INSERT INTO card VALUES (?, ?)', 'customer 2', String(DVToken));
    for (let runs = 0; runs < 2; runs += 1) {
      expect((await shop.run('charge.js')).err).toBe('order 10 try 1: the outcome is not known yet\n');
      withDatabase("UPDATE sent SET at = at - 1000 WHERE reference = 'order 10 try 1'");
    }
    expect(await call('./ship.js', 'stateOf', 'order 10')).toBe('due');
    expect(await client.searchTransactions({ MerchantReference: 'order 10 try 1' })).toHaveLength(1);
  });
});

describe('a preauth', { timeout: 60_000 }, () => {
  const reserve = async (name: string) => {
    const terms: PaymentReq = {
      ...{ Action: 'preauth', Amount: 20_000, Currency: 'AUD', TestMode: true },
      ...{ CardDetails: CARD, Crn1: name, MerchantReference: name },
    };
    return { name, preauth: (await client.processTransaction(terms)).TxnNumber };
  };
  const made = async (reference: string) => client.searchTransactions({ MerchantReference: reference });

  it('is captured in a part, once, and refunded in parts up to that', async () => {
    const order = await reserve('order 1');
    const taken = await call('./follow-ups.js', 'takeMoney', order, 15_000);
    expect(await call('./follow-ups.js', 'takeMoney', order, 15_000)).toBe(taken);
    expect(await call('./follow-ups.js', 'takeMoney', order, 5000)).toEqual({
      error: 'order 1 capture was made before, with the amount 15000',
    });
    const shipped = { ...order, capture: taken };
    const first = await call('./follow-ups.js', 'giveBack', shipped, 1, 4000);
    expect(await call('./follow-ups.js', 'giveBack', shipped, 1, 4000)).toBe(first);
    expect(await call('./follow-ups.js', 'giveBack', shipped, 2, 4000)).not.toBe(first);
    expect(await call('./follow-ups.js', 'giveBack', shipped, 3, 8000)).toEqual({
      error: 'order 1 refund 3: Only $70.00 available for refund',
    });
    expect(await made('order 1 refund 1')).toMatchObject([{ Action: 'refund', Amount: 4000, ResponseCode: '0' }]);
  });

  it('is refunded once if the answer is lost', async () => {
    const order = await reserve('order 2');
    const shipped = { ...order, capture: await call('./follow-ups.js', 'takeMoney', order, 15_000) };
    service.control.addFault({ operation: 'T1', kind: 'drop_after', times: 1 });
    expect(await call('./follow-ups.js', 'giveBack', shipped, 1, 4000)).toHaveProperty('error');
    const [{ TxnNumber } = {}] = await made('order 2 refund 1');
    expect(await call('./follow-ups.js', 'giveBack', shipped, 1, 4000)).toBe(TxnNumber);
    expect(await made('order 2 refund 1')).toHaveLength(1);
  });

  it('is refunded later if the request was lost', async () => {
    const order = await reserve('order 3');
    const shipped = { ...order, capture: await call('./follow-ups.js', 'takeMoney', order, 15_000) };
    service.control.addFault({ operation: 'T1', kind: 'drop_before', times: 1 });
    expect(await call('./follow-ups.js', 'giveBack', shipped, 1, 4000)).toHaveProperty('error');
    expect(await call('./follow-ups.js', 'giveBack', shipped, 1, 4000)).toEqual({
      error: 'the outcome is not known yet',
    });
    withDatabase('UPDATE sent SET at = at - 1000 WHERE reference = ?', 'order 3 refund 1');
    await Promise.all([1, 2].map(() => call('./follow-ups.js', 'giveBack', shipped, 1, 4000)));
    expect(await made('order 3 refund 1')).toHaveLength(1);
  });
});
