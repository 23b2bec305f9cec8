/** Checks where the frame lies, before anything is said to it. */
import { assertFrameAllowed } from '../../checkout/origins.js';
import { FlorinError } from '../../core/errors.js';
import { warnOnce } from './frame-settings.js';

/**
 * The origin of the frame page. A frame in the slot may be one that the shop did not put there: what `frame-src` says holds.
 * @throws FlorinError `configuration_invalid` when there is no address, none of a page, one that is not where `frame-src` lies, or
 * one that the page's owner has not named
 */
export function readFrameAddress(iframe: HTMLIFrameElement, frameSrc: string): string {
  // One that the page's owner has not named is not drawn.
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
