/** What a shopper hears and reads about the frame with the card fields. */
import { wordsOf } from '../locale.js';

const english = {
  /** Screen readers say it when they enter the frame. */
  title: 'Card details',
  slow: 'The card fields are taking longer than usual to load.',
  emptied: 'The card fields were loaded anew. Please enter your card again.',
  failed: 'The card fields could not be loaded, and nothing was charged. Please check your connection.',
  again: 'Load them again',
  misconfigured: 'The card fields are not set up correctly, and nothing was charged. Please contact the shop.',
};

/** The table of one language. */
export type FrameWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function frameWords(locale: string): FrameWords {
  return wordsOf('frame', english, locale);
}
