/** Values that no client intends, and values that may be valid for a member, by its name. */
import fc, { type Arbitrary } from 'fast-check';

export const one = <T>(...items: readonly T[]): Arbitrary<T> => fc.constantFrom(...items);
const reference = (kind: string): Arbitrary<string> => fc.nat(99).map((index) => `@@${kind}:${index}@@`);

/** Numbers in JSON notation, most of which JavaScript never writes. */
export const RAW = [
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

export const hostile: Arbitrary<unknown> = fc.oneof(
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
export const date = one(
  '2026-01-01',
  '2026-03-04',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-03-04T10:00:00.0000000',
  '1e3',
  '-1',
);

/** Values that may be valid for a member, by its name. */
export const LIKELY: Readonly<Record<string, Arbitrary<unknown>>> = {
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

/** Valid values of the members that decide how far a request gets. */
export const RIGHT: Readonly<Record<string, Arbitrary<unknown>>> = {
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
export const likelyFor = (name: string): Arbitrary<unknown> | undefined =>
  LIKELY[name] ?? LIKELY[NAMES.find((known) => known.toLowerCase() === name.toLowerCase()) ?? ''];
