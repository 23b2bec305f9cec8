/**
 * `florin/florin.js`: the script tag. It registers the elements and defines the global `Florin`. `florin.classic.js` is the same
 * as a classic script, `florin-isolated.js` only has what `isolation="frame"` needs. docs/guides/script-tag.md
 */
import type { PaymentResult } from '../core/pay-api.js';
import type { ScriptSettings } from '../checkout/named-addresses.js';
import type { CheckoutElement } from '../elements/florin-checkout/checkout-element.js';
import type { CheckoutOptions } from './mount-options.js';

export type { CheckoutOptions } from './mount-options.js';

/**
 * A checkout that `mount` has created. Its events (`florin-result` and the others) are fired on `element` and bubble.
 */
export interface MountedCheckout {
  /** The element, for its events and properties. */
  readonly element: CheckoutElement;
  /**
   * Resolves when the order is paid. Stays pending after a decline, because the shopper may try again. Never rejects.
   */
  readonly paid: Promise<PaymentResult>;
  /**
   * Sets options, removes options that are undefined, and asks the signer for the price again. Call
   * it without options when the cart has changed.
   * @throws TypeError naming the wrong option
   */
  update(options?: Partial<CheckoutOptions>): void;
  /** Pays, as the button does. */
  pay(): Promise<void>;
  /** Removes the checkout from the page. A card that was already sent is still paid. */
  unmount(): void;
}

/**
 * Creates a checkout at the end of an element of the page.
 * @param target the element, or a CSS selector that finds it
 * @throws TypeError naming the wrong option or target
 */
export type Mount = (target: Element | string, options: CheckoutOptions) => MountedCheckout;

/**
 * The global `Florin` of the script tag. `const { mount } = await Florin.ready` works with every
 * build of it; with `florin.classic.js`, `Florin.mount` is available at once.
 */
export interface FlorinGlobal {
  /** Version of the copy that runs: the first one on the page. */
  readonly version: string;
  /** Resolves when `mount` can be called. */
  readonly ready: Promise<{ readonly mount: Mount }>;
  /** Absent until `ready` has resolved, except with `florin.classic.js`. */
  readonly mount?: Mount;
  /** The settings on the script element, read once. @internal */
  readonly settings: ScriptSettings;
}

// The script tag registers all elements, so their tags and events are typed with the global.
export type {} from '../elements/define.js';

declare global {
  /**
   * Defined once the script has run. A module of the page runs after an earlier `<script type="module">`; await an `async`
   * script.
   */
  // Only `var` can declare a property of `globalThis`.
  var Florin: FlorinGlobal;
}
