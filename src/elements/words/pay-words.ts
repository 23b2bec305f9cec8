/** What a shopper reads on the button before anything of the payment itself is loaded. */
import { pay } from '../../languages/generated/english/pay.js';
import { wordsOf } from '../locale.js';

/** The table of one language. */
export type PayWords = Readonly<typeof pay>;

/** The words for a BCP 47 locale. */
export function payWords(locale: string): PayWords {
  return wordsOf('pay', pay, locale);
}
