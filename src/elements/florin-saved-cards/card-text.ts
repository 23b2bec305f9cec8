/** Texts, icon and link of a saved card. */
import { html } from 'lit';
import { isWebAddress } from '../../checkout/addresses.js';
import { brandOfCardType } from '../../core/card/brand.js';
import type { SavedCard } from '../../core/pay-api.js';
import { icons } from '../field/icon-loader.js';
import type { SavedCardsMessages } from '../messages/saved-cards-messages.js';
import { untranslated } from '../untranslated.js';

/** A card by its brand and last digits, an account by its last digits. */
export function nameOf(
  { kind, type, lastDigits }: SavedCard,
  write: (brand: string, digits: string) => string,
  messages: SavedCardsMessages,
): string {
  const name = kind === 'bank_account' ? messages.account : (brandOfCardType(type)?.name ?? messages.card);
  return write(name, lastDigits);
}

/** The name, the expiry and the holder, for screen readers. */
export function fullNameOf(card: SavedCard, messages: SavedCardsMessages): string {
  return [nameOf(card, messages.cardForScreenReader, messages), ...detailsOf(card, messages)].join(', ');
}

/** Icon, name and details. */
export function renderCardText(card: SavedCard, messages: SavedCardsMessages) {
  const details = detailsOf(card, messages).map(
    (detail, index) =>
      html`${index ? ' · ' : ''}<bdi class="when ${card.isExpired && index === 0 ? 'past' : ''}"
          >${untranslated(detail)}</bdi
        >`,
  );
  return html`<span aria-hidden="true">${iconOf(card)}</span>
    <span>
      <span class="what"
        ><bdi aria-hidden="true">${untranslated(nameOf(card, messages.cardText, messages))}</bdi
        ><span class="heard">${untranslated(nameOf(card, messages.cardForScreenReader, messages))}</span></span
      >
      <span class="details">${details}</span>
    </span>`;
}

/** The expiry and the holder, which tell cards with the same last digits apart. */
function detailsOf(card: SavedCard, messages: SavedCardsMessages): readonly string[] {
  const { expiry, isExpired, holderName } = card;
  const date = expiry ? (isExpired ? messages.expired : messages.expires)(dateOf(card)) : '';
  return [date, holderName].filter((detail) => detail !== '');
}

/** The icon of its brand, or of any card. */
function iconOf({ type }: SavedCard) {
  const brand = brandOfCardType(type);
  return brand ? icons.module?.brandIcon(brand.id) : icons.module?.anyCardIcon;
}

/** The page that changes a card; empty without a template, or if it is not an address of the web. */
export function changeUrlOf(template: string, { handle, kind }: SavedCard): string {
  const url = template
    .replaceAll('{card}', encodeURIComponent(handle))
    .replaceAll('{kind}', kind === 'card' ? 'card' : 'bank-account');
  return isWebAddress(url) ? url : '';
}

/** `MM / YY`, as in the fields and on receipts. */
function dateOf({ expiry }: SavedCard): string {
  return `${expiry.slice(0, 2)} / ${expiry.slice(2)}`;
}
