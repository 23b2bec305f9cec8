/** Orders with rising versions: an older price is refused, even if it arrives late. */
import { describe, expect, it } from 'vitest';
import type { Claim, Terms } from '../../../src/signer/claims/claim.js';
import { assertNotOutdated } from '../../../src/signer/claims/order-version.js';
import { claimOf } from '../claims.js';
import { TERMS } from '../terms.js';

const OWNER = { id: 'ann', session: 'one', email: 'ann@shop.example', crn1: 'CUSTOMER-ann' };
const termsOf = (changes: Partial<Terms> = {}): Terms => ({ ...TERMS, version: '4', ...changes });
const claimWith = (changes: Partial<Terms> = {}): Claim => ({ ...claimOf('1042'), terms: termsOf(changes) });
const refusal = expect.objectContaining({ code: 'order_refused' }) as unknown;
const thrownBy = (call: () => void): unknown => {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
  }
};
const check = (claims: readonly Claim[], terms = termsOf(), typed?: Parameters<typeof assertNotOutdated>[2]) =>
  thrownBy(() => assertNotOutdated(claims, terms, typed));

describe('an order whose version rises', () => {
  it.each<[string, readonly Claim[]]>([
    ['no claim', []],
    ['a claim of the same version and price', [claimWith()]],
    ['a claim of an earlier version', [claimWith({ version: '3', amount: { minor: 1, currency: 'AUD' } })]],
    ['a claim from before versions were used', [claimWith({ version: '', amount: { minor: 1, currency: 'AUD' } })]],
    ['a claim whose version is no number', [claimWith({ version: 'cart 9', amount: { minor: 1, currency: 'AUD' } })]],
    [
      'a claim of the same price with a surcharge',
      [claimWith({ amount: { minor: 20100, currency: 'AUD' }, surcharge: 200, cardTypes: ['VC'] })],
    ],
    ['a claim of another stored card and shopper', [claimWith({ dvToken: '5999999999999999', owner: OWNER })]],
  ])('is current after %s', (_title, claims) => {
    expect(check(claims)).toBeUndefined();
  });

  it.each<[string, readonly Claim[]]>([
    ['of a later version', [claimWith({ version: '5' })]],
    ['of a later version with more digits', [claimWith({ version: '10' })]],
    ['of the same version at another price', [claimWith({ amount: { minor: 1, currency: 'AUD' } })]],
    ['of the same version with another reference', [claimWith({ crn2: 'x' })]],
    ['of a later version, before one of an earlier', [claimWith({ version: '5' }), claimWith({ version: '3' })]],
  ])('is refused after a claim %s', (_title, claims) => {
    expect(check(claims)).toEqual(refusal);
  });

  it('is compared without the shopper’s references', () => {
    expect(check([claimWith({ crn2: 'typed before' })], termsOf({ crn2: 'typed now' }), ['crn2'])).toBeUndefined();
    expect(check([claimWith({ crn3: 'x' })], termsOf(), ['crn2'])).toEqual(refusal);
  });

  it.each(['', 'cart 1', '1.5', '-1', '1e3', '4 ', 'v4', '1'.repeat(16)])(
    'must have a whole number, not %j',
    (version) => {
      expect(check([], termsOf({ version }))).toBeInstanceOf(RangeError);
    },
  );

  it('is the first one after claims without a number', () => {
    const before = claimWith({ version: 'cart 9', amount: { minor: 1, currency: 'AUD' } });
    expect(check([before], termsOf({ version: '0' }))).toBeUndefined();
  });

  it.each(['0', '7', '1'.repeat(15)])('may have the version %s', (version) => {
    expect(check([], termsOf({ version }))).toBeUndefined();
  });
});
