import { ValueFieldElement } from '../field/field-element.js';

/**
 * The name on a card.
 *
 * @fires {FlorinFieldEvent} florin-field - The field's state or brand has changed.
 * @csspart field - The whole field: label, box and message line.
 * @csspart label - The label.
 * @csspart box - The box around the input.
 * @csspart input - The input.
 * @csspart hint - The hint below the box, while there is no error.
 * @csspart error - The error message below the box.
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
export class CardNameElement extends ValueFieldElement {
  constructor() {
    super('name');
  }
}
