/** Texts about saved cards, and about saving one. See field-words.ts. */
import { savedCards } from '../../languages/generated/english/saved-cards.js';
import { wordsOf } from '../locale.js';

/** The texts of one language. */
export type SavedCardsWords = Readonly<typeof savedCards>;

/** Returns the texts for a BCP 47 locale. */
export function savedCardsWords(locale: string): SavedCardsWords {
  return wordsOf('savedCards', savedCards, locale);
}
