/** What a shopper reads where the card is typed on a page of the payment service. See field-words.ts. */
import { wordsOf } from '../locale.js';

const english = {
  redirect: 'You enter your card on the page of the payment service, and come back here.',
  webform: 'You enter your card on the next page.',
  /** Screen readers say it when they enter the frame. */
  frame: 'Card details',
  loading: 'Loading the card fields…',
  failed: 'The card fields could not be loaded, and nothing was charged. Please check your connection.',
  again: 'Load them again',
  incomplete: 'Please complete the card details. Nothing was charged.',
  renewed: 'The time to pay had run out, and nothing was charged. Please enter the card again.',
};

/** The table of one language. */
export type MethodWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function methodWords(locale: string): MethodWords {
  return wordsOf('method', english, locale);
}
