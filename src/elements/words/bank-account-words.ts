/** The words of a bank account's fields. See field-words.ts. */
import type { BankFieldReason } from '../../core/bank/bank-account.js';
import { wordsOf } from '../locale.js';

/** Why a field of a bank account shows an error. */
export type BankProblem = BankFieldReason | 'empty' | 'refused';
/** The fields of a bank account, in the order of the form. */
export type BankField = 'bsb' | 'number' | 'name';

const english = {
  labels: { bsb: 'BSB', number: 'Account number', name: 'Account name' },
  bsbHint: '6 digits, 000-000',
  numberHint: '3 to 9 digits',
  errors: {
    bsb: {
      empty: 'Enter the BSB',
      too_short: 'A digit is missing: it has 6',
      too_long: 'A digit too many: it has 6',
      characters: 'Use digits only',
      refused: 'Check the BSB',
    },
    number: {
      empty: 'Enter the account number',
      too_short: 'A digit is missing',
      too_long: 'It has 9 digits at most',
      characters: 'Use digits only',
      refused: 'Check the account number',
    },
    name: {
      empty: 'Enter the name of the account',
      too_short: 'Enter the name of the account',
      too_long: 'Use at most 32 characters',
      characters: 'Leave out special characters',
      refused: 'Check the account name',
    },
  } as const satisfies Record<BankField, Record<BankProblem, string>>,
  agreement: 'I have read the direct debit service agreement, and my account may be debited under it.',
  readAgreement: 'Read the agreement',
  agreementMissing: 'Agree to the direct debit service agreement to go on',
};

/** The table of one language. */
export type BankAccountWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function bankAccountWords(locale: string): BankAccountWords {
  return wordsOf('bankAccount', english, locale);
}
