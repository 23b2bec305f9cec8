/**
 * The languages of the elements besides English. Asked for by locale.ts when an element, or the page around it, says another
 * language than English, or when the page brings words of its own. Each language is a file of its own; what only some
 * pages show (receipt, bank account and so on) is a second one, and what is said of saved cards and of saving a third.
 *
 * A text may hold `{0}` and `{1}` for what is put into it, and, after a bar, what it is when there is nothing to put in:
 * `'{0} bezahlen|Bezahlen'`.
 */
import type { LazyFile, lazyFile } from './lazy-file.js';
import { fieldEnglish } from './words/field-english.js';
import { type LanguageTable, OWN_WORDS, type Speaker, type Texts, type WordGroup } from './words/language-table.js';

/** As the files of the script tag have it: texts alone, a line each, in the order of the English table. */
type Lines = Readonly<Partial<Record<WordGroup, string>>>;
type Words = Readonly<Record<string, unknown>>;
type Load = () => Promise<{ readonly default: LanguageTable | string }>;

const FILES: Readonly<Record<string, readonly [form: Load, more: Load, cards: Load]>> = {
  ar: [
    () => import('./languages/ar.js'),
    () => import('./languages/ar-more.js'),
    () => import('./languages/ar-cards.js'),
  ],
  da: [
    () => import('./languages/da.js'),
    () => import('./languages/da-more.js'),
    () => import('./languages/da-cards.js'),
  ],
  de: [
    () => import('./languages/de.js'),
    () => import('./languages/de-more.js'),
    () => import('./languages/de-cards.js'),
  ],
  es: [
    () => import('./languages/es.js'),
    () => import('./languages/es-more.js'),
    () => import('./languages/es-cards.js'),
  ],
  fr: [
    () => import('./languages/fr.js'),
    () => import('./languages/fr-more.js'),
    () => import('./languages/fr-cards.js'),
  ],
  he: [
    () => import('./languages/he.js'),
    () => import('./languages/he-more.js'),
    () => import('./languages/he-cards.js'),
  ],
  it: [
    () => import('./languages/it.js'),
    () => import('./languages/it-more.js'),
    () => import('./languages/it-cards.js'),
  ],
  ja: [
    () => import('./languages/ja.js'),
    () => import('./languages/ja-more.js'),
    () => import('./languages/ja-cards.js'),
  ],
  ko: [
    () => import('./languages/ko.js'),
    () => import('./languages/ko-more.js'),
    () => import('./languages/ko-cards.js'),
  ],
  nl: [
    () => import('./languages/nl.js'),
    () => import('./languages/nl-more.js'),
    () => import('./languages/nl-cards.js'),
  ],
  pl: [
    () => import('./languages/pl.js'),
    () => import('./languages/pl-more.js'),
    () => import('./languages/pl-cards.js'),
  ],
  pt: [
    () => import('./languages/pt.js'),
    () => import('./languages/pt-more.js'),
    () => import('./languages/pt-cards.js'),
  ],
  sv: [
    () => import('./languages/sv.js'),
    () => import('./languages/sv-more.js'),
    () => import('./languages/sv-cards.js'),
  ],
  'zh-Hans': [
    () => import('./languages/zh-hans.js'),
    () => import('./languages/zh-hans-more.js'),
    () => import('./languages/zh-hans-cards.js'),
  ],
};

/** Which of these files a group stands in. */
const GROUPS: Readonly<Record<WordGroup, 0 | 1 | 2>> = {
  action: 1,
  amount: 1,
  bankAccount: 1,
  challenge: 1,
  field: 0,
  frame: 0,
  method: 1,
  pay: 0,
  payment: 0,
  receipt: 1,
  references: 1,
  savedCards: 2,
  token: 2,
};

const RIGHT_TO_LEFT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/;

let makeLazyFile: typeof lazyFile | undefined;

/** Is told how files are loaded: imported here, the bundler would take that out of the script tag's first file. */
export function loadBy(make: typeof lazyFile): void {
  makeLazyFile = make;
}

/** By language and file. */
const tables = new Map<string, LazyFile<LanguageTable | Lines>>();
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
    if (!Object.hasOwn(GROUPS, group)) warnOnce(`own words for "${tag}": there is no group "${group}"`);
  }
  own.set(canonical, { ...own.get(canonical), ...words });
  changed();
}

/** The locale of a tag as somebody wrote it, once its words are there; English until then. */
export function localeOf(tag: string, host: Speaker): string {
  const locale = readTag(tag);
  const name = nameOf(locale);
  const isThere = !FILES[name] || tableOf(name, 0) !== undefined;
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
  if (FILES[name]) {
    // What comes later is asked for when the form is there.
    const texts = tableOf(name, 0) && tableOf(name, GROUPS[group])?.[group];
    if (texts !== undefined) words = translate(words, typeof texts === 'string' ? unpack(english, texts) : texts);
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

function fillIn(text: string, values: readonly string[]): string {
  const [full = '', bare = full] = text.split('|');
  // An amount or a brand must not carry off its neighbours where the words around it run from right to left.
  const runsLeft = /[\u0590-\u08ff]/.test(text);
  const isolate = (value = '') => (runsLeft ? `\u2068${value}\u2069` : value);
  return (values[0] ? full : bare).replace(/\{(\d)\}/g, (_all, index: number) => isolate(values[index]));
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
function tableOf(name: string, file: 0 | 1 | 2): LanguageTable | Lines | undefined {
  const load = FILES[name]?.[file];
  if (!load || !makeLazyFile) return undefined;
  const key = `${name} ${file}`;
  const table =
    tables.get(key) ??
    makeLazyFile(
      () => load().then(({ default: words }) => (typeof words === 'string' ? readLines(words) : words)),
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
  const { language, script } = new Intl.Locale(locale).maximize();
  const name = [`${language}-${script}`, language].find((each) => FILES[each]);
  return name ?? (language === 'en' || ownTags(locale).length > 0 ? language : '');
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
      if (name && name !== 'en') box.dir = RIGHT_TO_LEFT.test(name) ? 'rtl' : 'ltr';
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
