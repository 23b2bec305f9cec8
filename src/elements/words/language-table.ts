/** The shape of a language, for languages.ts and for the words of a shop. */
import type { PART_OF } from '../../languages/generated/parts.js';

/** Words come in groups, each a file of the folder `words`. */
export type WordGroup = keyof typeof PART_OF;

/** Texts by name, at any depth, as in the English table of the group. */
export interface Texts {
  readonly [name: string]: string | Texts;
}

/** Words of one language, by group; what is absent is English. */
export type LanguageTable = Readonly<Partial<Record<WordGroup, Texts>>>;

/** An element that speaks. */
export type Speaker = HTMLElement & {
  /** BCP 47; the nearest `lang` of the page when empty. */
  readonly locale: string;
  readonly updateComplete: Promise<boolean>;
  requestUpdate(): void;
};

/** What languages.ts can do for all elements. */
export interface Languages {
  /** The locale of a tag as somebody wrote it, once its words are there; English until then. */
  localeOf(tag: string, host: Speaker): string;
  /** The words of a locale in the place of English ones. */
  wordsOf<Words extends object>(group: WordGroup | 'fieldTexts', english: Words, locale: string): Words;
  /** Puts a shop's own words in the place of Florin's; see own-words.ts. */
  useWords(tag: string, words: LanguageTable): void;
}

/** A shop's own words stand in the page as JSON, by language and group. */
export const OWN_WORDS = 'script[data-florin-words]';
