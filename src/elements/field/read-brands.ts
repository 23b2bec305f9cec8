/** Ids of brands from an attribute, separated by blanks; undefined when it is empty, which means all. */
export function readBrands(attribute = ''): readonly string[] | undefined {
  const ids = attribute.toLowerCase().split(/\s+/).filter(Boolean);
  return ids.length > 0 ? ids : undefined;
}
