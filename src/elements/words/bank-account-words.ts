/** The words of a bank account's fields. See field-words.ts. */
import type { BankFieldReason } from '../../core/bank/bank-account.js';
import { bankAccount } from '../../languages/generated/english/bank-account.js';
import { wordsOf } from '../locale.js';

/** Why a field of a bank account shows an error. */
export type BankProblem = BankFieldReason | 'empty' | 'refused';
/** The fields of a bank account, in the order of the form. */
export type BankField = 'bsb' | 'number' | 'name';

/** The table of one language. */
export type BankAccountWords = Readonly<typeof bankAccount>;

/** The words for a BCP 47 locale. */
export function bankAccountWords(locale: string): BankAccountWords {
  return wordsOf('bankAccount', bankAccount, locale);
}
