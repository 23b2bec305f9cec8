/** The message below the list of saved cards. */
import { html, nothing } from 'lit';
import type { SavedCard } from '../../core/pay-api.js';
import { alertMark } from '../marks.js';
import type { SavedCardsMessages } from '../messages/saved-cards-messages.js';
import { redrawn, untranslated } from '../untranslated.js';

/** What has failed. */
export type Notice = 'not_loaded' | 'not_removed' | 'refused';

interface ListState {
  readonly notice: Notice | undefined;
  /** The name of the card that was removed last. */
  readonly removed: string;
  /** Undefined while they are loading. */
  readonly cards: readonly SavedCard[] | undefined;
  /** The surroundings say enough while the list is loading or empty. */
  readonly isSilent: boolean;
}

export function renderNotice(
  { notice, removed, cards, isSilent }: ListState,
  messages: SavedCardsMessages,
  onAgain: () => void,
) {
  if (notice === 'not_loaded') {
    return html`<p class="says">
      ${messages.notLoaded} <button type="button" @click=${onAgain}>${messages.again}</button>
    </p>`;
  }
  if (notice) {
    const text = notice === 'refused' ? messages.refused : messages.notRemoved;
    return html`<p class="says wrong">${alertMark(16)}${redrawn(text)}</p>`;
  }
  if (removed) return html`<p class="says">${untranslated(messages.removed(removed))}</p>`;
  if (isSilent || (cards && cards.length > 0)) return nothing;
  return html`<p class="says">${redrawn(cards ? messages.none : messages.loading)}</p>`;
}
