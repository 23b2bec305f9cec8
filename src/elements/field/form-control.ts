import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { localeOf } from '../locale.js';
import { fieldMessages } from '../messages/field-messages.js';
import { onEnter, submitImplicitly } from '../submit-on-enter.js';
import { type CardField, type FieldHost, problemOf } from './card-field.js';
import type { FormFields } from './form-element.js';

/** A host with a locale. */
type FormHost = FieldHost & ReactiveControllerHost & { readonly locale: string };

/**
 * Connects fields to the form around their element: validity, reset, disabled, Enter. Number and security code have
 * only these; name and expiry date also have a value (docs/invariants.md, invariant 1).
 */
export class FormControl implements FormFields, ReactiveController {
  readonly internals: ElementInternals;
  readonly #host: FormHost;
  readonly #fields: () => readonly CardField[];
  readonly #valueOf: CardField | undefined;

  /** @param valueOf - The field whose text is the element's value. */
  constructor(host: FormHost, fields: () => readonly CardField[], valueOf?: CardField) {
    this.#host = host;
    this.internals = host.attachInternals();
    this.#fields = fields;
    this.#valueOf = valueOf;
    host.addController(this);
    host.addEventListener('keypress', (event) => onEnter(event, () => this.#submit()));
  }

  checkValidity(): boolean {
    this.#refresh();
    return this.internals.checkValidity();
  }

  reportValidity(): boolean {
    const isValid = this.checkValidity();
    if (isValid) return true;
    this.#fields()
      .filter((field) => !field.report())[0]
      ?.focus();
    return false;
  }

  reset(): void {
    for (const field of this.#fields()) field.write('');
  }

  setDisabled(isDisabled: boolean): void {
    for (const field of this.#fields()) field.isDisabled = isDisabled;
    // The browser may call this in the middle of an update, when the attribute has changed.
    void this.#host.updateComplete.then(() => this.#host.requestUpdate());
  }

  /** Restores a value that the browser has kept. */
  restore(state: unknown): void {
    if (typeof state === 'string') void this.#host.updateComplete.then(() => this.#valueOf?.write(state));
  }

  hostUpdated(): void {
    const locale = localeOf(this.#host);
    const wrong = this.#fields().find((field) => !field.isRight);
    this.internals.setValidity(
      wrong ? { [wrong.state.status === 'empty' ? 'valueMissing' : 'customError']: true } : {},
      // The message for a browser that validates the form without showing errors here.
      wrong?.message(fieldMessages(locale), locale, problemOf(wrong.state)) ?? '',
      wrong?.input ?? undefined,
    );
    if (this.#valueOf) this.internals.setFormValue(this.#valueOf.read());
  }

  #refresh(): void {
    for (const field of this.#fields()) field.refresh();
    this.hostUpdated();
  }

  #submit(): void {
    const { form } = this.internals;
    // A surrounding checkout pays by itself; its form is then not the page's form.
    if (form && !this.#host.closest('florin-checkout')) submitImplicitly(form);
  }
}
