import type { PropertyValues } from 'lit';
import { property } from '../property.js';
import { FieldElement } from '../field/field-element.js';
import { acceptBrands } from '../field/read-brands.js';

/**
 * The number of a card, grouped as on the card, with the icon of its brand. It has no value: the text cannot be read from the
 * element.
 *
 * @csspart brands - The icon of the brand, or of the accepted brands that the number can still become.
 */
export class CardNumberElement extends FieldElement {
  /** Ids of the card brands that the shop accepts (`CardBrandId`), separated by spaces; all when empty. */
  @property({ attribute: 'accepted-brands' }) acceptedBrands = '';

  constructor() {
    super('number');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('acceptedBrands')) acceptBrands([this.field], this.acceptedBrands);
  }
}
