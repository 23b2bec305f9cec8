import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_CODES, type ApiCode } from '../../src/wire/codes.js';
import { CARD, RestCaller } from './rest-caller.js';
import { TARGETS, type ServiceUnderTest } from './service-under-test.js';

const LONG = 'x'.repeat(51);

/** Title, members of TxnReq, code. */
const SERVER: readonly (readonly [string, object, ApiCode])[] = [
  ['AmountOriginal negative', { AmountOriginal: -1 }, 100],
  ['AmountOriginal as text', { AmountOriginal: '5' }, 100],
  ['Action absent', { Action: null }, 101],
  ['Action unknown', { Action: 'pay' }, 101],
  ['Action in capitals', { Action: 'PAYMENT' }, 101],
  ['Action that is a property of every object', { Action: 'constructor' }, 101],
  ['Action as number', { Action: 1 }, 101],
  ['Action that cannot become text', { Action: { toString: 1 } }, 101],
  ['Type unknown', { Type: 'web' }, 102],
  ['SubType unknown', { SubType: 'twice' }, 103],
  ['BillerCode of 51', { BillerCode: LONG }, 105],
  ['Crn1 of 51', { Crn1: LONG }, 106],
  ['Crn1 as number', { Crn1: 1042 }, 106],
  ['Crn2 of 51', { Crn2: LONG }, 107],
  ['Crn3 of 51', { Crn3: LONG }, 108],
  ['Currency of two letters', { Currency: 'AU' }, 109],
  ['Currency in small letters', { Currency: 'aud' }, 109],
  ['Currency that the merchant does not have', { Currency: 'EUR' }, 109],
  ['Amount absent', { Amount: null }, 110],
  ['Amount negative', { Amount: -1 }, 110],
  ['Amount 0 of a payment', { Amount: 0 }, 110],
  ['Amount fractional', { Amount: 1.5 }, 110],
  ['Amount as text', { Amount: '19900' }, 110],
  ['Amount of 2^53', { Amount: 2 ** 53 }, 110],
  ['Amount of 1e21', { Amount: 1e21 }, 110],
  ['Amount as list', { Amount: [1] }, 110],
  ['Amount of a card check', { Action: 'verify_only', Amount: 1 }, 110],
  ['MerchantReference of 51', { MerchantReference: LONG }, 111],
  ['CardDetails absent', { CardDetails: null }, 112],
  ['CardDetails as text', { CardDetails: 'card' }, 112],
  ['CardNumber absent', { CardDetails: { ...CARD, CardNumber: null } }, 112],
  ['CardNumber empty', { CardDetails: { ...CARD, CardNumber: '' } }, 112],
  ['CardNumber as number', { CardDetails: { ...CARD, CardNumber: 5123456789012346 } }, 112],
  ['CardNumber that fails Luhn', { CardDetails: { ...CARD, CardNumber: '5123456789012345' } }, 112],
  ['CardNumber of 9 digits', { CardDetails: { ...CARD, CardNumber: '512345678' } }, 112],
  ['CardNumber of 20 digits', { CardDetails: { ...CARD, CardNumber: '51234567890123456780' } }, 112],
  ['CardNumber with letters', { CardDetails: { ...CARD, CardNumber: '5123456789012346x' } }, 112],
  ['CardHolderName of 51', { CardDetails: { ...CARD, CardHolderName: LONG } }, 113],
  ['ExpiryDate absent', { CardDetails: { ...CARD, ExpiryDate: null } }, 114],
  ['ExpiryDate 1330', { CardDetails: { ...CARD, ExpiryDate: '1330' } }, 114],
  ['ExpiryDate 0030', { CardDetails: { ...CARD, ExpiryDate: '0030' } }, 114],
  ['ExpiryDate 530', { CardDetails: { ...CARD, ExpiryDate: '530' } }, 114],
  ['ExpiryDate 052030', { CardDetails: { ...CARD, ExpiryDate: '052030' } }, 114],
  ['ExpiryDate 05/30', { CardDetails: { ...CARD, ExpiryDate: '05/30' } }, 114],
  ['Cvn of 2', { CardDetails: { ...CARD, Cvn: '12' } }, 115],
  ['Cvn of 5', { CardDetails: { ...CARD, Cvn: '12345' } }, 115],
  ['Cvn with letters', { CardDetails: { ...CARD, Cvn: 'abc' } }, 115],
  ['Cvn as number', { CardDetails: { ...CARD, Cvn: 123 } }, 115],
  ['OriginalTxnNumber absent', { Action: 'refund', OriginalTxnNumber: null }, 119],
  ['OriginalTxnNumber of 51', { Action: 'refund', OriginalTxnNumber: '1'.repeat(51) }, 119],
  ['EmailAddress of 251', { EmailAddress: `${'x'.repeat(248)}@ab` }, 127],
  ['EmailAddress without @', { EmailAddress: 'jane' }, 127],
  ['StoreCard as number', { StoreCard: 1 }, 128],
  ['AmountSurcharge negative', { AmountSurcharge: -1 }, 131],
  ['TokenisationMode 4', { TokenisationMode: 4 }, 998],
  ['TestMode as number', { TestMode: 1 }, 998],
  ['Customer as text', { Customer: 'Jane' }, 998],
  ['OrderItems as text', { Order: { OrderItems: 'socks' } }, 998],
];

