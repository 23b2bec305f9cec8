import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBase64, writeBase64 } from '../../../src/wire/soap/base64.js';
import { readDateTime, UNSET_TIME, writeDateTime } from '../../../src/wire/soap/date-time.js';
import { escapeAttribute, escapeText, isXmlText } from '../../../src/wire/soap/escape-xml.js';
import { missingValue, readEnumeration, readScalar, writeScalar } from '../../../src/wire/soap/scalar.js';
import { fastest } from '../../support/fastest.js';

const FORMAT = 'Input string was not in a correct format.';
const INT32 = 'Value was either too large or too small for an Int32.';
const INT64 = 'Value was either too large or too small for an Int64.';

describe('int and long', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['+12', 12],
    [' \r\n12\t', 12],
    ['2147483647', 2147483647],
    ['-2147483648', -2147483648],
    [`${'0'.repeat(50)}7`, 7],
  ])('reads %j as the int %d', (text, value) => {
    expect(readScalar(text, 'int') + 0).toBe(value);
  });

  test.each([
    '',
    ' ',
    'abc',
    '1.0',
    '1e3',
    '0x10',
    '1 2',
    '--1',
    '+',
    '１',
    '1,000',
    'NaN',
    'Infinity',
    '\u00a01',
    '1;',
  ])('refuses %j as an int', (text) => {
    expect(() => readScalar(text, 'int')).toThrow(FORMAT);
  });

  test.each(['2147483648', '-2147483649', '99999999999999999999', '-99999999999999999999', '9'.repeat(1_000_000)])(
    'finds %.25s too large for an int',
    (text) => {
      expect(() => readScalar(text, 'int')).toThrow(INT32);
    },
  );

  test.each([
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9007199254740993', 9007199254740993n],
  ])('reads %s as a long without loss', (text, value) => {
    expect(readScalar(text, 'long')).toBe(value);
  });

  test.each(['9223372036854775808', '-9223372036854775809', '-92233720368547758080', '9'.repeat(20)])(
    'finds %s too large for a long',
    (text) => {
      expect(() => readScalar(text, 'long')).toThrow(INT64);
    },
  );

  test.each([
    ['a million zeros and a letter', `${'0'.repeat(1_000_000)}x`],
    ['a number between two million blanks and a letter', `1${' '.repeat(1_000_000)}x`],
  ])('refuses %s in linear time', async (_, text) => {
    const refuse = () => expect(() => readScalar(text, 'int')).toThrow(FORMAT);
    expect(await fastest(1_000, refuse)).toBeLessThan(1_000);
  });

  test.each([1.5, NaN, 2 ** 31, -(2 ** 31) - 1, '1', null])('does not write %j as an int', (value) => {
    expect(() => writeScalar(value, 'int', 'Amount')).toThrow(new TypeError('Amount must be a value of the type int'));
  });
});

describe('boolean', () => {
  test.each([
    ['true', true],
    ['1', true],
    [' true\n', true],
    ['false', false],
    ['0', false],
  ])('reads %j as %s', (text, value) => {
    expect(readScalar(text, 'boolean')).toBe(value);
  });

  test.each(['', 'TRUE', 'True', 'yes', '2', '-1', 'on', 'true false'])('refuses %j', (text) => {
    expect(() => readScalar(text, 'boolean')).toThrow(`The string '${text}' is not a valid Boolean value.`);
  });
});

describe('enumeration', () => {
  test('reads every value, with white space around it', () => {
    expect(readEnumeration('UNMATCHED_REFUND', 'PaymentType')).toBe('UNMATCHED_REFUND');
    expect(readEnumeration('\n  WEB_SHOP ', 'TxnType')).toBe('WEB_SHOP');
  });

  test.each(['FOO', '', 'payment', 'toString', '0'])('refuses %j with the service’s message', (text) => {
    expect(() => readEnumeration(text, 'PaymentType')).toThrow(
      `Instance validation error: '${text}' is not a valid value for PaymentType.`,
    );
  });

  test('quotes no more than a thousand characters of a wrong value', () => {
    expect(() => readEnumeration('x'.repeat(1_000_000), 'PaymentType')).toThrow(
      new RegExp(`^Instance validation error: 'x{1000}\\.\\.\\.' is not`),
    );
  });
});

