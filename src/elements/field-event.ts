/** A separate file, because the frame needs only this event. */
import type { CardBrandId } from '../core/card/brand.js';
import type { CardFieldState } from '../core/card/field-state.js';
import type { FieldKind } from './field/field-kind.js';

/** Fired by a field, or by the element that draws it, when its state or its brand has changed. */
export class FlorinFieldEvent extends Event {
  static readonly eventName = 'florin-field';
  /** Which field. */
  readonly field: FieldKind;
  /** Its state; it has no typed text. */
  readonly state: CardFieldState;
  /** The brand of the card number; `undefined` while unknown. */
  readonly brand: CardBrandId | undefined;

  constructor(field: FieldKind, state: CardFieldState, brand: CardBrandId | undefined) {
    super(FlorinFieldEvent.eventName, { bubbles: true, composed: true });
    this.field = field;
    this.state = state;
    this.brand = brand;
  }
}
