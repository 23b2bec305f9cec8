/** Refuses addresses that the page's owner does not allow, before a request or a frame. */
import { FlorinError } from '../core/errors.js';
import { trimSlashes } from '../core/trim-slashes.js';
import { isSafeSubmitUrl } from './addresses.js';
import { hasNamed, isAllowed, isNamed, resolveAddress } from './named-addresses.js';

/**
 * The address of a route of the signer.
 * @throws FlorinError `configuration_invalid`, as {@link assertShopAllowed}
 */
export function signerAddress(signerUrl: string, route: string): string {
  // The route would not be part of the path.
  if (/[?#]/.test(signerUrl))
    throw new FlorinError('configuration_invalid', `signer-url ${shortened(signerUrl)} must have no "?" and no "#"`);
  assertShopAllowed(signerUrl, "signer's");
  return `${trimSlashes(signerUrl)}/${route}`;
}

/**
 * An address of the shop must be in the list; without a list, it must have the page's own origin. On a server all are allowed.
 * @throws FlorinError `configuration_invalid`
 */
export function assertShopAllowed(address: string, whose: string): void {
  const isOwn = !globalThis.location || resolveAddress(address)?.origin === globalThis.location.origin;
  if (!(hasNamed() ? isNamed(address) : isOwn)) throw unnamed(whose, address);
}

/**
 * A frame page must be in the list: the card is typed there.
 * @throws FlorinError `configuration_invalid`
 */
export function assertFrameAllowed(frameSrc: string): void {
  if (isNamed(frameSrc)) return;
  throw unnamed("frame's", frameSrc);
}

/**
 * The card is sent to this address of the service.
 * @throws FlorinError `configuration_invalid`
 */
export function assertServiceAllowed(submitUrl: string): void {
  if (isSafeSubmitUrl(submitUrl)) return;
  if (!isAllowed(submitUrl)) throw unnamed("service's", submitUrl);
  throw new FlorinError('configuration_invalid', 'The signer gives an address for the card that is not https');
}

/** The address may be text of a visitor. */
const shortened = (address: string) => JSON.stringify(address.slice(0, 100));

function unnamed(whose: string, address: string): FlorinError {
  return new FlorinError(
    'configuration_invalid',
    `The page does not name the ${whose} address ${shortened(address)}: ` +
      'name it in data-florin-origins of the script element, or by allowOrigins() of florin/checkout',
  );
}
