/** What a shopper reads around the bank's own page (3-D Secure). See field-words.ts. */
import { wordsOf } from '../locale.js';

const english = {
  title: 'Confirm with your bank',
  /** Screen readers say it when they enter the frame. */
  frame: 'Page of your bank',
  close: 'Close',
  loading: 'Loading the page of your bank…',
  slow: 'Your bank is slow to answer.',
  elsewhere: 'Open it in this window instead',
  leaveTitle: 'Leave the check of your bank?',
  leaveText: 'This payment is not confirmed yet. You can come back to the check from here.',
  stay: 'Go on with the check',
  leave: 'Leave',
};

/** The table of one language. */
export type ChallengeWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function challengeWords(locale: string): ChallengeWords {
  return wordsOf('challenge', english, locale);
}
