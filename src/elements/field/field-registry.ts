/**
 * Gives `<florin-checkout>` access to fields that a shop has put into it. This map is the only
 * access to a field's text from outside its element, and it is not exported from the package.
 */
import type { CardField } from './card-field.js';

const fields = new WeakMap<Element, readonly CardField[]>();

/** Registers the fields of an element for the surrounding checkout. */
export function registerFields(element: Element, own: readonly CardField[]): void {
  fields.set(element, own);
}

/** The fields of these elements and of their descendants, in document order. */
export function fieldsWithin(elements: readonly Element[]): readonly CardField[] {
  return elements
    .flatMap((element) => [element, ...element.querySelectorAll('*')])
    .flatMap((each) => fields.get(each) ?? []);
}
