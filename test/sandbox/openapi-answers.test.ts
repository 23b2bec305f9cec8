/**
 * API9: a response that does not match the document fails the test that received it. Every sandbox test has this check
 * (checked-service.ts); this file tests the check.
 */
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { examplesOf, EXAMPLE_VALUES } from '../../src/sandbox/openapi/examples.js';
import { OPERATIONS } from '../../src/sandbox/openapi/document.js';
import { createAnswerChecker, type SeenAnswer } from './answer-checker.js';
import { checked } from './checked-service.js';
import { TERMS, credentials, type Json } from './rest-caller.js';
import { EACH_TARGET, inProcess, type ServiceUnderTest } from './service-under-test.js';
import { TokenCaller } from './token-caller.js';

const DESCRIPTOR = { CompanyName: 'Example', MerchantName: 'Example', Postcode: '3000' };
const VERSIONS = ['v2', 'v3'] as const;

describe.each(EACH_TARGET)('answers, $target', ({ open }) => {
  let service: ServiceUnderTest;

  beforeAll(async () => {
    service = await open();
  });
  afterAll(() => service.close());

  it.each(VERSIONS)('match the document of %s: payments, tokens, keys, searches, refusals', async (version) => {
    const caller = new TokenCaller(service, version);
    const { TxnNumber } = await caller.made({ StoreCard: true, StatementDescriptor: DESCRIPTOR });
    await caller.get(TxnNumber);
    await caller.search();
    await caller.search({ Crn1: 'nobody' });
    const { ResultKey } = await caller.submit(await caller.key());
    await caller.result(ResultKey);
    const { DVToken } = await caller.added();
    await caller.tokenise(TxnNumber);
    await caller.token(DVToken);
    await caller.searchTokens();
    await caller.submitToken(await caller.addKey());
    await caller.remove(DVToken);
    await caller.process({ CardDetails: null });
    await caller.get('none');
    await caller.call('GET', '/status/');
    await caller.send('PUT', '/txns/');
    await caller.send('GET', '/nothing/at/all');
    await caller.send('POST', '/txns/', 'x'.repeat(300_000));
  });
});

describe('the check', () => {
  const check = createAnswerChecker();
  const right = (version: 'v2' | 'v3', name = 'processTransaction'): Json =>
    structuredClone(examplesOf(version)[name]?.answer);
  const seen = (version: 'v2' | 'v3', body: Json, others: Partial<SeenAnswer> = {}) =>
    check({
      method: 'POST',
      path: `/webapi/${version}/txns/`,
      status: 200,
      type: 'application/json; charset=utf-8',
      text: JSON.stringify(body),
      ...others,
    });

  it('accepts documented responses', () => {
    expect(seen('v2', right('v2'))).toBeUndefined();
    expect(seen('v3', right('v3'))).toBeUndefined();
  });

  it('finds a member of version 3 in an answer of version 2', () => {
    const leaking = right('v2');
    leaking.TxnResp.StatementDescriptor = null;
    expect(seen('v2', leaking)).toContain('StatementDescriptor');
    expect(seen('v2', right('v3'))).toContain('must NOT have additional properties');
  });

  it.each([
    ['an unknown member', (txn: Json) => (txn.Approved = true), 'Approved'],
    ['a member that is missing', (txn: Json) => delete txn.RRN, 'RRN'],
    ['an outcome as a number', (txn: Json) => (txn.ResponseCode = 0), 'ResponseCode'],
    ['an unknown outcome', (txn: Json) => (txn.ResponseCode = 'PT_X1'), 'ResponseCode'],
    ['an amount in major units', (txn: Json) => (txn.Amount = 199.5), 'Amount'],
    ['a card number that is not masked', (txn: Json) => (txn.CardDetails.MaskedCardNumber = '5'.repeat(16)), 'Masked'],
    ['an unknown source', (txn: Json) => (txn.Source = 'moon'), 'Source'],
    ['a number instead of a string', (txn: Json) => (txn.TxnNumber = 1_042), 'TxnNumber'],
  ])('finds %s', (_, spoil, place) => {
    const spoilt = right('v3');
    spoil(spoilt.TxnResp);
    const problem = seen('v3', spoilt);
    expect(problem).toContain(place);
    // The problem never quotes the response.
    expect(problem).not.toContain('5555');
  });

  it('finds an API code as a string, another status, another type, half a body and an unknown path', () => {
    const text = right('v3');
    text.APIResponse.ResponseCode = '0';
    expect(seen('v3', text)).toContain('/APIResponse/ResponseCode');
    expect(seen('v3', right('v3'), { status: 500 })).toContain('500 is not documented');
    expect(seen('v3', right('v3'), { type: 'text/html' })).toContain('text/html');
    expect(seen('v3', right('v3'), { text: '{"APIResponse":' })).toContain('not JSON');
    expect(seen('v3', right('v3'), { path: '/webapi/v3/secret' })).toContain('expected 404');
    expect(seen('v3', right('v3'), { method: 'PATCH' })).toContain('expected 405');
  });

  it('fails the call and the closing of a test with a wrong response', async () => {
    const service = await inProcess.open();
    const leaking = checked(
      {
        ...service,
        async fetch(path, init) {
          const answer = await (await service.fetch(path, init)).json();
          return Response.json({ ...answer, Leak: null });
        },
      },
      undefined,
    );
    await expect(new TokenCaller(leaking).get('1')).rejects.toThrow('Leak');
    await expect(leaking.close()).rejects.toThrow('Leak');
  });
});

describe.each(VERSIONS)('the examples of %s', (version) => {
  it('are accepted by the sandbox unchanged', async () => {
    const service = await inProcess.open();
    const caller = new TokenCaller(service, version);
    const { DVToken } = await caller.added();
    const { TxnNumber } = await caller.made({ StoreCard: true });
    const { ResultKey } = await caller.submit(await caller.key());
    const added = await caller.submitToken(await caller.addKey());
    const examples = examplesOf(version);
    for (const { name, verb, path, body, answer } of OPERATIONS) {
      if (answer.kind !== 'json' || name === 'deleteToken' || name.startsWith('processIframe')) continue;
      const authKey = name === 'submitPayment' ? await caller.key(TERMS) : await keyFor(name, caller, DVToken);
      const values: Record<string, string> = {
        authKey,
        resultKey: name === 'getTokenResult' ? added.ResultKey : ResultKey,
        txnNumber: TxnNumber,
        dvToken: DVToken,
      };
      const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => values[parameter] ?? '');
      const text = body?.schema && JSON.stringify(examples[name]?.request).replace(EXAMPLE_VALUES.dvToken, DVToken);
      const headers = name.startsWith('submit') ? undefined : { Authorization: credentials() };
      const { APIResponse } = await caller.call(verb, filled, text, headers);
      expect(APIResponse.ResponseCode, name).toBe(0);
    }
    await service.close();
  });
});

/** A key that fits the operation. */
async function keyFor(name: string, caller: TokenCaller, DVToken: string): Promise<string> {
  if (name !== 'submitTokenUpdate') return caller.addKey();
  return (await caller.askUpdateKey({ DVToken })).AuthKey as string;
}
