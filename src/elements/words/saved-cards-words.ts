/** What a shopper reads about saved cards, and about saving one. See field-words.ts. */
import { savedCards } from '../../languages/generated/english/saved-cards.js';
import { wordsOf } from '../locale.js';

/** The table of one language. */
export type SavedCardsWords = Readonly<typeof savedCards>;

/** The words for a BCP 47 locale. */
export function savedCardsWords(locale: string): SavedCardsWords {
  return wordsOf('savedCards', savedCards, locale);
}
