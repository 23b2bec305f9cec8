/** Public events of the elements. None of them can contain a digit of a card. */
import type { TokenStatus } from '../checkout/saving.js';
import type { CheckoutStatus } from '../checkout/transitions.js';
import type { FlorinError } from '../core/errors.js';
import type { PaymentResult } from '../core/pay-api.js';

export { FlorinFieldEvent } from './field-event.js';

const OPTIONS = { bubbles: true, composed: true } as const;

/** Fired when the payment, or the attempt to save, changes its state. */
export class FlorinStateEvent extends Event {
  static readonly eventName = 'florin-state';
  /** The new state: docs/reference/checkout-states.md */
  readonly state: CheckoutStatus | TokenStatus;

  constructor(state: CheckoutStatus | TokenStatus) {
    super(FlorinStateEvent.eventName, OPTIONS);
    this.state = state;
  }
}

/**
 * Fired when the signer has reported the outcome of the payment. Trust only the signer's report, on
 * the shop's server too.
 */
export class FlorinResultEvent extends Event {
  static readonly eventName = 'florin-result';
  /** The result, as the signer has reported it. */
  readonly result: PaymentResult;

  constructor(result: PaymentResult) {
    super(FlorinResultEvent.eventName, OPTIONS);
    this.result = result;
  }
}

/** Fired when a step failed. The shopper has been told what to do. */
export class FlorinErrorEvent extends Event {
  static readonly eventName = 'florin-error';
  /** What failed; its `code` is stable. */
  readonly error: FlorinError;

  constructor(error: FlorinError) {
    super(FlorinErrorEvent.eventName, OPTIONS);
    this.error = error;
  }
}

/** Tells the page of an error, and the developer of a wrong set-up or order: the shopper's sentence cannot say it. */
export function reportError(target: EventTarget, error: FlorinError): void {
  if (/^(configuration_invalid|order_refused)$/.test(error.code)) console.warn(error);
  target.dispatchEvent(new FlorinErrorEvent(error));
}
