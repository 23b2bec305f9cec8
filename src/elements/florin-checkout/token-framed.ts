/** In place of token-typed.ts for `florin-isolated.js`: a card is typed in Florin's frame, all else on another page. */
import { TokenAway } from './token-away.js';
import { TokenCard } from './token-card.js';
import { isFramed, type TokenFields, type TokenHost, type TokenPlace } from './token-fields.js';

export function createTyped(place: TokenPlace): TokenFields {
  return place.host.getAttribute('method') === 'webform' ? new TokenAway(place, 'webform') : new TokenCard(place);
}

/** Why it cannot be typed here, for a developer. */
export function whyNotTyped(host: TokenHost, purpose: string): string | undefined {
  return isFramed(host) && purpose.endsWith('card')
    ? undefined
    : 'florin-isolated.js takes cards with isolation="frame" only; method="iframe" keeps a bank account out of the page';
}
