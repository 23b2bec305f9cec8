/** Texts about saved cards, and about saving one. See field-messages.ts. */
import { savedCards } from '../../languages/generated/english/saved-cards.js';
import { messagesOf } from '../locale.js';

/** The texts of one language. */
export type SavedCardsMessages = Readonly<typeof savedCards>;

/** Returns the texts for a BCP 47 locale. */
export const savedCardsMessages = (locale: string) => messagesOf('savedCards', savedCards, locale);
