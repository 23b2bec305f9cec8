import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_CARDS } from '../../src/sandbox/bank/test-cards.js';
import { CARD, RestCaller, type Json } from './rest-caller.js';
import { TARGETS, type ServiceUnderTest } from './service-under-test.js';

const STRANGER = '4111111111111111';

/** Title, members of TxnReq, members of CardDetails, and the outcome. */
const RULES: readonly (readonly [string, object, object, object])[] = [
  ['an amount ending in 00 is approved', { Amount: 12_000 }, {}, { ResponseCode: '0', BankResponseCode: '00' }],
  ['12011 is bank code 11', { Amount: 12_011 }, {}, { ResponseCode: '1', BankResponseCode: '11' }],
  ['10005 is bank code 05', { Amount: 10_005 }, {}, { ResponseCode: '2', BankResponseCode: '05' }],
  ['an amount of 8 is bank code 08, approved', { Amount: 8 }, {}, { ResponseCode: '0', BankResponseCode: '08' }],
  ['10016 is bank code 16, approved', { Amount: 10_016 }, {}, { ResponseCode: '0', BankResponseCode: '16' }],
  ['10051 is response 5', { Amount: 10_051 }, {}, { ResponseCode: '5', BankResponseCode: '51' }],
  ['9945 gives 45', {}, { ExpiryDate: '9945' }, { ResponseCode: '1', BankResponseCode: '45' }],
  ['9900 approves whatever the amount', { Amount: 10_051 }, { ExpiryDate: '9900' }, { BankResponseCode: '00' }],
  ['9954 is expired', {}, { ExpiryDate: '9954' }, { ResponseCode: '4', BankResponseCode: '54' }],
  [
    'month 99 comes before CVN 987',
    {},
    { ExpiryDate: '9900', Cvn: '987' },
    { ResponseCode: '0', CVNResult: { CVNResultCode: 'N' } },
  ],
  ['month 99 comes before amount 11199', { Amount: 11_199 }, { ExpiryDate: '9968' }, { BankResponseCode: '68' }],
  [
    'CVN 987 is 05 for all amounts',
    {},
    { Cvn: '987' },
    { ResponseCode: '2', BankResponseCode: '05', CVNResult: { CVNResultCode: 'N' } },
  ],
  ['CVN 987 comes before the amount', { Amount: 10_051 }, { Cvn: '987' }, { BankResponseCode: '05' }],
  ['CVN 876 gives P', {}, { Cvn: '876' }, { ResponseCode: '0', CVNResult: { CVNResultCode: 'P' } }],
  ['CVN 765 gives U', {}, { Cvn: '765' }, { ResponseCode: '0', CVNResult: { CVNResultCode: 'U' } }],
  ['any other CVN gives M', {}, { Cvn: '1234' }, { CVNResult: { CVNResultCode: 'M' } }],
  ['a past expiry is 4/54', {}, { ExpiryDate: '0226' }, { ResponseCode: '4', BankResponseCode: '54' }],
  ['this month is not past', {}, { ExpiryDate: '0326' }, { ResponseCode: '0' }],
  [
    'another number is 2/14',
    {},
    { CardNumber: STRANGER },
    { ResponseCode: '2', BankResponseCode: '14', CardType: null },
  ],
  ['another number with 9900 is 2/14', {}, { CardNumber: STRANGER, ExpiryDate: '9900' }, { BankResponseCode: '14' }],
  [
    'in live mode the amount has no effect',
    { TestMode: false, Amount: 10_051 },
    {},
    { ResponseCode: '0', IsTestTxn: false },
  ],
  [
    'in live mode the CVN has no effect',
    { TestMode: null },
    { Cvn: '987' },
    { ResponseCode: '0', CVNResult: { CVNResultCode: 'M' } },
  ],
  [
    'in live mode a past expiry is 4/54',
    { TestMode: false },
    { ExpiryDate: '0226' },
    { BankResponseCode: '54', IsTestTxn: false },
  ],
  [
    'in live mode month 99 is a test',
    { TestMode: false },
    { ExpiryDate: '9945' },
    { BankResponseCode: '45', IsTestTxn: true },
  ],
  [
    'the name BANK DOWN is 6',
    { TestMode: false },
    { CardHolderName: 'Bank Down' },
    { ResponseCode: '6', BankResponseCode: null, Currency: null },
  ],
  [
    'the name NO FUNDS is 51',
    { TestMode: false },
    { CardHolderName: 'no funds' },
    { ResponseCode: '5', BankResponseCode: '51' },
  ],
  [
    'the name DO NOT HONOR is 05',
    {},
    { CardHolderName: 'DO NOT HONOR' },
    { ResponseCode: '2', BankResponseCode: '05' },
  ],
];

