/**
 * Answers of the service with one member of another form than documented. A member that decides nothing blocks no call;
 * one that decides about money is refused with its path. docs/guides/odd-answers.md lists them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRestClient, type OddMember, type RestClient } from '../../src/service/rest-client.js';
import type { TxnReq } from '../../src/service/txn-req.js';
import { txnResp } from '../../src/wire/rest/txn-resp.js';
import process from '../vectors/rest-process-txn.json' with { type: 'json' };
import { answerJson, pretendService } from './pretend-service.js';

const CARD = '4987654321098769';
const TXN = process.v3.answer.TxnResp;
const TOKEN = {
  DVToken: '5999991234567890',
  Crn1: 'a',
  CardType: 'VC',
  CardDetails: { MaskedCardNumber: '498765...769' },
};
const payment: TxnReq = {
  Action: 'payment',
  Amount: 100,
  Crn1: 'a',
  CardDetails: { CardNumber: CARD, Cvn: '876', ExpiryDate: '0528' },
};

interface Call {
  readonly answer: (odd: object) => object;
  readonly path: string;
  readonly make: (client: RestClient<'v3'>) => Promise<unknown>;
}

const one = (odd: object) => ({ TxnResp: { ...TXN, ...odd } });
/** A whole list must not be lost for one of its rows. */
const many = (odd: object) => ({ TxnRespList: [TXN, { ...TXN, ...odd }] });

const OF_TRANSACTIONS: Readonly<Record<string, Call>> = {
  processTransaction: { answer: one, path: 'TxnResp', make: (client) => client.processTransaction(payment) },
  getTransaction: { answer: one, path: 'TxnResp', make: (client) => client.getTransaction('1001') },
  getResult: { answer: one, path: 'TxnResp', make: (client) => client.getResult('1001') },
  searchTransactions: {
    answer: many,
    path: 'TxnRespList',
    make: async (client) => (await client.searchTransactions({ Crn1: 'a' }))[1],
  },
};
const OF_TOKENS: Readonly<Record<string, Call>> = {
  getToken: {
    answer: (odd) => ({ DVTokenResp: { ...TOKEN, ...odd } }),
    path: 'DVTokenResp',
    make: (client) => client.getToken(TOKEN.DVToken),
  },
  searchTokens: {
    answer: (odd) => ({ DVTokenRespList: [TOKEN, { ...TOKEN, ...odd }] }),
    path: 'DVTokenRespList',
    make: async (client) => (await client.searchTokens({ Crn1: 'a' }))[1],
  },
};

async function ask({ answer, make }: Call, odd: object) {
  const APIResponse = { ResponseCode: 0, ResponseText: 'Success' };
  const service = await pretendService(answerJson({ APIResponse, ...answer(odd) }));
  const noted: OddMember[] = [];
  const client = createRestClient({
    ...{ baseUrl: service.url, version: 'v3', merchantNumber: '5353109000000000' },
    ...{ username: 'demo-api', password: 'Demo-Password-1', onOddMember: (member) => void noted.push(member) },
  });
  const found = await make(client).catch((error: unknown) => ({ error }));
  expect(service.received).toHaveLength(1);
  return { found, noted };
}

/** Member as answered, as read, and the rule that it breaks. */
const LENIENT: readonly (readonly [odd: Record<string, unknown>, read: unknown, path: string, rule: string])[] = [
  [{ RRN: 123 }, '123', 'RRN', 'type'],
  [{ SettlementDate: 20_261_130 }, '20261130', 'SettlementDate', 'type'],
  [{ CardType: 7 }, '7', 'CardType', 'type'],
  [{ ReceiptNumber: 70_000_001_001 }, '70000001001', 'ReceiptNumber', 'type'],
  [{ AuthoriseId: 1.5 }, undefined, 'AuthoriseId', 'type'],
  [{ ResponseText: ['Approved'] }, undefined, 'ResponseText', 'type'],
  [{ CVNResult: 'M' }, undefined, 'CVNResult', 'type'],
  [{ IsThreeDS: 'N' }, undefined, 'IsThreeDS', 'type'],
  [{ IsCVNPresent: 1 }, undefined, 'IsCVNPresent', 'type'],
  [{ CardDetails: [] }, undefined, 'CardDetails', 'type'],
  [{ CardDetails: { MaskedCardNumber: {} } }, {}, 'CardDetails.MaskedCardNumber', 'type'],
  [{ FraudScreeningResponse: '' }, undefined, 'FraudScreeningResponse', 'type'],
  [{ ThreeDSResponse: { Eci: 5 } }, { Eci: '5' }, 'ThreeDSResponse.Eci', 'type'],
  [{ StatementDescriptor: 'SHOP' }, undefined, 'StatementDescriptor', 'type'],
  [{ BankAccountDetails: 0 }, undefined, 'BankAccountDetails', 'type'],
];

