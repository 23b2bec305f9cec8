/** Names in a sentence: "Visa, Mastercard and JCB". */
export function listOf(names: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
