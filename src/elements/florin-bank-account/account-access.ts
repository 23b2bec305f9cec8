/**
 * Gives `<florin-checkout>` access to the account in a `<florin-bank-account>` inside it. This map
 * is the only access to the typed text, and it is not exported from the package.
 */
import type { AccountInput } from '../../checkout/submit-account.js';

/** The interface of a bank account element for the checkout around it. */
export interface AccountAccess {
  /** The typed account without spaces and punctuation; empty strings for empty fields. */
  read(): AccountInput;
  /**
   * The service has refused this field (named as in AccountField): shows the error, and focuses the
   * field if `takesFocus`.
   */
  refuse(field: string, takesFocus: boolean): void;
  /** Called at each input. */
  onTyped: () => void;
}

const accounts = new WeakMap<Element, AccountAccess>();

/** Registers an element's account for the checkout around it. */
export function registerAccount(element: Element, access: AccountAccess): void {
  accounts.set(element, access);
}

export function readAccount(element: Element | null): AccountInput | undefined {
  return element ? accounts.get(element)?.read() : undefined;
}

export function refuseAccount(element: Element | null, field: string, takesFocus: boolean): void {
  if (element) accounts.get(element)?.refuse(field, takesFocus);
}

export function whenTyped(element: Element | null, callback: () => void): void {
  const access = element && accounts.get(element);
  if (access) access.onTyped = callback;
}
