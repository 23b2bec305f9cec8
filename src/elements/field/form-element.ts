import { LitElement } from 'lit';
import { property } from '../property.js';

export interface FormFields {
  readonly internals: ElementInternals;
  checkValidity(): boolean;
  /** Shows errors at the fields instead of the browser's own bubble, and focuses the first one. */
  reportValidity(): boolean;
  reset(): void;
  setDisabled(isDisabled: boolean): void;
}

/**
 * The base class of elements with fields of a card or an account: their form API.
 *
 * @csspart label - A label.
 * @csspart box - The box around an input.
 * @csspart input - An input.
 * @csspart hint - The hint at the end of a box.
 * @csspart error - The error message below a box.
 * @cssprop --florin-ink - Text.
 * @cssprop --florin-ink-soft - Hints.
 * @cssprop --florin-paper - Background of a field.
 * @cssprop --florin-line - Border of a field.
 * @cssprop --florin-accent - Focus.
 * @cssprop --florin-danger - Errors.
 * @cssprop --florin-radius - Corners.
 * @cssprop --florin-control-height - Height of a field, never under 44px.
 * @cssprop --florin-font - Font family; inherited by default.
 */
export abstract class FormElement extends LitElement {
  static readonly formAssociated = true;
  /** Focus on the element, or on a label of the page for it, moves to the first input. */
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  /** Disables all inputs of the element. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  protected abstract readonly control: FormFields;

  /** The form around the element. */
  get form(): HTMLFormElement | null {
    return this.control.internals.form;
  }

  get validity(): ValidityState {
    return this.control.internals.validity;
  }

  get validationMessage(): string {
    return this.control.internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.control.internals.willValidate;
  }

  /** True when this element does not block submission. Shows nothing. */
  checkValidity(): boolean {
    return this.control.checkValidity();
  }

  /** Like `checkValidity`, and shows the errors. */
  reportValidity(): boolean {
    return this.control.reportValidity();
  }

  formResetCallback(): void {
    this.control.reset();
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.control.setDisabled(isDisabled);
  }
}
