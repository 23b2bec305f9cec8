import { createActions, type FlorinCheckout, type FlorinCheckoutOptions } from './checkout-actions.js';
import { createDomDriver } from './dom-driver.js';

/**
 * The checkout below `root`: a document, a part of it, or a `<florin-checkout>`. It uses the DOM only, so it works wherever a
 * script of the page runs. The card's frame of another origin is out of its reach: `florin-server/testing/playwright` has the
 * same verbs.
 *
 * @example
 * const checkout = florinCheckout(document);
 * await checkout.fillCard(testCards.visa);
 * await checkout.pay();
 * expect((await checkout.outcome()).status).toBe('approved');
 */
export function florinCheckout(
  root: Document | ShadowRoot | Element = document,
  options?: FlorinCheckoutOptions,
): FlorinCheckout {
  return createActions((timeoutMs) => createDomDriver(root, timeoutMs), options);
}
