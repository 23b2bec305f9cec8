/** The rows of the list: a saved card, "Show all", and the choice of another card. */
import { html, nothing } from 'lit';
import type { SavedCard } from '../../core/pay-api.js';
import { icons } from '../field/icon-loader.js';
import type { SavedCardsMessages } from '../messages/saved-cards-messages.js';
import { changeUrlOf, fullNameOf, renderCardText } from './card-text.js';
import { renderConfirm } from './confirm.js';

/** The state of the list, and its handlers. */
interface ListView {
  readonly messages: SavedCardsMessages;
  readonly locale: string;
  /** Template of {@link changeUrlOf}. */
  readonly changeUrl: string;
  /** A checkout pays with one of these cards. */
  readonly isChoosing: boolean;
  /** The list asks for the security code of the chosen card. */
  readonly asksCvn: boolean;
  /** Handles: of the chosen card, and of the card whose removal is being confirmed. */
  readonly chosen: string;
  readonly asked: string;
  readonly isRemoving: boolean;
  /** An empty handle is another card. */
  onChoose(handle: string): void;
  /** "Remove" was pressed. */
  onAsk(handle: string): void;
  /** The removal was confirmed. */
  onRemove(card: SavedCard): void;
  onKeep(): void;
  onShowAll(): void;
}

export function renderCard(card: SavedCard, view: ListView) {
  const { messages, isChoosing, isRemoving } = view;
  const { handle, isExpired } = card;
  const isChosen = isChoosing && handle === view.chosen;
  const isAsked = handle === view.asked;
  const changeUrl = changeUrlOf(view.changeUrl, card);
  const fullName = fullNameOf(card, messages);
  const states = `${isChosen ? ' chosen' : ''}${isExpired ? ' expired' : ''}`;
  return html`<div class="row${states}" part="card${states}" role=${isChoosing ? nothing : 'listitem'}>
    ${
      isChoosing
        ? html`<label class="choice">
            <input
              type="radio"
              name="card"
              .checked=${isChosen}
              ?disabled=${isExpired}
              @change=${() => view.onChoose(handle)}
            />
            ${renderCardText(card, messages)}
          </label>`
        : html`<div class="choice">${renderCardText(card, messages)}</div>`
    }
    <div class="actions">
      ${
        changeUrl
          ? html`<a class="change" part="change" href=${changeUrl} aria-label=${messages.changeCard(fullName)}
              >${messages.change}</a
            >`
          : nothing
      }
      <button
        type="button"
        part="remove"
        data-card=${handle}
        aria-label=${messages.removeCard(fullName)}
        aria-expanded=${isAsked}
        @click=${() => view.onAsk(handle)}
      >
        ${messages.remove}
      </button>
    </div>
    ${isAsked ? renderConfirm(card, messages, isRemoving, () => view.onRemove(card), view.onKeep) : nothing}
    ${
      isChosen && view.asksCvn
        ? html`<florin-card-cvn class="cvn" part="cvn" locale=${view.locale}></florin-card-cvn>`
        : nothing
    }
  </div>`;
}

/** Below the first cards: the button that shows the others. */
export function renderMore({ isChoosing, messages, onShowAll }: ListView) {
  return html`<div class="row" role=${isChoosing ? nothing : 'listitem'}>
    <button type="button" class="all" part="show-all" aria-expanded="false" @click=${onShowAll}>
      ${messages.showAll}
    </button>
  </div>`;
}

export function renderOther({ chosen, messages, onChoose }: ListView) {
  const isChosen = chosen === '';
  return html`<div class="row ${isChosen ? 'chosen' : ''}" part="card ${isChosen ? 'chosen' : ''}">
    <label class="choice">
      <input type="radio" name="card" .checked=${isChosen} @change=${() => onChoose('')} />
      <span aria-hidden="true">${icons.module?.anyCardIcon}</span>
      <span>${messages.another}</span>
    </label>
  </div>`;
}
