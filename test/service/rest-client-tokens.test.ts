/** The client's token calls against the sandbox: two independent implementations of the manual. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { createRestClient, type PaymentReq, type RestClient } from '../../src/service/index.js';

const credentials = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };
const CardDetails = { CardHolderName: 'Jane Citizen', CardNumber: '4987654321098769', ExpiryDate: '0539' };
const BROWSER_CARD = { CardNumber: '4987654321098769', ExpiryDateMonth: '05', ExpiryDateYear: '39' };

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describe.each(['v2', 'v3'] as const)('tokens of the sandbox, by version %s,', (version) => {
  const client = () =>
    createRestClient({ baseUrl: sandbox.url, version, timeoutSeconds: 60, ...credentials }) as RestClient;
  const payment = (CardNumber: string | undefined, more: Partial<PaymentReq> = {}): PaymentReq => ({
    Action: 'payment',
    Amount: 20_000,
    CardDetails: { CardNumber: CardNumber ?? '' },
    Crn1: 'by token',
    TestMode: true,
    ...more,
  });

  it('adds, gets, finds, changes and deletes one', async () => {
    const added = await client().addToken({ CardDetails, Crn1: `kept ${version}` });
    const dvToken = added.DVToken ?? '';
    expect(await client().getToken(dvToken)).toEqual(added);
    expect(await client().searchTokens({ Crn1: `kept ${version}` })).toEqual([added]);
    const changed = await client().updateToken(dvToken, { CardDetails: { ExpiryDate: '1240' } });
    expect(changed).toEqual({ ...added, CardDetails: { ...added.CardDetails, ExpiryDate: '1240' } });
    await client().deleteToken(dvToken);
    await expect(client().getToken(dvToken)).rejects.toMatchObject({ code: 'api_rejected', apiCode: 202 });
    expect(await client().searchTokens({ Crn1: `kept ${version}` })).toEqual([]);
  });

  it('stores a bank account', async () => {
    const BankAccountDetails = { AccountName: 'Jane', AccountNumber: '123456', BSBNumber: '063000' };
    const added = await client().addToken({ BankAccountDetails, AcceptBADirectDebitTC: true });
    expect(added.BankAccountDetails).toMatchObject(BankAccountDetails);
  });

  it('stores the card of a transaction, and pays with it', async () => {
    const paid = await client().processTransaction(payment(CardDetails.CardNumber, { CardDetails, StoreCard: true }));
    const { DVToken } = await client().tokeniseTransaction(paid.TxnNumber ?? '');
    const again = await client().processTransaction(payment(DVToken));
    expect(again).toMatchObject({ ResponseCode: '0', CardDetails: paid.CardDetails });
    const kept = await client().processTransaction(payment('', { CardDetails, TokenisationMode: 3 }));
    expect(await client().processTransaction(payment(kept.DVToken))).toMatchObject({ ResponseCode: '0' });
    await client().deleteToken(DVToken ?? '');
    expect(await client().processTransaction(payment(DVToken))).toMatchObject({ ResponseCode: 'PT_T2' });
  });

  it('lets a browser add and update one, and reads the result', async () => {
    const submit = async (path: string, DVTokenReq: object): Promise<string> => {
      const response = await fetch(`${sandbox.url}/webapi/${version}/dvtokens/withauthkey/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ DVTokenReq }),
      });
      return ((await response.json()) as { ResultKey: string }).ResultKey;
    };
    const addKey = await client().createAddTokenAuthKey({ FixedAddDVTokenData: { Crn1: 'browser' } });
    const added = await client().getTokenResult(await submit(addKey, { CardDetails: BROWSER_CARD }));
    expect(added).toMatchObject({ CardType: 'VC', Crn1: 'browser' });
    const fixed = { DVToken: added.DVToken ?? '', Crn1: 'changed' };
    const updateKey = await client().createUpdateTokenAuthKey({ FixedUpdateDVTokenData: fixed });
    const changed = await client().getTokenResult(await submit(`update/${updateKey}`, { CardDetails: BROWSER_CARD }));
    expect(changed).toEqual({ ...added, Crn1: 'changed' });
  });
});
