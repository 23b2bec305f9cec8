/**
 * Replaces elements/locale.ts in the frame's single script: the page sends the texts of another
 * language (channel/contract.ts). See vite.config.ts.
 */
/** English; {@link translate} replaces it. */
export const messagesOf = <Messages>(_group: string, english: Messages): Messages => english;

/** For the sandbox's pages, which load no languages. */
export const localeOf = (host: { readonly locale: string }): string => host.locale || 'en';

/** A table whose texts are replaced by those with the same path. A text with `{0}` replaces a function. */
export function translate<Messages extends object>(
  english: Messages,
  texts: Readonly<Record<string, string>>,
  path = '',
): Messages {
  return Object.fromEntries(
    Object.entries(english).map(([name, is]: [string, unknown]) => {
      const text = texts[path + name];
      if (typeof is === 'object') return [name, translate(is as object, texts, `${path}${name}.`)];
      if (text === undefined) return [name, is];
      return [name, typeof is === 'function' ? (names: string) => text.replace('{0}', () => names) : text];
    }),
  ) as Messages;
}
