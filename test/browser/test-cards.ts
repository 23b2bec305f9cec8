/** Test cards of the service (docs/wire/rest.md, section 10). Never a real card. */

import { testCards, type TypedCard } from 'florin/testing';

export type { TypedCard };

/** With a fixed expiry date, because tests compare what is shown. */
export const VISA: TypedCard = { ...testCards.visa, expiry: '1230' };
export const MASTERCARD: TypedCard = { ...VISA, number: testCards.mastercard.number };
export const AMEX: TypedCard = { ...testCards.amex, expiry: VISA.expiry };
/** The bank answers 05 to this CVN, for every amount. */
export const WRONG_CVN: TypedCard = { ...VISA, cvn: testCards.wrongCvn.cvn };
/** Month 99: the year is the bank's code, 51 for insufficient funds. */
export const NO_FUNDS: TypedCard = { ...VISA, expiry: '9951' };
/** Passes all checks of the page; the service answers 112 without test mode. */
export const REFUSED_NUMBER: TypedCard = { ...VISA, number: '4111111111111111' };
