/** The message below the list of saved cards. */
import { html, nothing } from 'lit';
import type { SavedCard } from '../../core/pay-api.js';
import { alertMark } from '../marks.js';
import type { SavedCardsWords } from '../words/saved-cards-words.js';

/** What has failed. */
export type Notice = 'not_loaded' | 'not_removed' | 'refused';

/** The state of the list. */
export interface ListState {
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
  words: SavedCardsWords,
  onAgain: () => void,
) {
  if (notice === 'not_loaded') {
    return html`<p class="says">${words.notLoaded} <button type="button" @click=${onAgain}>${words.again}</button></p>`;
  }
  if (notice) {
    const text = notice === 'refused' ? words.refused : words.notRemoved;
    return html`<p class="says wrong">${alertMark(16)}<span>${text}</span></p>`;
  }
  if (removed) return html`<p class="says">${words.removed(removed)}</p>`;
  if (isSilent || (cards && cards.length > 0)) return nothing;
  return html`<p class="says">${cards ? words.none : words.loading}</p>`;
}
