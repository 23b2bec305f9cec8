import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSearch } from '../../src/backoffice/transaction-filters.js';
import { txnSearchInput } from '../../src/wire/rest/search-input.js';
import { CARD, RestCaller, type Json } from './rest-caller.js';
import { TARGETS, type ServiceUnderTest } from './service-under-test.js';

const DAY = 86_400;

const EVERY_WAY = TARGETS.flatMap((target) => (['v2', 'v3'] as const).map((version) => ({ ...target, version })));

describe.each(EVERY_WAY)('T3, search, $version, $target', ({ open, version }) => {
  let service: ServiceUnderTest;
  let api: RestCaller;
  let payment: Json;

  beforeAll(async () => {
    service = await open();
    api = new RestCaller(service, version);
    payment = await api.made({ Amount: 10_000, BillerCode: 'B7', Crn2: 'c2', Crn3: 'c3', MerchantReference: 'ref' });
    await service.control.advanceClock(DAY);
    await api.made({
      Amount: 5_051,
      Currency: 'NZD',
      CardDetails: { ...CARD, CardNumber: '4987654321098769', ExpiryDate: '0631' },
    });
    await service.control.advanceClock(DAY);
    await api.follow('refund', payment, 4_000, { Crn1: 'refund' });
    await api.submit(await api.key({ Crn1: 'browser' }));
  });
  afterAll(() => service.close());

  const found = async (input: object): Promise<string[]> =>
    (await api.search(input)).TxnRespList.map((txn: Json) => `${txn.Action} ${txn.Amount}`);

  it('returns everything, newest first, without filters', async () => {
    const all = ['payment 19900', 'refund 4000', 'payment 5051', 'payment 10000'];
    expect(await found({})).toEqual(all);
    expect(await found({ Amount: 0, Crn1: '', Crn2: null })).toEqual(all);
  });

  it.each([
    ['Action', { Action: 'refund' }, ['refund 4000']],
    ['Amount', { Amount: 5_051 }, ['payment 5051']],
    ['BankResponseCode', { BankResponseCode: '51' }, ['payment 5051']],
    ['BillerCode', { BillerCode: 'B7' }, ['payment 10000']],
    ['CardType', { CardType: 'VC' }, ['payment 5051']],
    ['Crn1', { Crn1: 'browser' }, ['payment 19900']],
    ['Crn2', { Crn2: 'c2' }, ['payment 10000']],
    ['Crn3', { Crn3: 'c3' }, ['payment 10000']],
    ['Currency', { Currency: 'NZD' }, ['payment 5051']],
    ['ExpiryDate', { ExpiryDate: '0631' }, ['payment 5051']],
    ['MaskedCardNumber', { MaskedCardNumber: '498765...769' }, ['payment 5051']],
    ['MerchantReference', { MerchantReference: 'ref' }, ['payment 10000']],
    ['ResponseCode', { ResponseCode: '5' }, ['payment 5051']],
    ['SettlementDate', { SettlementDate: '20260305' }, ['payment 5051']],
    ['Source', { Source: 'internet' }, ['payment 19900']],
    ['FromDate', { FromDate: '2026-03-05' }, ['payment 19900', 'refund 4000', 'payment 5051']],
    ['FromDate with an offset', { FromDate: '2026-03-05T01:00:00Z', Crn1: 'order 1042' }, ['payment 5051']],
    ['ToDate as a day, to its end', { ToDate: '2026-03-04' }, ['payment 10000']],
    ['ToDate to the second', { ToDate: '2026-03-04T11:59:59' }, []],
    ['both dates', { FromDate: '2026-03-05', ToDate: '2026-03-05' }, ['payment 5051']],
    ['two members', { Action: 'payment', Crn1: 'browser' }, ['payment 19900']],
    ['members of two transactions', { Action: 'refund', Crn1: 'browser' }, []],
    ['a quote', { Crn1: "' or 1=1 --" }, []],
  ])('filters by %s', async (_, input, expected) => {
    expect(await found(input)).toEqual(expected);
  });

  it('filters by the numbers of one transaction', async () => {
    const { AuthoriseId, RRN, ReceiptNumber, TxnNumber } = payment;
    for (const input of [{ AuthoriseId }, { RRN }, { ReceiptNumber }, { TxnNumber }]) {
      expect(await found(input)).toEqual(['payment 10000']);
    }
  });

  it.each<[string, object, string[]]>([
    [
      'all members of one transaction',
      { BillerCode: 'B7', Crn2: 'c2', Crn3: 'c3', MerchantReference: 'ref' },
      ['payment 10000'],
    ],
    ['an amount and its currency', { Amount: 5_051, Currency: 'NZD', CardType: 'VC' }, ['payment 5051']],
    ['an amount and another currency', { Amount: 5_051, Currency: 'AUD' }, []],
    [
      'a range and a card',
      { FromDate: '2026-03-04', ToDate: '2026-03-06', CardType: 'MC', Source: 'api' },
      ['refund 4000', 'payment 10000'],
    ],
    ['a range that ends before it starts', { FromDate: '2026-03-06', ToDate: '2026-03-04' }, []],
    ['an action and a code', { Action: 'payment', ResponseCode: '0', Source: 'internet' }, ['payment 19900']],
    ['a masked number of another card', { MaskedCardNumber: '512345...347' }, []],
    ['a part of a masked number', { MaskedCardNumber: '498765' }, []],
  ])('combines: %s', async (_, input, expected) => {
    expect(await found(input)).toEqual(expected);
  });

  it.each<[string, object, number]>([
    ['Crn1', { Crn1: 'x'.repeat(50) }, 209],
    ['Crn1', { Crn1: 'x'.repeat(51) }, 106],
    ['Crn2', { Crn2: 'x'.repeat(51) }, 107],
    ['Crn3', { Crn3: 'x'.repeat(51) }, 108],
    ['BillerCode', { BillerCode: 'x'.repeat(50) }, 209],
    ['BillerCode', { BillerCode: 'x'.repeat(51) }, 105],
    ['MerchantReference', { MerchantReference: 'x'.repeat(50) }, 209],
    ['MerchantReference', { MerchantReference: 'x'.repeat(51) }, 111],
    ['ReceiptNumber', { ReceiptNumber: '1'.repeat(50) }, 209],
    ['ReceiptNumber', { ReceiptNumber: '1'.repeat(51) }, 120],
    ['MaskedCardNumber', { MaskedCardNumber: 'x'.repeat(12) }, 209],
    ['MaskedCardNumber', { MaskedCardNumber: 'x'.repeat(13) }, 122],
    ['Currency', { Currency: 'XXX' }, 209],
    ['Currency', { Currency: 'AUDX' }, 109],
    ['Currency', { Currency: 'AU' }, 109],
    ['ExpiryDate', { ExpiryDate: '123' }, 114],
    ['ExpiryDate', { ExpiryDate: '12345' }, 114],
    ['SettlementDate', { SettlementDate: '20260304' }, 0],
    ['SettlementDate', { SettlementDate: '202603040' }, 121],
    ['TxnNumber', { TxnNumber: '9'.repeat(15) }, 209],
    ['TxnNumber', { TxnNumber: '9'.repeat(51) }, 118],
    ['Amount', { Amount: -1 }, 110],
    ['Amount', { Amount: 1.5 }, 110],
    ['Action', { Action: 'gift' }, 101],
  ])('limits %s: %o is %i', async (_, input, code) => {
    expect((await api.search(input)).APIResponse.ResponseCode).toBe(code);
  });

  it('returns 209 and an empty list without results', async () => {
    expect(await api.search({ Crn1: 'nobody' })).toEqual({
      APIResponse: { ResponseCode: 209, ResponseText: 'Search returned no results' },
      TxnRespList: [],
    });
  });

  it('answers what T2 answers', async () => {
    const { TxnRespList } = await api.search({ TxnNumber: payment.TxnNumber });
    expect(TxnRespList).toEqual([(await api.get(payment.TxnNumber)).TxnResp]);
  });

  it('covers 18 months without dates, and more with them', async () => {
    const own = await open();
    const caller = new RestCaller(own, version);
    await caller.made();
    await own.control.advanceClock(548 * DAY);
    expect((await caller.search()).TxnRespList).toHaveLength(1);
    await own.control.advanceClock(3 * DAY);
    expect((await caller.search()).TxnRespList).toHaveLength(0);
    expect((await caller.search({ FromDate: '2026-01-01' })).TxnRespList).toHaveLength(1);
    expect((await caller.search({ ToDate: '2030-01-01' })).TxnRespList).toHaveLength(1);
    await own.close();
  });

  it('covers 18 months on the last day of a long month, too', async () => {
    const own = await open();
    const caller = new RestCaller(own, version);
    await own.control.advanceClock((Date.parse('2027-03-01') - Date.parse('2026-03-04')) / 1_000);
    await caller.made();
    await own.control.advanceClock((Date.parse('2028-08-31') - Date.parse('2027-03-01')) / 1_000);
    expect((await caller.search()).TxnRespList).toHaveLength(1);
    await own.close();
  });

  it('takes the last day of the calendar as an end', async () => {
    expect(await found({ FromDate: '2026-01-01', ToDate: '9999-12-31' })).toHaveLength(4);
  });

  it('returns at most 1,000, or the configured number: the newest', async () => {
    const own = await open({ settings: { searchLimit: 3 } });
    const caller = new RestCaller(own, version);
    for (const Amount of [100, 200, 300, 400, 500]) await caller.made({ Amount });
    const { TxnRespList } = await caller.search();
    expect(TxnRespList.map((txn: Json) => txn.Amount)).toEqual([500, 400, 300]);
    await own.close();
  });
});

it('the back office has a field for each member of the search', () => {
  const members = Object.keys(txnSearchInput.shape);
  expect(members.filter((name) => readSearch(`?${name}=1`).search[name] !== '1')).toEqual([]);
});
