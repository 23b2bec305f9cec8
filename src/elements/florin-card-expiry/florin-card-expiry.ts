import { defineOnce } from '../define-once.js';
import { CardExpiryElement } from './card-expiry-element.js';

export type {} from '../event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-card-expiry': CardExpiryElement;
  }
}

defineOnce('florin-card-expiry', CardExpiryElement);
