/** The words of references that a shopper types. See field-words.ts. */
import type { ReferenceProblem } from '../../core/reference.js';
import { wordsOf } from '../locale.js';

const english = {
  optional: 'optional',
  errors: {
    empty: 'Fill this in',
    too_long: (longest: number) => `Use at most ${longest} characters`,
    characters: 'Use letters, digits and simple signs only',
    card: 'This looks like a card number. Enter your card in the card fields only',
    format: 'Check this: it does not look as it should',
  } as const satisfies Record<ReferenceProblem, unknown>,
};

/** The table of one language. */
export type ReferencesWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function referencesWords(locale: string): ReferencesWords {
  return wordsOf('references', english, locale);
}
