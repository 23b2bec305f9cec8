/** Field rules of an Australian bank account, which has no check digit. docs/wire/rest.md section 3, "Field rules". */
import { readDigits } from '../card/digits.js';
import type { FieldState } from '../card/field-state.js';
import { collapseBlanks } from '../collapse-blanks.js';

/**
 * Why a bank account field is not valid: too few digits (`too_short`), too many digits or characters (`too_long`), or
 * characters that are not allowed (`characters`).
 */
export type BankFieldReason = 'too_short' | 'too_long' | 'characters';

/** State of a bank account field, with the statuses of a card field. Only a `valid` field can be sent. */
export type BankFieldState = FieldState<BankFieldReason>;

/** A BSB number has two digits for the bank, one for the state, three for the branch. */
const BSB_LENGTH = 6;
/** Least and most digits of an account number. */
const ACCOUNT_NUMBER_LENGTHS = { least: 3, most: 9 } as const;
/** Longest account name that the service takes, in UTF-16 units. */
const ACCOUNT_NAME_LENGTH = 32;

/** Blanks, hyphens and digits of any script. */
const NUMBER_TEXT = /^[\p{Nd}\s\u2010-\u2015-]*$/u;

function checkNumber(text: string, least: number, most: number): BankFieldState {
  if (text.trim() === '') return { status: 'empty' };
  if (!NUMBER_TEXT.test(text)) return { status: 'invalid', reason: 'characters' };
  const { length } = readDigits(text);
  if (length > most) return { status: 'invalid', reason: 'too_long' };
  return length < least ? { status: 'incomplete', reason: 'too_short' } : { status: 'valid' };
}

/** Checks a BSB field: six digits, with or without blanks and hyphens. */
export function checkBsb(text: string): BankFieldState {
  return checkNumber(text, BSB_LENGTH, BSB_LENGTH);
}

/** Formats a BSB number as on statements, `063-000`; also an incomplete one. */
export function formatBsb(text: string): string {
  const digits = readDigits(text);
  return digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits;
}

/** Checks an account number field: three to nine digits. */
export function checkAccountNumber(text: string): BankFieldState {
  return checkNumber(text, ACCOUNT_NUMBER_LENGTHS.least, ACCOUNT_NUMBER_LENGTHS.most);
}

export function checkAccountName(text: string): BankFieldState {
  const name = collapseBlanks(text);
  if (name === '') return { status: 'empty' };
  if (/\p{Cc}/u.test(name)) return { status: 'invalid', reason: 'characters' };
  return name.length > ACCOUNT_NAME_LENGTH ? { status: 'invalid', reason: 'too_long' } : { status: 'valid' };
}
