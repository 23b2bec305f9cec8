import { defineOnce } from '../define-once.js';
import { AmountElement } from './amount-element.js';

export type {} from '../event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-amount': AmountElement;
  }
}

defineOnce('florin-amount', AmountElement);
