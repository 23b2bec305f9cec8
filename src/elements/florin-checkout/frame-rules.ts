/** Reads the frame's attributes. An error is reported once, with the attribute's name. */
import type { FrameOptions } from '../../channel/contract.js';
import { BRAND_IDS, type CardBrandId } from '../../core/card/brand.js';
import { readBrands } from '../field/read-brands.js';
import type { CheckoutHost } from './source.js';

/**
 * What each attribute of a form is in the frame: an option of it, or nothing (`page`). test/channel/crossing.test.ts requires
 * every attribute of the elements.
 */
export interface Crossing {
  readonly acceptedBrands: 'acceptedBrands';
  readonly noName: 'withoutName';
  readonly autoAdvance: 'autoAdvance';
  readonly 'auto-advance': 'autoAdvance';
  /** FrameCard sends it with its texts. */
  readonly locale: 'locale';
  readonly signerUrl: 'page';
  readonly order: 'page';
  readonly orderUrl: 'page';
  readonly purpose: 'page';
  readonly action: 'page';
  readonly card: 'page';
  readonly amount: 'page';
  readonly currency: 'page';
  readonly brand: 'page';
  readonly method: 'page';
  readonly isolation: 'page';
  readonly frameSrc: 'page';
  readonly challenge: 'page';
  readonly successUrl: 'page';
  readonly 'done-url': 'page';
  readonly 'agreement-url': 'page';
  /** A checkout has no such attribute. */
  readonly disabled: 'page';
}

type Rules = Required<Pick<FrameOptions, Exclude<Crossing[keyof Crossing], 'page' | 'locale'>>>;

const warned = new Set<string>();

/** The options of the frame that stand in attributes. */
export const readFrameRules = (host: CheckoutHost): Rules => ({
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
