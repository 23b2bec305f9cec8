/** The base of elements with fields of a card or an account: what each offers to the form around it. */
import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** The fields of an element, for the form around it. */
export interface FormFields {
  readonly internals: ElementInternals;
  checkValidity(): boolean;
  /** Shows what is wrong beside the fields, not in the browser's own bubble, and focuses the first of it. */
  reportValidity(): boolean;
  reset(): void;
  setDisabled(isDisabled: boolean): void;
}

export abstract class FormElement extends LitElement {
  static readonly formAssociated = true;
  /** Focus on the element, or on a label of the page for it, goes to the first input. */
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  /** Turns all inputs of the element off. */
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

  /** True when the form may be sent as far as this element is concerned. Shows nothing. */
  checkValidity(): boolean {
    return this.control.checkValidity();
  }

  /** The same, and shows what is wrong. */
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
