import { defineOnce } from '../define-once.js';
import { CardFieldsElement } from './card-fields-element.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-card-fields': CardFieldsElement;
  }
}

defineOnce('florin-card-fields', CardFieldsElement);
