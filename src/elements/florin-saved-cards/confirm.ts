/** The confirmation before a saved card is removed. */
import { html, nothing } from 'lit';
import type { SavedCard } from '../../core/pay-api.js';
import type { SavedCardsMessages } from '../messages/saved-cards-messages.js';
import { redrawn, untranslated } from '../untranslated.js';
import { fullNameOf, nameOf } from './card-text.js';

export function renderConfirm(
  card: SavedCard,
  messages: SavedCardsMessages,
  isRemoving: boolean,
  onRemove: () => void,
  onKeep: () => void,
) {
  return html`<div
    class="confirm"
    part="confirm"
    role="group"
    aria-label=${messages.reallyRemove(fullNameOf(card, messages))}
  >
    <p>
      <span aria-hidden="true">${untranslated(messages.reallyRemove(nameOf(card, messages.cardText, messages)))}</span>
      ${card.others ? html`<span id="entries">${redrawn(messages.entries(card.others.length + 1))}</span>` : nothing}
    </p>
    <button
      type="button"
      class="really"
      aria-disabled=${isRemoving}
      aria-describedby=${card.others ? 'entries' : nothing}
      @click=${onRemove}
    >
      ${isRemoving ? messages.removing : messages.remove}
    </button>
    <button type="button" class="keep" @click=${onKeep}>${messages.keep}</button>
  </div>`;
}
