/** The name of the catalogue for a locale: `de` for `de-AT`, `zh-Hant` for `zh-TW`, `nb` for `no`. Undefined if there is none. */
export function findLanguage(locale: string | Intl.Locale, catalogues: object): string | undefined {
  const { language, script } = new Intl.Locale(locale).maximize();
  const name = language === 'no' ? 'nb' : language;
  return [`${name}-${script}`, name].find((each) => Object.hasOwn(catalogues, each));
}

/** The writing direction of a language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(language) ? 'rtl' : 'ltr';
}
