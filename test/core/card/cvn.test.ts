import { describe, expect, it } from 'vitest';
import { checkCvn, longestCvn } from '../../../src/core/card/cvn.js';

const three = { cvnLength: 3 } as const;
const four = { cvnLength: 4 } as const;

describe('checkCvn', () => {
  it.each([
    ['', three, { status: 'empty' }],
    ['12', three, { status: 'incomplete', reason: 'too_short' }],
    ['123', three, { status: 'valid' }],
    ['000', three, { status: 'valid' }],
    ['1234', three, { status: 'invalid', reason: 'too_long' }],
    ['123', four, { status: 'incomplete', reason: 'too_short' }],
    ['1234', four, { status: 'valid' }],
    ['12345', four, { status: 'invalid', reason: 'too_long' }],
    ['12', undefined, { status: 'incomplete', reason: 'too_short' }],
    ['123', undefined, { status: 'valid' }],
    ['1234', undefined, { status: 'valid' }],
    ['12345', undefined, { status: 'invalid', reason: 'too_long' }],
    ['1x3', three, { status: 'invalid', reason: 'characters' }],
  ])('%j for %j is %j', (digits, brand, state) => {
    expect(checkCvn(digits, brand)).toEqual(state);
  });
});

describe('longestCvn', () => {
  it('is 4 while the brand is unknown', () => {
    expect(longestCvn()).toBe(4);
    expect(longestCvn(three)).toBe(3);
  });
});
