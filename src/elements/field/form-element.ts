/** The base of elements with card fields: what each offers to the form around it. */
import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { FormControl } from './form-control.js';

export abstract class FormElement extends LitElement {
  static readonly formAssociated = true;
  /** Focus on the element, or on a label of the page for it, goes to the first input. */
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  /** Turns all inputs of the element off. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  protected abstract readonly control: FormControl;

  /** The form around the element. */
  get form(): HTMLFormElement | null {
    return this.control.form;
  }

  get validity(): ValidityState {
    return this.control.validity;
  }

  get validationMessage(): string {
    return this.control.validationMessage;
  }

  get willValidate(): boolean {
    return this.control.willValidate;
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
