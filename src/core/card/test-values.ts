/**
 * Numbers of the service's test cards, and the holder names and CVNs that choose an outcome in the sandbox. src/sandbox/bank/
 * adds the bank's details, and `florin/testing` makes cards of them. No element imports this file.
 */

/** Numbers that the service publishes for tests. docs/wire/rest.md section 10. */
export const TEST_NUMBERS = {
  mastercard: '5123456789012346',
  mastercard2Series: '2720010040360012',
  visa: '4987654321098769',
  amex: '345678901234564',
  diners: '30123456789019',
  jcb: '3530111333300000',
} as const;

/** Names of a holder that choose an outcome. docs/reference/test-cards.md */
export const TEST_HOLDERS = {
  bankDown: 'BANK DOWN',
  slow: 'SLOW',
  declined: 'DO NOT HONOR',
  noFunds: 'NO FUNDS',
  cardExpired: 'CARD EXPIRED',
  issuerUnavailable: 'ISSUER UNAVAILABLE',
  challenge: '3DS CHALLENGE',
  frictionless: '3DS FRICTIONLESS',
  authenticationFailed: '3DS FAIL',
  authenticationUnavailable: '3DS UNAVAILABLE',
  authenticationAttempted: '3DS ATTEMPTED',
  notEnrolled: '3DS NOT ENROLLED',
  fraudReview: 'FRAUD REVIEW',
  fraudRejected: 'FRAUD REJECT',
  fraudRule: 'ANTI FRAUD RULE',
} as const;

/** CVNs that do not match, in test mode. */
export const TEST_CVNS = { wrong: '987', notProcessed: '876', notRegistered: '765' } as const;

/**
 * A failure of the connection to the service, for one payment. `answerLost`: the payment is made, and the connection is dropped.
 * `unreachable`: a gateway answers 503, and nothing is done. `timeout`: the payment is made, and no answer comes for 120 seconds.
 */
export type TestFault = 'answerLost' | 'unreachable' | 'timeout';

/** What happens to a payment: the name of a test card with an outcome, or a failure of the connection. */
export type NextPayment = keyof typeof TEST_HOLDERS | TestFault;
