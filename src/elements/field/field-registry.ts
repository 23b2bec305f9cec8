/**
 * How `<florin-checkout>` finds the fields that a shop has put into it. This map is the only way from an element to
 * what is typed in it; it is not exported from the package.
 */
import type { CardField } from './card-field.js';

const fields = new WeakMap<Element, readonly CardField[]>();

/** Makes the fields of an element known to the checkout around it. */
export function registerFields(element: Element, own: readonly CardField[]): void {
  fields.set(element, own);
}

/** The fields of these elements and of all below them, in the order of the document. */
export function fieldsWithin(elements: readonly Element[]): readonly CardField[] {
  return elements
    .flatMap((element) => [element, ...element.querySelectorAll('*')])
    .flatMap((each) => fields.get(each) ?? []);
}
