/** What a shopper is told about the payment as a whole: what happened, and what to do. See field-words.ts. */
import { payment } from '../../languages/generated/english/payment.js';
import { wordsOf } from '../locale.js';

/** The table of one language. */
export type PaymentWords = Readonly<typeof payment>;

/** The words for a BCP 47 locale. */
export function paymentWords(locale: string): PaymentWords {
  return wordsOf('payment', payment, locale);
}
