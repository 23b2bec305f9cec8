/** Texts of the pay button, needed before the payment flow is loaded. */
import { pay } from '../../languages/generated/english/pay.js';
import { wordsOf } from '../locale.js';

/** The texts of one language. */
export type PayWords = Readonly<typeof pay>;

/** Returns the texts for a BCP 47 locale. */
export function payWords(locale: string): PayWords {
  return wordsOf('pay', pay, locale);
}
