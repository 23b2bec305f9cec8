import { defineOnce } from '../define-once.js';
import { StoreCardElement } from './store-card-element.js';

export type {} from '../event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-store-card': StoreCardElement;
  }
}

defineOnce('florin-store-card', StoreCardElement);
