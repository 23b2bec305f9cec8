import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOutsideClients } from '../../wire/soap/outside-clients/find-clients.js';
import { startSandbox, type RunningSandbox } from '../../../src/sandbox/node/start-sandbox.js';
import { stoppedClock } from '../service-under-test.js';
import { TokenCaller } from '../token-caller.js';
import { ACCOUNT_TOKEN, CARD_TOKEN, CREDENTIALS, PAYMENT, SOAP_PATH, type Members } from './soap-caller.js';

/** With FLORIN_OUTSIDE_CLIENTS=required, as in CI, a client that is not installed fails the test. */
const isRequired = process.env['FLORIN_OUTSIDE_CLIENTS'] === 'required';
const PORTS = ['Service_1_4_4Soap', 'Service_1_4_4Soap12'] as const;
const UNSET = { FromDate: '0001-01-01T00:00:00', ToDate: '0001-01-01T00:00:00' };
const TXN_SEARCH = {
  ...UNSET,
  PaymentType: 'NOT_SPECIFIED',
  TxnType: 'NOT_SPECIFIED',
  NumOfHours: 0,
  Amount: 0,
  SearchOrder: 'DESCENDING',
};
const TOKEN_SEARCH = { ...UNSET, ExpiredCardsOnly: false, TxnSource: 'UNSPECIFIED' };

interface Answer {
  readonly [member: string]: Answer & string;
}

