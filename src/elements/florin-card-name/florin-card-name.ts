import { defineOnce } from '../define-once.js';
import { CardNameElement } from './card-name-element.js';

export type {} from '../event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-card-name': CardNameElement;
  }
}

defineOnce('florin-card-name', CardNameElement);
