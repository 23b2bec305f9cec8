import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../../src/sandbox/merchant.js';
import { inProcess, type ServiceUnderTest } from '../service-under-test.js';
import { ACCOUNT, TokenCaller } from '../token-caller.js';
import {
  ACCOUNT_TOKEN,
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

const UNKNOWN = '5999990000000002';

describe.each(['1.1', '1.2'] as const)('tokens of bank accounts by SOAP %s', (version) => {
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

  it('AddBankAccountToken returns the account without blanks and hyphens, and REST finds it', async () => {
    const tokenRequest = { ...ACCOUNT_TOKEN, BSB: '063-000', AccountNumber: '1234 5678', CRN2: 'two' };
    const xml = await soap.ask('AddBankAccountToken', { tokenRequest });
    const token = textIn(xml, 'Token') ?? '';
    expect(xml).toBe(
      `${opening('AddBankAccountToken', version)}<AddBankAccountTokenResult><Token>${token}</Token>` +
        '<BSB>063000</BSB><AccountNumber>12345678</AccountNumber><AccountName>Jane Citizen</AccountName>' +
        `</AddBankAccountTokenResult>${SUCCESS}${closing('AddBankAccountToken')}`,
    );
    expect(await stored(token)).toMatchObject({
      BankAccountDetails: { AccountName: 'Jane Citizen', AccountNumber: '12345678', BSBNumber: '063000' },
      Crn1: 'customer 7',
      Crn2: 'two',
    });
  });

  it.each<[Members | undefined, string]>([
    [undefined, 'invalid account number'],
    [{ ...ACCOUNT_TOKEN, AccountNumber: undefined }, 'invalid account number'],
    [{ ...ACCOUNT_TOKEN, AccountNumber: '12' }, 'invalid account number'],
    [{ ...ACCOUNT_TOKEN, AccountNumber: '1234567890' }, 'invalid account number'],
    [{ ...ACCOUNT_TOKEN, AccountNumber: '12345x' }, 'invalid account number'],
    [{ ...ACCOUNT_TOKEN, BSB: undefined }, 'invalid BSB'],
    [{ ...ACCOUNT_TOKEN, BSB: '06300' }, 'invalid BSB'],
    [{ ...ACCOUNT_TOKEN, BSB: 'abcdef' }, 'invalid BSB'],
    [{ ...ACCOUNT_TOKEN, AccountName: undefined }, 'invalid account name'],
    [{ ...ACCOUNT_TOKEN, AccountName: '  ' }, 'invalid account name'],
    [{ ...ACCOUNT_TOKEN, AccountName: 'x'.repeat(33) }, 'invalid account name'],
    [{ ...ACCOUNT_TOKEN, CRN1: 'x'.repeat(51) }, 'invalid CRN1'],
    [{ ...ACCOUNT_TOKEN, CRN3: 'x'.repeat(51) }, 'invalid CRN3'],
  ])('AddBankAccountToken refuses %j: %s', async (tokenRequest, message) => {
    const before = await rest.searchTokens();
    const xml = await soap.ask('AddBankAccountToken', { tokenRequest });
    expect(xml).toBe(refusal('AddBankAccountToken', message, version));
    expect(await rest.searchTokens()).toEqual(before);
  });

  it.each<[Members, object, object]>([
    [{ BSB: '012345' }, { BSBNumber: '012345', AccountNumber: '123456789' }, { Crn1: 'customer 7' }],
    [{ AccountNumber: '999' }, { BSBNumber: '063000', AccountNumber: '999' }, {}],
    [{ AccountName: 'J. Citizen' }, { AccountName: 'J. Citizen', AccountNumber: '123456789' }, {}],
    [{ CRN1: 'new' }, { AccountName: 'Jane Citizen' }, { Crn1: 'new' }],
    [{ BSB: '', AccountNumber: '', AccountName: '' }, { BSBNumber: '063000', AccountName: 'Jane Citizen' }, {}],
  ])(
    'UpdateBankAccountToken of a token of REST with %j changes nothing else',
    async (tokenRequest, account, others) => {
      const { DVToken } = await rest.added({
        CardDetails: undefined,
        BankAccountDetails: ACCOUNT,
        AcceptBADirectDebitTC: true,
      });
      const xml = await soap.ask('UpdateBankAccountToken', { token: DVToken, tokenRequest });
      expect(textIn(xml, 'ResponseCode')).toBe('SUCCESS');
      const now = await stored(DVToken as string);
      expect(now).toMatchObject({ ...others, BankAccountDetails: account });
      expect(textIn(xml, 'BSB')).toBe(now.BankAccountDetails.BSBNumber);
      expect(textIn(xml, 'AccountNumber')).toBe(now.BankAccountDetails.AccountNumber);
      expect(textIn(xml, 'AccountName')).toBe(now.BankAccountDetails.AccountName);
    },
  );

  it('UpdateBankAccountTokenMulti changes every token of that account, and no other', async () => {
    const account = { BSB: '111111', AccountNumber: '1111' };
    const alike = [await soap.addedAccount({ ...account, CRN1: 'a' }), await soap.addedAccount(account)];
    const sameNumber = await soap.addedAccount({ ...account, BSB: '222222' });
    const others = await soap.addedAccount(account, OTHER_CREDENTIALS);
    const xml = await soap.ask('UpdateBankAccountTokenMulti', {
      token: alike[0],
      newBSB: '333333',
      newAccountNumber: '3333',
      newAccountName: 'New Name',
    });
    expect(xml).toBe(
      `${opening('UpdateBankAccountTokenMulti', version)}<UpdateBankAccountTokenMultiResult><Token>${alike[0]}</Token>` +
        '<BSB>333333</BSB><AccountNumber>3333</AccountNumber><AccountName>New Name</AccountName>' +
        `</UpdateBankAccountTokenMultiResult>${SUCCESS}${closing('UpdateBankAccountTokenMulti')}`,
    );
    const changed = { AccountName: 'New Name', AccountNumber: '3333', BSBNumber: '333333' };
    for (const token of alike) expect(await stored(token)).toMatchObject({ BankAccountDetails: changed });
    expect(await stored(alike[0] ?? '')).toMatchObject({ Crn1: 'a' });
    expect(await stored(sameNumber)).toMatchObject({ BankAccountDetails: { BSBNumber: '222222' } });
    const unchanged = await soap.ask('UpdateBankAccountToken', { token: others }, OTHER_CREDENTIALS);
    expect(textIn(unchanged, 'BSB')).toBe('111111');
  });

  describe.each(['UpdateBankAccountToken', 'UpdateBankAccountTokenMulti'])('%s', (operation) => {
    const change = { tokenRequest: { CRN1: 'taken', AccountName: 'taken' }, newAccountName: 'taken' };
    const refused = refusal(operation, 'invalid token', version);

    it.each([undefined, '', '1', UNKNOWN, '12345678'])('finds no token %j', async (token) => {
      expect(await soap.ask(operation, { token, ...change })).toBe(refused);
    });

    it("changes no deleted token, no card's token and no other merchant's", async () => {
      const deleted = await soap.addedAccount();
      await soap.ask('DeleteToken', { token: deleted });
      expect(await soap.ask(operation, { token: deleted, ...change })).toBe(refused);
      for (const [token, credentials] of [
        [await soap.added(), undefined],
        [await soap.addedAccount(), OTHER_CREDENTIALS],
      ] as const) {
        const before = await stored(token);
        expect(await soap.ask(operation, { token, ...change }, credentials)).toBe(refused);
        expect(await stored(token)).toEqual(before);
      }
    });
  });

  it.each<[string, Members, string]>([
    ['UpdateBankAccountToken', { tokenRequest: { BSB: '1' } }, 'invalid BSB'],
    ['UpdateBankAccountToken', { tokenRequest: { AccountNumber: 'x' } }, 'invalid account number'],
    ['UpdateBankAccountToken', { tokenRequest: { AccountName: 'x'.repeat(33) } }, 'invalid account name'],
    ['UpdateBankAccountTokenMulti', { newBSB: 'abc' }, 'invalid BSB'],
    ['UpdateBankAccountTokenMulti', { newAccountNumber: '12' }, 'invalid account number'],
    ['UpdateBankAccountTokenMulti', { newAccountName: 'x'.repeat(33) }, 'invalid account name'],
  ])('%s refuses %j: %s, and changes nothing', async (operation, members, message) => {
    const token = await soap.addedAccount();
    const before = await stored(token);
    expect(await soap.ask(operation, { token, ...members })).toBe(refusal(operation, message, version));
    expect(await stored(token)).toEqual(before);
  });

  it('an account can pay, and cannot get a refund without a payment', async () => {
    const token = await soap.addedAccount();
    const card = { CardNumber: token, ExpiryDate: undefined, CVC: undefined };
    const paid = await soap.pay(card);
    expect(textIn(paid, 'ResponseCode')).toBe('0');
    const { TxnResp } = await rest.get(textIn(paid, 'TransactionNumber') ?? '');
    expect(TxnResp).toMatchObject({ BankAccountDetails: { AccountNumber: '12345678' } });
    expect(textIn(await soap.pay({ ...card, PaymentType: 'UNMATCHED_REFUND' }), 'ResponseCode')).toBe('PT_T5');
  });
});
