/** Calls of the signer about saved cards; an answer of another format is refused as a whole. */
import { browserTimers } from '../../checkout/timers.js';
import { ask } from '../../checkout/signer-calls.js';
import { FlorinError } from '../../core/errors.js';
import type { SavedCard } from '../../core/pay-api.js';

/**
 * @throws FlorinError `shopper_refused` when nobody is logged in, `signer_unreachable`, and the
 * errors of every call
 */
export function listCards(signerUrl: string, signal: AbortSignal): Promise<readonly SavedCard[]> {
  return askCards(signerUrl, { path: 'cards', body: {} }, signal);
}

/** Removes all entries of a card. Returns the remaining cards. @throws FlorinError as {@link listCards} */
export function removeCard(
  signerUrl: string,
  { handle, others }: SavedCard,
  signal: AbortSignal,
): Promise<readonly SavedCard[]> {
  return askCards(signerUrl, { path: 'cards/remove', body: { card: handle, ...(others && { others }) } }, signal);
}

async function askCards(
  signerUrl: string,
  { path, body }: { readonly path: string; readonly body: object },
  signal: AbortSignal,
): Promise<readonly SavedCard[]> {
  const network: typeof fetch = (...call) => globalThis.fetch(...call);
  const answer = await ask(signerUrl, path, body, { fetch: network, timers: browserTimers, signal });
  const { cards } = Object(answer) as { cards?: unknown };
  if (Array.isArray(cards) && cards.every(isCard)) return cards;
  throw new FlorinError('signer_unreachable', 'The answer is not that of a signer');
}

function isCard(value: unknown): value is SavedCard {
  const card = Object(value) as Record<string, unknown>;
  const { others = [] } = card;
  if (!Array.isArray(others) || !others.every((each) => typeof each === 'string')) return false;
  return ['handle', 'kind', 'type', 'lastDigits', 'expiry', 'holderName'].every(
    (name) => typeof card[name] === 'string',
  );
}
