import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../src/sandbox/log.js';
import { fastest } from '../support/fastest.js';
import { BROWSER_CARD, PAYMENT, RestCaller, TERMS, credentials } from './rest-caller.js';
import { inProcess, type ServiceUnderTest } from './service-under-test.js';

const RUNS = Math.round(4_000 * Number(process.env['FLORIN_TRIALS'] ?? 1));

/** Values that often break programs, and any JSON. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '0',
    '-1',
    'NaN',
    '1e21',
    '9'.repeat(400),
    '\ud800',
    '\u0000',
    '\u202e',
    '🂡'.repeat(26),
    "'; drop table txn; --",
    '__proto__',
    'constructor',
    'toString',
    0,
    -0,
    -1,
    1e21,
    1e-7,
    2 ** 53,
    -(2 ** 63),
    Number.MAX_VALUE,
    true,
    [],
    {},
    [[[[]]]],
    { length: 5 },
    { toJSON: 1 },
    { toString: 1 },
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** A valid body with some members replaced, at the top or below, and some added. */
function mutated(good: object): fc.Arbitrary<object> {
  const names = [...Object.keys(good), 'Customer', 'Order', 'OriginalTxnNumber', 'TokenisationMode', '__proto__', 'x'];
  const member = fc.tuple(fc.constantFrom(...names), value);
  return fc
    .array(member, { minLength: 1, maxLength: 4 })
    .map((members) => ({ ...good, ...Object.fromEntries(members) }));
}

const TXN_REQ = mutated({ ...PAYMENT, StatementDescriptor: {}, FraudScreeningRequest: {} });
const FOLLOW_UP = mutated({ Action: 'refund', Amount: 100, OriginalTxnNumber: '10001', TestMode: true });
const CARD_REQ = mutated(PAYMENT.CardDetails).map((CardDetails) => ({ ...PAYMENT, CardDetails }));
const SEARCH = mutated({ Crn1: 'a', FromDate: '2026-01-01', ToDate: '2027-01-01', Amount: 0, TxnNumber: '10001' });
const BROWSER = mutated(BROWSER_CARD).map((CardDetails) => ({ CardDetails, Amount: '1.00' }));

const KEY_REQ = fc.record({
  ProcessTxnData: mutated(TERMS),
  RedirectionUrl: value,
  WebHookUrl: value,
  IframeParameters: value,
});

/** Mutated bodies of each path, and any others. */
const JSON_CALLS: readonly (readonly [path: string, body: fc.Arbitrary<unknown>])[] = [
  ['/txns/', fc.oneof(TXN_REQ, CARD_REQ, FOLLOW_UP).map((TxnReq) => ({ TxnReq }))],
  ['/txns/search', SEARCH.map((SearchInput) => ({ SearchInput }))],
  ['/txns/processtxnauthkey', KEY_REQ],
  ['/txns/withauthkey/KEY', BROWSER.map((TxnReq) => ({ TxnReq }))],
  ['/txns/', fc.record({ TxnReq: value })],
  ['/txns/search', value],
];
const jsonBody = fc.oneof(...JSON_CALLS.map(([, each]) => each));

