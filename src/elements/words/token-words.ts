/** What a shopper is told when a card or a bank account is saved or changed. See field-words.ts. */
import { wordsOf } from '../locale.js';

const english = {
  button: {
    'save-card': 'Save card',
    'update-card': 'Update card',
    'save-bank-account': 'Save bank account',
    'update-bank-account': 'Update bank account',
  },
  saved: {
    'save-card': 'Card saved',
    'update-card': 'Card updated',
    'save-bank-account': 'Bank account saved',
    'update-bank-account': 'Bank account updated',
  },
  saving: 'Saving…',
  checking: 'Checking…',
  slow: 'This is taking longer than usual. Please keep this page open.',
  changes: 'You are changing',
  /** Shows the field of the number, which else stays as it is. */
  newNumber: 'The card number has changed too',
  card: 'Card',
  account: 'Bank account',
  masked: (what: string, digits: string) => `${what} •••• ${digits}`,
  spoken: (what: string, digits: string) => `${what} ending in ${digits}`,
  expires: (expiry: string) => `expires ${expiry}`,
  nothingCharged: 'Nothing was charged.',
  /** On the receipt. */
  notSaved: 'Not saved',
  nothingToShow: 'There is nothing to show here. Please look in your account.',

  away: {
    redirect: 'You enter the details on the page of the payment service, and come back here.',
    webform: 'You enter the details on the next page.',
  },
  /** Screen readers say it when they enter the frame. */
  frame: { card: 'Card details', bank_account: 'Bank account details' },
  loading: 'Loading the fields…',
  notLoaded: 'The fields could not be loaded, and nothing was saved. Please check your connection.',
  loadAgain: 'Load them again',
  incomplete: 'Please complete the details. Nothing was saved.',
  renewed: 'The time had run out, and nothing was saved. Please enter the details again.',

  nothingSaved: 'Nothing was saved.',
  wrongSetup: 'This page is not set up correctly.',
  contactShop: 'Please contact the shop.',
  refused: 'This cannot be saved here.',
  backToAccount: 'Please go back to your account. You may have to log in again.',
  failed: 'The details were not accepted.',
  shopUnreachable: 'The shop is not answering.',
  serviceUnreachable: 'The payment service is not answering.',
  tryAgain: 'Please try again in a moment.',
  tooMany: 'That was too often in a short time.',
  waitMinute: 'Please wait a minute and try again.',
  offline: 'You are offline, and nothing was sent.',
  whenOnline: 'Please try again when you are connected.',
  expired: 'The time had run out, and nothing was saved.',
  again: 'You can try again now.',
  unknown: 'We are checking whether it was saved.',
  moment: 'One moment, please. There is no need to enter it again.',
  review: 'The shop needs to check what was saved.',
  lost: 'We cannot find out whether it was saved.',
  lookInAccount: 'Please look in your account before you enter it again.',
};

/** The table of one language. */
export type TokenWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function tokenWords(locale: string): TokenWords {
  return wordsOf('token', english, locale);
}
