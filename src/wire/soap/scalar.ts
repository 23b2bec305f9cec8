/**
 * Reads and writes the text of an element, for every type without members. The error messages are those of a .NET service.
 * docs/wire/soap.md sections 2 and 5, "DETAIL".
 */
import { readBase64, writeBase64 } from './base64.js';
import { readDateTime, UNSET_TIME, writeDateTime } from './date-time.js';
import { escapeText } from './escape-xml.js';
import { ENUMERATIONS } from './types.js';
import type { EnumerationName, RequiredTypeName, ScalarName, ScalarValues } from './types.js';

/** The text is not a value of its type. The message is the DETAIL of the fault. */
export class ScalarError extends Error {
  override readonly name = 'ScalarError';
}

/** The longest quotation in a DETAIL; the real service has no such limit. */
const QUOTED = 1_000;

const INTEGER = /^[+-]?\d+$/;
const LEADING_ZEROS = /^[+-]?0*/;
/** .NET's white space around a number; `trim` removes more, and a pattern with `$` takes quadratic time. */
const WHITE_SPACE = '\t\n\v\f\r ';

const RANGES = {
  int: { bits: 'Int32', least: -(2n ** 31n), most: 2n ** 31n - 1n },
  long: { bits: 'Int64', least: -(2n ** 63n), most: 2n ** 63n - 1n },
} as const;

function quote(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}...` : text;
}

function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && WHITE_SPACE.includes(text.charAt(from))) from += 1;
  while (to > from && WHITE_SPACE.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function readInteger(text: string, type: keyof typeof RANGES): bigint {
  const number = trimmed(text);
  if (!INTEGER.test(number)) throw new ScalarError('Input string was not in a correct format.');
  const { bits, least, most } = RANGES[type];
  // 64 bits have at most 19 digits; BigInt of a megabyte of digits takes seconds.
  const digits = number.replace(LEADING_ZEROS, '');
  const size = digits.length > 19 ? most + 2n : BigInt(digits);
  const value = number.startsWith('-') ? -size : size;
  if (value < least || value > most) {
    throw new ScalarError(`Value was either too large or too small for an ${bits}.`);
  }
  return value;
}

function readBoolean(text: string): boolean {
  const word = trimmed(text);
  if (word === 'true' || word === '1') return true;
  if (word === 'false' || word === '0') return false;
  throw new ScalarError(`The string '${quote(word)}' is not a valid Boolean value.`);
}

function readInstant(text: string): number {
  const instant = readDateTime(text);
  if (instant === undefined) throw new ScalarError(`The string '${quote(text)}' is not a valid AllXsd value.`);
  return instant;
}

function readBytes(text: string): Uint8Array {
  const bytes = readBase64(text);
  // The value may be a whole file, so it is not quoted. The text is a choice.
  if (bytes === undefined) throw new ScalarError('The input is not a valid Base-64 string.');
  return bytes;
}

const READERS: { readonly [T in ScalarName]: (text: string) => ScalarValues[T] } = {
  string: (text) => text,
  int: (text) => Number(readInteger(text, 'int')),
  long: (text) => readInteger(text, 'long'),
  boolean: readBoolean,
  dateTime: readInstant,
  nillableDateTime: readInstant,
  base64Binary: readBytes,
};

/**
 * Reads the text of an element.
 *
 * @throws ScalarError when it is not a value of the type.
 */
export function readScalar<T extends ScalarName>(text: string, type: T): ScalarValues[T] {
  return READERS[type](text);
}

/**
 * Reads the text of an enumeration. White space around the value is dropped, which the real service may not do.
 *
 * @throws ScalarError when it is not one of the values.
 */
export function readEnumeration(text: string, type: EnumerationName): string {
  const word = trimmed(text);
  const value = ENUMERATIONS[type].find((name) => name === word);
  if (value === undefined) {
    throw new ScalarError(`Instance validation error: '${quote(word)}' is not a valid value for ${type}.`);
  }
  return value;
}

const DEFAULTS = { int: 0, long: 0n, boolean: false, dateTime: UNSET_TIME, nillableDateTime: null } as const;

/** The value of a missing required element: 0, false, the unset time, null or the first value. Section 2. */
export function missingValue(type: RequiredTypeName): string | number | bigint | boolean | null {
  return type in DEFAULTS ? DEFAULTS[type as keyof typeof DEFAULTS] : ENUMERATIONS[type as EnumerationName][0];
}

function wrongType(type: string, member: string): never {
  throw new TypeError(`${member} must be a value of the type ${type}`);
}

function writeInteger(value: unknown, type: keyof typeof RANGES, member: string): string {
  const { least, most } = RANGES[type];
  const integer =
    typeof value === 'bigint' || Number.isSafeInteger(value) ? BigInt(value as bigint | number) : undefined;
  if (integer === undefined || integer < least || integer > most) wrongType(type, member);
  return String(integer);
}

function writeInstant(value: unknown, member: string): string {
  if (typeof value === 'number' && !Number.isNaN(value)) return writeDateTime(value);
  const example = "such as Date.parse('2026-03-04T15:06:07+11:00')";
  throw new TypeError(`${member} must be a time in milliseconds since 1970, ${example}`);
}

/**
 * Writes the text of an element, escaped.
 *
 * @throws TypeError naming the member when the value has another type; the static types prevent that.
 */
export function writeScalar(value: unknown, type: ScalarName | EnumerationName, member: string): string {
  switch (type) {
    case 'int':
    case 'long':
      return writeInteger(value, type, member);
    case 'boolean':
      return typeof value === 'boolean' ? String(value) : wrongType(type, member);
    case 'dateTime':
    case 'nillableDateTime':
      return writeInstant(value, member);
    case 'base64Binary':
      return value instanceof Uint8Array ? writeBase64(value) : wrongType(type, member);
    case 'string':
      return typeof value === 'string' ? escapeText(value) : wrongType(type, member);
    default:
      return ENUMERATIONS[type].some((name) => name === value) ? String(value) : wrongType(type, member);
  }
}
