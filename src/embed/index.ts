/** `florin/embed`: a checkout page of another origin inside a page of the shop. docs/guides/embedded-checkout.md */
export type { CheckoutOutcome } from './contract.js';
export { embedCheckout, type EmbedOptions } from './embed-checkout.js';
export { FlorinOutcomeEvent } from './outcome-event.js';
export { reportCheckout, type ReportOptions } from './report-checkout.js';
