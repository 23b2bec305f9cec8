import { defineOnce } from '../define-once.js';
import { CardNumberElement } from './card-number-element.js';

export type {} from '../event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-card-number': CardNumberElement;
  }
}

defineOnce('florin-card-number', CardNumberElement);
