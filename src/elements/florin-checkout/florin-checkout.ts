import { defineOnce } from '../define-once.js';
import { CheckoutElement } from './checkout-element.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-checkout': CheckoutElement;
  }
}

defineOnce('florin-checkout', CheckoutElement);
