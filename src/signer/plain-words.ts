/**
 * The language of pages that work without a script: the one that the browser asks for, of those that the elements speak as
 * well. No server of ours may import what runs in a page, so the words stand here once more; a test compares them.
 */
import { words as ar } from './plain-words/ar.js';
import { words as da } from './plain-words/da.js';
import { words as de } from './plain-words/de.js';
import { words as es } from './plain-words/es.js';
import { words as fr } from './plain-words/fr.js';
import { words as he } from './plain-words/he.js';
import { words as it } from './plain-words/it.js';
import { words as ja } from './plain-words/ja.js';
import { words as ko } from './plain-words/ko.js';
import { words as nl } from './plain-words/nl.js';
import { words as pl } from './plain-words/pl.js';
import { words as pt } from './plain-words/pt.js';
import { words as sv } from './plain-words/sv.js';
import { words as zhHans } from './plain-words/zh-hans.js';
import { english, type PlainWords } from './plain-words/english.js';

/** By language, or by language and script. */
export const PLAIN_WORDS: Readonly<Record<string, PlainWords>> = {
  en: english,
  ar,
  da,
  de,
  es,
  fr,
  he,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  sv,
  'zh-Hans': zhHans,
};

/** How a page speaks. */
export interface Spoken {
  /** Of {@link PLAIN_WORDS}. */
  readonly language: string;
  /** BCP 47, for amounts and the page's `lang`. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly words: PlainWords;
}

const MOST_TAGS = 20;

/** By `Accept-Language` (RFC 9110, section 12.5.4); English of Australia when it names no language that there is. */
export function spokenFor(request: Request): Spoken {
  const wanted = (request.headers.get('accept-language') ?? '')
    .split(',')
    .slice(0, MOST_TAGS)
    .map((part) => /^\s*([\w-]+)\s*(?:;\s*q\s*=\s*([\d.]+))?\s*$/.exec(part))
    .map((match) => ({ tag: match?.[1] ?? '', weight: match?.[2] === undefined ? 1 : Number(match[2]) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const locale = readTag(tag);
    const name = locale && nameOf(locale);
    const words = name && PLAIN_WORDS[name];
    if (locale && words)
      return {
        language: name,
        locale: locale.toString() === 'en' ? 'en-AU' : locale.toString(),
        direction: name === 'ar' || name === 'he' ? 'rtl' : 'ltr',
        words,
      };
  }
  return { language: 'en', locale: 'en-AU', direction: 'ltr', words: english };
}

function readTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

function nameOf(locale: Intl.Locale): string | undefined {
  const { language, script } = locale.maximize();
  return [`${language}-${script}`, language].find((name) => Object.hasOwn(PLAIN_WORDS, name));
}
