import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOutcome } from '../../src/core/outcome.js';

const outcome = (
  ResponseCode: string | null,
  BankResponseCode: string | null = null,
  CVNResultCode: string | null = null,
) => {
  const result = readOutcome({ ResponseCode, BankResponseCode, CVNResultCode });
  return [result.status, 'finality' in result ? result.finality : '', 'advice' in result ? result.advice : '']
    .filter(Boolean)
    .join(' ');
};

/** The service's own groups of bank codes. REST manual, "Transaction response codes". */
const GROUPS: readonly (readonly [group: string, bankCodes: string])[] = [
  ['0', '00 08 16'],
  ['1', '09 10 11 12 13 17 18 20-24 26-30 32 35 37 38 40 42 44-50 52 53 55-58 60 62-64 66 67 69-89 93-97'],
  ['2', '01-07 14 15 19 25 31 34 36 39 41 43 59 61 65 90-92 98 99'],
  ['3', '68'],
  ['4', '33 54'],
  ['5', '51'],
];

const expand = (list: string) =>
  list.split(' ').flatMap((part) => {
    const [first = '', last = first] = part.split('-');
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
      String(Number(first) + index).padStart(2, '0'),
    );
  });

describe('the codes of the manual', () => {
  it('makes each of the 100 bank codes in its own group approved or declined', () => {
    let seen = 0;
    for (const [group, bankCodes] of GROUPS) {
      for (const bankCode of expand(bankCodes)) {
        expect(readOutcome({ ResponseCode: group, BankResponseCode: bankCode }).status, bankCode).toBe(
          group === '0' ? 'approved' : 'declined',
        );
        seen += 1;
      }
    }
    expect(seen).toBe(100);
  });

  it.each([
    ['0', '00', 'approved'],
    ['0', '08', 'approved'],
    ['0', null, 'approved'],
    ['0', '', 'approved'],
    ['2', '05', 'declined call_bank'],
    ['2', '01', 'declined call_bank'],
    ['2', '14', 'declined check_details'],
    ['2', '43', 'declined another_card'],
    ['2', '91', 'declined try_later'],
    ['1', '12', 'declined contact_shop'],
    ['1', '11', 'declined another_card'],
    ['1', '45', 'declined another_card'],
    ['1', null, 'declined another_card'],
    ['3', '68', 'declined try_later'],
    ['4', '54', 'declined expired_card'],
    ['5', '51', 'declined another_card'],
    ['9', null, 'declined another_card'],
    ['E', null, 'declined call_bank'],
    ['I', null, 'declined check_details'],
    ['U', null, 'declined check_details'],
  ])('%s with bank code %s is %s', (code, bankCode, expected) => {
    expect(outcome(code, bankCode)).toBe(expected);
  });

  it('advises to check the details when the security code did not match', () => {
    expect(outcome('2', '05', 'N')).toBe('declined check_details');
    expect(outcome('2', '05', 'M')).toBe('declined call_bank');
    expect(outcome('0', '00', 'N')).toBe('approved');
  });

  it.each([
    ['8', 'contact_shop'],
    ['A', 'try_later'],
    ['C', 'try_later'],
    ['F', 'another_card'],
    ['N', 'another_card'],
    ['R', 'another_card'],
    ['PT_V1', 'contact_shop'],
    ['PT_V4', 'check_details'],
    ['PT_V11', 'another_card'],
    ['PT_V12', 'try_later'],
    ['PT_V18', 'another_card'],
    ['PT_V20', 'contact_shop'],
    ['PT_T7', 'another_card'],
    ['PT_R1', 'contact_shop'],
    ['PT_R15', 'contact_shop'],
    ['PT_E5', 'try_later'],
  ])('%s is a final error: %s', (code, advice) => {
    expect(outcome(code)).toBe(`error final ${advice}`);
  });

  it.each(['?', '6', '7', 'D', 'L', 'P', 'S', 'x', 'PT_G1', 'PT_G12', 'PT_G13', 'PT_E1'])('%s is unknown', (code) => {
    expect(outcome(code)).toBe('error unknown contact_shop');
  });
});

describe('undocumented answers', () => {
  it.each([null, '', ' ', '00', '0 ', ' 0', '10', 'X', 'p', 'PT_V10', 'PT_V21', 'PT_Z1', 'PT_G', '1 2'])(
    '%j is unknown, never approved',
    (code) => {
      expect(outcome(code)).toBe('error unknown contact_shop');
      expect(outcome(code, '00')).toBe('error unknown contact_shop');
    },
  );

  it.each([
    ['0', '05'],
    ['0', '10'],
    ['0', '68'],
    ['0', '0'],
    ['1', '00'],
    ['2', '08'],
    ['5', '16'],
  ])('%s with bank code %s contradicts itself and is unknown', (code, bankCode) => {
    expect(outcome(code, bankCode)).toBe('error unknown contact_shop');
  });

  it('an empty answer is unknown', () => {
    expect(readOutcome({})).toEqual({ status: 'error', finality: 'unknown', advice: 'contact_shop' });
  });

  it('a number instead of a text is not approved', () => {
    expect(readOutcome(JSON.parse('{"ResponseCode":0}')).status).toBe('error');
  });

  it('approves nothing but "0"', () => {
    const code = fc.oneof(fc.string({ maxLength: 3 }), fc.stringMatching(/^(PT_)?[0-9A-Zx?]{1,2}$/));
    fc.assert(
      fc.property(code, fc.stringMatching(/^\d{2}$/), (ResponseCode, BankResponseCode) => {
        const isApproved = readOutcome({ ResponseCode, BankResponseCode }).status === 'approved';
        expect(isApproved).toBe(ResponseCode === '0' && ['00', '08', '16'].includes(BankResponseCode));
      }),
      { numRuns: 2_000 },
    );
  });
});