/** The bytes of a body: complete, truncated, with a changed byte, or not JSON. */
function bytesOf(json: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const whole = json.map((each) => Buffer.from(JSON.stringify(each) ?? ' '));
  return fc.oneof(
    { weight: 7, arbitrary: whole },
    {
      weight: 1,
      arbitrary: fc.tuple(whole, fc.nat(), fc.nat(255)).map(([bytes, at, byte]) => {
        bytes[at % Math.max(1, bytes.length)] = byte;
        return bytes;
      }),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(whole, fc.nat()).map(([bytes, at]) => bytes.subarray(0, at % (bytes.length + 1))),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  );
}

const segment = fc.oneof(
  fc.constantFrom(
    'txns',
    'search',
    'withauthkey',
    'processtxnauthkey',
    'status',
    '',
    '..',
    '%',
    '%00',
    '10001',
    '-1',
    'KEY',
  ),
  fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text)),
);
const anyPath = fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`);
const POST = fc.constant('POST');

const target = fc.oneof(
  ...JSON_CALLS.map(([path, json]) => ({
    weight: 2,
    arbitrary: fc.record({ method: POST, path: fc.constant(path), body: bytesOf(json) }),
  })),
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constantFrom('POST', 'GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
      path: fc.oneof(anyPath, fc.constantFrom('/txns/10001', '/txns/withauthkey/KEY', '/status')),
      body: bytesOf(jsonBody),
    }),
  },
);

const call = fc.record({
  target,
  version: fc.oneof({ weight: 9, arbitrary: fc.constantFrom('v2', 'v3') }, fc.constantFrom('v4', 'V3')),
  authorization: fc.oneof(
    { weight: 8, arbitrary: fc.constant(credentials()) },
    { weight: 1, arbitrary: fc.base64String({ maxLength: 60 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 60 }) },
  ),
  type: fc.constantFrom(
    'application/json',
    'text/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'x',
  ),
});

describe('hostile requests', () => {
  let service: ServiceUnderTest;
  let key: string;
  const errors: LogEntry[] = [];

  beforeAll(async () => {
    service = await inProcess.open({ log: (entry) => entry.level === 'error' && errors.push(entry) });
    key = await new RestCaller(service).key();
    await new RestCaller(service).made();
  });
  afterAll(() => service.close());

  it(`crash no handler in ${RUNS} generated calls`, async () => {
    const codes = new Map<number, number>();
    const count = (code: number) => codes.set(code, (codes.get(code) ?? 0) + 1);
    await fc.assert(
      fc.asyncProperty(call, async ({ target: { method, path, body }, version, authorization, type }) => {
        const withBody = method !== 'GET' && method !== 'HEAD';
        const response = await service.fetch(`/webapi/${version}${path.replace('KEY', key)}`, {
          method,
          headers: { 'Content-Type': type, Authorization: authorization.trim() },
          ...(withBody && { body: new Uint8Array(body) }),
        });
        if (response.status === 400) {
          // A browser's form gets a page, because this key has no return URL.
          expect(type).toMatch(/form/);
          expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
          expect(await response.text()).not.toMatch(/\b999\b/);
          return void count(400);
        }
        expect([200, 204, 404, 405]).toContain(response.status);
        if (response.status !== 200) return void count(response.status);
        // `/../..` leads to the sandbox's home page, which is a text.
        if (new URL(`/webapi/${version}${path}`, 'http://sandbox').pathname === '/') return;
        const { APIResponse } = (await response.json()) as { APIResponse: { ResponseCode: number } };
        expect(APIResponse.ResponseCode).not.toBe(999);
        count(APIResponse.ResponseCode);
      }),
      { numRuns: RUNS },
    );
    expect(errors).toEqual([]);
    for (const code of [0, 1, 998, 112, 110, 404, 405]) expect(codes.get(code), String(code)).toBeGreaterThan(0);
    // The sandbox still works.
    expect((await new RestCaller(service).made()).ResponseCode).toBe('0');
    console.log(`hostile calls: ${RUNS}, by code: ${JSON.stringify(Object.fromEntries(codes))}`);
  }, 300_000);

  it.each([
    ['20,000 members', `{"TxnReq":{${Array.from({ length: 20_000 }, (_, index) => `"m${index}":1`).join(',')}}}`],
    ['a member twice', '{"TxnReq":{"Action":"payment","Action":"refund"}}'],
    ['a list of 30,000', `{"TxnReq":{"Order":{"OrderItems":[${'{},'.repeat(30_000)}{}]}}}`],
    ['infinite numbers', '{"TxnReq":{"Action":"payment","Amount":1e999}}'],
    ['a number of 100,000 digits', `{"TxnReq":{"Action":"payment","Amount":${'9'.repeat(100_000)}}}`],
    ['a depth of 100,000 in a member', `{"TxnReq":{"Customer":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`],
  ])('%s: answered at once', async (_, text) => {
    const ask = async () => {
      const { APIResponse } = await new RestCaller(service).server('POST', '/txns/', text);
      expect(APIResponse.ResponseCode).not.toBe(999);
      expect(APIResponse.ResponseCode).not.toBe(0);
    };
    expect(await fastest(1_000, ask)).toBeLessThan(1_000);
  });
});
