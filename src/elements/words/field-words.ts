/** The texts of the fields in the language of an element. */
import { wordsOf } from '../locale.js';
import { fieldEnglish } from './field-english.js';

export type { FieldProblem } from './field-english.js';

/** The texts of one language. */
export type FieldWords = Readonly<typeof fieldEnglish>;

/** Returns the texts for a BCP 47 locale. */
export function fieldWords(locale: string): FieldWords {
  return wordsOf('field', fieldEnglish, locale);
}
