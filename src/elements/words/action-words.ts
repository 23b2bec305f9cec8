/**
 * What a shopper reads in place of the words of a payment when the order asks for something else: an amount that is
 * reserved and charged later, or only whether the card is good. See field-words.ts.
 */
import { action } from '../../languages/generated/english/action.js';
import { wordsOf } from '../locale.js';

/** The table of one language. */
export type ActionWords = Readonly<typeof action>;

/** The words for a BCP 47 locale. */
export function actionWords(locale: string): ActionWords {
  return wordsOf('action', action, locale);
}
