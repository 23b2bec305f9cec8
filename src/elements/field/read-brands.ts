import type { CardField } from './card-field.js';

/** Brand ids from an attribute, separated by spaces; undefined when it is empty, which means all. */
export function readBrands(attribute: string): readonly string[] | undefined {
  return attribute.toLowerCase().match(/\S+/g) ?? undefined;
}

/** Sets the brands that fields accept. */
export function acceptBrands(fields: readonly CardField[], attribute: string): void {
  const accepted = readBrands(attribute);
  for (const field of fields) field.context = { ...field.context, accepted };
}
