import type { CardField } from './card-field.js';

/** Brand ids from an attribute, separated by spaces; undefined when it is empty, which means all. */
export function readBrands(attribute: string): readonly string[] | undefined {
  return attribute.toLowerCase().match(/\S+/g) ?? undefined;
}

/** Sets the brands that fields accept, and checks a typed number again if they have changed. */
export function acceptBrands(fields: readonly CardField[], attribute: string): void {
  const accepted = readBrands(attribute);
  for (const field of fields) {
    const isNews = field.context.accepted?.join() !== accepted?.join();
    field.context = { ...field.context, accepted };
    if (isNews && field.state.status !== 'empty') field.refresh();
  }
}
