/** A shop's page with every element. */
import { allowOrigins } from '../../src/checkout/named-addresses.js';
import '../../src/elements/define.js';
import type { CheckoutElement } from '../../src/elements/florin-checkout/checkout-element.js';

declare global {
  /** What the page allows besides its own origin. */
  var origins: readonly string[] | undefined;
  /** The checkout of the page, also when it has been removed, and the results that it has reported. */
  var element: CheckoutElement;
  var heard: string[];
}

allowOrigins(...(globalThis.origins ?? [location.origin]));
