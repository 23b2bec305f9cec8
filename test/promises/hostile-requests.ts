/**
 * Requests that no client means: made by the grammar of the wire (each member now right, now wrong, now of another
 * type), then broken byte by byte. What refers to something that exists, as a key or a number, stands as `@@key:7@@` in
 * them until they are sent, so that a list of requests can be made at once, from a seed.
 */
import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod';
import {
  addDVTokenAuthKeyRequest,
  txnAuthKeyRequestV2,
  txnAuthKeyRequestV3,
  updateDVTokenAuthKeyRequest,
} from '../../src/wire/rest/auth-key.js';
import { browserDVTokenRequest, dvTokenRequest } from '../../src/wire/rest/dv-token.js';
import { iframeDVTokenRequest, iframeTxnRequest } from '../../src/wire/rest/iframe.js';
import { tokenSearchRequest, txnSearchRequest } from '../../src/wire/rest/search-input.js';
import { browserTxnRequest, processTxnRequestV2, processTxnRequestV3 } from '../../src/wire/rest/txn-req.js';
import { shapeOf, unwrapOptional } from '../../src/wire/rest/wire-object.js';
import { OPERATIONS, type OperationName } from '../../src/wire/soap/operations.js';
import {
  ARRAY_TYPES,
  ENUMERATIONS,
  OBJECT_TYPES,
  isArrayName,
  isEnumerationName,
  isObjectName,
} from '../../src/wire/soap/types.js';
import { SOAP_PATH, envelope, type Version } from '../sandbox/soap/soap-caller.js';
import { credentials } from '../sandbox/rest-caller.js';

/** A request before it is sent. The body has one character for each byte. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The wires, each with a count of its own. */
export type Wire = 'v2' | 'v3' | 'forms' | 'SOAP 1.1' | 'SOAP 1.2';

const one = <T>(...items: readonly T[]): Arbitrary<T> => fc.constantFrom(...items);
const reference = (kind: string): Arbitrary<string> => fc.nat(99).map((index) => `@@${kind}:${index}@@`);

/** Numbers as JSON spells them, most of which JavaScript cannot write. */
const RAW = [
  '1e21',
  '1e999',
  '-1e999',
  '-0',
  '1E400',
  '0.1',
  '1.0',
  '1e-7',
  '123456789012345678901234567890',
  '9007199254740993',
  '-2147483649',
  '{"a":1,"a":{"a":[]}}',
  '"\\ud800"',
  '"\\u0000"',
  `${'['.repeat(600)}${']'.repeat(600)}`,
  `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`,
] as const;
const raw = fc.nat(RAW.length - 1).map((index) => `@@raw:${index}@@`);

const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '1e21',
  'NaN',
  'null',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '\u202e',
  '٣',
  '９９',
  "' or 1=1 --",
  '${7*7}',
  '%00',
  '<b>',
  '../..',
  'x'.repeat(51),
  'x'.repeat(251),
  'x'.repeat(5_000),
  '9'.repeat(400),
] as const;

const hostile: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: one<unknown>(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e21, [], {}, [[]], [null]) },
  { weight: 4, arbitrary: one(...ODD_TEXTS) },
  { weight: 3, arbitrary: raw },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.object({ maxDepth: 2, maxKeys: 3 }) },
);

const card = one(
  '5123456789012346',
  '5123 4567 8901 2346',
  '4987654321098769',
  '345678901234564',
  '30123456789019',
  '4111111111111111',
  '5999990000000005',
  '0',
);
const date = one(
  '2026-01-01',
  '2026-03-04',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-03-04T10:00:00.0000000',
  '1e3',
  '-1',
);

