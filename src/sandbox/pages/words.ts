/** Messages of the service's pages by field, in English. An error message says what to do. */

/** Fields of the pages in display order. */
export type FieldId =
  | 'amount'
  | 'crn1'
  | 'crn2'
  | 'crn3'
  | 'number'
  | 'expiry'
  | 'cvn'
  | 'name'
  | 'bsb'
  | 'account'
  | 'holder'
  | 'email'
  | 'store'
  | 'agree';

/** Messages of one field. */
export interface FieldWords {
  readonly label: string;
  readonly hint: string;
  readonly empty: string;
  readonly wrong: string;
}

export const FIELD_WORDS: Readonly<Record<FieldId, FieldWords>> = {
  amount: {
    label: 'Amount',
    hint: '',
    empty: 'Enter the amount',
    wrong: 'Check the amount: write it like 20.00',
  },
  crn1: { label: 'Reference', hint: '', empty: 'Enter the reference', wrong: 'Use at most 50 characters' },
  crn2: { label: 'Reference 2', hint: '', empty: 'Enter the reference', wrong: 'Use at most 50 characters' },
  crn3: { label: 'Reference 3', hint: '', empty: 'Enter the reference', wrong: 'Use at most 50 characters' },
  number: {
    label: 'Card number',
    hint: '',
    empty: 'Enter the card number',
    wrong: 'Check the card number: a digit seems to be wrong',
  },
  expiry: { label: 'Expiry date', hint: 'MM / YY', empty: 'Enter month and year', wrong: 'Check the expiry date' },
  cvn: {
    label: 'Security code',
    hint: '3 digits on the back',
    empty: 'Enter the security code',
    wrong: 'Check the security code',
  },
  name: {
    label: 'Name on card',
    hint: '',
    empty: 'Enter the name on the card',
    wrong: 'Check the name on the card',
  },
  bsb: { label: 'BSB', hint: '6 digits', empty: 'Enter the BSB', wrong: 'Check the BSB: it has 6 digits' },
  account: {
    label: 'Account number',
    hint: '',
    empty: 'Enter the account number',
    wrong: 'Check the account number: it has 3 to 9 digits',
  },
  holder: {
    label: 'Account name',
    hint: '',
    empty: 'Enter the account name',
    wrong: 'Use at most 32 characters',
  },
  email: {
    label: 'Email address',
    hint: '',
    empty: 'Enter an email address',
    wrong: 'Check the email address: it looks like name@example.com',
  },
  store: { label: '', hint: '', empty: '', wrong: '' },
  agree: { label: '', hint: '', empty: 'Tick the box to agree', wrong: 'Tick the box to agree' },
};

/** Messages of several pages. */
export const WORDS = {
  check: 'Check the fields marked below.',
  testCardsOnly: 'This is a sandbox: it accepts test cards only, never real ones.',
  down: 'The payment service is not available right now.',
  retype: 'For your safety the card has to be entered again.',
  retypeAccount: 'For your safety the account has to be entered again.',
} as const;
