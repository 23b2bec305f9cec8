/**
 * What is to be saved is typed in the element, or in Florin's frame. `florin-isolated.js` has token-framed.ts in place of this
 * file, as it has no fields for a page.
 */
import { givenBy, GivenForm } from './given-form.js';
import { TokenAccount } from './token-account.js';
import { TokenAway } from './token-away.js';
import { TokenCard } from './token-card.js';
import { isFramed, type TokenFields, type TokenHost, type TokenPlace } from './token-fields.js';
import { TokenWebform } from './token-webform.js';

/** The fields, with `method="webform"` in place of the form that the page brings. */
export function createTyped(place: TokenPlace): TokenFields {
  const { host, purpose } = place;
  const isWebform = host.getAttribute('method') === 'webform';
  // A page that keeps cards out of itself has no form of them either.
  const form = isWebform && !isFramed(host) ? givenBy(host) : null;
  const given = form instanceof HTMLFormElement ? new GivenForm(form) : undefined;
  if (isWebform && !given) return new TokenAway(place, 'webform');
  const fields = purpose.endsWith('card')
    ? new TokenCard(place, given?.isBegun(['CardNumber', 'CardHolderName']))
    : new TokenAccount(place);
  return given ? new TokenWebform(host, fields, given) : fields;
}

/** Why it cannot be typed here, for a developer. */
export function whyNotTyped(host: TokenHost, purpose: string): string | undefined {
  return isFramed(host) && purpose.endsWith('account')
    ? 'isolation="frame" takes cards only; method="iframe" keeps a bank account out of the page'
    : undefined;
}
