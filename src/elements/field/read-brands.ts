import type { CardField } from './card-field.js';

/** Ids of brands from an attribute, separated by blanks; undefined when it is empty, which means all. */
export function readBrands(attribute = ''): readonly string[] | undefined {
  const ids = attribute.toLowerCase().split(/\s+/).filter(Boolean);
  return ids.length > 0 ? ids : undefined;
}

/** Tells fields which brands the shop takes. */
export function acceptBrands(fields: readonly CardField[], attribute: string | undefined): void {
  const accepted = readBrands(attribute);
  for (const field of fields) field.context = { ...field.context, accepted };
}
