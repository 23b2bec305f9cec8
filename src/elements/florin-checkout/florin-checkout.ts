import { defineOnce } from '../define-once.js';
import { offerCard } from './card-source.js';
import { CheckoutElement } from './checkout-element.js';
import { PageCard } from './page-card.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-checkout': CheckoutElement;
  }
}

offerCard('page', (host, leftOut) => new PageCard(host, leftOut));
defineOnce('florin-checkout', CheckoutElement);
