/** Reads the frame's attributes. An error is reported once, with the attribute's name. */
import type { FrameOptions } from '../../channel/contract.js';
import { BRAND_IDS, type CardBrandId } from '../../core/card/brand.js';
import { readBrands } from '../field/read-brands.js';
import type { CheckoutHost } from './source.js';

const warned = new Set<string>();

/** The options of the frame that stand in attributes. */
export const readFrameRules = (host: CheckoutHost): FrameOptions => ({
  acceptedBrands: readFrameBrands(host.acceptedBrands),
  withoutName: host.noName,
  autoAdvance: host.hasAttribute('auto-advance'),
});

/** Brands in the form that the frame accepts; an empty list means all. */
function readFrameBrands(attribute: string): readonly CardBrandId[] {
  const named = readBrands(attribute) ?? [];
  for (const name of named) {
    if (!isBrand(name)) warnOnce(`florin-checkout: accepted-brands knows no "${name}", only ${BRAND_IDS.join(' ')}`);
  }
  return BRAND_IDS.filter((id) => named.includes(id));
}

function isBrand(name: string): name is CardBrandId {
  return (BRAND_IDS as readonly string[]).includes(name);
}

/** Writes a warning to the console, once. */
export function warnOnce(message: string): void {
  if (!warned.has(message)) console.warn(message);
  warned.add(message);
}
