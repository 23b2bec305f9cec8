import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { BROWSER_CARD, CARD, credentials, type Json } from './rest-caller.js';
import { inProcess, type ServiceUnderTest } from './service-under-test.js';
import { ACCOUNT, TokenCaller } from './token-caller.js';

const YEAR = 365 * 86_400;
const STRICT = '5353109000000002';
const KEEPING = '5353109000000003';
const SEED = [
  DEMO_MERCHANT,
  { ...DEMO_MERCHANT, number: STRICT, shortName: 'STRICT', settings: { allowsTokenPayment: false } },
  { ...DEMO_MERCHANT, number: KEEPING, shortName: 'KEEPING', settings: { defaultTokenisation: 2 as const } },
];
const caller = (service: ServiceUnderTest, version: 'v2' | 'v3', merchant = DEMO_MERCHANT.number): TokenCaller =>
  new TokenCaller(service, version, credentials('demo-api', merchant));
/** CardDetails with a token, and nothing else that is not asked for. */
const by = (token: Json, others: object = {}): object => ({ CardDetails: { CardNumber: token.DVToken, ...others } });

const masked = (token: string): string => `599999...${token.slice(-3)}`;

describe.each(['v2', 'v3'] as const)('payment by token, %s', (version) => {
  let service: ServiceUnderTest;
  let api: TokenCaller;

  beforeAll(async () => {
    service = await inProcess.open({ seed: SEED });
    api = caller(service, version);
  });
  afterAll(() => service.close());

  it.each(['payment', 'preauth', 'unmatched_refund'])('T1: a %s with a token and nothing else', async (Action) => {
    const token = await api.added();
    const txn = await api.made({ Action, ...by(token) });
    expect(txn).toMatchObject({ ResponseCode: '0', CardType: 'MC', IsCVNPresent: false, DVToken: null });
    expect(txn.CardDetails).toEqual(token.CardDetails);
    expect((await api.get(txn.TxnNumber)).TxnResp).toEqual(txn);
  });

  it('T1: the rules of test mode apply to the stored card', async () => {
    const token = await api.added({ CardDetails: { ...CARD, ExpiryDate: '9951' } });
    expect(await api.made({ TestMode: false, ...by(token) })).toMatchObject({ ResponseCode: '5', IsTestTxn: true });
    const other = await api.added();
    expect(await api.made({ Amount: 10_005, ...by(other) })).toMatchObject({ BankResponseCode: '05' });
    expect(await api.made(by(other, { Cvn: '987' }))).toMatchObject({ BankResponseCode: '05', IsCVNPresent: true });
  });

  it('T1: a refund, a capture and a reversal of what a token paid', async () => {
    const token = await api.added();
    const paid = await api.made(by(token));
    expect(await api.follow('refund', paid, 100)).toMatchObject({ ResponseCode: '0', CardDetails: token.CardDetails });
    const held = await api.made({ Action: 'preauth', ...by(token) });
    expect(await api.follow('capture', held, 19_900)).toMatchObject({ ResponseCode: '0' });
  });

  it('T1: an unknown token, a deleted one and one of another merchant are PT_T2', async () => {
    const deleted = await api.added();
    await api.remove(deleted.DVToken);
    const theirs = await caller(service, version, KEEPING).added();
    expect(await api.made(by(deleted))).toMatchObject({
      ResponseCode: 'PT_T2',
      BankResponseCode: null,
      CardType: 'MC',
      CardDetails: { MaskedCardNumber: masked(deleted.DVToken), ExpiryDate: null, CardHolderName: null },
    });
    for (const token of [theirs, { DVToken: '5999990000000004' }, { DVToken: '5999990000' }]) {
      expect(await api.made(by(token))).toMatchObject({
        ResponseCode: 'PT_T2',
        ResponseText: 'Payment details not found',
        BankResponseCode: null,
        CardType: null,
        CardDetails: { MaskedCardNumber: masked(token.DVToken) },
        Currency: null,
      });
    }
  });

  it('T1: an expired token is PT_T7, by what is stored and by what is sent', async () => {
    const old = await api.added({ CardDetails: { ...CARD, ExpiryDate: '0226' } });
    expect(await api.made(by(old))).toMatchObject({ ResponseCode: 'PT_T7', ResponseText: 'DVToken expired' });
    expect(await api.made(by(old, { ExpiryDate: '0530' }))).toMatchObject({ ResponseCode: '0' });
    // What came with a payment is not stored by it.
    expect(await api.made(by(old))).toMatchObject({ ResponseCode: 'PT_T7' });
    const good = await api.added({ CardDetails: { ...CARD, ExpiryDate: '0326' } });
    expect(await api.made(by(good))).toMatchObject({ ResponseCode: '0' });
    expect(await api.made(by(good, { ExpiryDate: '0226' }))).toMatchObject({ ResponseCode: 'PT_T7' });
  });

  it.each([
    ['internet', 'PT_T1'],
    ['ivr', 'PT_T1'],
    ['callcentre', 'PT_T1'],
    ['ecommerce', '0'],
    ['mailorder', '0'],
    ['telephoneorder', '0'],
    ['cardpresent', '0'],
  ])('T1: type %s of a merchant that allows no tokens there is %s', async (Type, code) => {
    const strict = caller(service, version, STRICT);
    expect(await strict.made({ Type, ...by(await strict.added()) })).toMatchObject({ ResponseCode: code });
    expect(await api.made({ Type, ...by(await api.added()) })).toMatchObject({ ResponseCode: '0' });
  });

  it('T1: a bank account pays, and can be refunded, but holds nothing', async () => {
    const token = await api.added({ CardDetails: null, BankAccountDetails: ACCOUNT, AcceptBADirectDebitTC: true });
    const paid = await api.made(by(token));
    expect(paid).toMatchObject({ ResponseCode: '0', CardDetails: null, CardType: null });
    expect(paid.BankAccountDetails).toEqual(token.BankAccountDetails);
    expect((await api.get(paid.TxnNumber)).TxnResp).toEqual(paid);
    const refunded = await api.follow('refund', paid, 100);
    expect(refunded).toMatchObject({ ResponseCode: '0', BankAccountDetails: token.BankAccountDetails });
    for (const Action of ['preauth', 'unmatched_refund']) {
      expect(await api.made({ Action, ...by(token) })).toMatchObject({ ResponseCode: 'PT_T5' });
    }
    expect((await api.tokenise(paid.TxnNumber)).APIResponse.ResponseCode).toBe(203);
  });

  const pay = async (key: string, card: object | null, members: object = {}): Promise<Json> => {
    const answer = await api.submit(key, null, { CardDetails: card, ...members });
    expect(answer.APIResponse.ResponseCode).toBe(0);
    return (await api.result(answer.ResultKey)).TxnResp;
  };

  it('T5: a key with DVTokenData needs no card from the browser, or a CVN at most', async () => {
    const token = await api.added();
    const DVTokenData = { DVToken: token.DVToken };
    const silent = await pay(await api.key({ DVTokenData }), null);
    expect(silent).toMatchObject({ ResponseCode: '0', IsCVNPresent: false, CardDetails: token.CardDetails });
    expect(await pay(await api.key({ DVTokenData }), { Cvn: '123' })).toMatchObject({ IsCVNPresent: true });
    expect(await pay(await api.key({ DVTokenData }), { Cvn: '987' })).toMatchObject({ BankResponseCode: '05' });
    expect(await pay(await api.key({ DVTokenData }), { CardNumber: token.DVToken })).toMatchObject({
      ResponseCode: '0',
    });
  });

  it('T5: another card than the key’s token is 112, another expiry 114, and the key stays usable', async () => {
    const token = await api.added();
    const key = await api.key({ DVTokenData: { DVToken: token.DVToken, ExpiryDate: '0631' } });
    expect((await api.submit(key)).APIResponse.ResponseCode).toBe(112);
    const expiry = { ExpiryDateMonth: '07', ExpiryDateYear: '31' };
    expect((await api.submit(key, null, { CardDetails: expiry })).APIResponse.ResponseCode).toBe(114);
    expect((await pay(key, null)).CardDetails.ExpiryDate).toBe('0631');
  });

  it('T5: a token as CardNumber, expired or gone, finishes with its code', async () => {
    const token = await api.added({ CardDetails: { ...CARD, ExpiryDate: '0226' } });
    expect(await pay(await api.key(), { CardNumber: token.DVToken })).toMatchObject({ ResponseCode: 'PT_T7' });
    const DVTokenData = { DVToken: token.DVToken };
    expect(await pay(await api.key({ DVTokenData }), null)).toMatchObject({ ResponseCode: 'PT_T7' });
    const key = await api.key({ DVTokenData });
    await api.remove(token.DVToken);
    expect(await pay(key, null)).toMatchObject({ ResponseCode: 'PT_T2' });
  });

  it.each<[string, object, number]>([
    ['a number that is no token', { DVToken: '5123456789012346' }, 123],
    ['an expiry that is none', { DVToken: '5999990000000004', ExpiryDate: '1330' }, 114],
  ])('T4: DVTokenData with %s', async (_, DVTokenData, code) => {
    expect((await api.askKey({ DVTokenData })).APIResponse.ResponseCode).toBe(code);
  });

  it('UpdateDVTokenExpiryDate stores the expiry, once the payment is approved', async () => {
    const token = await api.added({ CardDetails: { ...CARD, ExpiryDate: '0226' } });
    const expiryOf = async (): Promise<string> => (await api.token(token.DVToken)).DVTokenResp.CardDetails.ExpiryDate;
    const DVTokenData = { DVToken: token.DVToken, ExpiryDate: '0631', UpdateDVTokenExpiryDate: true };
    await pay(await api.key({ DVTokenData: { ...DVTokenData, UpdateDVTokenExpiryDate: false } }), null);
    expect(await expiryOf()).toBe('0226');
    expect(await pay(await api.key({ DVTokenData, Amount: 10_005 }), null)).toMatchObject({ ResponseCode: '2' });
    expect(await expiryOf()).toBe('0226');
    expect(await pay(await api.key({ DVTokenData }), null)).toMatchObject({ ResponseCode: '0' });
    expect(await expiryOf()).toBe('0631');
    const asked = { DVToken: token.DVToken, UpdateDVTokenExpiryDate: true };
    await pay(await api.key({ DVTokenData: asked }), { ExpiryDateMonth: '12', ExpiryDateYear: '32' });
    expect(await expiryOf()).toBe('1232');
  });
});

