/** Texts about a saved card or account: masked, for display and for screen readers. */
import { html, nothing } from 'lit';
import type { TokenPurpose } from '../../checkout/saving.js';
import { brandOfCardType } from '../../core/card/brand.js';
import type { SavedCard } from '../../core/pay-api.js';
import type { TokenMessages } from '../messages/token-messages.js';
import { untranslated } from '../untranslated.js';

/** The purpose by the stored kind, because the service's page lets a shopper choose the other kind. */
export function nameOf(purpose: TokenPurpose, kind: SavedCard['kind']): TokenPurpose {
  const task = purpose.startsWith('save') ? 'save' : 'update';
  return `${task}-${kind === 'card' ? 'card' : 'bank-account'}`;
}

/** Masked details and the expiry. */
export function describe(card: SavedCard, messages: TokenMessages) {
  const ends = endOf(card, messages);
  return html`${cardName(card, messages)}${ends ? html`<span class="soft">, ${untranslated(ends)}</span>` : nothing}`;
}

/** The expiry as text; empty if it has none. */
export function endOf({ expiry }: SavedCard, messages: TokenMessages): string {
  const [, month, year] = /^(\d\d)(\d\d)$/.exec(expiry) ?? [];
  return month ? messages.expires(`${month} / ${year}`) : '';
}

/** Masked details: visible text, and text for screen readers. */
export function cardName({ kind, type, lastDigits }: SavedCard, messages: TokenMessages) {
  const what = kind === 'card' ? (brandOfCardType(type)?.name ?? messages.card) : messages.account;
  return html`<span aria-hidden="true">${untranslated(messages.masked(what, lastDigits))}</span
    ><span class="heard">${untranslated(messages.forScreenReader(what, lastDigits))}</span>`;
}
