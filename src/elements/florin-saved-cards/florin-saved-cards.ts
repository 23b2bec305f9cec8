import { defineOnce } from '../define-once.js';
import '../florin-card-cvn/florin-card-cvn.js';
import { SavedCardsElement } from './saved-cards-element.js';

export type {} from '../event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-saved-cards': SavedCardsElement;
  }
}

defineOnce('florin-saved-cards', SavedCardsElement);
