import { defineOnce } from '../define-once.js';
import { CardFieldsElement } from './card-fields-element.js';

export type {} from '../event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-card-fields': CardFieldsElement;
  }
}

defineOnce('florin-card-fields', CardFieldsElement);