const BROWSER: readonly (readonly [string, object, object, ApiCode])[] = [
  ['BillerCode of 51', {}, { BillerCode: LONG }, 105],
  ['Crn1 that differs', {}, { Crn1: 'other' }, 106],
  ['Crn2 of 51', {}, { Crn2: LONG }, 107],
  ['Crn3 of 51', {}, { Crn3: LONG }, 108],
  ['Currency that differs', {}, { Currency: 'NZD' }, 109],
  ['Amount that differs', {}, { Amount: 1 }, 110],
  ['Amount that differs, as text', {}, { Amount: '1.00' }, 110],
  ['Amount fractional', {}, { Amount: 199.5 }, 110],
  ['Amount in words', {}, { Amount: 'all' }, 110],
  ['MerchantReference of 51', {}, { MerchantReference: LONG }, 111],
  ['CardNumber that fails Luhn', { CardNumber: '5123456789012345' }, {}, 112],
  ['CardNumber absent', { CardNumber: null }, {}, 112],
  ['CardHolderName of 51', { CardHolderName: LONG }, {}, 113],
  ['ExpiryDateMonth 13', { ExpiryDateMonth: '13' }, {}, 114],
  ['ExpiryDateMonth absent', { ExpiryDateMonth: null }, {}, 114],
  ['ExpiryDateYear 2030', { ExpiryDateYear: '2030' }, {}, 114],
  ['an expiry in the past', { ExpiryDateMonth: '02', ExpiryDateYear: '26' }, {}, 114],
  ['Cvn of 2', { Cvn: '12' }, {}, 115],
  ['EmailAddress without @', {}, { EmailAddress: 'jane' }, 127],
  ['StoreCard as number', {}, { StoreCard: 1 }, 128],
  ['AmountOriginal as an invalid string', {}, { AmountOriginal: '1.0.0' }, 130],
  ['AmountSurcharge negative', {}, { AmountSurcharge: -5 }, 131],
];

