/**
 * How `<florin-checkout>` reads the account that is typed in a `<florin-bank-account>` inside it. This map is the only way
 * from the element to what is typed; it is not exported from the package.
 */
import type { AccountInput } from '../../checkout/submit-account.js';

/** What an element offers the checkout around it. */
export interface AccountAccess {
  /** The account as typed, tidied; empty texts for empty fields. */
  read(): AccountInput;
  /** The service has refused this field (names of AccountField): says so there, and focuses it if that is wanted. */
  refuse(field: string, takesFocus: boolean): void;
  /** Called at each input. */
  onTyped: () => void;
}

const accounts = new WeakMap<Element, AccountAccess>();

/** Makes the account of an element known to the checkout around it. */
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
