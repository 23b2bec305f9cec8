/** The words of references that a shopper types. See field-words.ts. */
import { references } from '../../languages/generated/english/references.js';
import { wordsOf } from '../locale.js';

/** The table of one language. */
export type ReferencesWords = Readonly<typeof references>;

/** The words for a BCP 47 locale. */
export function referencesWords(locale: string): ReferencesWords {
  return wordsOf('references', references, locale);
}
