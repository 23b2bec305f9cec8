/** The stored card of a transaction or a token, and its columns. */
import type { StoredCard } from '../transaction.js';
import type { CardColumns } from './schema.js';

/** Separates the card from the other columns of a row. */
export function splitCard<R extends CardColumns>(row: R) {
  const { cardId, cardType, cardMasked, cardHolderName, cardExpiry, cardFingerprint, ...others } = row;
  const card: StoredCard = {
    cardId,
    type: cardType,
    masked: cardMasked,
    holderName: cardHolderName,
    expiry: cardExpiry,
    fingerprint: cardFingerprint,
  };
  return { card, others };
}

/** The columns of a card; all are null without one. */
export function cardColumns(card: StoredCard | null): CardColumns {
  return {
    cardId: card?.cardId ?? null,
    cardType: card?.type ?? null,
    cardMasked: card?.masked ?? null,
    cardHolderName: card?.holderName ?? null,
    cardExpiry: card?.expiry ?? null,
    cardFingerprint: card?.fingerprint ?? null,
  };
}
