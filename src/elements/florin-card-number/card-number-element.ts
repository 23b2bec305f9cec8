import type { PropertyValues } from 'lit';
import { property } from '../property.js';
import { FieldElement } from '../field/field-element.js';
import { acceptBrands } from '../field/read-brands.js';

/**
 * The number of a card, grouped as on the card, with the icon of its brand. It has no value: the
 * text cannot be read from the element.
 *
 * @fires {FlorinFieldEvent} florin-field - The field's state or brand has changed.
 * @csspart field - The whole field: label, box and message line.
 * @csspart label - The label.
 * @csspart box - The box around the input.
 * @csspart input - The input.
 * @csspart hint - The hint below the box, while there is no error.
 * @csspart error - The error message below the box.
 * @csspart brands - The icon of the brand, or of the accepted brands that the number can still become.
 * @cssprop --florin-ink - Text.
 * @cssprop --florin-ink-soft - Labels and hints.
 * @cssprop --florin-paper - Background of a field.
 * @cssprop --florin-line - Border of a field.
 * @cssprop --florin-accent - Focus.
 * @cssprop --florin-danger - Errors.
 * @cssprop --florin-autofill - Background of a field that the browser has filled.
 * @cssprop --florin-radius - Corners.
 * @cssprop --florin-control-height - Height of a field, never under 44px.
 * @cssprop --florin-font - Font family; inherited by default.
 */
export class CardNumberElement extends FieldElement {
  /**
   * Ids of the card brands that the shop accepts (`CardBrandId`), separated by spaces; all when
   * empty.
   */
  @property({ attribute: 'accepted-brands' }) acceptedBrands = '';

  constructor() {
    super('number');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('acceptedBrands')) acceptBrands([this.field], this.acceptedBrands);
  }
}
