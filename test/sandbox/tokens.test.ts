import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passesLuhn } from '../../src/core/card/luhn.js';
import { CARD, type Json } from './rest-caller.js';
import { inProcess, TARGETS, type ServiceUnderTest } from './service-under-test.js';
import { ACCOUNT, TokenCaller } from './token-caller.js';

const VERSIONS = ['v2', 'v3'] as const;
const EVERY_WAY = TARGETS.flatMap((target) => VERSIONS.map((version) => ({ ...target, version })));
const SUCCESS = { ResponseCode: 0, ResponseText: 'Success' };
const V3_MEMBERS = {
  Category: 'STANDARD',
  Issuer: 'Florin Test Bank',
  IssuerCountryCode: 'AUS',
  Localisation: 'domestic',
  SubType: 'credit',
};

describe.each(EVERY_WAY)('tokens by $version, $target', ({ open, version }) => {
  let service: ServiceUnderTest;
  let api: TokenCaller;

  beforeAll(async () => {
    service = await open();
    api = new TokenCaller(service, version);
  });
  afterAll(() => service.close());

  it('stores a card (D1), and finds it (D4)', async () => {
    const token = await api.added({ Crn2: 'c2', Crn3: 'c3', EmailAddress: 'jane@example.com' });
    expect(token).toEqual({
      BankAccountDetails: null,
      CardDetails: {
        CardHolderName: 'Jane Citizen',
        ExpiryDate: '0530',
        MaskedCardNumber: '512345...346',
        ...(version === 'v3' && V3_MEMBERS),
      },
      CardType: 'MC',
      Crn1: 'customer 7',
      Crn2: 'c2',
      Crn3: 'c3',
      DVToken: expect.stringMatching(/^599999\d{10}$/) as string,
      EmailAddress: 'jane@example.com',
    });
    expect(passesLuhn(token.DVToken as string)).toBe(true);
    expect(Object.keys(token as object)).toEqual(Object.keys(token as object).sort());
    expect(await api.token(token.DVToken)).toEqual({ APIResponse: SUCCESS, DVTokenResp: token });
  });

  it('stores the same card twice as two tokens', async () => {
    const [first, second] = [await api.added(), await api.added()];
    expect(first.DVToken).not.toBe(second.DVToken);
  });

  it('stores a bank account and returns its full number', async () => {
    const token = await api.added({
      CardDetails: null,
      BankAccountDetails: { ...ACCOUNT, AccountNumber: '1234 5678-9' },
      AcceptBADirectDebitTC: true,
    });
    expect(token).toMatchObject({
      BankAccountDetails: {
        AccountName: 'Jane Citizen',
        AccountNumber: '123456789',
        BSBNumber: '063000',
        TruncatedAccountNumber: '...789',
      },
      CardDetails: null,
      CardType: null,
    });
    expect((await api.token(token.DVToken)).DVTokenResp).toEqual(token);
  });

  it('changes the given members and keeps the others (D2)', async () => {
    const token = await api.added({ Crn2: 'c2' });
    const changed = await api.update(token.DVToken, { Crn1: 'new', CardDetails: { ExpiryDate: '1231' } });
    const expected = { ...token, Crn1: 'new', CardDetails: { ...token.CardDetails, ExpiryDate: '1231' } };
    expect(changed).toEqual({ APIResponse: SUCCESS, DVTokenResp: expected });
    const visa = { CardDetails: { CardNumber: '4987654321098769' } };
    expect((await api.update(token.DVToken, visa)).DVTokenResp).toMatchObject({
      CardDetails: { CardHolderName: 'Jane Citizen', ExpiryDate: '1231', MaskedCardNumber: '498765...769' },
      CardType: 'VC',
      Crn1: 'new',
      Crn2: 'c2',
    });
  });

  it('changes a part of a bank account', async () => {
    const token = await api.added({ CardDetails: null, BankAccountDetails: ACCOUNT, AcceptBADirectDebitTC: true });
    const members = { BankAccountDetails: { AccountNumber: '321' }, AcceptBADirectDebitTC: true };
    const expected = { ...ACCOUNT, AccountNumber: '321', BSBNumber: '063000', TruncatedAccountNumber: '...321' };
    expect((await api.update(token.DVToken, members)).DVTokenResp.BankAccountDetails).toEqual(expected);
  });

  it('makes a token of the card of a transaction (D3)', async () => {
    const paid = await api.made({ StoreCard: true, Crn2: 'c2' });
    const { APIResponse, DVTokenResp } = await api.tokenise(paid.TxnNumber);
    expect(APIResponse).toEqual(SUCCESS);
    expect(DVTokenResp).toMatchObject({ CardDetails: paid.CardDetails, CardType: 'MC', Crn1: paid.Crn1, Crn2: 'c2' });
  });

  it.each<[string, object, number]>([
    ['without the card holder’s consent', { StoreCard: false }, 204],
    ['declined', { StoreCard: true, Amount: 10_005 }, 208],
  ])('makes none of a transaction %s', async (_, members, code) => {
    const { TxnNumber } = await api.made(members);
    expect(await api.tokenise(TxnNumber)).toMatchObject({ APIResponse: { ResponseCode: code }, DVTokenResp: null });
  });

  it.each<['refund' | 'reversal' | 'capture', object]>([
    ['refund', {}],
    ['reversal', {}],
    ['capture', { Action: 'preauth' }],
  ])('makes none of a %s: 203', async (action, members) => {
    const first = await api.made({ StoreCard: true, ...members });
    const { TxnNumber } = await api.follow(action, first, 19_900, { StoreCard: true });
    expect((await api.tokenise(TxnNumber)).APIResponse.ResponseCode).toBe(203);
  });

  it('refuses an invalid number with 118 and an unknown one with 201', async () => {
    expect((await api.tokenise('abc')).APIResponse).toEqual({
      ResponseCode: 118,
      ResponseText: 'Invalid transaction number',
    });
    expect((await api.tokenise('999999999')).APIResponse.ResponseCode).toBe(201);
  });

  it('deletes a token (D6), which is not found any more', async () => {
    const { DVToken } = await api.added({ Crn1: 'to be deleted' });
    expect(await api.remove(DVToken)).toEqual({ APIResponse: SUCCESS });
    const gone = { APIResponse: { ResponseCode: 202, ResponseText: 'DVToken not found' } };
    expect(await api.remove(DVToken)).toEqual(gone);
    expect(await api.token(DVToken)).toEqual({ ...gone, DVTokenResp: null });
    expect(await api.update(DVToken, { Crn1: 'x' })).toEqual({ ...gone, DVTokenResp: null });
    expect((await api.searchTokens({ Crn1: 'to be deleted' })).APIResponse.ResponseCode).toBe(209);
  });

  it.each(['abc', '5999990000000000', '599999', '4987654321098769'])('answers 123 to a token %s', async (dvToken) => {
    const invalid = { ResponseCode: 123, ResponseText: 'Invalid DVToken' };
    expect(await api.token(dvToken)).toEqual({ APIResponse: invalid, DVTokenResp: null });
    expect((await api.update(dvToken, {})).APIResponse).toEqual(invalid);
    expect((await api.remove(dvToken)).APIResponse).toEqual(invalid);
  });

  const account = (members: object): object => ({
    CardDetails: null,
    BankAccountDetails: { ...ACCOUNT, ...members },
    AcceptBADirectDebitTC: true,
  });

  it.each<[string, object, number]>([
    ['nothing to store', { CardDetails: null }, 112],
    ['a card without a number', { CardDetails: { ...CARD, CardNumber: null } }, 112],
    ['a number that fails Luhn', { CardDetails: { ...CARD, CardNumber: '5123456789012347' } }, 112],
    ['a card that is not a test card', { CardDetails: { ...CARD, CardNumber: '4111111111111111' } }, 112],
    ['the same in test mode', { TestMode: true, CardDetails: { ...CARD, CardNumber: '4111111111111111' } }, 112],
    ['the same with month 99', { CardDetails: { ...CARD, CardNumber: '4111111111111111', ExpiryDate: '9900' } }, 112],
    ['a token as a card', { CardDetails: { ...CARD, CardNumber: '5999990000000004' } }, 112],
    ['a holder of 51 characters', { CardDetails: { ...CARD, CardHolderName: 'x'.repeat(51) } }, 113],
    ['no expiry', { CardDetails: { ...CARD, ExpiryDate: null } }, 114],
    ['an expiry of month 13', { CardDetails: { ...CARD, ExpiryDate: '1330' } }, 114],
    ['a CVN of two digits', { CardDetails: { ...CARD, Cvn: '12' } }, 115],
    ['Crn1 of 51 characters', { Crn1: 'x'.repeat(51) }, 106],
    ['Crn2 of 51 characters', { Crn2: 'x'.repeat(51) }, 107],
    ['Crn3 of 51 characters', { Crn3: 'x'.repeat(51) }, 108],
    ['BillerCode of 51 characters', { BillerCode: 'x'.repeat(51) }, 105],
    ['an account number of 2 digits', account({ AccountNumber: '12' }), 124],
    ['an account number of 10 digits', account({ AccountNumber: '1234567890' }), 124],
    ['an account number of letters', account({ AccountNumber: 'abc' }), 124],
    ['a BSB of 5 digits', account({ BSBNumber: '06300' }), 125],
    ['a BSB of 7 digits', account({ BSBNumber: '0630000' }), 125],
    ['an account without a name', account({ AccountName: ' ' }), 126],
    ['an account name of 33 characters', account({ AccountName: 'x'.repeat(33) }), 126],
    ['an e-mail address that is none', { EmailAddress: 'jane' }, 127],
    ['an e-mail address of 251 characters', { EmailAddress: `${'x'.repeat(245)}@a.com` }, 127],
    ['a card and an account', { BankAccountDetails: ACCOUNT, AcceptBADirectDebitTC: true }, 998],
  ])('refuses %s', async (_, members, code) => {
    const answer = await api.add(members);
    expect(answer).toMatchObject({ APIResponse: { ResponseCode: code }, DVTokenResp: null });
  });

  it('accepts every maximum length', async () => {
    const members = {
      ...account({ AccountName: 'x'.repeat(32), AccountNumber: '123' }),
      Crn1: 'x'.repeat(50),
      EmailAddress: `${'x'.repeat(244)}@a.com`,
    };
    expect(await api.added(members)).toMatchObject({ Crn1: 'x'.repeat(50) });
    await api.added({ CardDetails: { ...CARD, CardHolderName: 'x'.repeat(50) } });
  });

  it.each<[string, object, number]>([
    ['an account for a card', { BankAccountDetails: ACCOUNT, AcceptBADirectDebitTC: true }, 124],
    ['a number that is not a test card', { CardDetails: { CardNumber: '4111111111111111' } }, 112],
    ['half an expiry', { CardDetails: { ExpiryDate: '12' } }, 114],
    ['an expiry of month 00', { CardDetails: { ExpiryDate: '0030' } }, 114],
    ['a CVN of letters', { CardDetails: { Cvn: 'abc' } }, 115],
    ['an e-mail address that is none', { EmailAddress: '@' }, 127],
  ])('refuses to change to %s, and changes nothing', async (_, members, code) => {
    const token = await api.added();
    expect((await api.update(token.DVToken, { Crn1: 'changed', ...members })).APIResponse.ResponseCode).toBe(code);
    expect((await api.token(token.DVToken)).DVTokenResp).toEqual(token);
  });

  it('refuses to change an account to a card', async () => {
    const token = await api.added(account({}));
    expect((await api.update(token.DVToken, { CardDetails: CARD })).APIResponse.ResponseCode).toBe(112);
    expect((await api.update(token.DVToken, { Crn1: 'only this' })).DVTokenResp.Crn1).toBe('only this');
  });

  it.each([[false], [null]])(
    'stores an account with AcceptBADirectDebitTC %s unless the merchant requires it',
    async (sent) => {
      const members = { ...account({}), AcceptBADirectDebitTC: sent };
      const { DVToken } = await api.added(members);
      const change = { BankAccountDetails: { AccountNumber: '321' }, AcceptBADirectDebitTC: sent };
      expect((await api.update(DVToken, change)).DVTokenResp.BankAccountDetails.AccountNumber).toBe('321');
      await service.control.changeMerchant('5353109000000000', { settings: { directDebitTerms: 'required' } });
      expect((await api.add(members)).APIResponse).toEqual({ ResponseCode: 129, ResponseText: 'Invalid accept terms' });
      expect((await api.update(DVToken, change)).APIResponse.ResponseCode).toBe(129);
      await api.added(account({}));
      await service.control.changeMerchant('5353109000000000', { settings: { directDebitTerms: 'free' } });
    },
  );

  it('needs the right credentials and the right wrapper', async () => {
    const stranger = await api.call('POST', '/dvtokens/', { DVTokenReq: { CardDetails: CARD } });
    expect(stranger).toEqual({
      APIResponse: { ResponseCode: 1, ResponseText: 'Invalid login details' },
      DVTokenResp: null,
    });
    const wrong = await api.server('POST', '/dvtokens/', { TxnReq: {} });
    expect(wrong.APIResponse).toEqual({
      ResponseCode: 998,
      ResponseText: 'Invalid request payload (missing: DVTokenReq)',
    });
    expect((await api.send('GET', '/dvtokens/search')).status).toBe(405);
  });
});

describe('tokens of two merchants', () => {
  it('are isolated from each other', async () => {
    const { DEMO_MERCHANT } = await import('../../src/sandbox/merchant.js');
    const other = { ...DEMO_MERCHANT, number: '5353109000000001', shortName: 'OTHER' };
    const service = await inProcess.open({ seed: [DEMO_MERCHANT, other] });
    const { credentials } = await import('./rest-caller.js');
    const mine = new TokenCaller(service, 'v3');
    const theirs = new TokenCaller(service, 'v3', credentials('demo-api', other.number));
    const { DVToken }: Json = await mine.added();
    for (const answer of [
      await theirs.token(DVToken),
      await theirs.update(DVToken, {}),
      await theirs.remove(DVToken),
    ]) {
      expect(answer.APIResponse.ResponseCode).toBe(202);
    }
    expect((await theirs.searchTokens()).DVTokenRespList).toEqual([]);
    expect((await theirs.tokenise((await mine.made({ StoreCard: true })).TxnNumber)).APIResponse.ResponseCode).toBe(
      201,
    );
    expect((await mine.token(DVToken)).DVTokenResp.DVToken).toBe(DVToken);
    await service.close();
  });
});
