import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { createRestClient, createSoapClient, type SoapClient } from '../../src/service/index.js';
import { OPERATION_NAMES } from '../../src/wire/soap/operations.js';
import { methodNameOf } from '../../src/service/soap-client.js';
import { stoppedClock } from '../sandbox/service-under-test.js';
import { CARD, CREDENTIALS, OTHER_CARD, SHARED_SECRET, batchOf, payment, signatureOf, zipOf } from './soap-calls.js';

/** Timeout of the wait for a batch of one payment. */
const TIMEOUT_MS = 30_000;

describe.each([
  ['1.1', 'urn:Eve_1_4_4'],
  ['1.2', 'urn:Eve_1_4_4'],
  ['1.1', 'https://other.example/Service & 2'.replaceAll(' ', '_')],
  ['1.2', 'urn:Other_Service'],
] as const)('the sandbox, by SOAP %s in %s,', { timeout: 60_000 }, (version, namespace) => {
  let sandbox: RunningSandbox;
  let client: SoapClient;
  const clientOf = () =>
    createSoapClient({
      endpoint: `${sandbox.url}/evolve/service_1_4_4.asmx`,
      credentials: CREDENTIALS,
      version,
      namespace,
    });

  beforeAll(async () => {
    sandbox = await startSandbox({
      clock: stoppedClock(),
      settings: { soapNamespaces: { service: namespace, common: 'urn:Common' } },
    });
    client = clientOf();
    await client.login();
  }, 60_000);
  afterAll(() => sandbox.close());

  const added = async (CRN1: string) =>
    (await client.addToken({ tokenRequest: { CRN1, CardNumber: CARD, ExpiryDate: '0530' } })).Token ?? '';
  const addedAccount = async (CRN1: string) => {
    const tokenRequest = { CRN1, BSB: '063000', AccountNumber: '12345678', AccountName: 'Jane Citizen' };
    return (await client.addBankAccountToken({ tokenRequest })).Token ?? '';
  };

  it('has a method for each operation', () => {
    expect(Object.keys(client)).toEqual(OPERATION_NAMES.map(methodNameOf));
    expect(Object.keys(client)).toHaveLength(25);
  });

  it('AddBankAccountToken stores an account', async () => {
    const tokenRequest = { CRN1: 'a', BSB: '063000', AccountNumber: '12345678', AccountName: 'Jane Citizen' };
    const token = await client.addBankAccountToken({ tokenRequest });
    expect(token.Token).toMatch(/^5999\d{12}$/);
    expect(token).toMatchObject({ AccountName: 'Jane Citizen' });
  });

  it('UpdateBankAccountToken changes the given members', async () => {
    const token = await addedAccount('ub');
    const updated = await client.updateBankAccountToken({ token, tokenRequest: { AccountName: 'John Citizen' } });
    expect(updated).toMatchObject({ Token: token, AccountName: 'John Citizen' });
  });

  it('UpdateBankAccountTokenMulti changes all tokens of the account', async () => {
    const token = await addedAccount('ubm');
    const account = { newBSB: '063001', newAccountNumber: '87654321', newAccountName: 'New' };
    expect(await client.updateBankAccountTokenMulti({ token, ...account })).toMatchObject({ AccountName: 'New' });
  });

  it('Login and Logout begin and end a login, whose cookie the client keeps', async () => {
    const other = clientOf();
    const refused = { code: 'api_rejected', apiText: 'invalid login' };
    await expect(other.isBankAvailable({ bankId: 1 })).rejects.toMatchObject(refused);
    expect(await other.login({ cliVersion: '2' })).toBeUndefined();
    expect(await other.isBankAvailable({ bankId: 1 })).toBe(true);
    expect(await other.logout()).toBeUndefined();
    await expect(other.isBankAvailable({ bankId: 1 })).rejects.toMatchObject(refused);
  });

  it('IsBankAvailable knows one bank', async () => {
    expect(await client.isBankAvailable({ bankId: 1 })).toBe(true);
    await expect(client.isBankAvailable({ bankId: 2 })).rejects.toMatchObject({ apiText: 'invalid bank' });
  });

  it('SubmitBatch, RetrieveBatchStatistics, DownloadBatchById and DownloadBatchByFilename run a file', async () => {
    expect(await client.submitBatch({ filename: 'a.csv', content: batchOf('batch') })).toEqual([]);
    const until = performance.now() + TIMEOUT_MS;
    let [batch] = await client.retrieveBatchStatistics({ timePeriod: 1 });
    while (batch?.BatchState !== 'Completed') {
      if (performance.now() > until) throw new Error(`The batch has not ended: ${batch?.BatchState}`);
      [batch] = await client.retrieveBatchStatistics({ timePeriod: 1 });
    }
    expect(batch).toMatchObject({ TxnCount: 1, ProcCount: 1, OrigFilename: 'a.csv', Percentage: 100 });
    const byId = await client.downloadBatchById({
      batchFileId: BigInt(batch.BatchFileId),
      fileFormat: 1,
      returnAll: true,
    });
    expect(byId.Filename).toBe('a-r.csv');
    expect(new TextDecoder().decode(byId.Content)).toContain('512345...346');
    expect(await client.downloadBatchByFilename({ filename: 'a.csv', fileFormat: 1, returnAll: true })).toEqual(byId);
  });

  it('SubmitBatch returns the errors of a refused file', async () => {
    const complaints = await client.submitBatch({ filename: 'b.csv', content: 'no batch' });
    expect(complaints.length).toBeGreaterThan(0);
    expect(complaints.join()).toMatch(/line/i);
    expect((await client.retrieveBatchStatistics({ timePeriod: 1 })).map((each) => each.OrigFilename)).not.toContain(
      'b.csv',
    );
  });

  it('UploadCRNLookupFile and UploadCRNLookupZipFile accept a file', async () => {
    expect(
      await client.uploadCRNLookupFile({ filename: 'l.csv', content: 'a,,,,\n', emailAddress: '' }),
    ).toBeUndefined();
    const content = zipOf('a,,,,\n');
    expect(await client.uploadCRNLookupZipFile({ filename: 'l.zip', content })).toBeUndefined();
    const bad = client.uploadCRNLookupZipFile({ filename: 'l.zip', content: new Uint8Array(3) });
    await expect(bad).rejects.toMatchObject({ code: 'api_rejected', apiText: 'invalid zip file' });
  });

  it('AddToken stores a card', async () => {
    const token = await client.addToken({ tokenRequest: { CRN1: 't', CardNumber: CARD, ExpiryDate: '0530' } });
    expect(token).toEqual({
      Token: expect.stringMatching(/^5999\d{12}$/) as unknown,
      MaskedCardNumber: '512345...346',
      CardType: 'MC',
    });
    const none = client.addToken({ tokenRequest: { CardNumber: '1234' } });
    await expect(none).rejects.toMatchObject({ apiText: 'invalid card number: invalid length', apiCode: undefined });
  });

  it('DeleteToken deletes it', async () => {
    const token = await added('delete');
    expect(await client.deleteToken({ token })).toBeUndefined();
    await expect(client.deleteToken({ token })).rejects.toMatchObject({ apiText: 'invalid token' });
  });

  it('UpdateToken changes the given members', async () => {
    const token = await added('update');
    await client.updateToken({ token, tokenRequest: { CRN2: 'second' } });
    expect(await client.searchTokens({ search: { CRN1: 'update' } })).toMatchObject([{ Token: token, CRN2: 'second' }]);
  });

  it('UpdateTokenMulti changes all tokens of the card', async () => {
    const token = await added('multi');
    const updated = await client.updateTokenMulti({ token, newCardNumber: OTHER_CARD, newExpiryDate: '0531' });
    expect(updated).toMatchObject({ MaskedCardNumber: '498765...769', CardType: 'VC' });
  });

  it('GetRecentlyModifiedTokens and GetUnusedTokens list tokens', async () => {
    const token = await added('recent');
    const recent = await client.getRecentlyModifiedTokens({ timePeriod: 1, numOfTokens: 5 });
    expect(recent.length).toBeLessThanOrEqual(5);
    expect(recent.map(({ Token }) => Token)).toContain(token);
    expect((await client.getUnusedTokens({ timePeriod: 1 })).map(({ Token }) => Token)).toContain(token);
    await client.processPayment({ txnReq: payment('by token', { CardNumber: token, ExpiryDate: undefined, CVC: '' }) });
    expect((await client.getUnusedTokens({ timePeriod: 1 })).map(({ Token }) => Token)).not.toContain(token);
  });

  it('SearchTokens finds by members, times as instants, and nothing as an empty list', async () => {
    const token = await added('search');
    const [found] = await client.searchTokens({ search: { Token: token, TxnSource: 'API' } });
    expect(found).toMatchObject({ Token: token, CRN1: 'search', ExpiryDate: '0530', DOB: null, EmailVerified: false });
    expect(found?.CreatedDate).toBe(stoppedClock().now());
    expect(await client.searchTokens({ search: { FromDate: (found?.CreatedDate ?? 0) + 1_000 } })).toEqual([]);
  });

  it('GetAnonymousToken returns a token for a valid signature', async () => {
    const Token = await added('anonymous é');
    const asked = { success: 'true', crn1: 'anonymous é', crn2: '', crn3: '' };
    const shown = await client.getAnonymousToken({
      ...asked,
      signature: signatureOf('true', 'anonymous é', '', ''),
    });
    expect(shown).toMatchObject({ VerificationResult: true, DataVaultToken: { Token } });
    const wrong = await client.getAnonymousToken({ ...asked, signature: 'aa' });
    expect(wrong).toEqual({ VerificationResult: false });
  });

  it('TokenisePayment stores the card of a payment', async () => {
    const { TransactionNumber } = await client.processPayment({ txnReq: payment('tokenise') });
    const { DataVaultToken } = await client.tokenisePayment({ txnNumber: TransactionNumber });
    expect(DataVaultToken).toMatchObject({ MaskedCardNumber: '512345...346', CRN1: 'order 1042' });
  });

  it('ProcessPayment pays, declines by a result, and refunds; REST finds it', async () => {
    const paid = await client.processPayment({ txnReq: payment('pay <&> "1"') });
    expect(paid).toMatchObject({
      ResponseCode: '0',
      AcquirerResponseCode: '00',
      AuthorisationResult: 'Approved',
      MaskedCardNumber: '512345...346',
    });
    const declined = await client.processPayment({ txnReq: payment('declined', { ExpiryDate: '9901' }) });
    expect(declined).toMatchObject({ ResponseCode: '2', AuthorisationResult: 'Declined', AuthoriseId: '' });
    const refund = { PaymentType: 'REFUND', OriginalTransactionNumber: paid.TransactionNumber, Amount: 900 } as const;
    expect((await client.processPayment({ txnReq: refund })).ResponseCode).toBe('0');
    const rest = createRestClient({ baseUrl: sandbox.url, version: 'v3', ...CREDENTIALS });
    const found = await rest.getTransaction(paid.TransactionNumber ?? '');
    expect(found).toMatchObject({ MerchantReference: 'pay <&> "1"', Amount: 19_900, Crn1: 'order 1042' });
  });

  it('ProcessPayment is refused with the text of the service', async () => {
    const refused = client.processPayment({ txnReq: payment('none', { CardNumber: '1234567890' }) });
    await expect(refused).rejects.toMatchObject({
      code: 'api_rejected',
      apiText: 'unable to determine card type',
      message: 'The payment service answered processPayment with ERROR: unable to determine card type',
    });
  });

  it('SearchTransactions finds a payment by reference', async () => {
    const { TransactionNumber } = await client.processPayment({ txnReq: payment('find me') });
    const found = await client.searchTransactions({ search: { MerchantReference: 'find me' } });
    expect(found).toMatchObject([{ TransactionNumber, Amount: 19_900, CRN2: '', ProcessedDate: stoppedClock().now() }]);
    expect(found[0]?.CardNumber).toBeUndefined();
    expect(await client.searchTransactions({ search: { MerchantReference: 'nobody' } })).toEqual([]);
  });

  it('CreateSession answers a GUID', async () => {
    const ipAddress = '203.0.113.9';
    expect(await client.createSession({ ipAddress, sharedSecret: SHARED_SECRET })).toMatch(/^[0-9a-f-]{36}$/);
    const wrong = client.createSession({ ipAddress, sharedSecret: 'no' });
    await expect(wrong).rejects.toMatchObject({ apiText: 'invalid shared secret' });
  });

  it('a payment whose answer is lost was made, and is found by its reference', async () => {
    sandbox.control.setAvailability('answer_lost');
    const lost = client.processPayment({ txnReq: payment('lost') });
    await expect(lost).rejects.toMatchObject({ code: 'service_unreachable', apiText: undefined });
    sandbox.control.setAvailability('normal');
    expect(await client.searchTransactions({ search: { MerchantReference: 'lost' } })).toHaveLength(1);
  });

  it('is service_unreachable, not api_rejected, while the service is down', async () => {
    sandbox.control.setAvailability('unavailable');
    const down = client.processPayment({ txnReq: payment('down') });
    await expect(down).rejects.toMatchObject({ code: 'service_unreachable' });
    sandbox.control.setAvailability('normal');
  });

  it('refuses wrong credentials', async () => {
    const endpoint = `${sandbox.url}/evolve/service_1_4_4.asmx`;
    const credentials = { ...CREDENTIALS, password: 'Wrong-Password-9' };
    const stranger = createSoapClient({ endpoint, credentials, version, namespace });
    const refused = { code: 'api_rejected', apiText: 'invalid login' };
    await expect(stranger.login()).rejects.toMatchObject(refused);
    await expect(stranger.searchTransactions({})).rejects.toMatchObject(refused);
  });

  it('is not taken for a service of another namespace', async () => {
    const endpoint = `${sandbox.url}/evolve/service_1_4_4.asmx`;
    const lost = createSoapClient({ endpoint, credentials: CREDENTIALS, version, namespace: 'urn:Nobody' });
    const refused = await lost.processPayment({ txnReq: payment('other') }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'api_rejected' });
    expect(await client.searchTransactions({ search: { MerchantReference: 'other' } })).toEqual([]);
  });

  // The last test: it moves the clock past the expiry of the login.
  it('RetrieveSettlementFiles answers the file of a day that has closed', async () => {
    await sandbox.control.advanceClock(24 * 3_600);
    await client.login();
    const [file] = await client.retrieveSettlementFiles({ settlementDate: '20260304' });
    expect(new TextDecoder().decode(file?.Content)).toMatch(/^01,CBA-EVOLVE,20260304,/);
    await expect(client.retrieveSettlementFiles({ settlementDate: 'x' })).rejects.toMatchObject({
      apiText: 'invalid settlement date',
    });
  });
});
