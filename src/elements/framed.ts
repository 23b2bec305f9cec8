/**
 * `florin/elements/framed`: registers `<florin-checkout>` for `isolation="frame"` only. It is
 * smaller than the complete element, because the fields and their rules are in the frame's page.
 */
import { defineOnce } from './define-once.js';
import { CheckoutElement } from './florin-checkout/checkout-element.js';
import { FrameCard } from './florin-checkout/frame-card.js';
import type { Sources } from './florin-checkout/source.js';

export type {} from './event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-checkout': CheckoutElement;
  }
}

/** A checkout whose card is typed in Florin's frame. */
class FramedCheckout extends CheckoutElement {
  override readonly sources: Sources = { frame: (host) => new FrameCard(host) };
}

defineOnce('florin-checkout', FramedCheckout);
