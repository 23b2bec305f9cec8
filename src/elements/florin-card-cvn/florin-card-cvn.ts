import { defineOnce } from '../define-once.js';
import { CardCvnElement } from './card-cvn-element.js';

export type {} from '../event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-card-cvn': CardCvnElement;
  }
}

defineOnce('florin-card-cvn', CardCvnElement);
