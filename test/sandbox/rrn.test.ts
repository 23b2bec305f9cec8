import { describe, expect, it } from 'vitest';
import { createRrn } from '../../src/sandbox/operations/rrn.js';

describe('retrieval reference numbers', () => {
  it.each([
    ['noon in Sydney on 4 March 2026', Date.UTC(2026, 2, 4, 1), 10_001, '606312010001'],
    ['the first second of 2027', Date.UTC(2026, 11, 31, 13), 1_234_567, '700100234567'],
    ['the last second of a leap year', Date.UTC(2028, 11, 31, 12, 59, 59), 9, '836623000009'],
  ])('at %s', (_, now, txnNumber, rrn) => {
    expect(createRrn(txnNumber, now)).toBe(rrn);
  });
});
