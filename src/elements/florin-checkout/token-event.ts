/** What a checkout tells when a card or a bank account was stored; in a file of its own, as payments need none. */
import type { TokenPurpose } from '../../checkout/token-flow.js';
import type { SavedCard } from '../../core/pay-api.js';

/**
 * Fired when the signer has said that a card or a bank account is saved or changed. `card` is masked; its handle is of this
 * session, and never the service's token. The shop's server hears of it by itself (`onTokenStored`).
 */
export class FlorinSavedEvent extends Event {
  static readonly eventName = 'florin-saved';
  readonly purpose: TokenPurpose;
  readonly card: SavedCard;

  constructor(purpose: TokenPurpose, card: SavedCard) {
    super(FlorinSavedEvent.eventName, { bubbles: true, composed: true });
    this.purpose = purpose;
    this.card = card;
  }
}

declare global {
  interface HTMLElementEventMap {
    'florin-saved': FlorinSavedEvent;
  }
}
