import { describe, expect, it } from 'vitest';
import { checkExpiry, expiryDigits, readExpiry } from '../../../src/core/card/expiry.js';

const TODAY = { year: 2026, month: 11 };

const states = (text: string, allowTestMonth = false) => {
  const state = checkExpiry(text, TODAY, { allowTestMonth });
  return 'reason' in state ? `${state.status} ${state.reason}` : state.status;
};

describe('checkExpiry in November 2026', () => {
  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['1', 'incomplete too_short'],
    ['0', 'incomplete too_short'],
    ['5', 'incomplete too_short'],
    ['12', 'incomplete too_short'],
    ['12 / ', 'incomplete too_short'],
    ['12 / 3', 'incomplete too_short'],
    ['12 / 203', 'incomplete too_short'],
    ['11 / 26', 'valid'],
    ['10 / 26', 'invalid expired'],
    ['12 / 25', 'invalid expired'],
    ['01 / 27', 'valid'],
    ['12 / 46', 'valid'],
    ['01 / 47', 'invalid too_far'],
    ['12 / 99', 'invalid too_far'],
    ['12 / 20', 'incomplete expired'],
    ['12 / 2030', 'valid'],
    ['12 / 1999', 'invalid expired'],
    ['12 / 3456', 'invalid too_far'],
    ['12 / 20301', 'invalid too_long'],
    ['13', 'invalid month'],
    ['13 / 30', 'invalid month'],
    ['00 / 30', 'invalid month'],
    ['99 / 45', 'invalid month'],
    ['1/30', 'valid'],
    ['2030-12', 'valid'],
    ['１２／３０', 'valid'],
    ['soon', 'invalid characters'],
    ['/', 'invalid characters'],
  ])('%j is %s', (text, expected) => {
    expect(states(text)).toBe(expected);
  });

  it.each([
    ['99', 'incomplete too_short'],
    ['99 / 4', 'incomplete too_short'],
    ['99 / 45', 'valid'],
    ['99 / 00', 'valid'],
    ['99 / 20', 'valid'],
    ['98 / 45', 'invalid month'],
    ['10 / 26', 'invalid expired'],
  ])('%j is %s where the test month is allowed', (text, expected) => {
    expect(states(text, true)).toBe(expected);
  });

  it('reads no more of a pasted page than a date can have', () => {
    expect(states('some words '.repeat(200_000))).toBe('invalid characters');
    expect(states(`12 / 30${' '.repeat(60)}`)).toBe('valid');
  });

  it('does not allow the test month by default', () => {
    expect(checkExpiry('99 / 45', TODAY)).toEqual({ status: 'invalid', reason: 'month' });
  });

  it('accepts a card until the month printed on it, in every month of the year', () => {
    for (let month = 1; month <= 12; month += 1) {
      const text = `${String(month).padStart(2, '0')} / 30`;
      for (let now = 1; now <= 12; now += 1) {
        const { status } = checkExpiry(text, { year: 2030, month: now });
        expect(status, `${text} in month ${now}`).toBe(now > month ? 'invalid' : 'valid');
      }
    }
  });
});

describe('expiryDigits', () => {
  it.each([
    ['12 / 30', '1230'],
    ['12/2030', '1230'],
    ['1/30', '0130'],
    ['1230', '1230'],
    ['530', '0530'],
    ['122030', '1230'],
    ['203012', '1230'],
    ['203005', '0530'],
    ['203000', '203000'],
    ['1203012', '1203012'],
    ['2030123', '2030123'],
    ['203 012', '1230'],
    ['20301 2', '1230'],
    ['12 3 0 1', '1203001'],
    ['2030-12', '1230'],
    ['2030-5', '0530'],
    ['2030-12-31', '1230'],
    ['31/12/2030', '1230'],
    ['01/02/2030', '01022030'],
    ['12/1999', '121999'],
    ['12', '12'],
    ['', ''],
  ])('reads %j as %j', (text, digits) => {
    expect(expiryDigits(text)).toBe(digits);
  });
});

describe('readExpiry', () => {
  it.each([
    ['12 / 30', { month: '12', year: '30' }],
    ['5/2030', { month: '05', year: '30' }],
    ['99 / 45', { month: '99', year: '45' }],
  ])('reads %j as %j', (text, expiry) => {
    expect(readExpiry(text)).toEqual(expiry);
  });

  it.each(['', '12', '12 / 3', '12 / 1999'])('throws at %j and does not quote it', (text) => {
    expect(() => readExpiry(text)).toThrow(new RangeError('Not a month and a year'));
  });
});
