import { describe, expect, it } from 'vitest';
import { readDigits, replaceDigitRuns, writeAsciiDigits } from '../../../src/core/card/digits.js';

describe('readDigits', () => {
  it.each([
    ['4242 4242', '42424242'],
    ['４２', '42'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['०१२३४५६७८९', '0123456789'],
    ['𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗', '0123456789'],
    ['𝟘𝟡𝟢𝟫𝟬𝟵𝟶𝟿', '09090909'],
    ['²½Ⅷ①', ''],
    ['O0l1', '01'],
    ['\ud835', ''],
    ['', ''],
  ])('reads %j as %j', (text, digits) => {
    expect(readDigits(text)).toBe(digits);
  });

  it('knows the value of every decimal digit of Unicode, as number formatting writes them', () => {
    let checked = 0;
    for (const system of Intl.supportedValuesOf('numberingSystem')) {
      const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false });
      const digits = [...Array(10).keys()].map((value) => format.format(value));
      if (!digits.every((digit) => /^\p{Nd}$/u.test(digit))) continue;
      expect(readDigits(digits.join('')), system).toBe('0123456789');
      checked += 1;
    }
    expect(checked).toBeGreaterThan(50);
  });
});

describe('writeAsciiDigits', () => {
  it('leaves all else where it was', () => {
    expect(writeAsciiDigits('١٢／３０ x')).toBe('12／30 x');
  });
});

describe('replaceDigitRuns', () => {
  it.each([
    ['card 4111 1111 1111 1111', 'card [4111 1111 1111 1111]'],
    ['4111-1111-1111-1111 and 5555 5555 5555 4444', '[4111-1111-1111-1111] and [5555 5555 5555 4444]'],
    ['4111111111111, ref 123', '[4111111111111], ref 123'],
    ['twelve: 411111111111', 'twelve: 411111111111'],
    ['٤١١١ ١١١١ ١١١١ ١', '[٤١١١ ١١١١ ١١١١ ١]'],
    ['', ''],
  ])('of %j is %j', (text, replaced) => expect(replaceDigitRuns(text, (run) => `[${run}]`)).toBe(replaced));
});
