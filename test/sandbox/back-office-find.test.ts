/** The search for support, and the filter by card holder. docs/guides/back-office.md "Find a payment". */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MANAGER, OfficeCaller } from './office-caller.js';
import { batchFile, detail } from './soap/file-caller.js';

const PAN = '5123456789012346';

let office: OfficeCaller;
beforeEach(async () => {
  office = await OfficeCaller.open();
  await office.signIn(MANAGER);
});
afterEach(() => office.sandbox.close());

const rest = (path: string, body?: object) => office.rest('demo-api', 'Demo-Password-1', path, body);
async function createKey(by: OfficeCaller): Promise<string> {
  const ProcessTxnData = { Action: 'payment', TestMode: true, Amount: 10_000, Currency: 'AUD' };
  return (await by.rest('demo-api', 'Demo-Password-1', '/txns/processtxnauthkey', { ProcessTxnData })).AuthKey;
}

async function payByKey(by: OfficeCaller): Promise<string> {
  const AuthKey = await createKey(by);
  const CardDetails = { CardNumber: PAN, ExpiryDateMonth: '05', ExpiryDateYear: '30', Cvn: '123' };
  await by.rest('demo-api', 'Demo-Password-1', `/txns/withauthkey/${AuthKey}`, { TxnReq: { CardDetails } });
  return AuthKey;
}

const find = async (text: string, page: object = {}) =>
  (await office.call('POST /support/search', { text, ...page })).body;

async function found(text: string): Promise<readonly string[]> {
  const answer = await find(text);
  expect(answer, text).toHaveProperty('total');
  return answer.transactions.map(({ txnNumber }: { txnNumber: string }) => txnNumber);
}

describe('the search of support', () => {
  it('finds a payment by its references, its numbers, its card, its holder, its e-mail address and its amount', async () => {
    const txnNumber = await office.pay({
      ...{ Crn1: 'order 7', Crn2: 'two', Crn3: 'three', MerchantReference: 'basket 9', Amount: 123_400 },
      ...{ EmailAddress: 'Kim.Ng@shop.example', StoreCard: true, TokenisationMode: 3 },
      CardDetails: { CardNumber: PAN, ExpiryDate: '0530', CardHolderName: 'Đào Ng <b>', Cvn: '123' },
    });
    await office.pay({
      Crn1: 'other',
      Amount: 700,
      CardDetails: { CardNumber: '4987654321098769', ExpiryDate: '0530', CardHolderName: 'Li 100%_', Cvn: '123' },
    });
    const { TxnResp } = await rest(`/txns/${txnNumber}`);
    const { ReceiptNumber, RRN, AuthoriseId, DVToken } = TxnResp;
    const texts = [
      ...['order 7', 'two', 'three', 'basket 9', txnNumber, ReceiptNumber, RRN, AuthoriseId],
      ...['2346', '…346', '•••• 2346', '512345...346', '512345••••••2346', PAN, '5123 4567 8901 2346', `${PAN} 123`],
      ...['ng <B>', 'kim.ng@SHOP', '1234.00', '$1,234.00', 'AUD 1234.00', '1,234.00 aud'],
      ...[DVToken, `599999…${String(DVToken).slice(-3)}`],
    ];
    for (const text of texts) expect(await found(text), text).toEqual([txnNumber]);
    for (const text of [
      '347',
      'nobody',
      '1234.0',
      'USD 1234.00',
      '5999990000000001',
      '_',
      '%',
      'order%',
      '\\',
      "' or 1=1",
    ]) {
      expect(await found(text), text).toEqual([]);
    }
    expect(await found('i 100%_')).toHaveLength(1);
    expect((await office.call('POST /support/search', { text: ' ' })).status).toBe(400);
  });

  it('finds a payment by its AuthKey, and the calls of a key without a payment', async () => {
    const [used, unused] = [await payByKey(office), await createKey(office)];
    expect(await find(used.toUpperCase())).toMatchObject({
      total: 1,
      calls: [{ operation: 'T5' }, { operation: 'T4' }],
    });
    expect(await find(unused)).toMatchObject({ total: 0, calls: [{ operation: 'T4' }] });
  });

  it('finds the batch by its file or its number, and the calls of a refused order', async () => {
    const { id } = (await office.call('POST /batches', { filename: 'may.csv', content: batchFile([detail()]) })).body;
    expect(await find('MAY')).toMatchObject({ batches: [{ id, filename: 'may.csv' }] });
    expect(await find(id)).toMatchObject({ batches: [{ id }] });
    await rest('/txns/', { TxnReq: { Action: 'payment', TestMode: true, Amount: -1, Crn1: 'order 8' } });
    expect(await find('order 8')).toMatchObject({ total: 0, batches: [], calls: [{ code: '110' }] });
  });

  it('counts all hits and gives them in pages, which stay in place', async () => {
    for (let payment = 0; payment < 53; payment += 1) await office.pay();
    const first = await find('jane');
    expect(first).toMatchObject({ total: 53, offset: 0, hasMoreCalls: false });
    expect(first.transactions).toHaveLength(50);
    await office.pay();
    const second = await find('jane', { offset: 50, upTo: first.upTo });
    expect(second.total).toBe(53);
    const all = [...first.transactions, ...second.transactions].map(({ txnNumber }) => Number(txnNumber));
    expect(all).toEqual(Array.from({ length: 53 }, (_each, index) => 10_053 - index));
    expect((await find('order 7')).hasMoreCalls).toBe(true);
    expect(await find('jane', { offset: 100, upTo: first.upTo })).toMatchObject({ total: 53, transactions: [] });
  });

  it('does not search a card number as it is, and logs none', async () => {
    await rest('/txns/', { TxnReq: { Action: 'payment', TestMode: true, Amount: 100, Crn1: '512345...346' } });
    expect((await find(PAN)).calls).toMatchObject([{ operation: 'T1' }]);
  });

  it('finds nothing of another merchant', async () => {
    const two = await OfficeCaller.openTwo();
    await two.office.pay();
    const AuthKey = await payByKey(two.office);
    for (const text of ['order 7', 'jane', '100', '10001', '346', AuthKey]) {
      const { body } = await two.stranger.call('POST /support/search', { text, upTo: 99_999 });
      expect(body, text).toMatchObject({ total: 0, transactions: [], calls: [] });
    }
    await two.office.sandbox.close();
  });
});

it('the list has a filter by card holder, also in its file', async () => {
  await office.pay();
  const CardDetails = { CardNumber: PAN, ExpiryDate: '0530', CardHolderName: '=Kim <i>', Cvn: '123' };
  await office.pay({ CardDetails });
  const list = (search: object) => office.call('POST /transactions/search', { search });
  expect((await list({ CardHolderName: 'kim <I' })).body).toMatchObject({
    total: 1,
    transactions: [{ txnNumber: '10002' }],
  });
  expect((await list({ CardHolderName: 'kim', Crn1: 'other' })).body.total).toBe(0);
  expect((await list({ CardHolderName: 'x'.repeat(101) })).status).toBe(400);
  expect((await list({ CardHolderName: { a: 1 } })).status).toBe(400);
  const query = new URLSearchParams({ list: JSON.stringify({ search: { CardHolderName: 'kim' } }) });
  const { body } = await office.send('GET', `/transactions.csv?${query.toString()}`);
  expect(String(body).trim().split('\n')).toHaveLength(2);
});
