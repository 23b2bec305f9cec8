import { html, LitElement, type ReactiveController } from 'lit';
import { localeOf } from '../locale.js';
import { fieldWords } from '../words/field-words.js';
import { CardField } from './card-field.js';
import type { FieldKind } from './field-kind.js';
import { registerFields } from './field-registry.js';
import { FormControl, type FormHost } from './form-control.js';
import { keepInside } from './keep-inside.js';
import { readBrands } from './read-brands.js';
import '../watch-language.js';

/** Focus on the element, or on a label of the page for it, goes to the input. */
export const delegatingRoot: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

/** What an element that is one field lets its user set. */
export interface SingleFieldHost extends FormHost {
  readonly optional: boolean;
  readonly acceptedBrands?: string;
}

/** Everything that `<florin-card-number>` and its three sisters do alike. */
export class SingleField implements ReactiveController {
  readonly field: CardField;
  readonly control: FormControl;
  readonly #host: SingleFieldHost;
  #connection: AbortController | undefined;

  constructor(host: SingleFieldHost, kind: FieldKind) {
    this.#host = host;
    host.addController(this);
    this.field = new CardField(host, kind);
    this.control = new FormControl(
      host,
      () => [this.field],
      kind === 'name' || kind === 'expiry' ? this.field : undefined,
    );
    registerFields(host, [this.field]);
  }

  hostConnected(): void {
    this.#connection = new AbortController();
    if (this.#host.shadowRoot) keepInside(this.#host.shadowRoot, this.#connection.signal);
  }

  hostDisconnected(): void {
    this.#connection?.abort();
  }

  hostUpdate(): void {
    const { field } = this;
    field.isRequired = !this.#host.optional;
    const accepted = readBrands(this.#host.acceptedBrands);
    if (accepted) field.context = { ...field.context, accepted };
  }

  render() {
    const locale = localeOf(this.#host);
    return html`<div class="florin">${this.field.render(fieldWords(locale), locale)}</div>`;
  }
}
