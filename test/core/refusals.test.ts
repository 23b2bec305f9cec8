import { describe, expect, it } from 'vitest';
import { isRefusalCode, REFUSALS } from '../../src/core/refusals.js';

describe('isRefusalCode', () => {
  it.each(Object.keys(REFUSALS))('accepts %s', (code) => expect(isRefusalCode(code)).toBe(true));

  it.each(['', 'toString', '__proto__', 'Bad_request', undefined, null, 7, ['bad_request']])('refuses %j', (code) => {
    expect(isRefusalCode(code)).toBe(false);
  });
});
