/** Writes the card of a transaction or token. docs/wire/rest-interface.md "TxnResp". */
import type { MaskedCardDetails } from '../../wire/rest/card-details.js';
import type { CardBook } from '../bank/test-cards.js';
import type { StoredCard } from '../transaction.js';
import { withoutNulls } from './without-nulls.js';

/** Members of version 3. The writer of version 2 omits unknown ones. */
export function writeCard(card: StoredCard, cards: CardBook): MaskedCardDetails {
  const known = card.cardId === null ? undefined : cards.findById(card.cardId);
  return withoutNulls({
    CardHolderName: card.holderName,
    ExpiryDate: card.expiry,
    MaskedCardNumber: card.masked,
    Category: known?.category ?? null,
    Issuer: known?.issuer ?? null,
    IssuerCountryCode: known?.issuerCountryCode ?? null,
    Localisation: known?.localisation ?? null,
    SubType: known?.subType ?? null,
  });
}
