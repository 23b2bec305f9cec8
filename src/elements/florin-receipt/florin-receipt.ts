import { defineOnce } from '../define-once.js';
import { ReceiptElement } from './receipt-element.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-receipt': ReceiptElement;
  }
}

defineOnce('florin-receipt', ReceiptElement);