/** What may be right in a member, by its name on either wire. */
const LIKELY: Readonly<Record<string, Arbitrary<unknown>>> = {
  Action: one('payment', 'preauth', 'refund', 'unmatched_refund', 'capture', 'reversal', 'verify_only', 'PAYMENT'),
  Amount: fc.oneof(one<unknown>(19_900, 1, 0, 100, 10_105, 11_199, 1e21, '199.00', '1'), raw),
  Type: one('callcentre', 'cardpresent', 'ecommerce', 'internet', 'ivr', 'mailorder', 'telephoneorder'),
  SubType: one('single', 'recurring'),
  Currency: one('AUD', 'JPY', 'NZD', 'aud', 'XXX'),
  CardNumber: fc.oneof(card, reference('token')),
  DVToken: fc.oneof(card, reference('token')),
  Token: reference('token'),
  Cvn: one('123', '1234', '12', ''),
  CVC: one('123', '1234', '12', ''),
  ExpiryDate: one('0530', '9900', '0120', '1330', '05/30', '530'),
  ExpiryDateMonth: one('05', '99', '13', '5', ''),
  ExpiryDateYear: one('30', '20', '2030', ''),
  OriginalTxnNumber: reference('txn'),
  TxnNumber: reference('txn'),
  ReceiptNumber: reference('txn'),
  MaskedCardNumber: one('512345...346', '498765...769', '...', '5123456789012346', '%'),
  EmailAddress: one('a@example.com', 'a@b', '@', 'a'.repeat(300)),
  RedirectionUrl: one(
    'https://shop.example/back',
    'http://[::1',
    'javascript:alert(1)',
    '//x',
    'https://shop.example/?a=%',
  ),
  WebHookUrl: one('http://127.0.0.1:9/', 'file:///etc/passwd', 'http://10.0.0.1/'),
  FromDate: date,
  ToDate: date,
  SettlementDate: fc.oneof(date, one('20260304', '0')),
  TokenisationMode: one<unknown>(0, 1, 2, 3, 4, -1, '3'),
  BSBNumber: one('063-000', '063000', '0'),
  AccountNumber: one('123456789', '0', 'x'),
  CSS: one('a{b:c}', '</style><script>', '@import url(//x)', '}'.repeat(50)),
  username: one('demo-api', 'demo', ''),
  password: one('Demo-Password-1', 'wrong', ''),
  merchantNumber: one('5353109000000000', '1', ''),
};

/** What is right in the members that decide how far a request gets. */
const RIGHT: Readonly<Record<string, Arbitrary<unknown>>> = {
  Action: one('payment', 'payment', 'preauth', 'refund', 'capture', 'verify_only'),
  Amount: one(19_900, 100, 10_105),
  Currency: fc.constant('AUD'),
  CardNumber: one('5123456789012346', '4987654321098769', '@@token:0@@'),
  Cvn: fc.constant('123'),
  ExpiryDate: one('0530', '9900'),
  ExpiryDateMonth: fc.constant('05'),
  ExpiryDateYear: fc.constant('30'),
  EmailAddress: fc.constant('a@example.com'),
  RedirectionUrl: fc.constant('https://shop.example/back'),
  WebHookUrl: fc.constant('http://127.0.0.1:9/'),
  FromDate: fc.constant('2026-01-01'),
  ToDate: fc.constant('2030-01-01'),
  TokenisationMode: one(0, 1, 3),
};

const NAMES = Object.keys(LIKELY);
const likelyFor = (name: string): Arbitrary<unknown> | undefined =>
  LIKELY[name] ?? LIKELY[NAMES.find((known) => known.toLowerCase() === name.toLowerCase()) ?? ''];

/** How far a request keeps to the rules. */
type Mood = 'tame' | 'wild';

/** A value that may stand in a member of this schema. */
function valueOf(name: string, schema: z.core.$ZodType, mood: Mood): Arbitrary<unknown> {
  const inner = unwrapOptional(schema);
  const strange = mood === 'wild' ? 1 : 0;
  if (inner instanceof z.ZodObject) {
    return fc.oneof({ weight: 12, arbitrary: objectOf(inner, mood) }, { weight: strange, arbitrary: hostile });
  }
  if (inner instanceof z.ZodArray) {
    const items = fc.array(valueOf(name, inner.element, mood), { maxLength: 3 });
    return fc.oneof({ weight: 8, arbitrary: items }, { weight: strange, arbitrary: hostile });
  }
  const isNumber = inner instanceof z.ZodNumber;
  const plain = isNumber ? fc.nat(5) : inner instanceof z.ZodBoolean ? fc.boolean() : fc.string({ maxLength: 12 });
  const likely = (mood === 'tame' ? RIGHT[name] : undefined) ?? likelyFor(name) ?? plain;
  return fc.oneof(
    { weight: 10, arbitrary: likely },
    { weight: strange, arbitrary: plain },
    { weight: strange, arbitrary: hostile },
  );
}

