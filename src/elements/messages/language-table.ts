/** Types of the texts of a language, for languages.ts and for the texts of a shop. */
import type { PART_OF } from '../../languages/generated/parts.js';

/** A group of texts of src/languages/en.json. */
export type MessageGroup = keyof typeof PART_OF;

/** Texts by name, at any depth, as in the English table of the group. */
export interface Texts {
  readonly [name: string]: string | Texts;
}

/** Texts of one language, by group. A missing text is English. */
export type LanguageTable = Readonly<Partial<Record<MessageGroup, Texts>>>;

/** An element with texts. */
export type LocalizedElement = HTMLElement & {
  /** BCP 47; the nearest `lang` of the page when empty. */
  readonly locale: string;
  readonly updateComplete: Promise<boolean>;
  requestUpdate(): void;
};

/** The script element with a shop's own texts as JSON, by language and group. */
export const CUSTOM_MESSAGES = 'script[data-florin-messages]';
