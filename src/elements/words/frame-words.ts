/** What a shopper hears and reads about the frame with the card fields. */
import { frame } from '../../languages/generated/english/frame.js';
import { wordsOf } from '../locale.js';

/** The table of one language. */
export type FrameWords = Readonly<typeof frame>;

/** The words for a BCP 47 locale. */
export function frameWords(locale: string): FrameWords {
  return wordsOf('frame', frame, locale);
}
