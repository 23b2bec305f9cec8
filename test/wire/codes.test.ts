import { describe, expect, it } from 'vitest';
import { isFieldCode } from '../../src/core/field-code.js';
import {
  API_CODES,
  FIELD_OF_API_CODE,
  fieldOfApiCode,
  isApiCode,
  isResponseCode,
  RESPONSE_TEXTS,
} from '../../src/wire/codes.js';
import { BANK_TEXTS, responseCodeOfBankCode } from '../../src/wire/bank-codes.js';

// Typed off docs/wire/rest.md section 9 a second time, the other way round: the response code of each bank code 00 to 99,
// ten to a line.
const GROUPS = [
  '0222222201',
  '1111220112',
  '1111121111',
  '1214212112',
  '1212111111',
  '1511411112',
  '1211121131',
  '1111111111',
  '1111111111',
  '2221111122',
].join('');

const ALL_BANK_CODES = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'));

describe('responseCodeOfBankCode', () => {
  it.each(ALL_BANK_CODES.map((code, index) => [code, GROUPS.charAt(index)] as const))(
    'groups %s as %s',
    (code, group) => {
      expect(responseCodeOfBankCode(code)).toBe(group);
    },
  );

  it.each(['', '0', '000', '0O', 'A1', '100', ' 0', '__proto__', 'constructor'])(
    'does not approve "%s", which is not listed',
    (code) => {
      expect(responseCodeOfBankCode(code)).toBe('?');
    },
  );
});

describe('the tables', () => {
  it('name each bank code', () => {
    expect(Object.keys(BANK_TEXTS).sort()).toEqual(ALL_BANK_CODES);
  });

  it('say "Invalid" of each field code, and name its member', () => {
    const fieldCodes = Object.keys(API_CODES).map(Number).filter(isFieldCode);
    expect(fieldCodes).toHaveLength(32);
    expect(Object.keys(FIELD_OF_API_CODE).map(Number)).toEqual(fieldCodes);
    for (const code of fieldCodes) {
      expect(isApiCode(code) && API_CODES[code]).toMatch(/^Invalid /);
      expect(fieldOfApiCode(code)).toMatch(/^[A-Z]/);
    }
  });

  it.each([
    [112, 'Invalid card number'],
    [118, 'Invalid transaction number'],
    [206, 'Session not found'],
    [900, 'One or more sub-systems are currently unavailable'],
  ])('know the text of API code %i', (code, text) => {
    expect(isApiCode(code) && API_CODES[code]).toBe(text);
  });

  it.each([
    ['0', 'Approved'],
    ['1', 'Declined'],
    ['5', 'Declined'],
    ['?', 'Response unknown'],
    ['PT_R2', 'Original was not approved'],
  ])('know the text of response code %s', (code, text) => {
    expect(isResponseCode(code) && RESPONSE_TEXTS[code]).toBe(text);
  });

  it.each(['constructor', '__proto__', 'toString', '', '00'])('know no response code "%s"', (code) => {
    expect(isResponseCode(code)).toBe(false);
  });

  it.each([-1, 1.5, Number.NaN, 4, 132, 1_000])('know no API code %s', (code) => {
    expect(isApiCode(code)).toBe(false);
    expect(fieldOfApiCode(code)).toBeUndefined();
  });

  it('cannot be changed', () => {
    expect(() => Object.assign(API_CODES, { 0: 'Paid' })).toThrow(TypeError);
  });
});
