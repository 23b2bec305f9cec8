import { describe, expect, it } from 'vitest';
import {
  checkAccountName,
  checkAccountNumber,
  checkBsb,
  formatBsb,
  tidyAccountName,
} from '../../../src/core/bank/bank-account.js';

describe('a BSB', () => {
  it.each([
    ['063000', 'valid'],
    ['063-000', 'valid'],
    [' 063 000 ', 'valid'],
    ['063–000', 'valid'],
    ['٠٦٣٠٠٠', 'valid'],
    ['', 'empty'],
    ['   ', 'empty'],
    ['06300', 'incomplete'],
    ['0630001', 'invalid'],
    ['06300O', 'invalid'],
    ['063.000', 'invalid'],
  ])('%j is %s', (text, status) => expect(checkBsb(text).status).toBe(status));

  it.each([
    ['063000', '063-000'],
    ['063-000', '063-000'],
    ['063', '063'],
    ['0630', '063-0'],
    ['', ''],
  ])('%j is written %j', (text, written) => expect(formatBsb(text)).toBe(written));
});

describe('an account number', () => {
  it.each([
    ['12', 'incomplete'],
    ['123', 'valid'],
    ['123456789', 'valid'],
    ['1234-56 789', 'valid'],
    ['1234567890', 'invalid'],
    ['12a', 'invalid'],
    ['', 'empty'],
  ])('%j is %s', (text, status) => expect(checkAccountNumber(text).status).toBe(status));
});

describe('an account name', () => {
  it.each([
    ['Jane Citizen', 'valid'],
    ['x'.repeat(32), 'valid'],
    [`  ${'x'.repeat(32)}  `, 'valid'],
    ['x'.repeat(33), 'invalid'],
    ['Jane\u0000Citizen', 'invalid'],
    [' ', 'empty'],
  ])('%j is %s', (text, status) => expect(checkAccountName(text).status).toBe(status));

  it('is trimmed before it is sent', () => expect(tidyAccountName('  Jane \t Citizen ')).toBe('Jane Citizen'));
});
