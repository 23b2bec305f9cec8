/** Malformed forms: the response is never a 5xx, and the log has no internal error. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../src/sandbox/log.js';
import { CARD_FIELDS, FormCaller, RETURN_URL, encodeForm } from './form-caller.js';
import { inProcess, type ServiceUnderTest } from './service-under-test.js';

const RUNS = Math.round(1_500 * Number(process.env['FLORIN_TRIALS'] ?? 1));
const RETURNING = { RedirectionUrl: RETURN_URL };

const NAMES = [
  ...Object.keys(CARD_FIELDS),
  'Amount',
  'AmountSurcharge',
  'BillerCode',
  'Crn1',
  'Currency',
  'EmailAddress',
  'StoreCard',
  'BSBNumber',
  'AccountNumber',
  'AccountName',
  'AcceptBADirectDebitTC',
  'cvn',
  '__proto__',
  'constructor',
  'TxnReq',
  '',
];
const VALUES = [
  '',
  '0',
  '-1',
  '1e9',
  '1.005',
  '9'.repeat(400),
  '\ud800',
  '\u202e',
  "';--",
  '<script>',
  'true',
  'on',
  '599999',
];
const field = fc.tuple(
  fc.oneof(fc.constantFrom(...NAMES), fc.string()),
  fc.oneof(fc.constantFrom(...VALUES), fc.string({ unit: 'binary', maxLength: 60 })),
);
const fields = fc
  .tuple(fc.array(field, { maxLength: 6 }), fc.boolean())
  .map(([more, isGood]) => [...(isGood ? Object.entries(CARD_FIELDS) : []), ...more] as [string, string][]);
const encoded = fc
  .tuple(fields, fc.constantFrom('urlencoded' as const, 'multipart' as const))
  .map(([pairs, encoding]) => encodeForm(pairs, encoding));
const types = fc.constantFrom(
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="a\\"b"',
  encodeForm([], 'multipart').type,
);
const raw = fc
  .tuple(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      encoded.map(({ body }) => body.slice(0, body.length / 2)),
    ),
    types,
  )
  .map(([body, type]) => ({ body, type }));
const PATHS = [
  '/txns/withauthkey/:payment',
  '/txns/withauthkey/:payment.nv',
  '/dvtokens/withauthkey/:token',
  '/dvtokens/withauthkey/:token.nv',
  '/dvtokens/withauthkey/update/:token',
  '/dvtokens/withauthkey/update/:token.nv',
  '/txns/withauthkey/no-key',
];

describe('malformed forms', () => {
  const entries: LogEntry[] = [];
  let service: ServiceUnderTest;

  beforeAll(async () => {
    service = await inProcess.open({ log: (entry) => entries.push(entry) });
  });
  afterAll(() => service.close());

  it(`${RUNS} of them are answered without an internal error and without card digits`, async () => {
    const shops = [new FormCaller(service, 'v2'), new FormCaller(service, 'v3')];
    const any = fc.record({
      form: fc.oneof(encoded, raw),
      path: fc.constantFrom(...PATHS),
      shop: fc.constantFrom(...shops),
    });
    let payment = await shops[0]!.key({ Amount: null, Crn1: null }, RETURNING);
    let token = await shops[0]!.addKey({}, RETURNING);
    await fc.assert(
      fc.asyncProperty(any, async ({ form, path, shop }) => {
        const at = path.replace(':payment', payment).replace(':token', token);
        const response = await shop.post(at, form.body, form.type);
        expect([200, 302, 400]).toContain(response.status);
        const text = await response.text();
        const said = `${text} ${response.headers.get('location') ?? ''}`;
        expect(said).not.toContain(CARD_FIELDS['CardNumber']);
        expect(said).not.toMatch(/\b999\b|internal/);
        // A valid form, which can occur, uses the key: the next form gets a new one.
        if (/ResultKey=[0-9a-f]/.test(said) && path.startsWith('/txns')) {
          payment = await shops[0]!.key({ Amount: null, Crn1: null }, RETURNING);
        } else if (/ResultKey=[0-9a-f]/.test(said)) token = await shops[0]!.addKey({}, RETURNING);
      }),
      { numRuns: RUNS },
    );
    expect(entries.filter(({ level }) => level === 'error')).toEqual([]);
  }, 120_000);
});
