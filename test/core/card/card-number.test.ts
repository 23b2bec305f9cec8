import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCardNumber } from '../../../src/core/card/card-number.js';
import { passesLuhn } from '../../../src/core/card/luhn.js';

const states = (digits: string, accepted?: readonly string[]) => {
  const state = checkCardNumber(digits, { accepted });
  return 'reason' in state ? `${state.status} ${state.reason}` : state.status;
};

describe('checkCardNumber', () => {
  it.each([
    ['5123456789012346', 'valid'],
    ['2720010040360012', 'valid'],
    ['4987654321098769', 'valid'],
    ['345678901234564', 'valid'],
    ['30123456789019', 'valid'],
    ['3530111333300000', 'valid'],
    ['6011000990139424', 'valid'],
    ['6200000000000005', 'valid'],
    ['4000000000000000006', 'valid'],
    ['36000000000000000008', 'invalid too_long'],
    ['', 'empty'],
    ['4', 'incomplete too_short'],
    ['3', 'incomplete too_short'],
    ['498765432109876', 'incomplete too_short'],
    ['4987654321098768', 'incomplete luhn'],
    ['49876543210987691', 'incomplete too_long'],
    ['4000000000000000000', 'invalid luhn'],
    ['5123456789012345', 'invalid luhn'],
    ['51234567890123461', 'invalid too_long'],
    ['345678901234563', 'invalid luhn'],
    ['3456789012345641', 'invalid too_long'],
    ['34567890123456', 'incomplete too_short'],
    ['30123456789018', 'incomplete luhn'],
    ['599999', 'invalid stored_token'],
    ['5999991234567890', 'invalid stored_token'],
    ['59999', 'incomplete too_short'],
    ['4242 4242', 'invalid characters'],
    ['４２', 'invalid characters'],
    ['4242x', 'invalid characters'],
  ])('%j is %s', (digits, expected) => {
    expect(states(digits)).toBe(expected);
  });

  it.each([
    ['999999999', 'incomplete too_short'],
    ['9999999999', 'valid'],
    ['9999999998', 'incomplete luhn'],
    ['9999999999999999996', 'invalid luhn'],
    ['9999999999999999998', 'valid'],
    ['99999999999999999999', 'invalid too_long'],
  ])('leaves a number of no known brand to the service: %s is %s', (digits, expected) => {
    expect(states(digits)).toBe(expected);
  });

  it.each([
    ['3', ['visa', 'amex'], 'incomplete too_short'],
    ['30', ['visa', 'amex'], 'invalid brand_not_accepted'],
    ['345678901234564', ['visa', 'amex'], 'valid'],
    ['345678901234564', ['visa'], 'invalid brand_not_accepted'],
    ['5', ['visa'], 'invalid brand_not_accepted'],
    ['9', ['visa'], 'invalid unknown_brand'],
    ['5999990000000000', ['visa'], 'invalid stored_token'],
    ['4', [], 'invalid brand_not_accepted'],
    ['', ['visa'], 'empty'],
  ])('%s where %j are accepted is %s', (digits, accepted, expected) => {
    expect(states(digits, accepted)).toBe(expected);
  });

  it('reports no number as invalid that can still become valid', () => {
    const body = fc.tuple(
      fc.constantFrom('4', '51', '2221', '2720', '34', '37', '301', '36', '3528', '6011', '62', '9'),
      fc.stringMatching(/^\d{17}$/),
      fc.constantFrom(14, 15, 16, 18, 19),
    );
    let valid = 0;
    fc.assert(
      fc.property(body, ([prefix, rest, length]) => {
        const head = (prefix + rest).slice(0, length - 1);
        const check = [...'0123456789'].find((last) => passesLuhn(head + last)) ?? '';
        if (checkCardNumber(head + check).status !== 'valid') return;
        valid += 1;
        for (let typed = 1; typed < length; typed += 1) {
          expect(checkCardNumber(head.slice(0, typed)).status).not.toBe('invalid');
        }
      }),
      { numRuns: 2_000 },
    );
    expect(valid).toBeGreaterThan(500);
  });
});