const madeOf = { tame: new Map<z.ZodObject, Arbitrary<unknown>>(), wild: new Map<z.ZodObject, Arbitrary<unknown>>() };

/** An object with each member now there, now not; those that are looked at first are mostly there. */
function objectOf(schema: z.ZodObject, mood: Mood): Arbitrary<unknown> {
  const known = madeOf[mood].get(schema);
  if (known) return known;
  const isEarly = (name: string): boolean =>
    name in (mood === 'tame' ? RIGHT : LIKELY) || /(Req|Data|Input|Details)$/.test(name);
  const often = mood === 'tame' ? 19 : 16;
  const members = Object.entries(shapeOf(schema)).map(([name, member]) => {
    const share = isEarly(name) && !/^(From|To)Date$/.test(name) ? often : 2;
    const value = valueOf(name, member, mood);
    return fc
      .oneof({ weight: share, arbitrary: value }, { weight: 20 - share, arbitrary: fc.constant(undefined) })
      .map((made) => [name, made] as const);
  });
  const made = fc
    .tuple(...members)
    .map((pairs) => Object.fromEntries(pairs.filter(([, value]) => value !== undefined)));
  madeOf[mood].set(schema, made);
  return made;
}

/** Verb, path below the version, and the body that belongs to it. wire/rest.md section 2. */
type Endpoint = readonly [verb: string, path: string, schema?: z.ZodObject];

function endpointsOf(version: 'v2' | 'v3'): readonly Endpoint[] {
  return [
    ['POST', '/txns/', version === 'v2' ? processTxnRequestV2 : processTxnRequestV3],
    ['POST', '/txns/', version === 'v2' ? processTxnRequestV2 : processTxnRequestV3],
    ['GET', '/txns/@@txn:1@@'],
    ['POST', '/txns/search', txnSearchRequest],
    ['POST', '/txns/processtxnauthkey', version === 'v2' ? txnAuthKeyRequestV2 : txnAuthKeyRequestV3],
    ['POST', '/txns/withauthkey/@@key:1@@', browserTxnRequest],
    ['POST', '/txns/withauthkey/@@key:2@@', browserTxnRequest],
    ['GET', '/txns/withauthkey/@@result:1@@'],
    ['GET', '/txns/iframe/@@key:3@@'],
    ['POST', '/txns/processiframetxn/@@key:4@@', iframeTxnRequest],
    ['GET', '/status/'],
    ['POST', '/dvtokens/', dvTokenRequest],
    ['PUT', '/dvtokens/@@token:1@@', dvTokenRequest],
    ['POST', '/dvtokens/txn/@@txn:2@@'],
    ['GET', '/dvtokens/@@token:2@@'],
    ['POST', '/dvtokens/search', tokenSearchRequest],
    ['DELETE', '/dvtokens/@@token:3@@'],
    ['POST', '/dvtokens/adddvtokenauthkey', addDVTokenAuthKeyRequest],
    ['POST', '/dvtokens/updatedvtokenauthkey', updateDVTokenAuthKeyRequest],
    ['POST', '/dvtokens/withauthkey/@@tokenKey:1@@', browserDVTokenRequest],
    ['POST', '/dvtokens/withauthkey/update/@@tokenKey:2@@', browserDVTokenRequest],
    ['POST', '/dvtokens/iframe/add/@@tokenKey:3@@', iframeDVTokenRequest],
    ['POST', '/dvtokens/iframe/update/@@tokenKey:4@@', iframeDVTokenRequest],
    ['GET', '/dvtokens/iframe/@@tokenKey:5@@'],
    ['GET', '/dvtokens/withauthkey/@@result:2@@'],
  ];
}

