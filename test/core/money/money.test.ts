import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMoney,
  createMoney,
  formatMoney,
  isSameMoney,
  readMoney,
  writeMoney,
} from '../../../src/core/money/money.js';

const currency = fc.constantFrom('AUD', 'NZD', 'USD', 'JPY', 'KWD', 'CLF');

describe('readMoney', () => {
  it.each([
    ['1,234.50', 'AUD', 123450],
    ['1234.50', 'AUD', 123450],
    ['1234', 'AUD', 123400],
    ['0', 'AUD', 0],
    ['0.00', 'AUD', 0],
    ['0.05', 'AUD', 5],
    ['-3.00', 'AUD', -300],
    ['-0', 'AUD', 0],
    ['1,000,000', 'AUD', 100000000],
    ['1,234', 'JPY', 1234],
    ['1.234', 'KWD', 1234],
    ['1.2345', 'CLF', 12345],
    ['90,071,992,547,409.91', 'AUD', Number.MAX_SAFE_INTEGER],
  ])('reads %j %s as %i', (text, code, minor) => {
    expect(readMoney(text, code)).toEqual({ minor, currency: code });
  });

  it.each([
    ['', 'AUD'],
    [' 1', 'AUD'],
    ['1 ', 'AUD'],
    ['$1', 'AUD'],
    ['1.5', 'AUD'],
    ['1.505', 'AUD'],
    ['1.', 'AUD'],
    ['.50', 'AUD'],
    ['01', 'AUD'],
    ['00.50', 'AUD'],
    ['1,23', 'AUD'],
    ['1234,567', 'AUD'],
    ['1,2345', 'AUD'],
    ['0,123', 'AUD'],
    ['1.234,50', 'AUD'],
    ['1e3', 'AUD'],
    ['0x10', 'AUD'],
    ['+1', 'AUD'],
    ['--1', 'AUD'],
    ['١', 'AUD'],
    ['1\n', 'AUD'],
    ['1.00', 'JPY'],
    ['1.0', 'JPY'],
    ['90,071,992,547,409.92', 'AUD'],
    ['9'.repeat(400), 'AUD'],
    ['1', 'XXX'],
    ['1', 'aud'],
  ])('throws at %j %s', (text, code) => {
    expect(() => readMoney(text, code)).toThrow(RangeError);
  });

  it('reads what writeMoney writes', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), currency, (minor, code) => {
        const money = createMoney(minor === 0 ? 0 : minor, code);
        expect(readMoney(writeMoney(money), code)).toEqual(money);
      }),
    );
  });
});

describe('writeMoney', () => {
  it.each([
    [19900, 'AUD', '199.00'],
    [5, 'AUD', '0.05'],
    [-5, 'AUD', '-0.05'],
    [0, 'AUD', '0.00'],
    [1234, 'JPY', '1234'],
    [0, 'JPY', '0'],
    [5, 'KWD', '0.005'],
    [Number.MAX_SAFE_INTEGER, 'AUD', '90071992547409.91'],
  ])('writes %i %s as %s', (minor, code, text) => {
    expect(writeMoney({ minor, currency: code })).toBe(text);
  });
});

describe('formatMoney', () => {
  it.each([
    [19900, 'AUD', 'en-AU', '$199.00'],
    [19900, 'AUD', 'en-US', 'A$199.00'],
    [1234, 'JPY', 'en-US', '¥1,234'],
    [1234, 'KWD', 'en-US', 'KWD 1.234'],
    [100, 'LAK', 'en-US', 'LAK 1.00'],
    [-300, 'AUD', 'en-AU', '-$3.00'],
    [123456, 'EUR', 'de-DE', '1.234,56 €'],
    [Number.MAX_SAFE_INTEGER, 'AUD', 'en-AU', '$90,071,992,547,409.91'],
  ])('prints %i %s for %s as %s', (minor, code, locale, text) => {
    expect(formatMoney({ minor, currency: code }, locale).replaceAll('\u00a0', ' ')).toBe(text);
  });

  it.each([
    ['AUD', 'ar', '30.00 \u2068AU$\u2069'],
    ['AUD', 'he', '30.00 \u2068A$\u2069'],
    ['JPY', 'ar-EG', '٣٬٠٠٠ \u2068JP¥\u2069'],
    ['EUR', 'ar', '30.00 €'],
    ['CHF', 'he', '30.00 CHF'],
  ])('keeps letters and sign of %s together as %s', (code, locale, text) => {
    const printed = formatMoney({ minor: 3000, currency: code }, locale);
    expect(printed.replaceAll('\u00a0', ' ').replaceAll('\u200f', '')).toBe(text);
  });
});

describe('createMoney and addMoney', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])('throw at %d', (minor) => {
    expect(() => createMoney(minor, 'AUD')).toThrow(RangeError);
  });

  it('throws for an invalid currency', () => {
    expect(() => createMoney(1, 'AUS')).toThrow('Not an active ISO 4217 currency: "AUS"');
  });

  it('adds amounts of one currency', () => {
    expect(addMoney(createMoney(19900, 'AUD'), createMoney(299, 'AUD'))).toEqual({ minor: 20199, currency: 'AUD' });
  });

  it('does not add different currencies', () => {
    expect(() => addMoney(createMoney(1, 'AUD'), createMoney(1, 'NZD'))).toThrow('Cannot add NZD to AUD');
  });

  it('throws beyond the safe integers', () => {
    expect(() => addMoney(createMoney(Number.MAX_SAFE_INTEGER, 'AUD'), createMoney(1, 'AUD'))).toThrow(RangeError);
  });
});

describe('isSameMoney', () => {
  const price = createMoney(19900, 'AUD');

  it('is true for the same value and currency', () => {
    expect(isSameMoney(price, { minor: 19900, currency: 'AUD' })).toBe(true);
  });

  it.each([
    [19901, 'AUD'],
    [19900, 'NZD'],
  ])('is false for %i %s', (minor, currency) => {
    expect(isSameMoney(price, { minor, currency })).toBe(false);
  });
});
