/** What a shopper reads about saved cards, and about saving one. See field-words.ts. */
import { wordsOf } from '../locale.js';

const english = {
  title: 'Your saved cards',
  payWith: 'Pay with',
  another: 'Another card',
  card: 'Card',
  account: 'Bank account',
  cardText: (brand: string, digits: string) => `${brand} •••• ${digits}`,
  spokenCard: (brand: string, digits: string) => `${brand} ending in ${digits}`,
  expires: (expiry: string) => `Expires ${expiry}`,
  expired: (expiry: string) => `Expired ${expiry}`,
  remove: 'Remove',
  removeCard: (card: string) => `Remove ${card}`,
  reallyRemove: (card: string) => `Remove ${card} for good?`,
  keep: 'Keep it',
  removing: 'Removing…',
  removed: (card: string) => `${card} was removed.`,
  notRemoved: 'The card could not be removed. Please try again in a moment.',
  none: 'You have no saved cards.',
  loading: 'Looking up your saved cards…',
  notLoaded: 'Your saved cards could not be loaded.',
  again: 'Try again',
  refused: 'This card cannot be used any more, and nothing was charged. Please choose another one.',

  store: 'Save this card for next time',
  storeNote: 'The payment service keeps it for you, not this shop. You can remove it at any time.',
};

/** The table of one language. */
export type SavedCardsWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function savedCardsWords(locale: string): SavedCardsWords {
  return wordsOf('savedCards', english, locale);
}
