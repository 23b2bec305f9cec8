/** docs/recipes/several-merchants.md: an order number of two shops in one process, each paid by its own merchant. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { createRestClient } from '../../src/service/index.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { findFreePort } from '../support/free-port.js';
import { waitForOutput } from '../support/process-output.js';
import { readRecipe, writeRecipe, type RecipeFolder } from './recipe.js';

const WINE = { number: '5353109000000001', shortName: 'WINE', name: 'Wine Shop' };
const SECRETS = {
  BOOKS_PASSWORD: 'Demo-Password-1',
  WINE_PASSWORD: 'Wine-Password-1',
  FLORIN_SECRET: 'a secret of both shops, for tests only, long enough',
};

let service: Service;
let folder: RecipeFolder;
let url = '';

beforeAll(async () => {
  service = await startService();
  const users = [{ username: 'wine-api', password: SECRETS.WINE_PASSWORD, permissions: ['API' as const] }];
  await service.control.addMerchants([{ ...DEMO_MERCHANT, ...WINE, users }]);
  folder = writeRecipe(readRecipe('several-merchants'), service.url);
  const env = { ...SECRETS, PORT: String(await findFreePort()) };
  [, url = ''] = await waitForOutput(folder.start(process.execPath, ['merchants.js'], env), /shops at (\S+)\n/);
}, 60_000);
afterAll(async () => {
  folder.remove();
  await service.close();
});

async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const accounts = {
  books: { merchantNumber: DEMO_MERCHANT.number, username: 'demo-api', password: SECRETS.BOOKS_PASSWORD },
  wine: { merchantNumber: WINE.number, username: 'wine-api', password: SECRETS.WINE_PASSWORD },
};
const paidAt = (name: keyof typeof accounts) =>
  createRestClient({ baseUrl: service.url, version: 'v3', ...accounts[name] }).searchTransactions({ Crn1: '1042' });
const pageOf = async (shop: string) => (await fetch(`${url}/${shop}/orders/1042`)).text();

describe('an order number of two shops', { timeout: 30_000 }, () => {
  it('is paid in each by its own merchant', async () => {
    const books = await post('books/pay/authkey', { order: '1042' });
    const wine = await post('wine/pay/authkey', { order: '1042' });
    expect([books.body['amount'], wine.body['amount']]).toMatchObject([{ minor: 19900 }, { minor: 4500 }]);

    const { ResultKey } = await service.pay(String(wine.body['authKey']));
    // A page of the other shop gets nothing for it.
    const stolen = await post('books/pay/result', { claim: wine.body['claim'], resultKey: ResultKey });
    expect(stolen).toMatchObject({ status: 403, body: { error: { code: 'claim_refused' } } });
    const result = await post('wine/pay/result', { claim: wine.body['claim'], resultKey: ResultKey });
    expect(result.body).toMatchObject({ status: 'approved', receipt: { amount: { minor: 4500 } } });

    const [txn] = await paidAt('wine');
    expect(await pageOf('wine')).toBe(`Paid by ${txn?.TxnNumber}`);
    expect([await pageOf('books'), await paidAt('books')]).toEqual(['Paid by nobody', []]);

    const own = await service.pay(String(books.body['authKey']));
    await post('books/pay/result', { claim: books.body['claim'], resultKey: own.ResultKey });
    const [other] = await paidAt('books');
    expect(other).toMatchObject({ Amount: 19900, ResponseCode: '0' });
    expect(await pageOf('books')).toBe(`Paid by ${other?.TxnNumber}`);
  });
});
