import { describe, expect, it } from 'vitest';
import { createReceiptNumber } from '../../src/sandbox/operations/receipt-number.js';

describe('receipt numbers', () => {
  it('have 11 digits and end in the last four of the transaction number', () => {
    for (const txnNumber of [1, 42, 10_001, 99_999, 123_456_789, 99_999_999_999]) {
      const receipt = createReceiptNumber(txnNumber);
      expect(receipt).toMatch(/^\d{11}$/);
      expect(receipt.slice(-4)).toBe(String(txnNumber).padStart(4, '0').slice(-4));
    }
  });

  it('are never shared by two transactions', () => {
    const receipts = new Set<string>();
    for (let step = 0; step < 200_000; step += 1) receipts.add(createReceiptNumber(10_001 + step * 4_999));
    expect(receipts.size).toBe(200_000);
  });
});
