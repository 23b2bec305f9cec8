/** The page's two questions to the shop's signer about what is to be stored, and the reading of its answers. */
import { FlorinError } from '../core/errors.js';
import type { ResultRequest, SavedCard, TokenKeyGrant, TokenKeyRequest, TokenResult } from '../core/pay-api.js';
import type { Exchange } from './exchange.js';
import { membersOf, textOf } from './members-of.js';
import { ask } from './signer-calls.js';

/**
 * Asks for a key. Each is an attempt of its own.
 *
 * @throws FlorinError `card_refused`, `shopper_refused`, `rate_limited`, `service_unreachable`,
 *   `signer_unreachable`, `configuration_invalid`
 */
export async function askTokenKey(
  signerUrl: string,
  request: TokenKeyRequest,
  exchange: Exchange,
): Promise<TokenKeyGrant> {
  const answer = await ask(signerUrl, 'tokenkey', request, exchange);
  if (isGrant(answer)) return answer;
  throw notASigner();
}

/** Asks which of the shopper's a handle names; undefined for none of them. @throws FlorinError as {@link askTokenKey} */
export async function askSaved(signerUrl: string, handle: string, exchange: Exchange): Promise<SavedCard | undefined> {
  const { cards } = membersOf(await ask(signerUrl, 'cards', {}, exchange));
  return Array.isArray(cards) ? cards.filter(isCard).find((card) => card.handle === handle) : undefined;
}

/** Asks what became of an attempt. @throws FlorinError as {@link askTokenKey}, and `claim_refused` */
export async function askTokenResult(
  signerUrl: string,
  request: ResultRequest,
  exchange: Exchange,
): Promise<TokenResult> {
  const answer = await ask(signerUrl, 'tokenresult', request, exchange);
  if (isResult(answer)) return answer;
  throw notASigner();
}

function notASigner(): FlorinError {
  return new FlorinError('signer_unreachable', 'The answer is not that of a signer');
}

function isGrant(value: unknown): value is TokenKeyGrant {
  const grant = membersOf(value);
  return (
    grant['status'] === 'granted' &&
    ['claim', 'authKey', 'submitUrl'].every((name) => textOf(grant[name]) !== '') &&
    (grant['card'] === undefined || isCard(grant['card'])) &&
    typeof grant['expiresInSeconds'] === 'number'
  );
}

function isResult(value: unknown): value is TokenResult {
  const result = membersOf(value);
  if (textOf(result['claim']) === '') return false;
  switch (result['status']) {
    case 'stored':
      return isCard(result['card']);
    case 'open':
    case 'expired':
    case 'review':
      return true;
    case 'pending':
      return typeof result['retryAfterSeconds'] === 'number';
    default:
      return false;
  }
}

function isCard(value: unknown): value is SavedCard {
  const card = membersOf(value);
  return ['handle', 'kind', 'type', 'lastDigits', 'expiry', 'holderName'].every(
    (name) => typeof card[name] === 'string',
  );
}
