import { defineOnce } from '../define-once.js';
import { ReceiptElement } from './receipt-element.js';

export type {} from '../event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-receipt': ReceiptElement;
  }
}

defineOnce('florin-receipt', ReceiptElement);
