import { defineOnce } from '../define-once.js';
import { ReferencesElement } from './references-element.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-references': ReferencesElement;
  }
}

defineOnce('florin-references', ReferencesElement);
