/** Events about stored cards and bank accounts; a separate file, because payments do not need them. */
import type { TokenPurpose } from '../../checkout/saving.js';
import type { SavedCard } from '../../core/pay-api.js';

/**
 * Fired when the signer has reported that a card or a bank account is saved or changed. `card` is
 * masked; its handle is valid in this session only, and is never the service's token. The shop's
 * server is notified separately (`onTokenStored`).
 */
export class FlorinSavedEvent extends Event {
  static readonly eventName = 'florin-saved';
  /** What the element was for. */
  readonly purpose: TokenPurpose;
  /** What was saved or changed, masked. */
  readonly card: SavedCard;

  constructor(purpose: TokenPurpose, card: SavedCard) {
    super(FlorinSavedEvent.eventName, { bubbles: true, composed: true });
    this.purpose = purpose;
    this.card = card;
  }
}
