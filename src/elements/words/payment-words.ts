/** Messages about the whole payment: what happened, and what to do. See field-words.ts. */
import { payment } from '../../languages/generated/english/payment.js';
import { wordsOf } from '../locale.js';

/** The texts of one language. */
export type PaymentWords = Readonly<typeof payment>;

/** Returns the texts for a BCP 47 locale. */
export function paymentWords(locale: string): PaymentWords {
  return wordsOf('payment', payment, locale);
}
