/**
 * Stands for elements/locale.ts in the frame's one script: languages come from the page, as texts in the place of English ones
 * (channel/contract.ts). See vite.config.ts.
 */
/** English; {@link translate} puts others in its place. */
export const wordsOf = <Words>(_group: string, english: Words): Words => english;

/** Of the sandbox's pages, which have no languages to load. */
export const localeOf = (host: { readonly locale: string }): string => host.locale || 'en';

/** A table with its texts replaced by those of the same path. A text with `{0}` takes the place of a function. */
export function translate<Words extends object>(
  english: Words,
  texts: Readonly<Record<string, string>>,
  path = '',
): Words {
  return Object.fromEntries(
    Object.entries(english).map(([name, is]: [string, unknown]) => {
      const text = texts[path + name];
      if (typeof is === 'object') return [name, translate(is as object, texts, `${path}${name}.`)];
      if (text === undefined) return [name, is];
      return [name, typeof is === 'function' ? (names: string) => text.replace('{0}', () => names) : text];
    }),
  ) as Words;
}
