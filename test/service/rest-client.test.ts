import { describe, expect, expectTypeOf, it } from 'vitest';
import type { TxnResp, TxnRespV2 } from '../../src/wire/rest/txn-resp.js';
import { createRestClient, type RestClient, type RestClientOptions } from '../../src/service/rest-client.js';
import type { TxnReq } from '../../src/service/txn-req.js';
import authKeys from '../vectors/rest-auth-key.json' with { type: 'json' };
import process from '../vectors/rest-process-txn.json' with { type: 'json' };
import search from '../vectors/rest-search.json' with { type: 'json' };
import { answerJson, pretendService } from './pretend-service.js';

const credentials = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };
// base64 of demo-api|5353109000000000:Demo-Password-1, by another tool.
const AUTHORIZATION = 'ZGVtby1hcGl8NTM1MzEwOTAwMDAwMDAwMDpEZW1vLVBhc3N3b3JkLTE=';
const KEY = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

function clientOf(baseUrl: string, more: Partial<RestClientOptions> = {}): RestClient<'v2' | 'v3'> {
  return createRestClient({ baseUrl, version: 'v3', ...credentials, ...more });
}

const payment: TxnReq = {
  Action: 'payment',
  Amount: 19900,
  CardDetails: { CardNumber: '4987654321098769', Cvn: '876', ExpiryDate: '9900' },
  Crn1: 'order 1043',
  TestMode: true,
};

describe('a call', () => {
  it.each<[string, string, string, object, (client: RestClient<'v2' | 'v3'>) => Promise<unknown>]>([
    ['processTransaction', 'POST', '/txns/', process.v3.answer, (client) => client.processTransaction(payment)],
    ['getTransaction', 'GET', '/txns/1043', process.v3.answer, (client) => client.getTransaction('1043')],
    ['searchTransactions', 'POST', '/txns/search', search.txn.empty, (client) => client.searchTransactions({})],
    [
      'createAuthKey',
      'POST',
      '/txns/processtxnauthkey',
      authKeys.v2.answer,
      (client) => client.createAuthKey({ ProcessTxnData: { Amount: 1 } }),
    ],
    ['getResult', 'GET', `/txns/withauthkey/${KEY}`, process.v3.answer, (client) => client.getResult(KEY)],
    ['status', 'GET', '/status/', { APIResponse: { ResponseCode: 0 } }, (client) => client.status()],
  ])('%s sends one %s to %s, with the credentials', async (_name, method, path, body, call) => {
    const service = await pretendService(answerJson(body));
    await call(clientOf(`${service.url}/`));
    expect(service.received).toHaveLength(1);
    const [request] = service.received;
    expect(request).toMatchObject({ method, url: `/webapi/v3${path}` });
    expect(request?.headers.authorization).toBe(AUTHORIZATION);
    expect(request?.headers['content-type']).toBe(method === 'POST' ? 'application/json; charset=utf-8' : undefined);
    expect(request?.body === '').toBe(method === 'GET');
  });

  it('is sent to the requested version below the path of the base URL', async () => {
    const service = await pretendService(answerJson(process.v2.answer));
    await clientOf(`${service.url}/gateway//`, { version: 'v2' }).getTransaction('1');
    expect(service.received[0]?.url).toBe('/gateway/webapi/v2/txns/1');
  });

  it('uses the fetch that it is given', async () => {
    const urls: string[] = [];
    const fetch = (url: string) => {
      urls.push(url);
      return Promise.resolve(Response.json(authKeys.v2.answer));
    };
    const key = await clientOf('https://service.example/a', { fetch }).createAuthKey({ ProcessTxnData: {} });
    expect(key).toBe('3fa85f64-5717-4562-b3fc-2c963f66afa6');
    expect(urls).toEqual(['https://service.example/a/webapi/v3/txns/processtxnauthkey']);
  });
});

