/** The locale that an element speaks: its own attribute, else the page's language, else the browser's. */
export function localeOf(attribute: string): string {
  return attribute || globalThis.document?.documentElement.lang || globalThis.navigator?.language || 'en';
}

/** Names in a sentence: "Visa, Mastercard and JCB". */
export function listOf(names: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
