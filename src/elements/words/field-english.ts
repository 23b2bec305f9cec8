/**
 * What a shopper reads and hears in the fields. All words of the elements stand in this folder, by
 * key, in English; the folder `languages` has the others, in tables of the same shape (languages.ts). Plain,
 * present tense, no exclamation marks; "security code" for CVN and "bank" for issuer. An error says what to do.
 */
import type { CardFieldReason } from '../../core/card/field-state.js';
import type { FieldKind } from '../field/field-kind.js';

/** Why a field shows an error: it cannot be sent as it stands, it is empty, or the service refused what was sent. */
export type FieldProblem = CardFieldReason | 'empty' | 'refused';

type FieldErrors = Partial<Record<FieldProblem, string>> & { readonly empty: string; readonly refused: string };

/** The table of English. */
export const fieldEnglish = {
  labels: { number: 'Card number', expiry: 'Expiry date', cvn: 'Security code', name: 'Name on card' },
  expiryHint: 'MM / YY',
  /** By the length of the code. */
  cvnHint: { 3: '3 digits on the back', 4: '4 digits on the front' },
  /** Short ones for expiry and code: they stand in half a row. */
  errors: {
    number: {
      empty: 'Enter the card number',
      too_short: 'Check the card number: a digit seems to be missing',
      too_long: 'Check the card number: it has a digit too many',
      luhn: 'Check the card number: a digit seems to be wrong',
      unknown_brand: 'Check the first digits: no card begins like this',
      brand_not_accepted: 'This shop does not take this kind of card',
      stored_token: 'Enter the number that is on the card itself',
      refused: 'Check the card number: it was not accepted',
    },
    expiry: {
      empty: 'Enter month and year',
      too_short: 'Enter month and year',
      month: 'Check the month',
      expired: 'This card has expired',
      too_far: 'Check the year',
      refused: 'Check the expiry date',
    },
    cvn: {
      empty: 'Enter the security code',
      too_short: 'A digit is missing',
      too_long: 'A digit too many',
      refused: 'Check the security code',
    },
    name: {
      empty: 'Enter the name on the card',
      characters: 'Enter the name, not the number',
      too_long: 'Use at most 50 characters',
      refused: 'Check the name: it was not accepted',
    },
  } as Readonly<Record<FieldKind, FieldErrors>>,
  weTake: (brands: string) => `This shop takes ${brands}`,
  accepted: (brands: string) => `Accepted: ${brands}`,
};
