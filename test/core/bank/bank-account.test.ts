import { describe, expect, it } from 'vitest';
import {
  type BankFieldState,
  checkAccountName,
  checkAccountNumber,
  checkBsb,
  formatBsb,
} from '../../../src/core/bank/bank-account.js';

/** The status, and why it is not valid. */
const written = (state: BankFieldState) => ('reason' in state ? `${state.status} ${state.reason}` : state.status);

describe('a BSB', () => {
  it.each([
    ['063000', 'valid'],
    ['063-000', 'valid'],
    [' 063 000 ', 'valid'],
    ['063–000', 'valid'],
    ['٠٦٣٠٠٠', 'valid'],
    ['', 'empty'],
    ['   ', 'empty'],
    ['06300', 'incomplete too_short'],
    ['0630001', 'invalid too_long'],
    ['06300O', 'invalid characters'],
    ['063.000', 'invalid characters'],
  ])('%j is %s', (text, status) => expect(written(checkBsb(text))).toBe(status));

  it.each([
    ['063000', '063-000'],
    ['063-000', '063-000'],
    ['063', '063'],
    ['0630', '063-0'],
    ['', ''],
  ])('%j is formatted as %j', (text, formatted) => expect(formatBsb(text)).toBe(formatted));
});

describe('an account number', () => {
  it.each([
    ['12', 'incomplete too_short'],
    ['123', 'valid'],
    ['123456789', 'valid'],
    ['1234-56 789', 'valid'],
    ['1234567890', 'invalid too_long'],
    ['12a', 'invalid characters'],
    ['', 'empty'],
  ])('%j is %s', (text, status) => expect(written(checkAccountNumber(text))).toBe(status));
});

describe('an account name', () => {
  it.each([
    ['Jane Citizen', 'valid'],
    ['x'.repeat(32), 'valid'],
    [`  ${'x'.repeat(32)}  `, 'valid'],
    ['x'.repeat(33), 'invalid too_long'],
    ['Jane\u0000Citizen', 'invalid characters'],
    [' ', 'empty'],
  ])('%j is %s', (text, status) => expect(written(checkAccountName(text))).toBe(status));
});
