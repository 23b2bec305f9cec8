/** What the fields of an Australian bank account hold. REST manual, "Field rules" (wire/rest.md section 3). No check digit exists. */
import { readDigits } from '../card/digits.js';

/**
 * Why a bank account field cannot be sent as it stands: a digit or more is missing (`too_short`), or it has some too
 * many, or too many characters (`too_long`), or something that cannot stand there (`characters`).
 */
export type BankFieldReason = 'too_short' | 'too_long' | 'characters';

/** What a field holds, by the same statuses as a card's fields. Only `valid` can be sent. */
export type BankFieldState =
  | { readonly status: 'empty' }
  | { readonly status: 'incomplete'; readonly reason: BankFieldReason }
  | { readonly status: 'invalid'; readonly reason: BankFieldReason }
  | { readonly status: 'valid' };

/** A BSB number has two digits for the bank, one for the state, three for the branch. */
const BSB_LENGTH = 6;
/** Least and most digits of an account number. */
const ACCOUNT_NUMBER_LENGTHS = { least: 3, most: 9 } as const;
/** Longest account name that the service takes, in UTF-16 units. */
const ACCOUNT_NAME_LENGTH = 32;

/** Blanks, hyphens and digits of any script: the ways in which people write either number. */
const NUMBER_TEXT = /^[\p{Nd}\s\u2010-\u2015-]*$/u;

function checkNumber(text: string, least: number, most: number): BankFieldState {
  if (text.trim() === '') return { status: 'empty' };
  if (!NUMBER_TEXT.test(text)) return { status: 'invalid', reason: 'characters' };
  const { length } = readDigits(text);
  if (length > most) return { status: 'invalid', reason: 'too_long' };
  return length < least ? { status: 'incomplete', reason: 'too_short' } : { status: 'valid' };
}

/** The digits of either number, as they are sent. */
export function readBankDigits(text: string): string {
  return readDigits(text);
}

/** What a BSB field holds: six digits, with or without blanks and hyphens. */
export function checkBsb(text: string): BankFieldState {
  return checkNumber(text, BSB_LENGTH, BSB_LENGTH);
}

/** A BSB number as it is written on statements, `063-000`; what is not finished stays as far as it goes. */
export function formatBsb(text: string): string {
  const digits = readDigits(text);
  return digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits;
}

/** What an account number field holds: three to nine digits. */
export function checkAccountNumber(text: string): BankFieldState {
  return checkNumber(text, ACCOUNT_NUMBER_LENGTHS.least, ACCOUNT_NUMBER_LENGTHS.most);
}

/** A name as it is sent: blanks at the ends removed, runs of blanks made one. */
export function tidyAccountName(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** What an account name field holds. */
export function checkAccountName(text: string): BankFieldState {
  const name = tidyAccountName(text);
  if (name === '') return { status: 'empty' };
  if (/\p{Cc}/u.test(name)) return { status: 'invalid', reason: 'characters' };
  return name.length > ACCOUNT_NAME_LENGTH ? { status: 'invalid', reason: 'too_long' } : { status: 'valid' };
}
