import { ValueFieldElement } from '../field/field-element.js';

/** The month and year in which a card expires. */
export class CardExpiryElement extends ValueFieldElement {
  constructor() {
    super('expiry');
  }
}