/** Paths that forms are sent to, and pages: below the version, or at the root. */
const FORM_PATHS = [
  '/webapi/v2/txns/withauthkey/@@key:1@@',
  '/webapi/v3/txns/withauthkey/@@key:2@@',
  '/webapi/v2/txns/withauthkey/@@key:3@@.nv',
  '/webapi/v3/txns/withauthkey/@@key:4@@.nv',
  '/webapi/v3/dvtokens/withauthkey/@@tokenKey:1@@',
  '/webapi/v3/dvtokens/withauthkey/update/@@tokenKey:2@@',
  '/webapi/v3/dvtokens/withauthkey/@@tokenKey:3@@.nv',
  '/webapi/v3/txns/iframe/@@key:5@@',
  '/webapi/v3/dvtokens/iframe/add/@@tokenKey:4@@',
  '/pay/DEMO',
  '/pay/DEMO.adddv',
  '/pay/DEMO.updatedv',
  '/',
] as const;

const FORM_MEMBERS = [
  'CardNumber',
  'CardHolderName',
  'ExpiryDateMonth',
  'ExpiryDateYear',
  'Cvn',
  'Amount',
  'Currency',
  'Crn1',
  'EmailAddress',
  'TxnReq',
  'TxnReq.Amount',
  'TxnReq[Amount]',
  'Action',
  'in_pay_token',
  '__proto__',
  'a'.repeat(300),
] as const;

const PATH_ODDITIES = [
  '%00',
  '%E0%A4%A',
  '%',
  '..',
  '%2e%2e%2f',
  '//',
  ';a=b',
  '?x=%',
  '?__proto__=1',
  '?authkey=@@key:6@@',
  '?in_pay_token=@@key:7@@',
  '#',
  '.nv',
  '.NV',
  '.adddv',
  '/',
  'x'.repeat(3_000),
  '0',
  '-1',
  '1e21',
  '9'.repeat(30),
  '%F0%9F%92%B3',
  '@@key:1@@',
] as const;

const oddPath = (path: string): Arbitrary<string> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.nat(99).map((at) => path.replace(/:\d+@@/, `:${at}@@`)) },
    { weight: 2, arbitrary: one(...PATH_ODDITIES).map((odd) => path + odd) },
    { weight: 2, arbitrary: one(...PATH_ODDITIES).map((odd) => path.replace(/[^/]*$/, odd)) },
    { weight: 1, arbitrary: fc.string({ maxLength: 30 }).map((text) => `/webapi/${encodeURIComponent(text)}`) },
  );

const verbs = (right: string): Arbitrary<string> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: one('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'HEAD', 'PROPFIND') },
  );

const authorization = fc.oneof(
  { weight: 12, arbitrary: fc.constant(credentials()) },
  {
    weight: 1,
    arbitrary: one(
      undefined,
      '',
      'Basic',
      `Basic ${credentials()}`,
      credentials('nobody'),
      '|||:',
      '\u00ff\u0080',
      'A'.repeat(6_000),
      Buffer.from('a|b').toString('base64'),
      Buffer.from('a|b:').toString('base64'),
    ),
  },
);

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  '',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'text/xml',
  'application/json; charset=utf-16',
  'x/y; ;;=',
  '\u00ff',
] as const;

const headersWith = (type: Arbitrary<string>): Arbitrary<Record<string, string>> =>
  fc
    .tuple(authorization, type, fc.option(one('ASP.NET_SessionId=x', '=;;', '\u00e9'), { freq: 8 }))
    .map(([login, contentType, cookie]) => ({
      ...(login !== undefined && { Authorization: login }),
      ...(contentType !== '' && { 'Content-Type': contentType }),
      ...(cookie !== null && { Cookie: cookie }),
    }));

