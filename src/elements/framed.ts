/**
 * `florin/elements/framed`: registers `<florin-checkout>` for `isolation="frame"` only. Smaller than the whole element: the
 * fields and their rules are in the frame's own page.
 */
import { defineOnce } from './define-once.js';
import { CheckoutElement } from './florin-checkout/checkout-element.js';
import './florin-checkout/framed.js';

defineOnce('florin-checkout', CheckoutElement);
