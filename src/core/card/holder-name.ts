import { readDigits } from './digits.js';
import type { CardFieldState } from './field-state.js';

/** Longest name that the service takes, in UTF-16 units. REST manual, "Field rules". */
export const HOLDER_NAME_LENGTH = 50;

/** A name as it is sent: blanks at the ends removed, runs of blanks made one. */
export function tidyHolderName(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/**
 * What a name field holds. A card number or a control character in it is refused: names are stored and shown by the
 * service, and a password manager or a hurried shopper does write the number into the wrong field.
 */
export function checkHolderName(text: string): CardFieldState {
  const name = tidyHolderName(text);
  if (name === '') return { status: 'empty' };
  if (/\p{Cc}/u.test(name) || readDigits(name).length >= 10) return { status: 'invalid', reason: 'characters' };
  if (name.length > HOLDER_NAME_LENGTH) return { status: 'invalid', reason: 'too_long' };
  return { status: 'valid' };
}
