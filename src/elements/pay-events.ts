/**
 * Events of a checkout from the first price to the press of the button; a separate file, because
 * fields and frame do not need them.
 */
import type { ShownTotal } from './florin-checkout/shown-total.js';

const OPTIONS = { bubbles: true, composed: true } as const;

/**
 * Fired when the shopper pays and all fields are valid, before anything is sent. `preventDefault()` stops the payment.
 * `waitUntil` delays it, for example to ask the shop about terms or stock: the payment goes on when all promises have
 * resolved, and is cancelled when one rejects. Show on the page what is missing. An `order` that is set on the element until then
 * is the one that is paid: docs/guides/elements.md#an-order-that-is-made-at-the-press
 */
export class FlorinBeforePayEvent extends Event {
  static readonly eventName = 'florin-before-pay';
  readonly #waits: Promise<unknown>[] = [];

  constructor() {
    super(FlorinBeforePayEvent.eventName, { ...OPTIONS, cancelable: true });
  }

  /** Delays the payment until the promise has settled. Call it only while the event is dispatched. */
  waitUntil(promise: Promise<unknown>): void {
    this.#waits.push(promise);
  }

  /** Whether the payment goes on; for the element that has dispatched the event. */
  async isAllowed(): Promise<boolean> {
    const ends = await Promise.allSettled(this.#waits);
    return !this.defaultPrevented && ends.every(({ status }) => status === 'fulfilled');
  }
}

/** Fired when the signer answers that the price of the order is 0: the shop can finish the order without a card. */
export class FlorinNothingToPayEvent extends Event {
  static readonly eventName = 'florin-nothing-to-pay';

  constructor() {
    super(FlorinNothingToPayEvent.eventName, OPTIONS);
  }
}

/** Fired when the shown price has changed: the signer has reported it, or another card is typed. */
export class FlorinAmountEvent extends Event {
  static readonly eventName = 'florin-amount';
  /** The price that is shown now. */
  readonly price: ShownTotal;

  constructor(price: ShownTotal) {
    super(FlorinAmountEvent.eventName, OPTIONS);
    this.price = price;
  }
}
