/** The name of a catalogue for a locale: `de` for `de-AT`, `zh-Hans` for `zh-CN`. Undefined when there is none. */
export function findLanguage(locale: string | Intl.Locale, catalogues: object): string | undefined {
  const { language, script } = new Intl.Locale(locale).maximize();
  return [`${language}-${script}`, language].find((name) => Object.hasOwn(catalogues, name));
}

/** The direction of writing of a language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(language) ? 'rtl' : 'ltr';
}
