/** What a checkout tells from the first price to the press of the button; in a file of its own, as fields and frame need none. */
import type { ShownTotal } from './florin-checkout/shown-total.js';

const OPTIONS = { bubbles: true, composed: true } as const;

/**
 * Fired when the shopper pays and all fields are right, before anything is sent. `preventDefault()` stops the payment, and
 * `waitUntil` holds it for a question to the shop: terms, stock. The payment goes on when all promises have resolved, and
 * is off when one rejects. Say on the page what is missing.
 */
export class FlorinBeforePayEvent extends Event {
  static readonly eventName = 'florin-before-pay';
  readonly #waits: Promise<unknown>[] = [];

  constructor() {
    super(FlorinBeforePayEvent.eventName, { ...OPTIONS, cancelable: true });
  }

  /** Holds the payment until the promise has settled. Only while the event is dispatched. */
  waitUntil(promise: Promise<unknown>): void {
    this.#waits.push(promise);
  }

  /** Whether the payment goes on; for the element that has dispatched the event. */
  async isAllowed(): Promise<boolean> {
    const ends = await Promise.allSettled(this.#waits);
    return !this.defaultPrevented && ends.every(({ status }) => status === 'fulfilled');
  }
}

/** Fired when what the shopper is shown of the price has changed: the signer has said it, or another card is typed. */
export class FlorinAmountEvent extends Event {
  static readonly eventName = 'florin-amount';
  readonly price: ShownTotal;

  constructor(price: ShownTotal) {
    super(FlorinAmountEvent.eventName, OPTIONS);
    this.price = price;
  }
}

declare global {
  interface HTMLElementEventMap {
    'florin-before-pay': FlorinBeforePayEvent;
    'florin-amount': FlorinAmountEvent;
  }
}
