/** The surcharges of a shop, and the terms with them. surcharge.test.ts has whole payments. */
import { describe, expect, it } from 'vitest';
import { askSurcharges, readSurcharges, withoutSurcharge, withSurcharge } from '../../../src/signer/keys/surcharge.js';
import { TERMS } from '../terms.js';

const aud = (minor: number) => ({ minor, currency: 'AUD' });
const ORDER = { order: '1042', amount: aud(19900), crn1: 'ORDER-1042' };
const TABLE = { VC: 200, MC: 200, AX: 300, DC: 0, JC: 0 } as const;

describe('the surcharges of a shop', () => {
  it('are requested once for each card type, with the order', async () => {
    const asked: string[] = [];
    const amounts = await askSurcharges((given, cardType) => {
      expect(given).toBe(ORDER);
      asked.push(cardType);
      return cardType === 'AX' ? aud(300) : cardType === 'JC' ? null : aud(0);
    }, ORDER);
    expect(asked.sort()).toEqual(['AX', 'DC', 'JC', 'MC', 'VC']);
    expect(readSurcharges(amounts, ORDER.amount)).toEqual({ VC: 0, MC: 0, AX: 300, DC: 0, JC: 0 });
  });

  it.each([
    ['a part of a cent', { minor: 0.5, currency: 'AUD' }, /whole number/],
    ['a number that is none', { minor: Number.NaN, currency: 'AUD' }, /whole number/],
    ['less than nothing', aud(-1), /whole number/],
    ['another currency', { minor: 1, currency: 'NZD' }, /currency/],
  ])('are refused with %s', (_title, amount, reason) => {
    expect(() => readSurcharges([amount], ORDER.amount)).toThrow(reason);
  });
});

describe('terms with surcharges', () => {
  it.each<[unknown, number, number | undefined, string[]]>([
    ['VC', 20100, 200, ['MC', 'VC']],
    ['AX', 20200, 300, ['AX']],
    ['JC', 19900, undefined, ['DC', 'JC', 'other']],
    ['DISCOVER', 19900, undefined, ['DC', 'JC', 'other']],
    [undefined, 19900, undefined, ['DC', 'JC', 'other']],
    ['toString', 19900, undefined, ['DC', 'JC', 'other']],
  ])('for %o charge %i, with a surcharge of %o, from %j', (cardType, minor, surcharge, types) => {
    const { amount, cardTypes, ...terms } = withSurcharge(TERMS, TABLE, cardType);
    expect(amount).toEqual(aud(minor));
    expect([...(cardTypes ?? [])].sort()).toEqual(types);
    expect(terms.surcharge).toBe(surcharge);
    expect('surcharge' in terms).toBe(surcharge !== undefined);
  });

  it('are unchanged without surcharges', () => {
    expect(withSurcharge(TERMS, undefined, 'VC')).toEqual(TERMS);
  });

  it.each(['VC', 'AX', 'JC', 'other'])('for %s are the agreed terms again without it', (cardType) => {
    expect(withoutSurcharge(withSurcharge(TERMS, TABLE, cardType))).toEqual(TERMS);
    expect(withoutSurcharge(TERMS)).toEqual(TERMS);
  });
});
