/** Names in a sentence: "Visa, Mastercard and JCB". */
export function listOf(names: readonly string[], locale: string): string {
  if (names.length < 2) return names[0] ?? '';
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
