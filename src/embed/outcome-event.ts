import type { CheckoutOutcome } from './contract.js';

/**
 * Fired on the iframe when the embedded checkout page has reported an outcome. It is only a hint, because it comes from a
 * browser. Ask your server, which has the signer's result, before you show or deliver anything.
 */
export class FlorinOutcomeEvent extends Event {
  static readonly eventName = 'florin-outcome';
  /** What the page in the frame has reported. */
  readonly outcome: CheckoutOutcome;

  constructor(outcome: CheckoutOutcome) {
    super(FlorinOutcomeEvent.eventName, { bubbles: true });
    this.outcome = outcome;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'florin-outcome': FlorinOutcomeEvent;
  }
}
