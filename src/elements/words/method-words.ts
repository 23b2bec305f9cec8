/** What a shopper reads where the card is typed on a page of the payment service. See field-words.ts. */
import { method } from '../../languages/generated/english/method.js';
import { wordsOf } from '../locale.js';

/** The table of one language. */
export type MethodWords = Readonly<typeof method>;

/** The words for a BCP 47 locale. */
export function methodWords(locale: string): MethodWords {
  return wordsOf('method', method, locale);
}
