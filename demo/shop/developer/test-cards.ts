/** The sandbox's test cards, and the inputs that change the test bank's answer (docs/wire/rest.md, section 10). */

/** One card that the test bank knows. */
export interface TestCard {
  readonly brand: string;
  /** Grouped as on the card. */
  readonly number: string;
  /** Any code of this length is accepted, except 987. */
  readonly securityCode: string;
}

export const TEST_CARDS: readonly TestCard[] = [
  { brand: 'Visa', number: '4987 6543 2109 8769', securityCode: '123' },
  { brand: 'Mastercard', number: '5123 4567 8901 2346', securityCode: '123' },
  { brand: 'Mastercard, 2-series', number: '2720 0100 4036 0012', securityCode: '123' },
  { brand: 'American Express', number: '3456 789012 34564', securityCode: '1234' },
  { brand: 'Diners Club', number: '3012 345678 9019', securityCode: '123' },
  { brand: 'JCB', number: '3530 1113 3330 0000', securityCode: '123' },
];

/** A number that passes all checks of the page, and that the service refuses without test mode: code 112. */
export const REFUSED_NUMBER = '4111 1111 1111 1111';

/** Answers of the test bank, by the last two digits of the amount in cents. */
export const BANK_ANSWERS: readonly { readonly cents: number; readonly text: string }[] = [
  { cents: 0, text: '00 approved' },
  { cents: 5, text: '05 do not honour' },
  { cents: 51, text: '51 insufficient funds' },
  { cents: 54, text: '54 expired card' },
  { cents: 91, text: '91 issuer unavailable' },
];

/** What to type to get an outcome of a payment, for the start message in the terminal. */
export const OUTCOMES_BY_TYPING: readonly { readonly outcome: string; readonly how: string }[] = [
  { outcome: 'Approved', how: 'any test card, any future expiry, any security code' },
  { outcome: 'Declined', how: 'security code 987, or expiry 99/51: the year is the bank code' },
  { outcome: 'Field error', how: `next order without test mode, card ${REFUSED_NUMBER}: the service answers 112` },
];