/** One change of a text that was right: cut, doubled, flipped, or something put in. */
type Change = readonly [how: number, at: number, length: number, put: string];
const change: Arbitrary<Change> = fc.tuple(
  fc.nat(5),
  fc.double({ min: 0, max: 0.999, noNaN: true }),
  fc.nat(20),
  fc.oneof(
    one(
      '\u0000',
      '\u00ff\u00fe',
      '\u00c3\u0028',
      '\u00ed\u00a0\u0080',
      '"',
      '}',
      '{',
      ']',
      '\\',
      ',',
      '&',
      '=',
      '<',
      '&#0;',
      ']]>',
      '<!--',
      '<![CDATA[',
      '\u00ef\u00bb\u00bf',
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 4 }),
  ),
);

function applyChange(text: string, [how, share, length, put]: Change): string {
  const at = Math.floor(share * text.length);
  const head = text.slice(0, at);
  const tail = text.slice(at);
  switch (how) {
    case 0:
      return head + tail.slice(length);
    case 1:
      return head + tail.slice(0, length) + tail;
    case 2:
      return head;
    case 3:
      return head + put + tail.slice(1);
    case 4:
      return head + String.fromCharCode((tail.charCodeAt(0) ^ (1 << (length % 8))) & 0xff || 0x41) + tail.slice(1);
    default:
      return head + put + tail;
  }
}

/** Most are left as the grammar made them; each third is broken once or more. */
const changes = fc.oneof(
  { weight: 2, arbitrary: fc.constant([] as Change[]) },
  { weight: 1, arbitrary: fc.array(change, { minLength: 1, maxLength: 4 }) },
);
const broken = (text: string): Arbitrary<string> => changes.map((list) => list.reduce(applyChange, text));

/** UTF-8, one character for each byte. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** JSON; a number is now and then written as no program writes it. */
const jsonOf = (value: unknown): string =>
  bytesOf((JSON.stringify(value) ?? '').replace(/"@@raw:(\d+)@@"/g, (_, index) => RAW[Number(index)] ?? ''));

function restRequests(version: 'v2' | 'v3'): Arbitrary<HostileRequest> {
  return one(...endpointsOf(version)).chain(([verb, path, schema]) =>
    fc.record({
      method: verbs(verb),
      path: oddPath(`/webapi/${version}${path}`),
      headers: headersWith(
        fc.oneof(
          { weight: 8, arbitrary: fc.constant('application/json') },
          { weight: 1, arbitrary: one(...CONTENT_TYPES) },
        ),
      ),
      body: schema
        ? fc
            .oneof(
              { weight: 10, arbitrary: objectOf(schema, 'tame') },
              { weight: 12, arbitrary: objectOf(schema, 'wild') },
              { weight: 1, arbitrary: hostile },
            )
            .chain((value) => broken(jsonOf(value)))
        : one('', '{}', '\u0000'),
    }),
  );
}

/** As text; half of a surrogate pair becomes the sign for it, because it has no bytes. */
const formText = (value: unknown): string =>
  encodeURIComponent(Buffer.from(textOf(value)).toString()).replace(/%40%40(\w+)%3A(\d+)%40%40/g, '@@$1:$2@@');

