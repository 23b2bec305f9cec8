import type { PaymentResult } from '../core/pay-api.js';
import type { ScriptSettings } from '../checkout/named-addresses.js';
import type { CheckoutElement } from '../elements/florin-checkout/checkout-element.js';
import type { CheckoutOptions } from './mount-options.js';

/** A checkout that `mount` has placed. Its events (`florin-result` and the others) are fired on `element` and bubble. */
export interface MountedCheckout {
  readonly element: CheckoutElement;
  /** Resolves when the order is paid. Stays open after a decline, as the shopper may try again, and never rejects. */
  readonly paid: Promise<PaymentResult>;
  /**
   * Sets options, takes away those that are undefined, and asks the signer what the order costs now: also without options,
   * when the cart has changed.
   * @throws TypeError naming the option that is wrong
   */
  update(options?: Partial<CheckoutOptions>): void;
  /** Pays, as the button does. */
  pay(): Promise<void>;
  /** Takes the checkout off the page. A card that has gone out is paid nevertheless. */
  unmount(): void;
}

/**
 * Places a checkout at the end of an element of the page.
 * @param target the element, or a CSS selector that finds it
 * @throws TypeError naming the option, or the target, that is wrong
 */
export type Mount = (target: Element | string, options: CheckoutOptions) => MountedCheckout;

/**
 * The global `Florin` of the script tag. `const { mount } = await Florin.ready` works with every build of it; with
 * `florin.classic.js` `Florin.mount` is there at once.
 */
export interface FlorinGlobal {
  /** Of the copy that runs: the first one on the page. */
  readonly version: string;
  /** Resolves when `mount` can be called. */
  readonly ready: Promise<{ readonly mount: Mount }>;
  /** Absent until `ready` has resolved, but for `florin.classic.js`. */
  readonly mount?: Mount;
  /** What the script element says; read once. For Florin's own parts. */
  readonly settings: ScriptSettings;
}

declare global {
  // A property of `globalThis` is declared by `var` only.
  var Florin: FlorinGlobal | undefined;
}