describe.each(TARGETS)('field codes, $target', ({ open }) => {
  let service: ServiceUnderTest;
  let v3: RestCaller;

  beforeAll(async () => {
    service = await open();
    v3 = new RestCaller(service);
  });
  afterAll(() => service.close());

  it.each(SERVER)('T1: %s', async (_, members, code) => {
    const { APIResponse, TxnResp } = await v3.process(members);
    expect(APIResponse.ResponseCode).toBe(code);
    expect(APIResponse.ResponseText.startsWith(API_CODES[code])).toBe(true);
    expect(TxnResp).toBeNull();
  });

  it.each(BROWSER)('T5: %s', async (_, card, members, code) => {
    const answer = await v3.submit(await v3.key(), card, members);
    expect(answer).toEqual({
      APIResponse: { ResponseCode: code, ResponseText: API_CODES[code] },
      RedirectionUrl: null,
      ResultKey: null,
    });
  });

  it.each([
    ['Action refund', { Action: 'refund' }, {}, 101],
    ['Action absent', { Action: null }, {}, 101],
    ['Currency of another', { Currency: 'EUR' }, {}, 109],
    ['Amount as text', { Amount: '199.00' }, {}, 110],
    ['Amount negative', { Amount: -1 }, {}, 110],
    ['WebHookUrl that is not a URL', {}, { WebHookUrl: 'shop' }, 116],
    ['WebHookUrl of another scheme', {}, { WebHookUrl: 'ftp://shop.example/' }, 116],
    ['RedirectionUrl that is not a URL', {}, { RedirectionUrl: '/return' }, 117],
    ['RedirectionUrl with a script', {}, { RedirectionUrl: 'javascript:alert(1)' }, 117],
    ['DVToken as number', { DVTokenData: { DVToken: 5 } }, {}, 123],
  ] as const)('T4: %s', async (_, members, others, code) => {
    const answer = await v3.askKey(members, others);
    expect(answer).toEqual({ APIResponse: { ResponseCode: code, ResponseText: API_CODES[code] }, AuthKey: null });
  });

  it.each([
    ['Action unknown', { Action: 'pay' }, 101],
    ['Amount negative', { Amount: -1 }, 110],
    ['Currency of two', { Currency: 'AU' }, 109],
    ['ExpiryDate of letters', { ExpiryDate: 'MMYY' }, 114],
    ['TxnNumber of letters', { TxnNumber: 'abc' }, 118],
    ['ReceiptNumber of 51', { ReceiptNumber: LONG }, 120],
    ['SettlementDate of nine', { SettlementDate: '202603041' }, 121],
    ['SettlementDate of letters', { SettlementDate: 'today' }, 121],
    ['MaskedCardNumber of 13', { MaskedCardNumber: '5123456...346' }, 122],
    ['FromDate that is not a date', { FromDate: 'yesterday' }, 998],
    ['ToDate that is not in the calendar', { ToDate: '2026-02-30' }, 998],
    ['RRN of 51', { RRN: LONG }, 998],
  ] as const)('T3: %s', async (_, input, code) => {
    const { APIResponse, TxnRespList } = await v3.search(input);
    expect(APIResponse.ResponseCode).toBe(code);
    expect(TxnRespList).toBeNull();
  });

  it('verify_only is an action of version 3 only', async () => {
    const v2 = new RestCaller(service, 'v2');
    const card = { Action: 'verify_only', Amount: 0 };
    expect((await v2.process(card)).APIResponse.ResponseCode).toBe(101);
    expect((await v3.process(card)).APIResponse.ResponseCode).toBe(0);
    expect((await v2.askKey(card)).APIResponse.ResponseCode).toBe(101);
  });

  it('several wrong members give the lowest code', async () => {
    const { APIResponse } = await v3.process({ Crn3: LONG, Crn1: LONG, Amount: 'x', CardDetails: { Cvn: 7 } });
    expect(APIResponse.ResponseCode).toBe(106);
  });

  it.each([
    ['blanks and hyphens in the number', { CardNumber: '5123-4567 8901-2346' }],
    ['Cvn in small letters', { Cvn: null, cvn: '123' }],
    ['a single blank around the Cvn', { Cvn: ' 123' }],
    ['references of exactly 50', {}],
  ])('T5 takes %s', async (_, card) => {
    const key = await v3.key({ Crn1: 'x'.repeat(50), BillerCode: 'y'.repeat(50) });
    expect((await v3.submit(key, card)).APIResponse.ResponseCode).toBe(0);
  });
});
