/** What a shopper reads on the button before anything of the payment itself is loaded. */
import { wordsOf } from '../locale.js';

const english = {
  pay: (amount: string) => (amount ? `Pay ${amount}` : 'Pay'),
  paying: 'Paying…',
  notLoaded: 'This page has not loaded completely. Check your connection and try again.',
};

/** The table of one language. */
export type PayWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function payWords(locale: string): PayWords {
  return wordsOf('pay', english, locale);
}
