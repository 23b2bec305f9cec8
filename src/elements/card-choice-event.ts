/** Events of `<florin-saved-cards>`. */
import type { SavedCard } from '../core/pay-api.js';

const OPTIONS = { bubbles: true, composed: true } as const;

/** Fired when the shopper has chosen a saved card, or "another card". */
export class FlorinCardChoiceEvent extends Event {
  static readonly eventName = 'florin-card-choice';
  /** Undefined for "another card". */
  readonly card: SavedCard | undefined;

  constructor(card: SavedCard | undefined) {
    super(FlorinCardChoiceEvent.eventName, OPTIONS);
    this.card = card;
  }
}

/** Fired when a saved card has been removed permanently. */
export class FlorinCardRemovedEvent extends Event {
  static readonly eventName = 'florin-card-removed';
  /** The card that was removed. */
  readonly card: SavedCard;

  constructor(card: SavedCard) {
    super(FlorinCardRemovedEvent.eventName, OPTIONS);
    this.card = card;
  }
}
