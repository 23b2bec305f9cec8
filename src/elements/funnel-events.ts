/**
 * Events for a page's funnel before the first state of a payment (docs/guides/funnel.md). They contain no card data.
 */
import type { FieldKind } from './field/field-kind.js';

const OPTIONS = { bubbles: true, composed: true } as const;

/** Fired once, when the shopper can begin: the fields are drawn, or their frame has answered. */
export class FlorinReadyEvent extends Event {
  static readonly eventName = 'florin-ready';

  constructor() {
    super(FlorinReadyEvent.eventName, OPTIONS);
  }
}

/** Fired each time a field of the card gets the focus, in a frame too. */
export class FlorinFocusEvent extends Event {
  static readonly eventName = 'florin-focus';
  /** Which field. */
  readonly field: FieldKind;

  constructor(field: FieldKind) {
    super(FlorinFocusEvent.eventName, OPTIONS);
    this.field = field;
  }
}
