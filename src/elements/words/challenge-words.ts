/** What a shopper reads around the bank's own page (3-D Secure). See field-words.ts. */
import { challenge } from '../../languages/generated/english/challenge.js';
import { wordsOf } from '../locale.js';

/** The table of one language. */
export type ChallengeWords = Readonly<typeof challenge>;

/** The words for a BCP 47 locale. */
export function challengeWords(locale: string): ChallengeWords {
  return wordsOf('challenge', challenge, locale);
}
