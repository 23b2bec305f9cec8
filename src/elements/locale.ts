/**
 * Which language an element speaks. English is here from the start; everything else about languages is in languages.ts,
 * which is asked for when an element wants another one, and until then English shows.
 */

import type { Languages, Speaker, WordGroup } from './words/language-table.js';

let languages: Languages | undefined;
let asking: Promise<Languages | void> | undefined;

/** Gets languages.ts, once; a failure is warned about, and English stays. */
export function askLanguages(): Promise<Languages | void> {
  return (asking ??= import('./languages.js').then((loaded) => (languages = loaded), console.warn));
}

/**
 * The locale that an element speaks: by its own `locale`, else by the nearest `lang` or `locale` around it, else English. The
 * element is drawn anew when its words come.
 */
export function localeOf(host: Speaker): string {
  const tag = tagOf(host);
  if (languages) return languages.localeOf(tag, host);
  if (/^en(-[a-z]{2})?$/i.test(tag)) return tag;
  void askLanguages().then(() => host.requestUpdate());
  return 'en';
}

/** The words of one group; `fieldTexts` are those of the fields for the frame of another origin, by path. */
export function wordsOf<Words extends object>(group: WordGroup | 'fieldTexts', english: Words, locale: string): Words {
  return languages?.wordsOf(group, english, locale) ?? english;
}

/** Across shadow roots. What is no text is a field of that name in a form of the page. */
function tagOf(at: (Node & { locale?: unknown; lang?: unknown; host?: Node }) | null | undefined): string {
  if (!at) return 'en';
  const tag = at.locale || at.lang;
  return tag && typeof tag === 'string' ? tag : tagOf(at.parentNode ?? at.host);
}
