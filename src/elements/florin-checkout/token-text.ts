/** Texts about a saved card or account: masked, for display and for screen readers. */
import { html, nothing } from 'lit';
import type { TokenPurpose } from '../../checkout/saving.js';
import { brandOfCardType } from '../../core/card/brand.js';
import type { SavedCard } from '../../core/pay-api.js';
import type { TokenWords } from '../words/token-words.js';

/** The purpose by the stored kind, because the service's page lets a shopper choose the other kind. */
export function nameOf(purpose: TokenPurpose, kind: SavedCard['kind']): TokenPurpose {
  const task = purpose.startsWith('save') ? 'save' : 'update';
  return `${task}-${kind === 'card' ? 'card' : 'bank-account'}`;
}

/** Masked details and the expiry. */
export function describe(card: SavedCard, words: TokenWords) {
  const ends = endOf(card, words);
  return html`${inWords(card, words)}${ends ? html`<span class="soft">, ${ends}</span>` : nothing}`;
}

/** The expiry as text; empty if it has none. */
export function endOf({ expiry }: SavedCard, words: TokenWords): string {
  const [, month, year] = /^(\d\d)(\d\d)$/.exec(expiry) ?? [];
  return month ? words.expires(`${month} / ${year}`) : '';
}

/** Masked details: visible text, and text for screen readers. */
export function inWords({ kind, type, lastDigits }: SavedCard, words: TokenWords) {
  const what = kind === 'card' ? (brandOfCardType(type)?.name ?? words.card) : words.account;
  return html`<span aria-hidden="true">${words.masked(what, lastDigits)}</span
    ><span class="heard">${words.spoken(what, lastDigits)}</span>`;
}
