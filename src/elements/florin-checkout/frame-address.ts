/** Checks the frame's address before anything is posted to it. */
import { assertFrameAllowed } from '../../checkout/origins.js';
import { FlorinError } from '../../core/errors.js';
import { warnOnce } from './frame-rules.js';

/**
 * The origin of the frame page. A script may have put another frame into the slot, so `frame-src` decides.
 * @throws FlorinError `configuration_invalid` when the address is missing or not a URL, differs from the origin of
 *   `frame-src`, or is not on the list of the page's owner
 */
export function readFrameAddress(iframe: HTMLIFrameElement, frameSrc: string): string {
  // An address that is not on the owner's list is not loaded.
  const src = iframe.src || frameSrc;
  if (!src) throw new FlorinError('configuration_invalid', 'florin-checkout: frame-src is not set');
  const url = URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new FlorinError('configuration_invalid', 'florin-checkout: frame-src takes an https address');
  }
  if (frameSrc && new URL(frameSrc, document.baseURI).origin !== url.origin) {
    throw new FlorinError('configuration_invalid', 'florin-checkout: the frame in the slot is not of frame-src');
  }
  assertFrameAllowed(src);
  if (url.origin === location.origin) {
    warnOnce("florin-checkout: frame-src lies on this page's own origin, so scripts of this page can read the card");
  }
  return url.origin;
}
