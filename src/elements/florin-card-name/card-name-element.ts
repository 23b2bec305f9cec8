import { ValueFieldElement } from '../field/field-element.js';

/** The name on a card. */
export class CardNameElement extends ValueFieldElement {
  constructor() {
    super('name');
  }
}