describe.each(TARGETS)('test mode, $target', ({ open }) => {
  let service: ServiceUnderTest;
  let v3: RestCaller;

  beforeAll(async () => {
    service = await open();
    v3 = new RestCaller(service);
  });
  afterAll(() => service.close());

  it.each(RULES)('%s', async (_, members, card, expected) => {
    const txn = await v3.made({ ...members, CardDetails: { ...CARD, ...card } });
    expect(txn).toMatchObject(expected);
    const text = { '0': 'Approved', '6': 'Error communicating with bank' }[txn.ResponseCode as string] ?? 'Declined';
    expect(txn.ResponseText).toBe(text);
  });

  it.each(TEST_CARDS.map((card) => [card.name, card] as const))('accepts the test card %s', async (_, card) => {
    const txn = await v3.made({ CardDetails: { ...CARD, CardNumber: card.pan } });
    const MaskedCardNumber = `${card.pan.slice(0, 6)}...${card.pan.slice(-3)}`;
    expect(txn).toMatchObject({ ResponseCode: '0', CardType: card.cardType, CardDetails: { MaskedCardNumber } });
  });

  it('stores nothing of an unknown number', async () => {
    const txn = await v3.made({ CardDetails: { ...CARD, CardNumber: STRANGER } });
    const { TxnResp } = await v3.get(txn.TxnNumber);
    expect(TxnResp.CardDetails).toEqual({
      CardHolderName: null,
      Category: null,
      ExpiryDate: null,
      Issuer: null,
      IssuerCountryCode: null,
      Localisation: null,
      MaskedCardNumber: null,
      SubType: null,
    });
  });

  it.each([
    ['refund', 'payment'],
    ['reversal', 'payment'],
    ['capture', 'preauth'],
  ])('a %s uses the original’s expiry: with 99YY the year decides', async (Action, first) => {
    const approved = await v3.made({ Action: first, Amount: 10_051, CardDetails: { ...CARD, ExpiryDate: '9900' } });
    expect(approved.ResponseCode).toBe('0');
    const txn = await v3.follow(Action, approved, 10_051, { TestMode: null });
    expect(txn).toMatchObject({ ResponseCode: '0', BankResponseCode: '00', IsTestTxn: true });
  });

  it('a follow-up of a test transaction is always a test transaction', async () => {
    const payment = await v3.made({ Amount: 20_000 });
    expect(await v3.follow('refund', payment, 10_005, { TestMode: null })).toMatchObject({
      BankResponseCode: '05',
      IsTestTxn: true,
    });
  });

  it('amount 11199 is delayed by about 50 seconds of the sandbox’s clock, and stored at once', async () => {
    let answer: Json;
    const late = v3.process({ Amount: 11_199, Crn1: 'late' }).then((value) => (answer = value));
    await expect.poll(async () => (await v3.search({ Crn1: 'late' })).TxnRespList.length).toBe(1);
    await service.control.advanceClock(49);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(answer).toBeUndefined();
    await service.control.advanceClock(1);
    await late;
    expect(answer.TxnResp).toMatchObject({ ResponseCode: '3', BankResponseCode: '68', ResponseText: 'Declined' });
  });

  it('the name SLOW answers 8 seconds late, approved', async () => {
    const late = v3.process({ Crn1: 'slow', CardDetails: { ...CARD, CardHolderName: 'SLOW' } });
    await expect.poll(async () => (await v3.search({ Crn1: 'slow' })).TxnRespList.length).toBe(1);
    await service.control.advanceClock(8);
    expect((await late).TxnResp.ResponseCode).toBe('0');
  });

  it('accepts the test cards of its configuration', async () => {
    const extra = { ...TEST_CARDS[0]!, id: 'own', pan: STRANGER, cardType: 'VC' as const };
    const own = await open({ settings: { extraTestCards: [extra] } });
    const txn = await new RestCaller(own).made({ TestMode: false, CardDetails: { ...CARD, CardNumber: STRANGER } });
    expect(txn).toMatchObject({ ResponseCode: '0', CardType: 'VC' });
    await own.close();
  });
});
