import { defineOnce } from '../define-once.js';
import { BankAccountElement } from './bank-account-element.js';

export type {} from '../event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-bank-account': BankAccountElement;
  }
}

defineOnce('florin-bank-account', BankAccountElement);
