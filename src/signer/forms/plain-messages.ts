/**
 * The language of pages that work without a script: that of the page which led here (`lang` in the
 * address), else the first one that the browser asks for, of those in src/languages.
 */
import { directionOf, findLanguage } from '../../languages/find-language.js';
import { SERVED, type ServedTexts } from '../../languages/generated/served.js';

export type PlainMessages = ServedTexts['plain'];

export interface PageLanguage {
  /** Of {@link SERVED}. */
  readonly language: string;
  /** BCP 47, for amounts and the page's `lang`. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly messages: PlainMessages;
}

/**
 * Browsers send less. What follows is ignored, because any client may send a header of any length, and before a limit of calls.
 */
const LONGEST_HEADER = 200;

/**
 * By `lang` in the query, then by `Accept-Language` (RFC 9110, section 12.5.4); Australian English if none of these
 * languages is available.
 */
export function pageLanguageFor(request: Request): PageLanguage {
  const named = new URL(request.url).searchParams.get('lang') ?? '';
  const wanted = readRanges(request.headers.get('accept-language') ?? '')
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of [{ tag: named.slice(0, LONGEST_HEADER) }, ...wanted]) {
    const locale = readTag(tag);
    const language = locale && findLanguage(locale, SERVED);
    if (language) {
      const shown = locale.toString() === 'en' ? 'en-AU' : locale.toString();
      return { language, locale: shown, direction: directionOf(language), messages: SERVED[language]!.plain };
    }
  }
  return { language: 'en', locale: 'en-AU', direction: 'ltr', messages: SERVED['en']!.plain };
}

/** The languages of the header, without one that the limit cuts. */
function readRanges(header: string): readonly { readonly tag: string; readonly weight: number }[] {
  const read = header.slice(0, LONGEST_HEADER);
  const ranges = read.split(',').slice(0, read.length < header.length ? -1 : undefined);
  return ranges.map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { tag, weight: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
}

function readTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
