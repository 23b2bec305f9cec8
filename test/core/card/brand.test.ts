import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CardBrand,
  CARD_BRANDS,
  brandOfCardType,
  brandOfId,
  brandsAmong,
  detectBrand,
  detectBrands,
  gapsOf,
} from '../../../src/core/card/brand.js';

const ids = (digits: string, accepted?: readonly string[]) => detectBrands(digits, accepted).map(({ id }) => id);

describe('detectBrands', () => {
  it.each([
    ['', ['visa', 'mastercard', 'amex', 'diners', 'jcb', 'discover', 'unionpay']],
    ['4', ['visa']],
    ['5', ['mastercard']],
    ['50', []],
    ['51', ['mastercard']],
    ['55', ['mastercard']],
    ['56', []],
    ['2', ['mastercard']],
    ['22', ['mastercard']],
    ['222', ['mastercard']],
    ['2220', []],
    ['2221', ['mastercard']],
    ['2720', ['mastercard']],
    ['2721', []],
    ['28', []],
    ['3', ['amex', 'diners', 'jcb']],
    ['30', ['diners']],
    ['305', ['diners']],
    ['306', []],
    ['309', ['diners']],
    ['3094', []],
    ['3095', ['diners']],
    ['34', ['amex']],
    ['35', ['jcb']],
    ['3527', []],
    ['3528', ['jcb']],
    ['3589', ['jcb']],
    ['359', []],
    ['36', ['diners']],
    ['37', ['amex']],
    ['38', ['diners']],
    ['39', ['diners']],
    ['6', ['discover', 'unionpay']],
    ['60', ['discover']],
    ['6011', ['discover']],
    ['6012', []],
    ['62', ['unionpay']],
    ['643', []],
    ['644', ['discover']],
    ['649', ['discover']],
    ['65', ['discover']],
    ['8', ['unionpay']],
    ['818', []],
    ['810', ['unionpay']],
    ['8099', []],
    ['8100', ['unionpay']],
    ['8171', ['unionpay']],
    ['8172', []],
    // JCB's old numbers of 15 digits.
    ['1800', []],
    ['2131', []],
    ['0', []],
    ['9', []],
  ])('%j can be %j', (digits, expected) => {
    expect(ids(digits)).toEqual(expected);
  });

  it('looks only among the accepted brands', () => {
    expect(ids('3', ['visa', 'amex'])).toEqual(['amex']);
    expect(ids('4', ['amex'])).toEqual([]);
    expect(ids('', ['amex', 'nonsense'])).toEqual(['amex']);
  });

  it('never finds two brands for four digits', () => {
    for (let start = 0; start < 10_000; start += 1) {
      expect(ids(String(start).padStart(4, '0')).length).toBeLessThanOrEqual(1);
    }
  });
});

describe('a new brand whose range is narrower than all others', () => {
  const prefix = fc.stringMatching(/^[2-6][0-9]{4,7}$/);
  const number = fc.stringMatching(/^[0-9]{0,16}$/);

  it('has the numbers of its range, and leaves every other number as it was, without a change of another row', () => {
    fc.assert(
      fc.property(prefix, number, fc.nat(16), (first, others, typed) => {
        const row = { ...CARD_BRANDS[0], id: 'new', prefixes: [first] } as unknown as CardBrand;
        for (const rows of [
          [row, ...CARD_BRANDS],
          [...CARD_BRANDS, row],
        ]) {
          const found = (digits: string) => brandsAmong(rows, digits).map(({ id }) => id as string);
          expect(found(first + others)).toEqual(['new']);
          const start = first.slice(0, typed);
          if (start.length < first.length) expect(new Set(found(start))).toEqual(new Set([...ids(start), 'new']));
          if (!others.startsWith(first) && !first.startsWith(others)) expect(found(others)).toEqual(ids(others));
        }
      }),
    );
  });

  it('needs no split of the range around it', () => {
    const row = { ...CARD_BRANDS[0], id: 'new', prefixes: [['6521', '6522']] } as unknown as CardBrand;
    const found = (digits: string) => brandsAmong([...CARD_BRANDS, row], digits).map(({ id }) => id);
    expect(found('65')).toEqual(['discover', 'new']);
    expect(found('6521')).toEqual(['new']);
    expect(found('6523')).toEqual(['discover']);
  });
});

describe('detectBrand', () => {
  it.each([
    ['', undefined],
    ['3', undefined],
    ['6', undefined],
    ['4', 'visa'],
    ['5123456789012346', 'mastercard'],
    ['2720010040360012', 'mastercard'],
    ['4987654321098769', 'visa'],
    ['345678901234564', 'amex'],
    ['30123456789019', 'diners'],
    ['3530111333300000', 'jcb'],
    ['6011000990139424', 'discover'],
    ['6200000000000005', 'unionpay'],
    ['9999', undefined],
  ])('%j is %s', (digits, id) => {
    expect(detectBrand(digits)?.id).toBe(id);
  });

  it('returns the only accepted brand that matches', () => {
    expect(detectBrand('3', ['visa', 'jcb'])?.id).toBe('jcb');
    expect(detectBrand('', ['visa'])).toBeUndefined();
  });
});

describe('the table', () => {
  it('cannot be changed', () => {
    expect(Object.isFrozen(CARD_BRANDS)).toBe(true);
    expect(CARD_BRANDS.every((brand) => Object.isFrozen(brand))).toBe(true);
  });

  it('has the card types of the service once each', () => {
    expect(
      CARD_BRANDS.map(({ cardType }) => cardType)
        .filter(Boolean)
        .sort(),
    ).toEqual(['AX', 'DC', 'JC', 'MC', 'VC']);
    expect(brandOfCardType('AX')?.name).toBe('American Express');
    expect(brandOfCardType('')).toBeUndefined();
    expect(CARD_BRANDS.map(({ id }) => brandOfId(id))).toEqual(CARD_BRANDS);
    expect(brandOfId('any')).toBeUndefined();
  });

  it.each([
    ['visa', 3],
    ['amex', 4],
    ['diners', 3],
  ])('%s has a security code of %i digits', (id, length) => {
    expect(CARD_BRANDS.find((brand) => brand.id === id)?.cvnLength).toBe(length);
  });
});

describe('gapsOf', () => {
  it.each([
    ['345678901234564', [4, 10]],
    ['3456789012345641', [4, 10]],
    ['30123456789019', [4, 10]],
    ['301234567890191', [4, 8, 12, 16]],
    ['4242', [4, 8, 12, 16]],
    ['', [4, 8, 12, 16]],
  ])('%j has gaps after %j', (digits, gaps) => {
    expect(gapsOf(detectBrand(digits), digits.length)).toEqual(gaps);
  });
});
