/** Calls of the signer about saved cards; an answer of another format is refused as a whole. */
import { createExchange } from '../../checkout/exchange.js';
import { ask, isSavedCard, read } from '../../checkout/signer-calls.js';
import { membersOf } from '../../core/members-of.js';
import type { CardsAnswer, SavedCard } from '../../core/pay-api.js';

/**
 * @throws FlorinError `shopper_refused` when nobody is logged in, `signer_unreachable`, and the errors of every call
 */
export function listCards(signerUrl: string, signal: AbortSignal): Promise<readonly SavedCard[]> {
  return askCards(signerUrl, 'cards', {}, signal);
}

/** Removes all entries of a card. Returns the remaining cards. @throws FlorinError as {@link listCards} */
export function removeCard(
  signerUrl: string,
  { handle, others }: SavedCard,
  signal: AbortSignal,
): Promise<readonly SavedCard[]> {
  return askCards(signerUrl, 'cards/remove', { card: handle, ...(others && { others }) }, signal);
}

async function askCards(
  signerUrl: string,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<readonly SavedCard[]> {
  return read(await ask(signerUrl, path, body, createExchange(signal)), isCardsAnswer).cards;
}

function isCardsAnswer(value: unknown): value is CardsAnswer {
  const { cards } = membersOf(value);
  return Array.isArray(cards) && cards.every(isSavedCard);
}
