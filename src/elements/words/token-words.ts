/** Messages when a card or a bank account is saved or changed. See field-words.ts. */
import { token } from '../../languages/generated/english/token.js';
import { wordsOf } from '../locale.js';

/** The texts of one language. */
export type TokenWords = Readonly<typeof token>;

/** Returns the texts for a BCP 47 locale. */
export function tokenWords(locale: string): TokenWords {
  return wordsOf('token', token, locale);
}
