/**
 * All languages except English. locale.ts loads this file when an element or the page has another language, or when the page
 * has its own texts. The texts of a language are in src/languages/XX.json. A browser loads them as three files: for the form; for
 * receipt, bank account and other parts that only some pages have; for saved cards.
 */
import { fillIn } from '../languages/fill-in.js';
import { directionOf, findLanguage } from '../languages/find-language.js';
import { PART_OF, PARTS } from '../languages/generated/parts.js';
import type { LazyFile, lazyFile } from './lazy-file.js';
import { fieldEnglish } from './messages/field-english.js';
import {
  type LanguageTable,
  CUSTOM_MESSAGES,
  type LocalizedElement,
  type Texts,
  type MessageGroup,
} from './messages/language-table.js';

/** A loaded file, by group: one text on each line, in the order of the English texts. */
type Lines = Readonly<Partial<Record<MessageGroup, string>>>;
type Messages = Readonly<Record<string, unknown>>;

let makeLazyFile: typeof lazyFile | undefined;

/** Sets the loader. An import here would make the bundler move it out of the script tag's first file. */
export function loadBy(make: typeof lazyFile): void {
  makeLazyFile = make;
}

/** By language and file. */
const tables = new Map<string, LazyFile<Lines>>();
/** A shop's own texts, by language tag. */
const own = new Map<string, LanguageTable>();
/** Merged texts, by their English texts and locale. */
let made = new WeakMap<object, Map<string, object>>();
/** Elements to render again when texts are loaded. */
const hosts = new Set<WeakRef<LocalizedElement>>();
const known = new WeakSet<LocalizedElement>();
const warned = new Set<string>();

/** Replaces Florin's texts by those of a shop; see custom-messages.ts. */
export function useMessages(tag: string, messages: LanguageTable): void {
  const canonical = canonicalise(tag) ?? canonicalise(tidy(tag));
  if (!canonical) {
    warnOnce(`custom messages: "${tag}" is not a language tag like en-AU`);
    return;
  }
  for (const group of Object.keys(messages)) {
    if (!Object.hasOwn(PART_OF, group)) warnOnce(`custom messages for "${tag}": there is no group "${group}"`);
  }
  own.set(canonical, { ...own.get(canonical), ...messages });
  changed();
}

/** Returns the locale of a language tag, once its texts are loaded; English until then. */
export function localeOf(tag: string, host: LocalizedElement): string {
  const locale = readTag(tag);
  const name = nameOf(locale);
  const isThere = !PARTS[name] || tableOf(name, 0) !== undefined;
  const shown = name && isThere ? locale : 'en';
  mark(host, shown, name);
  if (!known.has(host)) hosts.add(new WeakRef(host));
  known.add(host);
  return shown;
}

/** Returns the texts of a locale; a missing text is English. */
export function messagesOf<English extends object>(
  group: MessageGroup | 'fieldTexts',
  english: English,
  locale: string,
): English {
  const byLocale = made.get(english) ?? new Map<string, object>();
  made.set(english, byLocale);
  let messages = byLocale.get(locale);
  if (!messages) {
    messages = group === 'fieldTexts' ? fieldTexts(locale) : putTogether(group, english as Messages, locale);
    byLocale.set(locale, messages);
  }
  return messages as English;
}

/** Returns the texts of the fields for the frame of another origin, flat: `{ 'labels.number': '…' }`. See channel/contract.ts. */
function fieldTexts(locale: string): Readonly<Record<string, string>> {
  return nameOf(locale) === 'en' && ownTags(locale).length === 0
    ? {}
    : flatten(putTogether('field', fieldEnglish, locale));
}

function putTogether(group: MessageGroup, english: Messages, locale: string): object {
  const name = nameOf(locale);
  let messages = english;
  if (PARTS[name]) {
    // The other files are requested after the form's.
    const lines = tableOf(name, 0) && tableOf(name, PART_OF[group])?.[group];
    if (lines !== undefined) messages = translate(messages, unpack(english, lines));
  }
  for (const tag of ownTags(locale)) {
    const texts = own.get(tag)?.[group];
    if (texts) messages = translate(messages, texts, group);
  }
  return messages;
}

/** Replaces English texts. @param path - Of a shop's own texts, whose unknown names cause a warning. */
function translate(english: Messages, texts: Texts, path?: string): Messages {
  if (path !== undefined) {
    for (const name of Object.keys(texts)) {
      if (!Object.hasOwn(english, name)) warnOnce(`custom messages: there is no "${path}.${name}"`);
    }
  }
  return Object.fromEntries(
    Object.entries(english).map(([name, is]): [string, unknown] => {
      const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
      if (typeof is === 'object') {
        const inner = typeof text === 'object' ? text : {};
        return [name, translate(is as Messages, inner, path === undefined ? path : `${path}.${name}`)];
      }
      if (typeof text !== 'string' || !text) return [name, is];
      return [name, typeof is === 'function' ? (...values: string[]) => fillIn(text, values) : text];
    }),
  );
}

