/** What was saved, in words: masked, for eyes and for ears. */
import { html, nothing } from 'lit';
import type { TokenPurpose } from '../../checkout/token-flow.js';
import { brandOfCardType } from '../../core/card/brand.js';
import type { SavedCard } from '../../core/pay-api.js';
import type { TokenWords } from '../words/token-words.js';

/** What was done in the end: the service's page lets a shopper take the other kind. */
export function nameOf(purpose: TokenPurpose, kind: SavedCard['kind']): TokenPurpose {
  const task = purpose.startsWith('save') ? 'save' : 'update';
  return `${task}-${kind === 'card' ? 'card' : 'bank-account'}`;
}

/** Masked, and when it ends. */
export function describe(card: SavedCard, words: TokenWords) {
  const ends = endOf(card, words);
  return html`${inWords(card, words)}${ends ? html`<span class="soft">, ${ends}</span>` : nothing}`;
}

/** When it ends; empty for what does not. */
export function endOf({ expiry }: SavedCard, words: TokenWords): string {
  const [, month, year] = /^(\d\d)(\d\d)$/.exec(expiry) ?? [];
  return month ? words.expires(`${month} / ${year}`) : '';
}

/** Masked: what is seen, and what is heard. */
export function inWords({ kind, type, lastDigits }: SavedCard, words: TokenWords) {
  const what = kind === 'card' ? (brandOfCardType(type)?.name ?? words.card) : words.account;
  return html`<span aria-hidden="true">${words.masked(what, lastDigits)}</span
    ><span class="heard">${words.spoken(what, lastDigits)}</span>`;
}
