/**
 * Which language an element speaks. English is here from the start; everything else about languages is in languages.ts,
 * which is asked for when an element wants another one, and until then English shows.
 */

import { isServer } from 'lit';
import { drawsAsServer, isServerLocale, SERVER_LOCALE } from './hydration.js';
import { lazyFile } from './lazy-file.js';
import type { Languages, LocalizedElement, MessageGroup } from './messages/language-table.js';

const ENGLISH = /^en(-[a-z]{2})?$/i;

/** languages.ts. As long as it cannot be had, English stays. */
export const languages = lazyFile<Languages>(() =>
  import('./languages.js').then((loaded) => {
    loaded.loadBy(lazyFile);
    return loaded;
  }),
);

/**
 * The locale that an element speaks: by its own `locale`, else by the nearest `lang` or `locale` around it, else English. The
 * element is drawn anew when its messages come.
 */
export function localeOf(host: LocalizedElement): string {
  if (drawsAsServer(host)) {
    if (!isServer) queueMicrotask(() => host.requestUpdate());
    return (ENGLISH.test(host.locale) ? host.locale : 'en') + SERVER_LOCALE;
  }
  const tag = tagOf(host);
  if (languages.module) return languages.module.localeOf(tag, host);
  if (ENGLISH.test(tag)) return tag;
  languages.want(host);
  return 'en';
}

/** The messages of one group; `fieldTexts` are those of the fields for the frame of another origin, by path. */
export function messagesOf<Messages extends object>(
  group: MessageGroup | 'fieldTexts',
  english: Messages,
  locale: string,
): Messages {
  return (!isServerLocale(locale) && languages.module?.messagesOf(group, english, locale)) || english;
}

/** Across shadow roots. What is no text is a field of that name in a form of the page. */
function tagOf(at: (Node & { locale?: unknown; lang?: unknown; host?: Node }) | null | undefined): string {
  if (!at) return 'en';
  const tag = at.locale || at.lang;
  return tag && typeof tag === 'string' ? tag : tagOf(at.parentNode ?? at.host);
}
