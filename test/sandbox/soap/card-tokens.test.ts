import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../../src/sandbox/merchant.js';
import { credentials } from '../rest-caller.js';
import { inProcess, type ServiceUnderTest } from '../service-under-test.js';
import { TokenCaller } from '../token-caller.js';
import {
  CARD_TOKEN,
  OTHER_CREDENTIALS,
  OTHER_MERCHANT,
  SUCCESS,
  SoapTokenCaller,
  closing,
  opening,
  refusal,
  textIn,
  type Members,
} from './soap-caller.js';

const VISA = '4987654321098769';
const LONG = 'x'.repeat(51);
/** A well-formed token that does not exist. */
const UNKNOWN = '5999990000000002';

describe.each(['1.1', '1.2'] as const)('tokens of cards by SOAP %s', (version) => {
  let service: ServiceUnderTest;
  let soap: SoapTokenCaller;
  let rest: TokenCaller;
  beforeAll(async () => {
    service = await inProcess.open({ seed: [DEMO_MERCHANT, OTHER_MERCHANT] });
    soap = new SoapTokenCaller(service, version);
    rest = new TokenCaller(service);
  });
  afterAll(() => service.close());

  const stored = async (token: string) => (await rest.token(token)).DVTokenResp;

  it('AddToken returns token, mask and type, and REST finds the token', async () => {
    const xml = await soap.ask('AddToken', { tokenRequest: { ...CARD_TOKEN, CRN2: 'two', CRN3: 'three' } });
    const token = textIn(xml, 'Token') ?? '';
    expect(xml).toBe(
      `${opening('AddToken', version)}<AddTokenResult><Token>${token}</Token>` +
        '<MaskedCardNumber>512345...346</MaskedCardNumber><CardType>MC</CardType></AddTokenResult>' +
        `${SUCCESS}${closing('AddToken')}`,
    );
    expect(token).toMatch(/^599999\d{10}$/);
    expect(await stored(token)).toMatchObject({
      DVToken: token,
      CardType: 'MC',
      CardDetails: { ExpiryDate: '0530', MaskedCardNumber: '512345...346' },
      Crn1: 'customer 7',
      Crn2: 'two',
      Crn3: 'three',
    });
  });

  it('stores a card again under a new number', async () => {
    expect(await soap.added()).not.toBe(await soap.added());
  });

  it.each<[Members | undefined, string]>([
    [undefined, 'invalid card number: no value'],
    [{}, 'invalid card number: no value'],
    [{ ...CARD_TOKEN, CardNumber: '' }, 'invalid card number: no value'],
    [{ ...CARD_TOKEN, CardNumber: ' - ' }, 'invalid card number: no value'],
    [{ ...CARD_TOKEN, CardNumber: '512345678' }, 'invalid card number: invalid length'],
    [{ ...CARD_TOKEN, CardNumber: '512345678901' }, 'invalid card number: invalid length'],
    [{ ...CARD_TOKEN, CardNumber: '51234567890123461234' }, 'invalid card number: invalid length'],
    [{ ...CARD_TOKEN, CardNumber: 'abc' }, 'invalid card number: invalid length'],
    [{ ...CARD_TOKEN, CardNumber: 'abcdefghijklmnop' }, 'invalid card number'],
    [{ ...CARD_TOKEN, CardNumber: '5123456789012345' }, 'invalid card number'],
    [{ ...CARD_TOKEN, CardNumber: UNKNOWN }, 'invalid card number'],
    [
      { ...CARD_TOKEN, CardNumber: '4000000000000002' },
      'Invalid card number (this is a sandbox: it accepts test cards only, never real ones)',
    ],
    [{ ...CARD_TOKEN, ExpiryDate: undefined }, 'invalid expiry date'],
    [{ ...CARD_TOKEN, ExpiryDate: '' }, 'invalid expiry date'],
    [{ ...CARD_TOKEN, ExpiryDate: '1330' }, 'invalid expiry date'],
    [{ ...CARD_TOKEN, ExpiryDate: '0000' }, 'invalid expiry date'],
    [{ ...CARD_TOKEN, ExpiryDate: '530' }, 'invalid expiry date'],
    [{ ...CARD_TOKEN, ExpiryDate: 'MMYY' }, 'invalid expiry date'],
    [{ ...CARD_TOKEN, CRN1: LONG }, 'invalid CRN1'],
    [{ ...CARD_TOKEN, CRN2: LONG }, 'invalid CRN2'],
    [{ ...CARD_TOKEN, CRN3: LONG }, 'invalid CRN3'],
  ])('AddToken refuses %j: %s', async (tokenRequest, message) => {
    const before = await rest.searchTokens();
    expect(await soap.ask('AddToken', { tokenRequest })).toBe(refusal('AddToken', message, version));
    expect(await rest.searchTokens()).toEqual(before);
  });

  it.each<[Members, object]>([
    [{ CardNumber: VISA }, { CardType: 'VC', CardDetails: { MaskedCardNumber: '498765...769', ExpiryDate: '0530' } }],
    [{ ExpiryDate: '0631' }, { CardType: 'MC', CardDetails: { MaskedCardNumber: '512345...346', ExpiryDate: '0631' } }],
    [{ CRN1: 'new' }, { Crn1: 'new', Crn2: 'two' }],
    [
      { CRN2: 'new', CRN3: 'new too' },
      { Crn1: 'customer 7', Crn2: 'new', Crn3: 'new too' },
    ],
    [
      { CRN1: '', CardNumber: '', ExpiryDate: '' },
      { Crn1: 'customer 7', CardType: 'MC' },
    ],
    [{}, { Crn1: 'customer 7', CardType: 'MC' }],
  ])('UpdateToken of a token of REST with %j changes nothing else', async (tokenRequest, expected) => {
    const { DVToken } = await rest.added({ Crn2: 'two' });
    const xml = await soap.ask('UpdateToken', { token: DVToken, tokenRequest });
    expect(textIn(xml, 'ResponseCode')).toBe('SUCCESS');
    expect(textIn(xml, 'Token')).toBe(DVToken);
    const now = await stored(DVToken as string);
    expect(now).toMatchObject(expected);
    expect(textIn(xml, 'MaskedCardNumber')).toBe(now.CardDetails.MaskedCardNumber);
    expect(textIn(xml, 'CardType')).toBe(now.CardType);
  });

  it('UpdateTokenMulti changes every token of that card, and of no other card or merchant', async () => {
    const alike = [await soap.added({ CRN1: 'a' }), await soap.added({ CRN1: 'b' }), (await rest.added()).DVToken];
    const deleted = await soap.added();
    await soap.ask('DeleteToken', { token: deleted });
    const otherCard = await soap.added({ CardNumber: '345678901234564' });
    const others = await soap.added({}, OTHER_CREDENTIALS);
    const members = { token: alike[1], newCardNumber: VISA, newExpiryDate: '0831' };
    const xml = await soap.ask('UpdateTokenMulti', members);
    expect(xml).toBe(
      `${opening('UpdateTokenMulti', version)}<UpdateTokenMultiResult><Token>${alike[1]}</Token>` +
        '<MaskedCardNumber>498765...769</MaskedCardNumber><CardType>VC</CardType></UpdateTokenMultiResult>' +
        `${SUCCESS}${closing('UpdateTokenMulti')}`,
    );
    for (const token of alike) {
      expect(await stored(token)).toMatchObject({ CardType: 'VC', CardDetails: { ExpiryDate: '0831' } });
    }
    expect(await stored(alike[0])).toMatchObject({ Crn1: 'a' });
    expect(await stored(otherCard)).toMatchObject({ CardType: 'AX', CardDetails: { ExpiryDate: '0530' } });
    const other = new TokenCaller(service, 'v3', credentials('demo-api', OTHER_MERCHANT.number));
    expect((await other.token(others)).DVTokenResp).toMatchObject({ CardType: 'MC' });
  });

  it('UpdateTokenMulti with an expiry alone keeps the card', async () => {
    const [first, second] = [await soap.added(), await soap.added()];
    await soap.ask('UpdateTokenMulti', { token: first, newExpiryDate: '0135' });
    for (const token of [first, second]) {
      expect(await stored(token)).toMatchObject({ CardType: 'MC', CardDetails: { ExpiryDate: '0135' } });
    }
  });

  it('DeleteToken returns only response, and the token is not found any more', async () => {
    const token = await soap.added();
    expect(await soap.ask('DeleteToken', { token })).toBe(
      `${opening('DeleteToken', version)}${SUCCESS}${closing('DeleteToken')}`,
    );
    expect((await rest.token(token)).APIResponse.ResponseCode).toBe(202);
    const refused = await soap.pay({ CardNumber: token, ExpiryDate: undefined, CVC: undefined });
    const members = ['ResponseCode', 'AuthorisationResult', 'MaskedCardNumber', 'CardType'];
    expect(members.map((name) => textIn(refused, name))).toEqual([
      'PT_T2',
      'Payment details not found',
      `599999...${token.slice(-3)}`,
      'MC',
    ]);
  });

  it('a token that REST deleted does not exist here', async () => {
    const token = await soap.added();
    await rest.remove(token);
    expect(await soap.ask('DeleteToken', { token })).toBe(refusal('DeleteToken', 'invalid token', version, ''));
  });

  describe.each<[string, (token: string) => Members]>([
    ['DeleteToken', (token) => ({ token })],
    ['UpdateToken', (token) => ({ token, tokenRequest: { CRN1: 'taken' } })],
    ['UpdateTokenMulti', (token) => ({ token, newExpiryDate: '0131' })],
  ])('%s', (operation, members) => {
    const result = operation === 'DeleteToken' ? '' : `<${operation}Result />`;
    const refused = refusal(operation, 'invalid token', version, result);

    it.each([undefined, '', '1', UNKNOWN, '5999990000000000', '5123456789012346', "' or 1=1"])(
      'finds no token %j',
      async (token) => {
        expect(await soap.ask(operation, members(token as string))).toBe(refused);
      },
    );

    it('finds no deleted token', async () => {
      const token = await soap.added();
      await soap.ask('DeleteToken', { token });
      expect(await soap.ask(operation, members(token))).toBe(refused);
    });

    it("does not change another merchant's token", async () => {
      const token = await soap.added();
      const before = await stored(token);
      expect(await soap.ask(operation, members(token), OTHER_CREDENTIALS)).toBe(refused);
      expect(await stored(token)).toEqual(before);
    });
  });

  it.each<[string, Members, string]>([
    ['UpdateToken', { tokenRequest: { CardNumber: '1' } }, 'invalid card number: invalid length'],
    ['UpdateToken', { tokenRequest: { CardNumber: '5123456789012345' } }, 'invalid card number'],
    ['UpdateToken', { tokenRequest: { CardNumber: UNKNOWN } }, 'invalid card number'],
    ['UpdateToken', { tokenRequest: { ExpiryDate: '1301' } }, 'invalid expiry date'],
    ['UpdateToken', { tokenRequest: { CRN1: LONG } }, 'invalid CRN1'],
    ['UpdateTokenMulti', { newCardNumber: '1' }, 'invalid card number: invalid length'],
    ['UpdateTokenMulti', { newCardNumber: 'abcdefghijklmnop' }, 'invalid card number'],
    ['UpdateTokenMulti', { newExpiryDate: '13' }, 'invalid expiry date'],
  ])('%s refuses %j: %s, and changes nothing', async (operation, members, message) => {
    const token = await soap.added();
    const before = await stored(token);
    expect(await soap.ask(operation, { token, ...members })).toBe(refusal(operation, message, version));
    expect(await stored(token)).toEqual(before);
  });

  it.each(['UpdateToken', 'UpdateTokenMulti'])('%s refuses the token of an account', async (operation) => {
    const token = await soap.addedAccount();
    const members = { token, tokenRequest: { CRN1: 'taken' }, newExpiryDate: '0131' };
    expect(await soap.ask(operation, members)).toBe(refusal(operation, 'invalid token', version));
    expect(await stored(token)).toMatchObject({ Crn1: 'customer 7' });
  });

  it('a token of either interface pays in the other, and an expired one does not', async () => {
    const token = await soap.added({ ExpiryDate: '9900' });
    const paid = await soap.pay({ CardNumber: token, ExpiryDate: undefined, CVC: undefined });
    expect(textIn(paid, 'ResponseCode')).toBe('0');
    expect(textIn(paid, 'MaskedCardNumber')).toBe('512345...346');
    const { TxnResp } = await rest.process({ CardDetails: { CardNumber: token } });
    expect(TxnResp).toMatchObject({ ResponseCode: '0', CardType: 'MC' });
    const { DVToken } = await rest.added();
    expect(textIn(await soap.pay({ CardNumber: DVToken, ExpiryDate: undefined }), 'ResponseCode')).toBe('0');
    const foreign = await soap.added({ ExpiryDate: '9900' }, OTHER_CREDENTIALS);
    expect(textIn(await soap.pay({ CardNumber: foreign, ExpiryDate: undefined }), 'ResponseCode')).toBe('PT_T2');
    const expired = await soap.added({ ExpiryDate: '0120' });
    expect(textIn(await soap.pay({ CardNumber: expired, ExpiryDate: undefined }), 'ResponseCode')).toBe('PT_T7');
  });

  describe('TokenisePayment', () => {
    it('makes a token of a payment of this interface, which REST finds', async () => {
      const txnNumber = textIn(await soap.pay({ ExpiryDate: '9900', CRN2: 'two' }), 'TransactionNumber');
      const xml = await soap.ask('TokenisePayment', { txnNumber });
      const token = textIn(xml, 'Token') ?? '';
      expect(xml).toBe(
        `${opening('TokenisePayment', version)}<TokenisePaymentResult><DataVaultToken><ExpiryDate>9900</ExpiryDate>` +
          `<CRN1>order 1042</CRN1><CRN2>two</CRN2><CRN3 /><Token>${token}</Token>` +
          '<MaskedCardNumber>512345...346</MaskedCardNumber><CardType>MC</CardType>' +
          '<UpdatedUsername>demo-api</UpdatedUsername><UpdatedDate>2026-03-04T12:00:00</UpdatedDate>' +
          '<CreatedUsername>demo-api</CreatedUsername><CreatedDate>2026-03-04T12:00:00</CreatedDate>' +
          '<DOB xsi:nil="true" /><EmailVerified>false</EmailVerified><EmailVerifiedDate xsi:nil="true" />' +
          `</DataVaultToken></TokenisePaymentResult>${SUCCESS}${closing('TokenisePayment')}`,
      );
      expect(await stored(token)).toMatchObject({ CardDetails: { ExpiryDate: '9900' }, Crn1: 'order 1042' });
    });

    it.each([
      [true, 'SUCCESS', undefined],
      [false, 'ERROR', 'Transactions cannot be tokenised because cardholder has not given permission'],
    ])("of a browser's payment with StoreCard %j answers %s", async (StoreCard, code, message) => {
      const { ResultKey } = await rest.submit(await rest.key(), {}, { StoreCard });
      const txnNumber = (await rest.result(ResultKey)).TxnResp.TxnNumber as string;
      const xml = await soap.ask('TokenisePayment', { txnNumber });
      expect(textIn(xml, 'ResponseCode')).toBe(code);
      expect(textIn(xml, 'ResponseMessage')).toBe(message);
    });

    it.each<[string, () => Promise<string | undefined>, string]>([
      ['no number', () => Promise.resolve(undefined), 'invalid transaction number'],
      ['an invalid number', () => Promise.resolve('1e3'), 'invalid transaction number'],
      ['an unknown number', () => Promise.resolve('999999999'), 'Transaction not found'],
      [
        "another merchant's payment",
        async () => textIn(await soap.pay({}, OTHER_CREDENTIALS), 'TransactionNumber'),
        'Transaction not found',
      ],
      [
        'a declined payment',
        async () => textIn(await soap.pay({ ExpiryDate: '9901' }), 'TransactionNumber'),
        'Transaction must be approved to be tokenised',
      ],
      [
        'a refund',
        async () => {
          const paid = textIn(await soap.pay(), 'TransactionNumber');
          return textIn(await soap.follow('REFUND', paid, 100), 'TransactionNumber');
        },
        'Transaction type cannot be tokenised',
      ],
    ])('refuses %s', async (_, numberOf, message) => {
      const txnNumber = await numberOf();
      expect(await soap.ask('TokenisePayment', { txnNumber })).toBe(refusal('TokenisePayment', message, version));
    });
  });
});
