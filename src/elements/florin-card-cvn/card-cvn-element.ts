import { FieldElement } from '../field/field-element.js';

/**
 * The security code of a card. It is cleared when the page is left. It has no value: the text cannot be read from the element.
 */
export class CardCvnElement extends FieldElement {
  constructor() {
    super('cvn');
  }
}
