/** The parts around a body: verbs, paths and headers that no client intends, and corrupted bytes. */
import fc, { type Arbitrary } from 'fast-check';
import { credentials } from '../sandbox/rest-caller.js';
import { one } from './hostile-values.js';

/** A request before it is sent. The body has one character for each byte. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

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

export const oddPath = (path: string): Arbitrary<string> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.nat(99).map((at) => path.replace(/:\d+@@/, `:${at}@@`)) },
    { weight: 2, arbitrary: one(...PATH_ODDITIES).map((odd) => path + odd) },
    { weight: 2, arbitrary: one(...PATH_ODDITIES).map((odd) => path.replace(/[^/]*$/, odd)) },
    { weight: 1, arbitrary: fc.string({ maxLength: 30 }).map((text) => `/webapi/${encodeURIComponent(text)}`) },
  );

export const verbs = (right: string): Arbitrary<string> =>
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

export const CONTENT_TYPES = [
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

export const headersWith = (type: Arbitrary<string>): Arbitrary<Record<string, string>> =>
  fc
    .tuple(authorization, type, fc.option(one('ASP.NET_SessionId=x', '=;;', '\u00e9'), { freq: 8 }))
    .map(([login, contentType, cookie]) => ({
      ...(login !== undefined && { Authorization: login }),
      ...(contentType !== '' && { 'Content-Type': contentType }),
      ...(cookie !== null && { Cookie: cookie }),
    }));

/** One change of a valid text: cut, doubled, flipped, or inserted. */
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

/** Most requests stay as the grammar made them; a third is changed once or more. */
const changes = fc.oneof(
  { weight: 2, arbitrary: fc.constant([] as Change[]) },
  { weight: 1, arbitrary: fc.array(change, { minLength: 1, maxLength: 4 }) },
);
export const broken = (text: string): Arbitrary<string> => changes.map((list) => list.reduce(applyChange, text));

/** UTF-8, one character for each byte. */
export const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
