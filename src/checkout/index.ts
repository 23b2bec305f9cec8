/** `florin/checkout`: the payment flow of a browser without a user interface. */
export { createCheckout } from './checkout.js';
export { allowOrigins } from './named-addresses.js';
export type { ChallengeEnd, ChallengeState, OpenChallenge } from './challenge-step.js';
export type { Checkout, CheckoutOptions, CheckoutState, ShownPrice } from './contract.js';
export type { Exchange } from './exchange.js';
export type { RecordStorage } from './attempt-record.js';
export type { CardField, CardInput, SavedCardInput, SendCard, SubmitAnswer } from './submit-card.js';
export type { Timers } from './timers.js';
export { canPay, nextStatus } from './transitions.js';
export type { CheckoutEvent, CheckoutStatus } from './transitions.js';
export { type Transition, TRANSITIONS } from './transition-list.js';
