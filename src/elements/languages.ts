/**
 * The languages of the elements besides English. Asked for by locale.ts when an element, or the page around it, says another
 * language than English, or when the page brings words of its own. The texts of a language are src/languages/XX.json; a browser
 * loads them in three files: the form, what only some pages show (receipt, bank account and so on), and saved cards.
 */
import { fillIn } from '../languages/fill-in.js';
import { directionOf, findLanguage } from '../languages/find-language.js';
import { PART_OF, PARTS } from '../languages/generated/parts.js';
import type { LazyFile, lazyFile } from './lazy-file.js';
import { fieldEnglish } from './words/field-english.js';
import { type LanguageTable, OWN_WORDS, type Speaker, type Texts, type WordGroup } from './words/language-table.js';

/** A file: texts alone, a line each, in the order of the English table, which is there already. */
type Lines = Readonly<Partial<Record<WordGroup, string>>>;
type Words = Readonly<Record<string, unknown>>;

let makeLazyFile: typeof lazyFile | undefined;

/** Is told how files are loaded: imported here, the bundler would take that out of the script tag's first file. */
export function loadBy(make: typeof lazyFile): void {
  makeLazyFile = make;
}

/** By language and file. */
const tables = new Map<string, LazyFile<Lines>>();
/** By tag, as the shop wrote it. */
const own = new Map<string, LanguageTable>();
/** Words that have been put together, by their English ones. */
let made = new WeakMap<object, Map<string, object>>();
/** Elements that have asked, to be drawn anew. */
const hosts = new Set<WeakRef<Speaker>>();
const known = new WeakSet<Speaker>();
const warned = new Set<string>();

/** Puts a shop's own words in the place of Florin's; see own-words.ts. */
export function useWords(tag: string, words: LanguageTable): void {
  const canonical = canonicalise(tag) ?? canonicalise(tidy(tag));
  if (!canonical) {
    warnOnce(`own words: "${tag}" is no language tag like en-AU`);
    return;
  }
  for (const group of Object.keys(words)) {
    if (!Object.hasOwn(PART_OF, group)) warnOnce(`own words for "${tag}": there is no group "${group}"`);
  }
  own.set(canonical, { ...own.get(canonical), ...words });
  changed();
}

/** The locale of a tag as somebody wrote it, once its words are there; English until then. */
export function localeOf(tag: string, host: Speaker): string {
  const locale = readTag(tag);
  const name = nameOf(locale);
  const isThere = !PARTS[name] || tableOf(name, 0) !== undefined;
  const shown = name && isThere ? locale : 'en';
  mark(host, shown, name);
  if (!known.has(host)) hosts.add(new WeakRef(host));
  known.add(host);
  return shown;
}

/** The words of a locale in the place of English ones. */
export function wordsOf<English extends object>(
  group: WordGroup | 'fieldTexts',
  english: English,
  locale: string,
): English {
  const byLocale = made.get(english) ?? new Map<string, object>();
  made.set(english, byLocale);
  let words = byLocale.get(locale);
  if (!words) {
    words = group === 'fieldTexts' ? fieldTexts(locale) : putTogether(group, english as Words, locale);
    byLocale.set(locale, words);
  }
  return words as English;
}

/** The words of the fields, flat, for the frame of another origin: `{ 'labels.number': '…' }`. See channel/contract.ts. */
function fieldTexts(locale: string): Readonly<Record<string, string>> {
  return nameOf(locale) === 'en' && ownTags(locale).length === 0
    ? {}
    : flatten(putTogether('field', fieldEnglish, locale));
}

function putTogether(group: WordGroup, english: Words, locale: string): object {
  const name = nameOf(locale);
  let words = english;
  if (PARTS[name]) {
    // What comes later is asked for when the form is there.
    const lines = tableOf(name, 0) && tableOf(name, PART_OF[group])?.[group];
    if (lines !== undefined) words = translate(words, unpack(english, lines));
  }
  for (const tag of ownTags(locale)) {
    const texts = own.get(tag)?.[group];
    if (texts) words = translate(words, texts, group);
  }
  return words;
}

