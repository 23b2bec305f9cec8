import { collapseBlanks } from '../collapse-blanks.js';
import { readDigits } from './digits.js';
import type { CardFieldState } from './field-state.js';

/** Longest name that the service takes, in UTF-16 units. docs/wire/rest.md section 3, "Field rules". */
export const HOLDER_NAME_LENGTH = 50;

/**
 * Checks a name field. A card number or a control character in it is refused: the service stores and shows names, and
 * password managers and shoppers do write the number into the wrong field.
 */
export function checkHolderName(text: string): CardFieldState {
  const name = collapseBlanks(text);
  if (name === '') return { status: 'empty' };
  if (/\p{Cc}/u.test(name) || readDigits(name).length >= 10) return { status: 'invalid', reason: 'characters' };
  if (name.length > HOLDER_NAME_LENGTH) return { status: 'invalid', reason: 'too_long' };
  return { status: 'valid' };
}
