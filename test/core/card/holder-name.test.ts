import { describe, expect, it } from 'vitest';
import { checkHolderName } from '../../../src/core/card/holder-name.js';

describe('checkHolderName', () => {
  it.each([
    ['', { status: 'empty' }],
    [' \u00a0 ', { status: 'empty' }],
    ['J', { status: 'valid' }],
    ["Siobhán O'Neill-García", { status: 'valid' }],
    ['李小龍', { status: 'valid' }],
    ['3DS CHALLENGE', { status: 'valid' }],
    ['x'.repeat(50), { status: 'valid' }],
    ['Jo 123 456 789', { status: 'valid' }],
    ['Jo 123 456 7890', { status: 'invalid', reason: 'characters' }],
    [`  ${'x'.repeat(50)}  `, { status: 'valid' }],
    ['x'.repeat(51), { status: 'invalid', reason: 'too_long' }],
    ['5123 4567 8901 2346', { status: 'invalid', reason: 'characters' }],
    ['Jo 5123-4567-8901-2346', { status: 'invalid', reason: 'characters' }],
    ['٤٢٤٢٤٢٤٢٤٢٤٢', { status: 'invalid', reason: 'characters' }],
    ['Jo\u0000', { status: 'invalid', reason: 'characters' }],
  ])('%j is %j', (text, state) => {
    expect(checkHolderName(text)).toEqual(state);
  });
});
