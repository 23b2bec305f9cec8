/** Test cards of the service (docs/wire/rest.md, section 10). Never a real card. */

/** What a shopper types. */
export interface TypedCard {
  readonly number: string;
  /** `MM` and `YY` without a separator. */
  readonly expiry: string;
  readonly cvn: string;
  readonly name: string;
}

export const VISA: TypedCard = { number: '4987654321098769', expiry: '1230', cvn: '739', name: 'Mia Tran' };
export const MASTERCARD: TypedCard = { ...VISA, number: '5123456789012346' };
export const AMEX: TypedCard = { ...VISA, number: '345678901234564', cvn: '7391' };
/** The bank answers 05 to this CVN, for every amount. */
export const WRONG_CVN: TypedCard = { ...VISA, cvn: '987' };
/** Month 99: the year is the bank's code, 51 for insufficient funds. */
export const NO_FUNDS: TypedCard = { ...VISA, expiry: '9951' };
/** Passes all checks of the page; the service answers 112 without test mode. */
export const REFUSED_NUMBER: TypedCard = { ...VISA, number: '4111111111111111' };
