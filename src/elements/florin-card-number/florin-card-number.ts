import { defineOnce } from '../define-once.js';
import { CardNumberElement } from './card-number-element.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-card-number': CardNumberElement;
  }
}

defineOnce('florin-card-number', CardNumberElement);
