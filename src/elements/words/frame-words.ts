/** What a shopper hears and reads about the frame with the card fields. */

const english = {
  /** Screen readers say it when they enter the frame. */
  title: 'Card details',
  failed: 'The card fields could not be loaded, and nothing was charged. Please check your connection.',
  again: 'Load them again',
};

/** The table of one language. */
export type FrameWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function frameWords(_locale: string): FrameWords {
  return english;
}
