/** `florin/testing`: page objects for tests of pages with Florin's elements, and the test cards. */
export type { FlorinCheckout, FlorinCheckoutOptions, Outcome } from './checkout-actions.js';
export { florinCheckout } from './florin-checkout.js';
export type { ChallengeAnswer } from './driver.js';
export type { FieldName, Seen, ShownCard } from './look.js';
export { testAccount, testCards, type TestCardName, type TypedAccount, type TypedCard } from './test-cards.js';
