import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../../src/sandbox/merchant.js';
import { inProcess, type ServiceUnderTest } from '../service-under-test.js';
import { TokenCaller } from '../token-caller.js';
import {
  OTHER_CREDENTIALS,
  OTHER_MERCHANT,
  SUCCESS,
  SoapTokenCaller,
  closing,
  opening,
  refusal,
  textIn,
  textsIn,
  type Members,
} from './soap-caller.js';

const DAY = 86_400;

describe.each(['1.1', '1.2'] as const)('lists of tokens by SOAP %s', (version) => {
  let service: ServiceUnderTest;
  let soap: SoapTokenCaller;
  let byCrn: Readonly<Record<string, string>>;

  /**
   * Four tokens, three days apart: `old` has expired, `rest` was created by REST, `browser` by a browser, and `account`
   * is a bank account.
   */
  beforeAll(async () => {
    service = await inProcess.open({ seed: [DEMO_MERCHANT, OTHER_MERCHANT] });
    soap = new SoapTokenCaller(service, version);
    const rest = new TokenCaller(service);
    const old = await soap.added({ CRN1: 'old', CRN2: 'old 2', CardNumber: '4987654321098769', ExpiryDate: '0120' });
    await service.control.advanceClock(3 * DAY);
    await rest.added({ Crn1: 'rest', Crn3: 'rest 3', EmailAddress: 'jane@shop.test' });
    await service.control.advanceClock(3 * DAY);
    await rest.submitToken(await rest.addKey({ Crn1: 'browser' }));
    await service.control.advanceClock(3 * DAY);
    await soap.addedAccount({ CRN1: 'account' });
    await soap.added({ CRN1: 'gone' }).then((token) => soap.ask('DeleteToken', { token }));
    await soap.added({ CRN1: 'foreign' }, OTHER_CREDENTIALS);
    await service.control.advanceClock(DAY);
    await soap.ask('UpdateToken', { token: old, tokenRequest: { CRN3: 'changed' } });
    const xml = await soap.ask('SearchTokens');
    const tokens = textsIn(xml, 'Token');
    byCrn = Object.fromEntries(textsIn(xml, 'CRN1').map((crn, index) => [crn, tokens[index] ?? '']));
  });
  afterAll(() => service.close());

  const find = async (search: Members | undefined, credentials?: Members) =>
    textsIn(await soap.ask('SearchTokens', { search }, credentials), 'CRN1');

  it('SearchTokens returns a token with all its members', async () => {
    const token = byCrn['rest'] ?? '';
    expect(await soap.ask('SearchTokens', { search: { Token: token } })).toBe(
      `${opening('SearchTokens', version)}<SearchTokensResult><DataVaultToken><ExpiryDate>0530</ExpiryDate>` +
        `<CRN1>rest</CRN1><CRN2 /><CRN3>rest 3</CRN3><Token>${token}</Token>` +
        '<MaskedCardNumber>512345...346</MaskedCardNumber><CardType>MC</CardType>' +
        '<UpdatedUsername>demo-api</UpdatedUsername><UpdatedDate>2026-03-07T12:00:00</UpdatedDate>' +
        '<CreatedUsername>demo-api</CreatedUsername><CreatedDate>2026-03-07T12:00:00</CreatedDate>' +
        '<DOB xsi:nil="true" /><Email>jane@shop.test</Email><EmailVerified>false</EmailVerified>' +
        `<EmailVerifiedDate xsi:nil="true" /></DataVaultToken></SearchTokensResult>${SUCCESS}${closing('SearchTokens')}`,
    );
  });

  it('returns the name of an account, and neither its number nor a card', async () => {
    const xml = await soap.ask('SearchTokens', { search: { CRN1: 'account' } });
    expect(textIn(xml, 'AccountName')).toBe('Jane Citizen');
    for (const absent of ['12345678', 'CardNumber>', 'CardType', 'ExpiryDate']) expect(xml).not.toContain(absent);
  });

  it.each<[Members | undefined, string[]]>([
    [undefined, ['account', 'browser', 'rest', 'old']],
    [{}, ['account', 'browser', 'rest', 'old']],
    [{ CRN1: '', TxnSource: 'UNSPECIFIED', ExpiredCardsOnly: false }, ['account', 'browser', 'rest', 'old']],
    [{ CRN1: 'rest' }, ['rest']],
    [{ CRN2: 'old 2' }, ['old']],
    [{ CRN3: 'rest 3' }, ['rest']],
    [{ CRN1: 'rest', CRN2: 'old 2' }, []],
    [{ CRN1: 'gone' }, []],
    [{ CRN1: 'foreign' }, []],
    [{ MaskedCardNumber: '498765...769' }, ['old']],
    [{ ExpiryDate: '0120' }, ['old']],
    [{ ExpiryDate: '0530' }, ['browser', 'rest']],
    [{ FromDate: '2026-03-07T12:00:00' }, ['account', 'browser', 'rest']],
    [{ FromDate: '2026-03-07T12:00:01' }, ['account', 'browser']],
    [{ ToDate: '2026-03-07T12:00:00' }, ['rest', 'old']],
    [{ ToDate: '2026-03-07T11:59:59' }, ['old']],
    [{ FromDate: '2026-03-07T00:00:00', ToDate: '2026-03-08T00:00:00' }, ['rest']],
    [{ FromDate: '0001-01-01T00:00:00', ToDate: '0001-01-01T00:00:00' }, ['account', 'browser', 'rest', 'old']],
    [{ CardType: 'VC' }, ['old']],
    [{ CardType: 'AX' }, []],
    [{ ExpiredCardsOnly: true }, ['old']],
    [{ TxnSource: 'API' }, ['account', 'rest', 'old']],
    [{ TxnSource: 'INTERNETANNONYMOUS' }, ['browser']],
    [{ TxnSource: 'IVR' }, []],
    [{ TxnSource: 'PARTNER_BOOKINGS' }, []],
    [{ TxnSource: 'MERCHANTSUITE' }, []],
    [{ UsernameCreated: 'demo-api', CRN1: 'rest' }, ['rest']],
    [{ UsernameCreated: 'nobody' }, []],
    [{ UsernameUpdated: 'demo-api', CRN1: 'old' }, ['old']],
    [{ UsernameUpdated: 'nobody' }, []],
    [{ Token: '5999990000000002' }, []],
  ])('SearchTokens %j finds %j', async (search, crns) => {
    expect(await find(search)).toEqual(crns);
  });

  it('finds a token by its number for its own merchant only', async () => {
    const [token] = textsIn(await soap.ask('SearchTokens', {}, OTHER_CREDENTIALS), 'Token');
    expect(token).toBeDefined();
    expect(await find({ Token: token })).toEqual([]);
    expect(await find({ Token: token }, OTHER_CREDENTIALS)).toEqual(['foreign']);
  });

  it.each<[Members, string]>([
    [{ Token: 'x' }, 'invalid token'],
    [{ Token: '5123456789012346' }, 'invalid token'],
    [{ ExpiryDate: '05/30' }, 'invalid expiry date'],
  ])('SearchTokens refuses %j: %s', async (search, message) => {
    expect(await soap.ask('SearchTokens', { search })).toBe(refusal('SearchTokens', message, version));
  });

  it.each<[number, number, string[]]>([
    [0, 0, ['old', 'account', 'browser', 'rest']],
    [1, 0, ['old', 'account']],
    [4, 0, ['old', 'account', 'browser']],
    [100, 0, ['old', 'account', 'browser', 'rest']],
    [100, 2, ['old', 'account']],
    [0, 1, ['old']],
    [100, 100_000, ['old', 'account', 'browser', 'rest']],
    [2_147_483_647, 2_147_483_647, ['old', 'account', 'browser', 'rest']],
  ])('GetRecentlyModifiedTokens of %i days, at most %i, answers %j', async (timePeriod, numOfTokens, crns) => {
    const xml = await soap.ask('GetRecentlyModifiedTokens', { timePeriod, numOfTokens });
    expect(textIn(xml, 'ResponseCode')).toBe('SUCCESS');
    expect(textsIn(xml, 'CRN1')).toEqual(crns);
  });

  it.each<[string, Members, string]>([
    ['GetRecentlyModifiedTokens', { timePeriod: -1 }, 'invalid time period'],
    ['GetRecentlyModifiedTokens', { timePeriod: 1, numOfTokens: -1 }, 'invalid number of tokens'],
    ['GetUnusedTokens', { timePeriod: -1 }, 'invalid time period'],
  ])('%s refuses %j: %s', async (operation, members, message) => {
    expect(await soap.ask(operation, members)).toBe(refusal(operation, message, version));
  });

  it('GetUnusedTokens returns the tokens without a payment in the period', async () => {
    const unused = async (timePeriod: number) => textsIn(await soap.ask('GetUnusedTokens', { timePeriod }), 'CRN1');
    expect(await unused(0)).toEqual(['account', 'browser', 'rest', 'old']);
    expect(textIn(await soap.pay({ CardNumber: byCrn['rest'], ExpiryDate: undefined }), 'ResponseCode')).toBe('0');
    expect(textIn(await soap.pay({ CardNumber: byCrn['old'], ExpiryDate: undefined }), 'ResponseCode')).toBe('PT_T7');
    expect(await unused(1)).toEqual(['account', 'browser']);
    await service.control.advanceClock(3 * DAY);
    expect(await unused(2)).toEqual(['account', 'browser', 'rest', 'old']);
    expect(await unused(4)).toEqual(['account', 'browser']);
    expect(await unused(0)).toEqual(['account', 'browser']);
  });
});

describe('the maximum number of tokens', () => {
  it('is the same as in every search', async () => {
    const service = await inProcess.open({ settings: { searchLimit: 2 } });
    const soap = new SoapTokenCaller(service);
    for (const CRN1 of ['a', 'b', 'c']) await soap.added({ CRN1 });
    const period = { timePeriod: 0, numOfTokens: 3 };
    for (const operation of ['SearchTokens', 'GetUnusedTokens', 'GetRecentlyModifiedTokens']) {
      expect(textsIn(await soap.ask(operation, period), 'CRN1')).toEqual(['c', 'b']);
    }
    await service.close();
  });
});