/** Members sent twice, thrice, with brackets, without a value. */
const formBody = fc
  .array(
    one(...FORM_MEMBERS).chain((name) => fc.tuple(fc.constant(name), fc.oneof(likelyFor(name) ?? hostile, hostile))),
    { maxLength: 12 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${formText(value)}`).join('&'));

const multipartBody = formBody.map(
  (text) =>
    text
      .split('&')
      .map(
        (pair) =>
          `--x\r\nContent-Disposition: form-data; name="${pair.split('=')[0] ?? ''}"\r\n\r\n${pair.split('=')[1] ?? ''}\r\n`,
      )
      .join('') + '--x--',
);

const formRequests: Arbitrary<HostileRequest> = one(...FORM_PATHS).chain((path) =>
  fc.record({
    method: verbs('POST'),
    path: oddPath(path),
    headers: headersWith(
      fc.oneof(
        { weight: 6, arbitrary: fc.constant('application/x-www-form-urlencoded') },
        { weight: 1, arbitrary: one(...CONTENT_TYPES) },
      ),
    ),
    body: fc.oneof({ weight: 5, arbitrary: formBody }, { weight: 1, arbitrary: multipartBody }).chain(broken),
  }),
);

const escape = (text: string): string => text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'));

/** An element of a SOAP type with something in it. */
function elementOf(name: string, type: string): Arbitrary<string> {
  const around = (inside: Arbitrary<string>): Arbitrary<string> =>
    inside.map((content) => `<${name}>${content}</${name}>`);
  if (isObjectName(type as never)) {
    const members = Object.entries(OBJECT_TYPES[type as keyof typeof OBJECT_TYPES]);
    return around(
      fc
        .tuple(...members.map(([member, inner]) => maybe(elementOf(member, inner as string))))
        .map((all) => all.join('')),
    );
  }
  if (isArrayName(type as never)) {
    const item = ARRAY_TYPES[type as keyof typeof ARRAY_TYPES];
    return around(fc.array(elementOf(item, item), { maxLength: 2 }).map((all) => all.join('')));
  }
  const enumeration = isEnumerationName(type as never)
    ? one(...ENUMERATIONS[type as keyof typeof ENUMERATIONS])
    : undefined;
  const likely = enumeration ?? likelyFor(name) ?? fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), date);
  return around(
    fc
      .oneof({ weight: 8, arbitrary: likely }, { weight: 1, arbitrary: hostile })
      .map((value) => escape(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))),
  );
}

const maybe = (element: Arbitrary<string>): Arbitrary<string> =>
  fc.oneof({ weight: 5, arbitrary: element }, { weight: 1, arbitrary: fc.constant('') });

function soapRequests(version: Version): Arbitrary<HostileRequest> {
  const operations = Object.entries(OPERATIONS) as unknown as readonly (readonly [
    OperationName,
    { readonly request: Readonly<Record<string, string>> },
  ])[];
  return one(...operations).chain(([operation, { request }]) =>
    fc
      .tuple(...Object.entries(request).map(([name, type]) => maybe(elementOf(name, type))))
      .chain((all) =>
        broken(bytesOf(envelope(`<${operation} xmlns="urn:Eve_1_4_4">${all.join('')}</${operation}>`, version))),
      )
      .chain((body) =>
        fc.record({
          method: verbs('POST'),
          path: fc.oneof(
            { weight: 12, arbitrary: fc.constant(SOAP_PATH) },
            { weight: 1, arbitrary: one(`${SOAP_PATH}?wsdl`, `${SOAP_PATH}?op=x`, `${SOAP_PATH}/ProcessPayment`) },
          ),
          headers: fc.oneof(
            {
              weight: 10,
              arbitrary: fc.constant(
                version === '1.1'
                  ? { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"urn:Eve_1_4_4/${operation}"` }
                  : { 'Content-Type': 'application/soap+xml; charset=utf-8' },
              ),
            },
            {
              weight: 1,
              arbitrary: one<Record<string, string>>(
                {},
                { 'Content-Type': 'text/xml; charset=utf-16' },
                { 'Content-Type': 'text/xml; charset=x' },
                { 'Content-Type': 'application/soap+xml; action="x"' },
                { SOAPAction: '\u00ff' },
              ),
            },
          ),
          body: fc.constant(body),
        }),
      ),
  );
}

const WIRES: Readonly<Record<Wire, Arbitrary<HostileRequest>>> = {
  v2: restRequests('v2'),
  v3: restRequests('v3'),
  forms: formRequests,
  'SOAP 1.1': soapRequests('1.1'),
  'SOAP 1.2': soapRequests('1.2'),
};

/** So many requests of a wire, the same ones for the same seed. */
export function createRequests(wire: Wire, count: number, seed: number): readonly HostileRequest[] {
  return fc.sample(WIRES[wire], { numRuns: count, seed });
}
