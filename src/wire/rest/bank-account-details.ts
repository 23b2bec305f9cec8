/** A bank account in requests and answers. docs/wire/rest.md section 3. */
import type * as z from 'zod';
import { text, textUpTo, wireObject } from './wire-object.js';

/** A bank account as it is sent. */
export const bankAccountDetails = wireObject('BankAccountDetails', {
  AccountName: textUpTo(32),
  AccountNumber: text('3 to 9 digits; blanks and hyphens are dropped'),
  BSBNumber: text('6 digits; blanks and hyphens are dropped'),
});
/** A bank account as it is sent. */
export type BankAccountDetails = z.output<typeof bankAccountDetails>;

/** A bank account as it is answered. */
export const bankAccountDetailsResp = wireObject('BankAccountDetailsResp', {
  AccountName: text(),
  AccountNumber: text(),
  BSBNumber: text(),
  TruncatedAccountNumber: text(),
});
/** A bank account as it is answered. */
export type BankAccountDetailsResp = z.output<typeof bankAccountDetailsResp>;
