/** Refuses addresses that the page's owner does not allow, before a request or a frame. */
import { FlorinError } from '../core/errors.js';
import { hasNamed, isNamed, resolveAddress } from './named-addresses.js';

const HOW = 'name it in data-florin-origins of the script element, or by allowOrigins() of florin/checkout';

/**
 * The address of a route of the signer.
 * @throws FlorinError `configuration_invalid`, as {@link assertSignerAllowed}
 */
export function signerAddress(signerUrl: string, route: string): string {
  assertSignerAllowed(signerUrl);
  return `${signerUrl.replace(/\/+$/, '')}/${route}`;
}

/**
 * A signer must be in the list; without a list, it must have the page's own origin. On a server every signer is allowed.
 * @throws FlorinError `configuration_invalid`
 */
function assertSignerAllowed(signerUrl: string): void {
  const isOwn = !globalThis.location || resolveAddress(signerUrl)?.origin === globalThis.location.origin;
  if (hasNamed() ? isNamed(signerUrl) : isOwn) return;
  throw new FlorinError(
    'configuration_invalid',
    `The page does not name the signer's address ${shorten(signerUrl)}: ${HOW}`,
  );
}

/**
 * A frame page must be in the list: the card is typed there.
 * @throws FlorinError `configuration_invalid`
 */
export function assertFrameAllowed(frameSrc: string): void {
  if (isNamed(frameSrc)) return;
  throw new FlorinError(
    'configuration_invalid',
    `The page does not name the frame's address ${shorten(frameSrc)}: ${HOW}`,
  );
}

/** Shortens an address for a message: it may be text of a visitor. */
function shorten(address: string): string {
  return JSON.stringify(address.slice(0, 100));
}