/** What decides whether, for what and how much was paid, in a form that could hide another value. */
const STRICT: readonly (readonly [odd: Record<string, unknown>, path: string, rule: string])[] = [
  [{ ResponseCode: 0 }, 'ResponseCode', 'text'],
  [{ BankResponseCode: 0 }, 'BankResponseCode', 'text'],
  [{ Amount: CARD }, 'Amount', 'a whole number of 64 bits'],
  [{ Amount: 100.5 }, 'Amount', 'a whole number of 64 bits'],
  [{ AmountSurcharge: '1' }, 'AmountSurcharge', 'a whole number of 64 bits'],
  [{ Currency: 36 }, 'Currency', 'text'],
  [{ Action: 1 }, 'Action', 'text'],
  [{ Crn1: 1042 }, 'Crn1', 'text'],
  [{ BillerCode: 1042 }, 'BillerCode', 'text'],
  [{ MerchantReference: 1042 }, 'MerchantReference', 'text'],
  [{ MerchantNumber: 5 }, 'MerchantNumber', 'text'],
  [{ TxnNumber: 1001 }, 'TxnNumber', 'text'],
  [{ OriginalTxnNumber: 1001 }, 'OriginalTxnNumber', 'text'],
  [{ ProcessedDateTime: 1 }, 'ProcessedDateTime', 'text'],
  [{ DVToken: 1 }, 'DVToken', 'text'],
  [{ IsTestTxn: 'N' }, 'IsTestTxn', 'true or false'],
];

const show = (odd: object) => JSON.stringify(odd);

describe.each(Object.entries(OF_TRANSACTIONS))('%s', (name, call) => {
  it.each(LENIENT.map((row) => [show(row[0]), ...row] as const))('reads %s', async (_title, odd, read, path, rule) => {
    const { found, noted } = await ask(call, odd);
    const [member = ''] = Object.keys(odd);
    const others = Object.entries(TXN).filter(([key, value]) => key !== member && value !== null);
    expect(found).toMatchObject({ TxnNumber: TXN.TxnNumber, Amount: TXN.Amount, ResponseCode: TXN.ResponseCode });
    expect(Object.keys(found as object)).toEqual(expect.arrayContaining(others.map(([key]) => key)));
    expect((found as Record<string, unknown>)[member]).toEqual(read);
    expect(noted).toEqual([{ call: name, path: `${call.path}.${path}`, rule }]);
  });

  it.each(STRICT.map((row) => [show(row[0]), ...row] as const))('refuses %s', async (_title, odd, path, expected) => {
    const { found } = await ask(call, odd);
    const index = call.path === 'TxnRespList' ? '.1' : '';
    const { error } = found as { error: Error & { code: string } };
    expect(error.code).toBe('service_unreachable');
    expect(error.message).toBe(
      `${name}: the payment service's answer (HTTP 200) cannot be read: ${call.path}${index}.${path} must be ${expected}`,
    );
  });
});

describe.each(Object.entries(OF_TOKENS))('%s', (name, call) => {
  it.each([
    [{ CardType: 7 }, '7'],
    [{ EmailAddress: {} }, undefined],
    [{ CardDetails: [] }, undefined],
    [{ BankAccountDetails: '' }, undefined],
  ] as const)('reads %j', async (odd, read) => {
    const { found, noted } = await ask(call, odd);
    const [member = ''] = Object.keys(odd);
    expect(found).toMatchObject({ DVToken: TOKEN.DVToken, Crn1: 'a' });
    expect((found as Record<string, unknown>)[member]).toEqual(read);
    expect(noted).toEqual([{ call: name, path: `${call.path}.${member}`, rule: 'type' }]);
  });

  it.each([{ DVToken: 1 }, { Crn1: 1 }])('refuses %j', async (odd) => {
    const { error } = (await ask(call, odd)).found as { error: Error };
    expect(error.message).toMatch(new RegExp(`cannot be read: ${call.path}.*${Object.keys(odd)[0]} must be text$`));
  });
});

describe('docs/guides/odd-answers.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/guides/odd-answers.md'), 'utf8');
  const [strict, lenient] = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, member]) => member ?? ''));

  it('lists each member of a transaction once, and each that is tested in its row', () => {
    expect([...(strict ?? []), ...(lenient ?? [])].toSorted()).toEqual(Object.keys(txnResp.v3.shape).toSorted());
    expect(strict).toEqual(expect.arrayContaining(STRICT.flatMap(([odd]) => Object.keys(odd))));
    expect(lenient).toEqual(expect.arrayContaining(LENIENT.flatMap(([odd]) => Object.keys(odd))));
  });

  it.each(lenient ?? [])('%s may have any form', async (member) => {
    expect((await ask(OF_TRANSACTIONS['getTransaction'] as Call, { [member]: [true] })).noted).toHaveLength(1);
  });

  it.each(strict ?? [])('%s may not', async (member) => {
    const { found } = await ask(OF_TRANSACTIONS['getTransaction'] as Call, { [member]: [true] });
    expect(found).toMatchObject({ error: { code: 'service_unreachable' } });
  });
});

describe('an answer that is not the service’s', () => {
  it.each([
    ['JSON of another server', { Message: 'no' }],
    ['a list', []],
  ])('%s asks for the base URL', async (_name, body) => {
    const service = await pretendService(answerJson(body));
    const client = createRestClient({
      ...{ baseUrl: service.url, version: 'v3', merchantNumber: '5353109000000000' },
      ...{ username: 'demo-api', password: 'Demo-Password-1' },
    });
    await expect(client.getTransaction('1001')).rejects.toThrow('is the base URL right?');
  });

  it('does not ask for it when the envelope is the service’s', async () => {
    const service = await pretendService(answerJson({ APIResponse: { ResponseCode: '0' }, TxnResp: TXN }));
    const client = createRestClient({
      ...{ baseUrl: service.url, version: 'v3', merchantNumber: '5353109000000000' },
      ...{ username: 'demo-api', password: 'Demo-Password-1' },
    });
    await expect(client.getTransaction('1001')).rejects.toThrow(
      "the payment service's answer (HTTP 200) cannot be read: APIResponse.ResponseCode must be a number",
    );
  });
});
