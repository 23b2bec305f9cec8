/**
 * The language of pages that work without a script: the first one that the browser asks for, of
 * those in src/languages.
 */
import { directionOf, findLanguage } from '../../languages/find-language.js';
import { SERVED, type ServedTexts } from '../../languages/generated/served.js';

/** The messages of one language. */
export type PlainMessages = ServedTexts['plain'];

/** Language of a page, and its messages. */
export interface PageLanguage {
  /** Of {@link SERVED}. */
  readonly language: string;
  /** BCP 47, for amounts and the page's `lang`. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly messages: PlainMessages;
}

const MOST_TAGS = 20;

/** By `Accept-Language` (RFC 9110, section 12.5.4); Australian English if none of its languages is available. */
export function pageLanguageFor(request: Request): PageLanguage {
  const wanted = (request.headers.get('accept-language') ?? '')
    .split(',')
    .slice(0, MOST_TAGS)
    .map((part) => /^\s*([\w-]+)\s*(?:;\s*q\s*=\s*([\d.]+))?\s*$/.exec(part))
    .map((match) => ({ tag: match?.[1] ?? '', weight: match?.[2] === undefined ? 1 : Number(match[2]) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const locale = readTag(tag);
    const language = locale && findLanguage(locale, SERVED);
    if (language) {
      const shown = locale.toString() === 'en' ? 'en-AU' : locale.toString();
      return { language, locale: shown, direction: directionOf(language), messages: SERVED[language]!.plain };
    }
  }
  return { language: 'en', locale: 'en-AU', direction: 'ltr', messages: SERVED['en']!.plain };
}

function readTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
