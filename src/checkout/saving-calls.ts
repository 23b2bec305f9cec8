/** The page's calls to the shop's signer that save or update a card or a bank account. The contract is core/pay-api.ts. */
import { membersOf } from '../core/members-of.js';
import type { ResultRequest, SavedCard, TokenKeyGrant, TokenKeyRequest, TokenResult } from '../core/pay-api.js';
import type { Exchange } from './exchange.js';
import { ask, isKey, isSavedCard, isUnsettled, read, statusOf } from './signer-calls.js';

/** Asks for a key to save or update a card or a bank account. Each call starts an attempt. @throws as `askKey` */
export async function askTokenKey(
  signerUrl: string,
  request: TokenKeyRequest,
  exchange: Exchange,
): Promise<TokenKeyGrant> {
  return read(await ask(signerUrl, 'tokenkey', request, exchange), isTokenGrant);
}

/** Asks for the result of an attempt to save. @throws as `askResult` */
export async function askTokenResult(
  signerUrl: string,
  request: ResultRequest,
  exchange: Exchange,
): Promise<TokenResult> {
  return read(await ask(signerUrl, 'tokenresult', request, exchange), isTokenResult);
}

/** Asks for the shopper's saved card or account with this handle. @throws as `askKey` */
export async function askSaved(signerUrl: string, handle: string, exchange: Exchange): Promise<SavedCard | undefined> {
  const { cards } = membersOf(await ask(signerUrl, 'cards', {}, exchange));
  return Array.isArray(cards) ? cards.filter(isSavedCard).find((card) => card.handle === handle) : undefined;
}

function isTokenGrant(value: unknown): value is TokenKeyGrant {
  const grant = membersOf(value);
  return isKey(grant) && (grant['card'] === undefined || isSavedCard(grant['card']));
}

function isTokenResult(value: unknown): value is TokenResult {
  const result = membersOf(value);
  return isUnsettled(result) || (statusOf(result) === 'stored' && isSavedCard(result['card']));
}
