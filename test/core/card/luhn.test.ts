import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '../../../src/core/card/luhn.js';

describe('passesLuhn', () => {
  it.each(['79927398713', '5123456789012346', '4987654321098769', '345678901234564', '30123456789019', '0', '18'])(
    'passes %s',
    (digits) => {
      expect(passesLuhn(digits)).toBe(true);
    },
  );

  it.each(['79927398710', '5123456789012345', '4987654321098768', '1', ''])('refuses %j', (digits) => {
    expect(passesLuhn(digits)).toBe(false);
  });

  it('finds every single wrong digit, and every swap of neighbours but 0 and 9', () => {
    const digit = fc.nat(9);
    fc.assert(
      fc.property(fc.array(digit, { minLength: 9, maxLength: 18 }), fc.nat(17), digit, (body, place, other) => {
        const text = body.join('');
        const check = '0123456789'.split('').filter((last) => passesLuhn(text + last));
        expect(check).toHaveLength(1);
        const number = text + String(check[0]);
        const at = place % text.length;
        const [here = '', next = ''] = number.slice(at, at + 2);
        if (here !== String(other)) {
          expect(passesLuhn(number.slice(0, at) + String(other) + number.slice(at + 1))).toBe(false);
        }
        if (here !== next && !(['0', '9'].includes(here) && ['0', '9'].includes(next))) {
          expect(passesLuhn(number.slice(0, at) + next + here + number.slice(at + 2))).toBe(false);
        }
      }),
    );
  });
});
