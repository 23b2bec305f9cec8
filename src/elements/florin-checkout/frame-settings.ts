/** Reads what a shop's developer has written for the frame. What is wrong is said once, with the attribute's name. */
import { BRAND_IDS } from '../../channel/contract.js';
import type { CardBrandId } from '../../core/card/brand.js';
import { FlorinError } from '../../core/errors.js';
import { readBrands } from '../field/read-brands.js';

const warned = new Set<string>();

/**
 * The origin of the frame page. A frame in the slot may be one that the shop did not put there: what `frame-src` says holds.
 * @throws FlorinError `configuration_invalid` when there is no address, none of a page, or one that is not where `frame-src` lies
 */
export function readFrameAddress({ src }: HTMLIFrameElement, frameSrc: string): string {
  if (!src) throw new FlorinError('configuration_invalid', 'florin-checkout: frame-src is not set');
  const url = URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new FlorinError('configuration_invalid', 'florin-checkout: frame-src takes an https address');
  }
  if (frameSrc && new URL(frameSrc, document.baseURI).origin !== url.origin) {
    throw new FlorinError('configuration_invalid', 'florin-checkout: the frame in the slot is not of frame-src');
  }
  if (url.origin === location.origin) {
    warnOnce("florin-checkout: frame-src lies on this page's own origin, so scripts of this page can read the card");
  }
  return url.origin;
}

/** Brands as the frame takes them; none means all. */
export function readFrameBrands(attribute: string): readonly CardBrandId[] {
  const named = readBrands(attribute) ?? [];
  for (const name of named) {
    if (!isBrand(name)) warnOnce(`florin-checkout: accepted-brands knows no "${name}", only ${BRAND_IDS.join(' ')}`);
  }
  return BRAND_IDS.filter((id) => named.includes(id));
}

function isBrand(name: string): name is CardBrandId {
  return (BRAND_IDS as readonly string[]).includes(name);
}

function warnOnce(message: string): void {
  if (!warned.has(message)) console.warn(message);
  warned.add(message);
}
