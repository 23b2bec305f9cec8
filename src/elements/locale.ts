/**
 * The locale of an element, and its messages. English is part of this file; languages.ts, which has all other languages, is
 * loaded when an element needs it. Until it is loaded, the element shows English.
 */

import { isServer } from 'lit';
import { drawsAsServer, isServerLocale, SERVER_LOCALE } from './hydration.js';
import { lazyFile } from './lazy-file.js';
import type { LocalizedElement, MessageGroup } from './messages/language-table.js';

const ENGLISH = /^en(-[a-z]{2})?$/i;

/** languages.ts. If it cannot be loaded, the elements stay English. */
export const languages = lazyFile(() =>
  import('./languages.js').then((loaded) => {
    loaded.loadBy(lazyFile);
    return loaded;
  }),
);

/**
 * The locale of an element: its own `locale`, else the nearest `lang` or `locale` of an ancestor, else English. The element is
 * rendered again when the messages are loaded.
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

/** The messages of one group. `fieldTexts`: those of the fields, by path, for the frame of another origin. */
export function messagesOf<Messages extends object>(
  group: MessageGroup | 'fieldTexts',
  english: Messages,
  locale: string,
): Messages {
  return (!isServerLocale(locale) && languages.module?.messagesOf(group, english, locale)) || english;
}

/** Searches the ancestors, through shadow roots. In a form, `lang` may be an input of that name instead of a string. */
function tagOf(at: (Node & { locale?: unknown; lang?: unknown; host?: Node }) | null | undefined): string {
  if (!at) return 'en';
  const tag = at.locale || at.lang;
  return tag && typeof tag === 'string' ? tag : tagOf(at.parentNode ?? at.host);
}
