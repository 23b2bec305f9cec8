import { describe, expect, it } from 'vitest';
import { currencyExponent, exponentOf, isCurrency } from '../../../src/core/money/currency.js';
import vector from '../../vectors/iso-4217.json' with { type: 'json' };

const active = Object.entries(vector.active).flatMap(([exponent, codes]) =>
  codes.split(' ').map((code): [string, number] => [code, Number(exponent)]),
);

describe('currencyExponent', () => {
  it('knows all 165 active codes with a minor unit', () => {
    expect(active).toHaveLength(165);
    for (const [code, exponent] of active) expect(currencyExponent(code), code).toBe(exponent);
  });

  it('contains no other code', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const all = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    expect(all.filter(isCurrency).sort()).toEqual(active.map(([code]) => code).sort());
  });

  it('knows no currency without a code', () => {
    expect(isCurrency(undefined)).toBe(false);
  });

  it.each(['aud', 'AU', 'AUDD', '', 'EDA', 'XXX', 'XTS', 'XAU', 'XDR', 'ANG', 'BGN', 'HRK', 'SLL', 'ZWL', '   '])(
    'throws at %j',
    (code) => {
      expect(() => currencyExponent(code)).toThrow(RangeError);
    },
  );
});

describe('exponentOf', () => {
  it('does not check a code', () => {
    expect(exponentOf('JPY')).toBe(0);
    expect(exponentOf('KWD')).toBe(3);
    expect(exponentOf('CLF')).toBe(4);
    expect(exponentOf('QQQ')).toBe(2);
  });
});