/** The texts in the place of English ones. @param path - Of a shop's own texts, which may have names that are none. */
function translate(english: Words, texts: Texts, path?: string): Words {
  if (path !== undefined) {
    for (const name of Object.keys(texts)) {
      if (!Object.hasOwn(english, name)) warnOnce(`own words: there is no "${path}.${name}"`);
    }
  }
  return Object.fromEntries(
    Object.entries(english).map(([name, is]): [string, unknown] => {
      const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
      if (typeof is === 'object') {
        const inner = typeof text === 'object' ? text : {};
        return [name, translate(is as Words, inner, path === undefined ? path : `${path}.${name}`)];
      }
      if (typeof text !== 'string' || !text) return [name, is];
      return [name, typeof is === 'function' ? (...values: string[]) => fillIn(text, values) : text];
    }),
  );
}

/** Lines in the order of the English table. */
function unpack(english: Words, lines: string): Texts {
  const texts = lines.split('\n');
  const take = (words: Words): Texts =>
    Object.fromEntries(
      Object.entries(words).map(([name, is]) => [
        name,
        typeof is === 'object' ? take(is as Words) : (texts.shift() ?? ''),
      ]),
    );
  return take(english);
}

function flatten(words: object, path = ''): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, is] of Object.entries(words) as [string, unknown][]) {
    if (typeof is === 'object') Object.assign(texts, flatten(is as object, `${path}${name}.`));
    else texts[path + name] = typeof is === 'function' ? (is as (name: string) => string)('{0}') : (is as string);
  }
  return texts;
}

const everyHost = { requestUpdate: changed };

/** A file's table; undefined while it is on its way, or could not be had. */
function tableOf(name: string, file: 0 | 1 | 2): Lines | undefined {
  const load = PARTS[name]?.[file];
  if (!load || !makeLazyFile) return undefined;
  const key = `${name} ${file}`;
  const table =
    tables.get(key) ??
    makeLazyFile(
      () => load().then((part) => readLines(part.default)),
      () => warnOnce(`the words of "${name}" could not be loaded, so some are English`),
    );
  tables.set(key, table);
  table.want(everyHost);
  return table.module;
}

/** Blocks between tabs, with the group's name in their first line. */
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

/** The language whose words are shown; empty when there are none, so that English is. */
function nameOf(locale: string): string {
  const { language } = new Intl.Locale(locale).maximize();
  return findLanguage(locale, PARTS) ?? (language === 'en' || ownTags(locale).length > 0 ? language : '');
}

/** Tags with own words that fit, the most general first. */
function ownTags(locale: string): readonly string[] {
  return [...own.keys()].filter((tag) => `${locale}-`.startsWith(`${tag}-`)).sort((a, b) => a.length - b.length);
}

/** What a page writes, `en_AU` for example; never throws. */
function readTag(tag: string): string {
  const canonical = canonicalise(tag);
  if (canonical) return canonical;
  const locale = canonicalise(tidy(tag)) ?? 'en';
  warnOnce(`"${tag}" is no language tag like en-AU; it is taken for "${locale}"`);
  return locale;
}

/** As operating systems write them: `en_AU.UTF-8`. */
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

/** Says inside the element which language it is, to screen readers and to the fonts of the browser, and its direction. */
function mark(host: Speaker, locale: string, name: string): void {
  void host.updateComplete.then(() => {
    for (const box of host.shadowRoot?.querySelectorAll<HTMLElement>('.florin') ?? []) {
      box.lang = locale;
      // English in the place of a language that is not there runs as the page does.
      if (name && name !== 'en') box.dir = directionOf(name);
      else box.removeAttribute('dir');
    }
  });
}

function warnOnce(message: string): void {
  if (!warned.has(message)) console.warn(`florin: ${message}`);
  warned.add(message);
}

/** `<script type="application/json" data-florin-words>{ "de": { "pay": { "pay": "{0} spenden|Spenden" } } }</script>` */
function readOwnWords(): void {
  for (const { textContent } of document.querySelectorAll(OWN_WORDS)) {
    try {
      const byTag = JSON.parse(textContent ?? '') as Record<string, LanguageTable>;
      for (const [tag, words] of Object.entries(byTag)) useWords(tag, words);
    } catch {
      warnOnce(`${OWN_WORDS} is no JSON of words by language`);
    }
  }
}

if ('document' in globalThis) readOwnWords();
