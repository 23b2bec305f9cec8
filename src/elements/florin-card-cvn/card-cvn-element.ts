import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { fieldStyles } from '../field/field.css.js';
import { delegatingRoot, SingleField } from '../field/single-field.js';
import { theme } from '../theme.css.js';

/**
 * The security code of a card. It is cleared when the page is left. It has no value: what is typed cannot be read from the element.
 *
 * @fires {FlorinFieldEvent} florin-field - The field's state or brand has changed.
 * @csspart field - All of it: label, box and the line below.
 * @csspart label - The label.
 * @csspart box - The box around the input.
 * @csspart input - The input.
 * @csspart hint - The line below the box while nothing is wrong.
 * @csspart error - The line below the box while something is wrong.
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
export class CardCvnElement extends LitElement {
  static readonly formAssociated = true;
  static override shadowRootOptions = delegatingRoot;
  static override styles = [theme, fieldStyles];

  /** Turns the field off. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** Lets the field be empty. */
  @property({ type: Boolean, reflect: true }) optional = false;

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  readonly #single = new SingleField(this, 'cvn');

  /** The form around the element. */
  get form(): HTMLFormElement | null {
    return this.#single.control.form;
  }

  get validity(): ValidityState {
    return this.#single.control.validity;
  }

  get validationMessage(): string {
    return this.#single.control.validationMessage;
  }

  get willValidate(): boolean {
    return this.#single.control.willValidate;
  }

  /** True when the form may be sent as far as this field is concerned. Shows nothing. */
  checkValidity(): boolean {
    return this.#single.control.checkValidity();
  }

  /** The same, and shows what is wrong. */
  reportValidity(): boolean {
    return this.#single.control.reportValidity();
  }

  formResetCallback(): void {
    this.#single.control.reset();
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#single.control.setDisabled(isDisabled);
  }

  protected override render() {
    return this.#single.render();
  }
}