/** Calls the real sandbox with the client of another program, one call after the other. */
describe.each(findOutsideClients().map((client) => [client.name, client] as const))('%s', (name, client) => {
  const isMissing = client.call === undefined && !isRequired;
  const call = client.call ?? (() => Promise.reject(new Error(`${name} is not installed: ${client.install}`)));
  const title = isMissing ? ` (skipped: ${client.install})` : '';
  let running: RunningSandbox;
  let rest: TokenCaller;

  beforeAll(async () => {
    running = await startSandbox({ clock: stoppedClock(), database: ':memory:' });
    rest = new TokenCaller({
      fetch: (path, init) => fetch(running.url + path, init),
      control: running.control,
      clock: stoppedClock(),
      close: () => running.close(),
    });
  });
  afterAll(() => running.close());

  /** Starts one program for all calls, because a start costs more than a call. */
  async function ask(port: string, ...calls: readonly (readonly [string, Members])[]): Promise<readonly Answer[]> {
    const work = calls.map(([operation, members]) => ({ operation, parameters: { ...CREDENTIALS, ...members } }));
    const answers = await call({ wsdl: `${running.url}${SOAP_PATH}?WSDL`, port, calls: work });
    return answers as Answer[];
  }

  const codes = (answers: readonly Answer[]) => answers.map(({ response }) => response?.['ResponseCode']);

  it.skipIf(isMissing).each(PORTS)(
    `stores, finds, changes and deletes tokens by port %s, and REST sees it${title}`,
    async (port) => {
      const CRN1 = `${name} ${port}`;
      const search = { ...TOKEN_SEARCH, CRN1 };
      const [added, account] = await ask(
        port,
        ['AddToken', { tokenRequest: { ...CARD_TOKEN, CRN1 } }],
        ['AddBankAccountToken', { tokenRequest: { ...ACCOUNT_TOKEN, CRN1 } }],
      );
      const card = added?.['AddTokenResult'];
      expect(card).toMatchObject({ MaskedCardNumber: '512345...346', CardType: 'MC' });
      const token = card?.['Token'] ?? '';
      const accountToken = account?.['AddBankAccountTokenResult']?.['Token'] ?? '';
      expect((await rest.token(token)).DVTokenResp).toMatchObject({ Crn1: CRN1, CardType: 'MC' });
      expect((await rest.token(accountToken)).DVTokenResp).toMatchObject({
        BankAccountDetails: { AccountNumber: '12345678', BSBNumber: '063000' },
      });

      const answers = await ask(
        port,
        ['UpdateToken', { token, tokenRequest: { ExpiryDate: '0831' } }],
        ['UpdateTokenMulti', { token, newCardNumber: '4987654321098769', newExpiryDate: '9900' }],
        ['UpdateBankAccountToken', { token: accountToken, tokenRequest: { AccountName: 'J. Citizen' } }],
        ['UpdateBankAccountTokenMulti', { token: accountToken, newBSB: '111111' }],
        ['SearchTokens', { search }],
        ['GetRecentlyModifiedTokens', { timePeriod: 1, numOfTokens: 1 }],
        ['GetUnusedTokens', { timePeriod: 0 }],
        [
          'ProcessPayment',
          { txnReq: { PaymentType: 'PAYMENT', TxnType: 'RECURRING', Amount: 500, CardNumber: token } },
        ],
        ['GetUnusedTokens', { timePeriod: 0 }],
        ['DeleteToken', { token }],
        ['SearchTokens', { search }],
        ['DeleteToken', { token }],
      );
      expect(codes(answers)).toEqual([...Array.from({ length: 11 }, () => 'SUCCESS'), 'ERROR']);
      expect(answers.at(-1)?.['response']?.['ResponseMessage']).toBe('invalid token');
      const found = answers.map((answer) => {
        const list = Object.values(answer).find((member) => 'DataVaultToken' in member)?.['DataVaultToken'];
        return (list as unknown as readonly Answer[] | undefined)?.map((each) => each['Token']);
      });
      expect(found[4]).toEqual([accountToken, token]);
      expect(found[5]).toHaveLength(1);
      expect(found[6]).toContain(token);
      expect(answers[7]?.['ProcessPaymentResult']).toMatchObject({ ResponseCode: '0', CardType: 'VC' });
      expect(found[8]).not.toContain(token);
      expect(found[8]).toContain(accountToken);
      expect(found[10]).toEqual([accountToken]);
      expect((await rest.token(accountToken)).DVTokenResp).toMatchObject({
        BankAccountDetails: { AccountName: 'J. Citizen', BSBNumber: '111111' },
      });
      expect((await rest.token(token)).APIResponse.ResponseCode).toBe(202);
    },
    60_000,
  );

  it.skipIf(isMissing).each(PORTS)(
    `pays, refunds, searches, tokenises and opens sessions by port %s${title}`,
    async (port) => {
      const CRN1 = `paid by ${name} ${port}`;
      const [paid] = await ask(port, ['ProcessPayment', { txnReq: { ...PAYMENT, CRN1 } }]);
      const number = paid?.['ProcessPaymentResult']?.['TransactionNumber'] ?? '';
      const { TxnResp: made } = await rest.made({ Crn1: CRN1 }).then((TxnResp) => ({ TxnResp }));
      const refund = { PaymentType: 'REFUND', TxnType: 'ECOMMERCE', Amount: 100, OriginalTransactionNumber: number };
      const signature = createHmac('sha256', 'Demo-Shared-Secret-1')
        .update(`4:true${Buffer.byteLength(CRN1)}:${CRN1}0:0:`)
        .digest('hex');
      const answers = await ask(
        port,
        ['ProcessPayment', { txnReq: refund }],
        ['ProcessPayment', { txnReq: { ...PAYMENT, ExpiryDate: '9901' } }],
        ['ProcessPayment', { txnReq: { ...PAYMENT, CardNumber: '1' } }],
        ['SearchTransactions', { search: { ...TXN_SEARCH, CRN1 } }],
        ['TokenisePayment', { txnNumber: number }],
        ['GetAnonymousToken', { success: 'true', crn1: CRN1, crn2: '', crn3: '', signature }],
        ['CreateSession', { ipAddress: '203.0.113.9', sharedSecret: 'Demo-Shared-Secret-1' }],
        ['CreateSession', { ipAddress: '203.0.113.9', sharedSecret: 'wrong' }],
        ['AddToken', { password: 'wrong', tokenRequest: CARD_TOKEN }],
      );
      const failures = [2, 7, 8];
      expect(codes(answers)).toEqual(answers.map((_, index) => (failures.includes(index) ? 'ERROR' : 'SUCCESS')));
      expect(answers[0]?.['ProcessPaymentResult']).toMatchObject({ ResponseCode: '0' });
      expect(answers[1]?.['ProcessPaymentResult']).toMatchObject({ ResponseCode: '2', AcquirerResponseCode: '01' });
      const found = answers[3]?.['SearchTransactionsResult']?.['Txn'] as unknown as readonly Answer[];
      expect(found.map((txn) => txn['TransactionNumber'])).toEqual([made.TxnNumber, number]);
      const token = answers[4]?.['TokenisePaymentResult']?.['DataVaultToken']?.['Token'] ?? '';
      expect((await rest.token(token)).DVTokenResp).toMatchObject({ Crn1: CRN1 });
      const anonymous = answers[5]?.['GetAnonymousTokenResult'];
      expect(anonymous).toMatchObject({ VerificationResult: true, DataVaultToken: { Token: token } });
      const session = answers[6]?.['CreateSessionResult'] ?? '';
      expect((await rest.submitToken(session)).APIResponse.ResponseCode).toBe(0);
    },
    60_000,
  );
});
