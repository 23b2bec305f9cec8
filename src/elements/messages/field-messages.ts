/** The texts of the fields in the language of an element. */
import { messagesOf } from '../locale.js';
import { fieldEnglish } from './field-english.js';

export type { FieldProblem } from './field-english.js';

/** The texts of one language. */
export type FieldMessages = Readonly<typeof fieldEnglish>;

/** Returns the texts for a BCP 47 locale. */
export const fieldMessages = (locale: string) => messagesOf('field', fieldEnglish, locale);
