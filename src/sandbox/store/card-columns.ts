/** The stored card of a transaction or a token, and its columns. */
import { storedName } from '../stored-name.js';
import type { StoredCard } from '../transaction.js';
import type { CardColumns } from './schema.js';

export function cardOf(row: CardColumns): StoredCard {
  return {
    cardId: row.cardId,
    type: row.cardType,
    masked: row.cardMasked,
    holderName: row.cardHolderName,
    expiry: row.cardExpiry,
    fingerprint: row.cardFingerprint,
  };
}

/** The columns of a card; all are null without one. */
export function cardColumns(card: StoredCard | null): CardColumns {
  return {
    cardId: card?.cardId ?? null,
    cardType: card?.type ?? null,
    cardMasked: card?.masked ?? null,
    cardHolderName: storedName(card?.holderName ?? null),
    cardExpiry: card?.expiry ?? null,
    cardFingerprint: card?.fingerprint ?? null,
  };
}