describe('processTransaction', () => {
  it('resolves with the transaction, a declined one too', async () => {
    const service = await pretendService(answerJson(process.v3.answer));
    const txn = await clientOf(service.url).processTransaction(payment);
    expectTypeOf(txn).toEqualTypeOf<TxnResp | TxnRespV2>();
    expect(txn).toMatchObject({ ResponseCode: '2', BankResponseCode: '05', TxnNumber: '1043' });
    expect(txn).not.toHaveProperty('AuthoriseId');
    expect(JSON.parse(service.received[0]?.body ?? '')).toEqual({ TxnReq: payment });
  });

  it("accepts the manual's spelling of MerchantNumber", async () => {
    const service = await pretendService(answerJson(process.v2.answer));
    const txn = await clientOf(service.url, { version: 'v2' }).processTransaction(payment);
    expect(txn.MerchantNumber).toBe('5353109000000000');
  });

  it("writes version 2's names of fraud screening", async () => {
    const service = await pretendService(answerJson(process.v2.answer));
    const FraudScreeningRequest = { FraudScreeningDeviceFingerprint: 'a', SourceWebsiteURL: 'b' };
    await clientOf(service.url, { version: 'v2' }).processTransaction({ ...payment, FraudScreeningRequest });
    expect(JSON.parse(service.received[0]?.body ?? '')).toEqual({
      TxnReq: { ...payment, FraudScreeningRequest: { DeviceFingerprint: 'a', TxnSourceWebsiteURL: 'b' } },
    });
  });
});

describe('searchTransactions', () => {
  it.each([
    ['an empty list', search.txn.empty],
    ['null', search.txn.null],
    ['no list', { APIResponse: { ResponseCode: 209 } }],
  ])('resolves with nothing when the answer is 209 with %s', async (_name, body) => {
    const service = await pretendService(answerJson(body));
    expect(await clientOf(service.url).searchTransactions({ MerchantReference: 'a' })).toEqual([]);
  });

  it('resolves with the results in the order of the service', async () => {
    const TxnRespList = [process.v3.answer.TxnResp, process.v2.answer.TxnResp, null];
    const service = await pretendService(answerJson({ APIResponse: { ResponseCode: 0 }, TxnRespList }));
    const found = await clientOf(service.url).searchTransactions({ Crn1: 'a' });
    expect(found.map(({ TxnNumber }) => TxnNumber)).toEqual(['1043', '1042']);
  });
});

describe('before anything is sent', () => {
  const client = clientOf('https://service.example', {
    fetch: () => {
      throw new Error('something was sent');
    },
  });
  const v2 = clientOf('https://service.example', {
    version: 'v2',
    fetch: () => {
      throw new Error('something was sent');
    },
  });
  // Types are not checked in JavaScript or for a value from JSON.
  const loose = (members: object) => members as TxnReq;

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'IsTestTxn for TestMode',
      () => client.processTransaction(loose({ IsTestTxn: true })),
      /has no TxnReq\.IsTestTxn$/,
    ],
    [
      'a wrong card member',
      () => client.processTransaction(loose({ CardDetails: { Number: '1' } })),
      /CardDetails\.Number/,
    ],
    [
      'a fraction of a cent',
      () => client.processTransaction({ ...payment, Amount: 10.5 }),
      /TxnReq\.Amount must be a whole number/,
    ],
    ['a long reference', () => client.searchTransactions({ Crn1: 'x'.repeat(51) }), /SearchInput\.Crn1 .* 50/],
    [
      'a descriptor in version 2',
      () => v2.processTransaction({ ...payment, StatementDescriptor: {} }),
      /StatementDescriptor/,
    ],
    [
      'BypassThreeDS in version 2',
      () => v2.createAuthKey({ ProcessTxnData: { BypassThreeDS: true } }),
      /BypassThreeDS/,
    ],
    ['an empty TxnNumber', () => client.getTransaction(''), /txnNumber/],
    ['a way up for a TxnNumber', () => client.getTransaction('..'), /txnNumber/],
    ['another call for a TxnNumber', () => client.getTransaction('search'), /txnNumber/],
    ['a path for a ResultKey', () => client.getResult('a/../../status'), /resultKey/],
    ['a query for a ResultKey', () => client.getResult(`${KEY}?a=1`), /resultKey/],
  ])('refuses %s', async (_name, call, message) => {
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).toMatch(message);
  });

  it.each<[string, Partial<RestClientOptions>]>([
    ['a relative base URL', { baseUrl: '/api' }],
    ['a base URL of another scheme', { baseUrl: 'ftp://service.example' }],
    ['a base URL with a query', { baseUrl: 'https://service.example/?a=1' }],
    ['a base URL with credentials', { baseUrl: 'https://a:b@service.example' }],
    ['an empty password', { password: '' }],
    ['a merchant number with a colon', { merchantNumber: '1:2' }],
  ])('refuses %s', (_name, options) => {
    expect(() => clientOf('https://service.example', options)).toThrow(TypeError);
  });

  it.each([0, -1, Number.NaN, Infinity, 3_601])('refuses a timeout of %s seconds', (timeoutSeconds) => {
    expect(() => clientOf('https://service.example', { timeoutSeconds })).toThrow(RangeError);
  });
});
