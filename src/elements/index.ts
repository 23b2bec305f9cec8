/** `florin/elements`: the classes and events, without registering a tag. */
export { AmountElement } from './florin-amount/amount-element.js';
export { BankAccountElement } from './florin-bank-account/bank-account-element.js';
export { CardCvnElement } from './florin-card-cvn/card-cvn-element.js';
export { CardExpiryElement } from './florin-card-expiry/card-expiry-element.js';
export { CardFieldsElement } from './florin-card-fields/card-fields-element.js';
export { CardNameElement } from './florin-card-name/card-name-element.js';
export { CardNumberElement } from './florin-card-number/card-number-element.js';
export { FlorinChallengeEvent } from './florin-checkout/challenge-event.js';
export { CheckoutElement } from './florin-checkout/checkout-element.js';
export { PayButtonElement } from './florin-pay-button/pay-button-element.js';
export { FlorinSavedEvent } from './florin-checkout/token-event.js';
export { ReceiptElement } from './florin-receipt/receipt-element.js';
export { ReferencesElement } from './florin-references/references-element.js';
export { FlorinErrorEvent, FlorinFieldEvent, FlorinResultEvent, FlorinStateEvent } from './events.js';
export { FlorinAmountEvent, FlorinBeforePayEvent } from './pay-events.js';
export type { ShownTotal } from './florin-checkout/shown-total.js';