/** Names the lines, which are in the order of the English texts. */
function unpack(english: Messages, lines: string): Texts {
  const texts = lines.split('\n');
  const take = (messages: Messages): Texts =>
    Object.fromEntries(
      Object.entries(messages).map(([name, is]) => [
        name,
        typeof is === 'object' ? take(is as Messages) : (texts.shift() ?? ''),
      ]),
    );
  return take(english);
}

function flatten(messages: object, path = ''): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, is] of Object.entries(messages) as [string, unknown][]) {
    if (typeof is === 'object') Object.assign(texts, flatten(is as object, `${path}${name}.`));
    else texts[path + name] = typeof is === 'function' ? (is as (name: string) => string)('{0}') : (is as string);
  }
  return texts;
}

const everyHost = { requestUpdate: changed };

/** The texts of a file; undefined while it is loading, or if it cannot be loaded. */
function tableOf(name: string, file: 0 | 1 | 2): Lines | undefined {
  const load = PARTS[name]?.[file];
  if (!load || !makeLazyFile) return undefined;
  const key = `${name} ${file}`;
  const table =
    tables.get(key) ??
    makeLazyFile(
      () => load().then((part) => readLines(part.default)),
      () => warnOnce(`the messages of "${name}" could not be loaded, so some are English`),
    );
  tables.set(key, table);
  table.want(everyHost);
  return table.module;
}

/** Groups are separated by tabs; the first line of each is its name. */
function readLines(text: string): Lines {
  return Object.fromEntries(text.split('\t').map((block) => block.split(/\n(.*)/s))) as Lines;
}

function changed(): void {
  made = new WeakMap();
  for (const reference of hosts) {
    const host = reference.deref();
    if (host) host.requestUpdate();
    else hosts.delete(reference);
  }
}

/** The language of the shown texts; empty if there are none, which means English. */
function nameOf(locale: string): string {
  const { language } = new Intl.Locale(locale).maximize();
  return findLanguage(locale, PARTS) ?? (language === 'en' || ownTags(locale).length > 0 ? language : '');
}

/** Tags of a shop's own texts that match a locale, the most general first. */
function ownTags(locale: string): readonly string[] {
  return [...own.keys()].filter((tag) => `${locale}-`.startsWith(`${tag}-`)).sort((a, b) => a.length - b.length);
}

/** Reads a tag of a page, also an invalid one such as `en_AU`. Never throws. */
function readTag(tag: string): string {
  const canonical = canonicalise(tag);
  if (canonical) return canonical;
  const locale = canonicalise(tidy(tag)) ?? 'en';
  warnOnce(`"${tag}" is not a language tag like en-AU; "${locale}" is used`);
  return locale;
}

/** Reads tags in the form of operating systems: `en_AU.UTF-8`. */
function tidy(tag: string): string {
  return tag
    .trim()
    .replace(/[.@].*/, '')
    .replaceAll('_', '-');
}

function canonicalise(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** Sets `lang` and `dir` inside the element, for screen readers and fonts. */
function mark(host: LocalizedElement, locale: string, name: string): void {
  void host.updateComplete.then(() => {
    for (const box of host.shadowRoot?.querySelectorAll<HTMLElement>('.florin') ?? []) {
      box.lang = locale;
      // If English replaces a missing language, the direction stays that of the page.
      if (name && name !== 'en') box.dir = directionOf(name);
      else box.removeAttribute('dir');
    }
  });
}

function warnOnce(message: string): void {
  if (!warned.has(message)) console.warn(`florin: ${message}`);
  warned.add(message);
}

/** `<script type="application/json" data-florin-messages>{ "de": { "pay": { "pay": "{0} spenden|Spenden" } } }</script>` */
function readCustomMessages(): void {
  for (const { textContent } of document.querySelectorAll(CUSTOM_MESSAGES)) {
    try {
      const byTag = JSON.parse(textContent ?? '') as Record<string, LanguageTable>;
      for (const [tag, messages] of Object.entries(byTag)) useMessages(tag, messages);
    } catch {
      warnOnce(`${CUSTOM_MESSAGES} is not JSON of messages by language`);
    }
  }
}

if ('document' in globalThis) readCustomMessages();
