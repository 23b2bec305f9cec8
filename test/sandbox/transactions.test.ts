import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOURCE_SPELLING } from '../../src/wire/rest/write-wire.js';
import { CARD, RestCaller } from './rest-caller.js';
import { TARGETS, type ServiceUnderTest } from './service-under-test.js';

const MEMBERS_V2 =
  'Action Agent Amount AmountOriginal AmountSurcharge AuthoriseId BankAccountDetails BankResponseCode BillerCode ' +
  'CVNResult CardDetails CardType Crn1 Crn2 Crn3 Currency DVToken EmailAddress FraudScreeningResponse IsCVNPresent ' +
  'IsTestTxn IsThreeDS MerchantNumber MerchantReference OriginalTxnNumber ProcessedDateTime RRN ReceiptNumber ' +
  'ResponseCode ResponseText SettlementDate Source StoreCard SubType ThreeDSResponse TxnNumber Type';

describe.each(TARGETS)('transactions, $target', ({ open }) => {
  let service: ServiceUnderTest;
  let v2: RestCaller;
  let v3: RestCaller;

  beforeAll(async () => {
    service = await open();
    v2 = new RestCaller(service, 'v2');
    v3 = new RestCaller(service, 'v3');
  });
  afterAll(() => service.close());

  it('T1 returns a payment with every member of TxnResp', async () => {
    const txn = await v3.made({
      AmountOriginal: 19_800,
      AmountSurcharge: 100,
      BillerCode: 'B1',
      Crn2: 'two',
      Crn3: 'three',
      EmailAddress: 'jane@example.com',
      MerchantReference: 'attempt 1',
      StoreCard: true,
      CardDetails: { ...CARD, CardNumber: '5123 4567-8901 2346' },
      StatementDescriptor: { MerchantName: 'Demo', Postcode: '3000' },
    });
    expect(txn).toMatchObject({
      Action: 'payment',
      Agent: null,
      Amount: 19_900,
      AmountOriginal: 19_800,
      AmountSurcharge: 100,
      BankAccountDetails: null,
      BankResponseCode: '00',
      BillerCode: 'B1',
      CVNResult: { CVNResultCode: 'M' },
      CardDetails: {
        CardHolderName: 'Jane Citizen',
        Category: 'STANDARD',
        ExpiryDate: '0530',
        IssuerCountryCode: 'AUS',
        Localisation: 'domestic',
        MaskedCardNumber: '512345...346',
        SubType: 'credit',
      },
      CardType: 'MC',
      Crn1: 'order 1042',
      Crn2: 'two',
      Crn3: 'three',
      Currency: 'AUD',
      DVToken: null,
      EmailAddress: 'jane@example.com',
      FraudScreeningResponse: { ReDResponse: null, ResponseCode: '', ResponseMessage: '', TxnRejected: false },
      IsCVNPresent: true,
      IsTestTxn: true,
      IsThreeDS: false,
      MerchantNumber: '5353109000000000',
      MerchantReference: 'attempt 1',
      OriginalTxnNumber: null,
      ProcessedDateTime: '2026-03-04T12:00:00.0000000',
      ResponseCode: '0',
      ResponseText: 'Approved',
      SettlementDate: '20260304',
      Source: 'api',
      StatementDescriptor: { MerchantName: 'Demo', PostCode: '3000', City: null },
      StoreCard: true,
      SubType: 'single',
      ThreeDSResponse: null,
      Type: 'internet',
    });
    expect(txn.AuthoriseId).toMatch(/^04120000\d{4}$/);
    expect(txn.RRN).toMatch(/^\d{12}$/);
    expect(txn.ReceiptNumber).toMatch(/^\d{11}$/);
    expect(txn.ReceiptNumber.slice(-4)).toBe(txn.TxnNumber.slice(-4));
  });

  it('AuthoriseId has six digits outside test mode', async () => {
    const paid = await v3.made({ TestMode: false, CardDetails: { ...CARD, ExpiryDate: '0530' } });
    expect(paid.AuthoriseId).toMatch(/^\d{6}$/);
    const refund = { Action: 'refund', Amount: 100, OriginalTxnNumber: paid.TxnNumber, CardDetails: null };
    expect((await v3.made({ ...refund, TestMode: false })).AuthoriseId).toMatch(/^\d{6}$/);
  });

  it.each([
    ['a list', []],
    ['an invalid number', { CardNumber: '1', ExpiryDate: '99', Cvn: 'x', CardHolderName: 7 }],
    ['a name that is too long', { CardHolderName: 'x'.repeat(51) }],
    ['a number', 7],
  ])('refund, capture and reversal ignore CardDetails: %s', async (_, CardDetails) => {
    for (const version of [v2, v3]) {
      const [paid, held, undone] = [
        await version.made(),
        await version.made({ Action: 'preauth' }),
        await version.made(),
      ];
      for (const [Action, { TxnNumber, Amount }] of [
        ['refund', paid],
        ['capture', held],
        ['reversal', undone],
      ] as const) {
        const sent = { Action, Amount, OriginalTxnNumber: TxnNumber, TestMode: true, CardDetails };
        const { APIResponse, TxnResp } = await version.server('POST', '/txns/', { TxnReq: sent });
        expect([APIResponse.ResponseCode, TxnResp?.ResponseCode]).toEqual([0, '0']);
      }
    }
  });

  it.each([7, 'x'.repeat(51), 'none'])('a payment ignores OriginalTxnNumber: %s', async (OriginalTxnNumber) => {
    expect(await v3.made({ OriginalTxnNumber })).toMatchObject({ ResponseCode: '0', OriginalTxnNumber: null });
  });

  it('T1 writes the members of each version in ordinal order, and no other', async () => {
    expect(Object.keys(await v2.made()).join(' ')).toBe(MEMBERS_V2);
    const v3Members = MEMBERS_V2.replace('Source ', 'Source StatementDescriptor ');
    expect(Object.keys(await v3.made()).join(' ')).toBe(v3Members);
  });

  it('T2 returns the same as T1, in each version', async () => {
    for (const version of [v2, v3]) {
      const made = await version.made();
      expect((await version.get(made.TxnNumber)).TxnResp).toEqual(made);
    }
    const seenByV2 = (await v2.get((await v3.made()).TxnNumber)).TxnResp;
    expect(Object.keys(seenByV2.CardDetails)).toEqual(['CardHolderName', 'ExpiryDate', 'MaskedCardNumber']);
  });

  it('T2 returns 201 for an unknown number and 118 for an invalid one, such as a ResultKey', async () => {
    expect(await v3.get('999999999')).toEqual({
      APIResponse: { ResponseCode: 201, ResponseText: 'Transaction not found' },
      TxnResp: null,
    });
    const texts = ['abc', '0', '-1', '1e3', '%00', '99999999999999999999', '0f8fad5b-d9cb-469f-a165-70867728950e'];
    for (const text of texts) expect((await v3.get(text)).APIResponse.ResponseCode, text).toBe(118);
  });

  it('transaction numbers increase by one, also after refused requests', async () => {
    const first = await v3.made();
    await v3.process({ Amount: -1 });
    const second = await v3.made();
    expect(Number(second.TxnNumber)).toBe(Number(first.TxnNumber) + 1);
  });

  it.each([
    ['absent type and sub type', { Type: null, SubType: null }, { Type: 'internet', SubType: 'single' }],
    ['absent currency', { Currency: null }, { Currency: 'AUD' }],
    ['absent surcharge', {}, { AmountOriginal: 19_900, AmountSurcharge: 0 }],
    ['an original amount of 0', { AmountOriginal: 0 }, { AmountOriginal: 0 }],
    ['absent CVN', { CardDetails: { ...CARD, Cvn: null } }, { IsCVNPresent: false, CVNResult: { CVNResultCode: 'S' } }],
    ['empty texts', { Crn2: '', EmailAddress: '' }, { Crn2: '', Crn3: null, EmailAddress: null }],
    ['TestMode as text', { TestMode: 'true' }, { IsTestTxn: true }],
    ['JPY', { Currency: 'JPY', Amount: 500 }, { Currency: 'JPY', Amount: 500 }],
    ['unknown members', { Nonsense: { a: [1] } }, { ResponseCode: '0' }],
    ['preauth', { Action: 'preauth' }, { Action: 'preauth', ResponseCode: '0' }],
    ['unmatched_refund', { Action: 'unmatched_refund' }, { Action: 'unmatched_refund', ResponseCode: '0' }],
    ['verify_only without amount', { Action: 'verify_only', Amount: null }, { Amount: 0, ResponseCode: '0' }],
    ['verify_only of 0', { Action: 'verify_only', Amount: 0 }, { Amount: 0, ResponseCode: '0' }],
  ])('T1 takes %s', async (_, members, expected) => {
    expect(await v3.made(members)).toMatchObject(expected);
  });

  it('T1 declines without a fault: the call succeeds, the payment does not', async () => {
    const declined = await v3.made({ Amount: 10_051 });
    expect(declined).toMatchObject({
      ResponseCode: '5',
      ResponseText: 'Declined',
      BankResponseCode: '51',
      AuthoriseId: '',
    });
  });

  it('T11 reports success', async () => {
    expect(await v2.server('GET', '/status/')).toEqual({ APIResponse: { ResponseCode: 0, ResponseText: 'Success' } });
  });

  it('an unknown token is PT_T2, also without an expiry', async () => {
    const txn = await v3.made({ CardDetails: { CardNumber: '5999990000000005' } });
    expect(txn).toMatchObject({
      ResponseCode: 'PT_T2',
      ResponseText: 'Payment details not found',
      AuthoriseId: null,
      BankResponseCode: null,
      RRN: null,
      SettlementDate: null,
      Currency: null,
      CVNResult: { CVNResultCode: null },
      CardDetails: { MaskedCardNumber: '599999...005' },
    });
  });

  it('a merchant sees no data of another', async () => {
    const seed = (number: string, shortName: string, password: string) => ({
      number,
      shortName,
      name: shortName,
      defaultCurrency: 'NZD',
      currencies: ['NZD'],
      users: [{ username: 'api', password, permissions: ['API' as const] }],
    });
    const shared = await open({ seed: [seed('1', 'ONE', 'secret 1'), seed('2', 'TWO', 'secret 2')] });
    const authorization = (n: number) => Buffer.from(`api|${n}:secret ${n}`).toString('base64');
    const one = new RestCaller(shared, 'v3', authorization(1));
    const two = new RestCaller(shared, 'v3', authorization(2));
    const made = await one.made({ Currency: null });
    expect(made).toMatchObject({ Currency: 'NZD', MerchantNumber: '1' });
    expect((await two.get(made.TxnNumber)).APIResponse.ResponseCode).toBe(201);
    expect((await two.search()).APIResponse.ResponseCode).toBe(209);
    const refund = await two.follow('refund', made, 100, { Currency: null });
    expect(refund.ResponseCode).toBe('PT_R1');
    const key = await one.key({ Currency: 'NZD' });
    const { ResultKey } = await one.submit(key);
    expect((await two.result(ResultKey)).APIResponse.ResponseCode).toBe(206);
    expect((await one.result(ResultKey)).TxnResp.ResponseCode).toBe('0');
    await shared.close();
  });

  it('writes the manual’s spelling of MerchantNumber if configured', async () => {
    const spelled = await open({ settings: { memberSpelling: SOURCE_SPELLING } });
    const txn = await new RestCaller(spelled).made();
    expect(txn['MerchantNumber ']).toBe('5353109000000000');
    expect('MerchantNumber' in txn).toBe(false);
    await spelled.close();
  });
});
