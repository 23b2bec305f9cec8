import { defineOnce } from '../define-once.js';
import { ReferencesElement } from './references-element.js';

export type {} from '../event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-references': ReferencesElement;
  }
}

defineOnce('florin-references', ReferencesElement);
