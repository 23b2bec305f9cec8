/** A card as transactions and tokens answer it. rest-interface.md "TxnResp". */
import type { MaskedCardDetails } from '../../wire/rest/card-details.js';
import type { CardBook } from '../bank/test-cards.js';
import type { StoredCard } from '../transaction.js';
import { withoutNulls } from './without-nulls.js';

/** Version 3's members; version 2's writer leaves out what it does not know. */
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
