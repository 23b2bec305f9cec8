import type { CardField } from './card-field.js';

/** Brand ids from an attribute, separated by spaces; undefined when it is empty or removed (null), which means all. */
export function readBrands(attribute: string | null | undefined): readonly string[] | undefined {
  const ids = (attribute ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return ids.length > 0 ? ids : undefined;
}

/** Sets the brands that fields accept. */
export function acceptBrands(fields: readonly CardField[], attribute: string | null | undefined): void {
  const accepted = readBrands(attribute);
  for (const field of fields) field.context = { ...field.context, accepted };
}
