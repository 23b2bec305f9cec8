import { defineOnce } from '../define-once.js';
import { PayButtonElement } from './pay-button-element.js';

export type {} from '../event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-pay-button': PayButtonElement;
  }
}

defineOnce('florin-pay-button', PayButtonElement);
