/** P38, by SOAP: no operation shows or changes another merchant's object, with any id of any interface. */
import { describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { RestCaller, credentials } from '../sandbox/rest-caller.js';
import { inProcess, type ServiceUnderTest } from '../sandbox/service-under-test.js';
import { FileCaller, batchFile, contentIn, detail } from '../sandbox/soap/file-caller.js';
import { ACCOUNT_TOKEN, CREDENTIALS, PAYMENT, SoapTokenCaller, textIn, textsIn } from '../sandbox/soap/soap-caller.js';
import type { Version } from '../sandbox/soap/soap-caller.js';
import { createChance, report, trials } from './trials.js';

const STRANGER = '5353109000000099';
/** A text in each object of the owner and in no request of the other merchant. */
const MARK = 'MARK OF THE OWNER';
const FOREIGN = { ...CREDENTIALS, merchantNumber: STRANGER };

/** Ids of the owner's transactions, tokens and batches, and the name of each batch's file. */
interface Ids {
  readonly txns: readonly string[];
  readonly tokens: readonly string[];
  readonly batches: readonly string[];
  readonly files: readonly string[];
}

async function fill(service: ServiceUnderTest, version: Version): Promise<Ids> {
  const soap = new SoapTokenCaller(service, version);
  const marks = { CRN1: MARK, CRN2: MARK, MerchantReference: MARK };
  const txns: string[] = [];
  for (const PaymentType of ['PAYMENT', 'PREAUTH', 'PAYMENT']) {
    txns.push(textIn(await soap.pay({ ...marks, PaymentType }), 'TransactionNumber') ?? '');
  }
  const rest = new RestCaller(service, 'v3');
  txns.push((await rest.made({ Crn1: MARK, MerchantReference: MARK })).TxnNumber as string);
  const tokens = [await soap.added({ CRN1: MARK }), await soap.addedAccount({ CRN1: MARK, AccountName: MARK })];
  const files = await FileCaller.open(service, { version });
  const filename = `owner ${version}.csv`;
  await files.submit(batchFile([detail({ crn1: MARK })]), filename);
  await files.finished();
  const statistics = await files.ask('RetrieveBatchStatistics', { timePeriod: 0 });
  await files.ask('UploadCRNLookupFile', { filename: 'owner.csv', content: `${MARK},,,,\n` });
  return { txns, tokens, batches: textsIn(statistics, 'BatchFileId'), files: [filename] };
}

/** Every operation that answers or changes a stored object, with a place for an id where it has one. */
function createAttacks(soap: SoapTokenCaller, files: FileCaller) {
  const ask = (operation: string, members: Parameters<SoapTokenCaller['ask']>[1] = {}) =>
    soap.ask(operation, members, FOREIGN);
  const follow = (PaymentType: string) => (id: string) =>
    ask('ProcessPayment', {
      txnReq: { PaymentType, TxnType: 'ECOMMERCE', Amount: 19_900, OriginalTransactionNumber: id },
    });
  const attacks: Readonly<Record<string, (id: string) => Promise<string>>> = {
    'ProcessPayment REFUND': follow('REFUND'),
    'ProcessPayment CAPTURE': follow('CAPTURE'),
    'ProcessPayment REVERSAL': follow('REVERSAL'),
    'ProcessPayment by token': (id) =>
      ask('ProcessPayment', { txnReq: { ...PAYMENT, CardNumber: id, ExpiryDate: undefined, CVC: undefined } }),
    'SearchTransactions by number': (id) => ask('SearchTransactions', { search: { TransactionNumber: id } }),
    'SearchTransactions for the owner': () =>
      ask('SearchTransactions', { search: { MerchantNumber: CREDENTIALS.merchantNumber } }),
    'SearchTransactions by mark': () => ask('SearchTransactions', { search: { CRN1: MARK } }),
    'SearchTransactions by all': () => ask('SearchTransactions', { search: {} }),
    TokenisePayment: (id) => ask('TokenisePayment', { txnNumber: id }),
    AddToken: (id) => ask('AddToken', { tokenRequest: { CardNumber: id, ExpiryDate: '0530' } }),
    UpdateToken: (id) => ask('UpdateToken', { token: id, tokenRequest: { CRN1: 'stolen' } }),
    UpdateTokenMulti: (id) =>
      ask('UpdateTokenMulti', { token: id, newCardNumber: PAYMENT.CardNumber, newExpiryDate: '0531' }),
    DeleteToken: (id) => ask('DeleteToken', { token: id }),
    UpdateBankAccountToken: (id) => ask('UpdateBankAccountToken', { token: id, tokenRequest: { CRN1: 'stolen' } }),
    UpdateBankAccountTokenMulti: (id) =>
      ask('UpdateBankAccountTokenMulti', {
        token: id,
        newBSB: ACCOUNT_TOKEN.BSB,
        newAccountNumber: '7',
        newAccountName: 'x',
      }),
    'SearchTokens by token': (id) => ask('SearchTokens', { search: { Token: id } }),
    'SearchTokens by all': () => ask('SearchTokens', { search: {} }),
    GetRecentlyModifiedTokens: () => ask('GetRecentlyModifiedTokens', { timePeriod: 0, numOfTokens: 0 }),
    GetUnusedTokens: () => ask('GetUnusedTokens', { timePeriod: 0 }),
    GetAnonymousToken: () => ask('GetAnonymousToken', { success: 'true', crn1: MARK, signature: '00' }),
    DownloadBatchById: async (id) => {
      const xml = await files.ask('DownloadBatchById', { batchFileId: id, fileFormat: 1, returnAll: true });
      return xml + (contentIn(xml) ?? '');
    },
    DownloadBatchByFilename: async (id) => {
      const xml = await files.download(id);
      return xml + (contentIn(xml) ?? '');
    },
    RetrieveBatchStatistics: () => files.ask('RetrieveBatchStatistics', { timePeriod: 0 }),
    RetrieveSettlementFiles: async () => {
      const xml = await files.ask('RetrieveSettlementFiles', { settlementDate: '20260304' });
      return xml + (contentIn(xml) ?? '');
    },
  };
  return attacks;
}

/** All that the owner has. */
async function snapshot(service: ServiceUnderTest, version: Version): Promise<string> {
  const soap = new SoapTokenCaller(service, version);
  const files = await FileCaller.open(service, { version });
  return [
    await soap.search(),
    await soap.ask('SearchTokens', { search: {} }),
    await files.ask('RetrieveBatchStatistics', { timePeriod: 0 }),
    contentIn(await files.ask('RetrieveSettlementFiles', { settlementDate: '20260304' })),
  ].join('\n');
}

async function run(version: Version, calls: number): Promise<number> {
  const chance = createChance();
  const seed = [DEMO_MERCHANT, { ...DEMO_MERCHANT, number: STRANGER, shortName: 'STRANGER' }];
  const service = await inProcess.open({ seed });
  const { txns, tokens, batches, files: names } = await fill(service, version);
  // The day is over, so that it has a settlement file, with the owner's mark in it.
  await service.control.advanceClock(24 * 3_600);
  const soap = new SoapTokenCaller(service, version);
  const attacks = createAttacks(soap, await FileCaller.open(service, { version, credentials: FOREIGN }));
  const before = await snapshot(service, version);
  expect(before).toContain(MARK);
  const every = Object.entries(attacks).flatMap(([name, attack]) => {
    // A batch's number must be one: another text is a fault before anything is looked up.
    const ids = name === 'DownloadBatchById' ? [...txns, ...batches] : [...txns, ...tokens, ...batches, ...names];
    return ids.map((id) => ({ name, attack, id }));
  });
  for (let call = 0; call < calls; call += 1) {
    const { name, attack, id } = call < every.length ? every[call]! : chance.pick(every);
    const answer = await attack(id);
    // No answer repeats what the other merchant has sent.
    expect(answer, `${name} ${id}`).not.toContain(MARK);
    expect(answer, `${name} ${id}`).not.toContain('Fault');
  }
  expect(await snapshot(service, version)).toBe(before);
  // The look-up file of the owner limits nobody else. With the owner's login each id is found, so the ids are right.
  const owner = new SoapTokenCaller(service, version);
  for (const id of txns) expect(await owner.search({ TransactionNumber: id })).toContain(MARK);
  for (const Token of tokens) expect(await owner.ask('SearchTokens', { search: { Token } })).toContain(MARK);
  const own = await FileCaller.open(service, { version });
  expect(contentIn(await own.download(names[0]))).toContain(MARK);
  const theirs = new RestCaller(service, 'v3', credentials('demo-api', STRANGER));
  expect(JSON.stringify(await theirs.search())).not.toContain(MARK);
  await service.close();
  report(`P38 by SOAP ${version}`, chance, { calls, pairs: every.length, attacks: Object.keys(attacks).length });
  return every.length;
}

describe('P38 by SOAP: no object of another merchant', () => {
  it.each(['1.1', '1.2'] as const)(
    'by every operation of SOAP %s, with every id, under a foreign login',
    async (version) => {
      const calls = trials(300);
      expect(calls).toBeGreaterThanOrEqual(await run(version, calls));
    },
    120_000,
  );
});
