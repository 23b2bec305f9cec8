import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { localeOf } from '../locale.js';
import { fieldWords } from '../words/field-words.js';
import { type CardField, type FieldHost, problemOf } from './card-field.js';
import type { FormFields } from './form-element.js';

/** A host that says which language it speaks. */
export type FormHost = FieldHost & ReactiveControllerHost & { readonly locale: string };

/**
 * Binds fields to the form around their element: validity, reset, disabled, Enter. Numbers and security codes take
 * part by these alone; a name or an expiry date has a value besides (invariant 1 of the architecture).
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
    host.addEventListener('keydown', (event) => this.#onKeydown(event));
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
    // The browser calls in the middle of an update when it is the attribute that has changed.
    void this.#host.updateComplete.then(() => this.#host.requestUpdate());
  }

  /** The browser gives back what it kept of the element's value. */
  restore(state: unknown): void {
    if (typeof state === 'string') void this.#host.updateComplete.then(() => this.#valueOf?.write(state));
  }

  hostUpdated(): void {
    const locale = localeOf(this.#host);
    const wrong = this.#fields().find((field) => !field.isRight);
    this.internals.setValidity(
      wrong ? { [wrong.state.status === 'empty' ? 'valueMissing' : 'customError']: true } : {},
      // What a browser may say when a form is checked without showing it here.
      wrong?.message(fieldWords(locale), locale, problemOf(wrong.state)) ?? '',
      wrong?.input ?? undefined,
    );
    if (this.#valueOf) this.internals.setFormValue(this.#valueOf.read());
  }

  #refresh(): void {
    for (const field of this.#fields()) field.refresh();
    this.hostUpdated();
  }

  #onKeydown(event: KeyboardEvent): void {
    const isEnter = event.key === 'Enter' && !event.isComposing && !event.defaultPrevented;
    // A checkout around the field pays by itself; the form that is meant is then not the page's.
    if (isEnter && !this.#host.closest('florin-checkout')) this.internals.form?.requestSubmit();
  }
}
