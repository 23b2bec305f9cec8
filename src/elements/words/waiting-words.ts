/** What a shopper reads while the outcome of a payment is not known. See field-words.ts. */
import { waiting } from '../../languages/generated/english/waiting.js';
import { wordsOf } from '../locale.js';

/** The table of one language. */
export type WaitingWords = Readonly<typeof waiting>;

/** The words for a BCP 47 locale. */
export function waitingWords(locale: string): WaitingWords {
  return wordsOf('waiting', waiting, locale);
}