describe('dateTime', () => {
  test.each([
    // Summer time is eleven hours ahead of UTC, winter time ten.
    ['2013-12-12T07:59:59.96', '2013-12-11T20:59:59.960Z'],
    ['2013-06-12T07:59:59', '2013-06-11T21:59:59.000Z'],
    ['2013-06-12T07:59:59.1', '2013-06-11T21:59:59.100Z'],
    ['2013-06-12', '2013-06-11T14:00:00.000Z'],
    ['2013-06-12Z', '2013-06-12T00:00:00.000Z'],
    ['2013-06-12T07:59:59Z', '2013-06-12T07:59:59.000Z'],
    ['2013-06-12T07:59:59+10:00', '2013-06-11T21:59:59.000Z'],
    ['2013-06-12T07:59:59.1234567-03:30', '2013-06-12T11:29:59.123Z'],
    [' 2013-06-12T07:59:59\n', '2013-06-11T21:59:59.000Z'],
    ['9999-12-31T23:59:59.9999999', '9999-12-31T12:59:59.999Z'],
  ])('reads %j as %s', (text, instant) => {
    expect(new Date(readDateTime(text) ?? NaN).toISOString()).toBe(instant);
  });

  test.each([
    '0001-01-01T00:00:00',
    '0001-01-01T00:00:00.0000000',
    '0001-01-01T00:00:00Z',
    '0001-01-01',
    '0001-01-01T00:00:00+11:00',
  ])('reads %s as unset', (text) => {
    expect(readDateTime(text)).toBe(UNSET_TIME);
  });

  test.each([
    '',
    'x',
    'today',
    '2013',
    '2013-06',
    '12:00:00',
    '2013-02-30T00:00:00',
    '2013-13-01T00:00:00',
    '2013-06-12 07:59:59',
    '2013-06-12T24:00:01',
    '2013-06-12T07:60:00',
    '2013-06-12T07:59:60',
    '2013-06-12T07:59',
    '2013-06-12t07:59:59z',
    '12/06/2013',
    '20130612',
    '-2013-06-12T00:00:00',
    '12013-06-12T00:00:00',
    '0000-01-01T00:00:00',
    '2013-06-12T07:59:59.',
    '2013-06-12T07:59:59+15:00',
    '2013-06-12T07:59:59,5',
    '2013-06-12.5',
    '２013-06-12T00:00:00',
    '1371020399000',
  ])('refuses %j with the service’s message', (text) => {
    expect(() => readScalar(text, 'dateTime')).toThrow(`The string '${text}' is not a valid AllXsd value.`);
  });

  test.each([
    ['2013-12-11T20:59:59.960Z', '2013-12-12T07:59:59.96'],
    ['2013-06-11T21:59:59.000Z', '2013-06-12T07:59:59'],
    ['2013-06-11T21:50:00.100Z', '2013-06-12T07:50:00.1'],
    ['2013-06-11T14:00:00.000Z', '2013-06-12T00:00:00'],
    ['2013-06-11T14:00:00.001Z', '2013-06-12T00:00:00.001'],
  ])('writes %s as %s', (instant, text) => {
    expect(writeDateTime(Date.parse(instant))).toBe(text);
  });

  test('writes the unset time as .NET does', () => {
    expect(writeDateTime(UNSET_TIME)).toBe('0001-01-01T00:00:00');
    expect(missingValue('dateTime')).toBe(UNSET_TIME);
  });

  test.each([NaN, Infinity, 8.64e15, UNSET_TIME - 1])('does not write %d', (instant) => {
    expect(() => writeDateTime(instant)).toThrow(RangeError);
  });
});

describe('base64Binary', () => {
  test('agrees with Node for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(writeBase64(bytes)).toBe(text);
        expect(readBase64(text)).toEqual(bytes);
        expect(readBase64(text.replace(/(.{7})/g, '$1\r\n '))).toEqual(bytes);
      }),
    );
  });

  test.each([
    'A',
    'AA',
    'AAA',
    'AA=',
    'A===',
    '====',
    'AAAA=',
    'AA==AA==',
    'AA=A',
    'AA-_',
    'é===',
    'AAAA.',
    '=AAA',
    'AAA\u0000',
  ])('refuses %j', (text) => {
    expect(readBase64(text)).toBeUndefined();
    expect(() => readScalar(text, 'base64Binary')).toThrow('not a valid Base-64 string');
  });

  test('reads eight megabytes without a string for each byte', async () => {
    const bytes = new Uint8Array(8 * 1024 * 1024).map((_, at) => at * 7);
    const thereAndBack = () => expect(readBase64(writeBase64(bytes))?.length).toBe(bytes.length);
    expect(await fastest(5_000, thereAndBack)).toBeLessThan(5_000);
  });
});

describe('escaping', () => {
  test.each([
    ['plain', 'plain'],
    ['a & b < c > d', 'a &amp; b &lt; c &gt; d'],
    [']]>', ']]&gt;'],
    ['"quotes" and \'apostrophes\'', '"quotes" and \'apostrophes\''],
    ['line\nfeed, re\rturn', 'line\nfeed, re&#xD;turn'],
    ['nul \u0000, bell \u0007, tab \t', 'nul \ufffd, bell \ufffd, tab \t'],
    ['half \ud83d, whole 😀', 'half \ufffd, whole 😀'],
    ['\uffff \ufffe', '\ufffd \ufffd'],
  ])('writes %j as %j', (text, xml) => {
    expect(escapeText(text)).toBe(xml);
  });

  test('keeps white space and quotes of an attribute', () => {
    expect(escapeAttribute('a"b\n<\t&\r>')).toBe('a&quot;b&#xA;&lt;&#x9;&amp;&#xD;&gt;');
  });

  test.each([
    ['é漢😀\t\r\n', true],
    ['\u0001', false],
    ['\ud83d', false],
    ['\uffff', false],
  ])('knows whether XML can carry %j', (text, carried) => {
    expect(isXmlText(text)).toBe(carried);
  });
});
