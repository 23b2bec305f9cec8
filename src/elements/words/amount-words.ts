/** The words of the amount and its surcharge. See field-words.ts. */
import { amount } from '../../languages/generated/english/amount.js';
import { wordsOf } from '../locale.js';

/** The table of one language. */
export type AmountWords = Readonly<typeof amount>;

/** The words for a BCP 47 locale. */
export function amountWords(locale: string): AmountWords {
  return wordsOf('amount', amount, locale);
}