describe.each(['v2', 'v3'] as const)('TokenisationMode, %s', (version) => {
  let service: ServiceUnderTest;
  let api: TokenCaller;
  let keeping: TokenCaller;

  beforeAll(async () => {
    service = await inProcess.open({ seed: SEED });
    api = caller(service, version);
    keeping = caller(service, version, KEEPING);
  });
  afterAll(() => service.close());

  const CASES: readonly (readonly [mode: number | null, storeCard: boolean | null, never: boolean, asks: boolean])[] = [
    [null, null, false, false],
    [0, false, false, false],
    [0, true, false, true],
    [1, true, false, false],
    [2, false, false, false],
    [2, null, false, false],
    [2, true, true, true],
    [3, false, true, true],
    [3, true, true, true],
  ];

  it.each(CASES)('%s with StoreCard %s: a token %s by default never, %s by default when asked', async (...row) => {
    const [TokenisationMode, StoreCard, never, asks] = row;
    for (const [of, isMade] of [[api, never] as const, [keeping, asks] as const]) {
      const { DVToken } = await of.made({ TokenisationMode, StoreCard, Crn2: 'c2' });
      expect(DVToken !== null).toBe(isMade);
      if (isMade) expect((await of.token(DVToken)).DVTokenResp).toMatchObject({ Crn2: 'c2', CardType: 'MC' });
      const { ResultKey } = await of.submit(await of.key({ TokenisationMode }), BROWSER_CARD, { StoreCard });
      expect((await of.result(ResultKey)).TxnResp.DVToken !== null).toBe(isMade);
    }
  });

  it.each(['4', '-1', '1.5'])('%s is 998', async (mode) => {
    expect((await api.process({ TokenisationMode: Number(mode) })).APIResponse.ResponseCode).toBe(998);
  });

  it('stores no token for a declined payment, a follow-up or a payment by token', async () => {
    expect((await api.made({ TokenisationMode: 3, Amount: 10_005 })).DVToken).toBeNull();
    const paid = await api.made({ TokenisationMode: 3 });
    expect((await api.follow('refund', paid, 100, { TokenisationMode: 3, StoreCard: true })).DVToken).toBeNull();
    expect((await api.made({ TokenisationMode: 3, ...by(paid) })).DVToken).toBeNull();
    expect((await api.get(paid.TxnNumber)).TxnResp.DVToken).toBe(paid.DVToken);
  });

  it('a token expires with the clock', async () => {
    const { DVToken } = await api.made({ TokenisationMode: 3 });
    await service.control.advanceClock(5 * YEAR);
    expect(await api.made(by({ DVToken }))).toMatchObject({ ResponseCode: 'PT_T7' });
  });
});
