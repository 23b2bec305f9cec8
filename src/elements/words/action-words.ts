/**
 * What a shopper reads in place of the words of a payment when the order asks for something else: an amount that is
 * reserved and charged later, or only whether the card is good. See field-words.ts.
 */
import { wordsOf } from '../locale.js';

const english = {
  preauth: {
    pay: (amount: string) => (amount ? `Authorise ${amount}` : 'Authorise'),
    paying: 'Authorising…',
    note: 'The amount is reserved on your card now, and charged later.',
    payment: { approved: 'The amount is reserved on your card.' },
    receipt: {
      outcomes: { approved: 'Authorised', declined: 'Declined', failed: 'Not authorised' },
      paidTo: 'Shop',
      note: 'Reserved on your card, to be charged later',
    },
  },
  verify_only: {
    pay: () => 'Check card',
    paying: 'Checking…',
    note: 'Your bank checks the card. Nothing is charged.',
    payment: {
      approved: 'Your card was accepted.',
      declined: 'Your bank did not accept this card.',
      failed: 'The card could not be checked.',
      unknown: 'We are finding out whether the card was accepted.',
      doNotPay: 'Please do not enter it again.',
    },
    receipt: {
      outcomes: { approved: 'Card accepted', declined: 'Card not accepted', failed: 'Not checked' },
      paidTo: 'Shop',
      note: 'Nothing was charged',
    },
  },
};

/** The table of one language. */
export type ActionWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function actionWords(locale: string): ActionWords {
  return wordsOf('action', english, locale);
}
