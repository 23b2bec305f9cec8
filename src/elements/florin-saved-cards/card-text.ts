/** Name and icon of a saved card. */
import { brandOfCardType } from '../../core/card/brand.js';
import type { SavedCard } from '../../core/pay-api.js';
import { icons } from '../field/icon-loader.js';
import type { SavedCardsWords } from '../words/saved-cards-words.js';

/** A card by its brand and last digits, an account by its last digits. */
export function nameOf(
  { kind, type, lastDigits }: SavedCard,
  write: (brand: string, digits: string) => string,
  words: SavedCardsWords,
): string {
  const name = kind === 'bank_account' ? words.account : (brandOfCardType(type)?.name ?? words.card);
  return write(name, lastDigits);
}

/** The icon of its brand, or of any card. */
export function iconOf({ type }: SavedCard) {
  const brand = brandOfCardType(type);
  return brand ? icons.module?.brandIcon(brand.id) : icons.module?.anyCardIcon;
}

/** `MM/YY`. */
export function dateOf({ expiry }: SavedCard): string {
  return `${expiry.slice(0, 2)}/${expiry.slice(2)}`;
}
