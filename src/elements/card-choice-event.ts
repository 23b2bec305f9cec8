/** What `<florin-saved-cards>` tells the page. */
import type { SavedCard } from '../core/pay-api.js';

const OPTIONS = { bubbles: true, composed: true } as const;

/** Fired when the shopper has chosen how to pay: a saved card, or another one. */
export class FlorinCardChoiceEvent extends Event {
  static readonly eventName = 'florin-card-choice';
  /** Undefined for a card that is typed. */
  readonly card: SavedCard | undefined;

  constructor(card: SavedCard | undefined) {
    super(FlorinCardChoiceEvent.eventName, OPTIONS);
    this.card = card;
  }
}

/** Fired when a saved card has been removed, for good. */
export class FlorinCardRemovedEvent extends Event {
  static readonly eventName = 'florin-card-removed';
  readonly card: SavedCard;

  constructor(card: SavedCard) {
    super(FlorinCardRemovedEvent.eventName, OPTIONS);
    this.card = card;
  }
}

declare global {
  interface HTMLElementEventMap {
    'florin-card-choice': FlorinCardChoiceEvent;
    'florin-card-removed': FlorinCardRemovedEvent;
  }
}
