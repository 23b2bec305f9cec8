/** The card in the page: the built-in four fields, or the fields that the shop has put into the slot `fields`. */
import { html, isServer, nothing } from 'lit';
import type { CardField, CardInput } from '../../checkout/submit-card.js';
import { adoptStyles } from '../adopt-styles.js';
import type { FlorinFieldEvent } from '../events.js';
import { CardGroup } from '../field/card-group.js';
import { cardLayout } from '../field/card-layout.css.js';
import { CardSet } from '../field/card-set.js';
import { fieldStyles } from '../field/field.css.js';
import { fieldsWithin } from '../field/field-registry.js';
import { acceptBrands } from '../field/read-brands.js';
import { FlorinFocusEvent } from '../funnel-events.js';
import { drawsAsServer } from '../hydration.js';
import { holdPress } from '../hold-press.js';
import { localeOf } from '../locale.js';
import { fieldMessages } from '../messages/field-messages.js';
import { type CheckoutHost, type OmittedFields, otherMethod, payOnEnter, type Source } from './source.js';

export class PageCard implements Source {
  readonly #host: CheckoutHost;
  readonly #omitted: OmittedFields;
  readonly #set: CardSet;
  readonly #group: CardGroup;

  constructor(host: CheckoutHost, omitted: OmittedFields = () => [host.noName && 'name']) {
    this.#host = host;
    this.#omitted = omitted;
    this.#set = new CardSet(host);
    this.#group = new CardGroup(() => this.#fields());
    if (isServer) return;
    const purpose = host.getAttribute('purpose') ?? 'payment';
    if (purpose !== 'payment' && !otherMethod(host)) {
      console.warn(`florin-checkout: purpose="${purpose}" is none of payment, save-…, update-…; payment is used`);
    }
    adoptStyles(host.renderRoot, [fieldStyles, cardLayout]);
    holdPress();
    host.addEventListener('florin-field', (event: FlorinFieldEvent) => {
      if (event.target !== host) this.#group.configure({});
    });
    // On the root, because a focus change inside the root fires no event outside it.
    host.renderRoot.addEventListener('focusin', (event) => {
      const field = this.#fields().find(({ input }) => input === event.composedPath()[0]);
      if (field) host.dispatchEvent(new FlorinFocusEvent(field.kind));
    });
  }

  render() {
    const locale = localeOf(this.#host);
    const builtIn =
      !drawsAsServer(this.#host) && this.#slotted().length > 0
        ? nothing
        : this.#set.render(fieldMessages(locale), locale, this.#omitted());
    return html`<div @keypress=${(event: KeyboardEvent) => payOnEnter(this.#host, event)}>
      <slot name="fields" @slotchange=${() => this.#host.requestUpdate()}>${builtIn}</slot>
    </div>`;
  }

  focus(options?: FocusOptions): boolean {
    const input = this.#fields()[0]?.input;
    input?.focus(options);
    return Boolean(input);
  }

  report(): boolean {
    return this.#group.report();
  }

  forSubmission(): CardInput {
    return this.#group.read();
  }

  get isEmpty(): boolean {
    return this.#fields().every((field) => field.read() === '');
  }

  allowTestMonth(allowTestMonth: boolean): void {
    this.#group.configure({ allowTestMonth });
  }

  refuse(kind: CardField, takesFocus: boolean): void {
    const field = this.#group.find(kind);
    field?.refuse();
    if (takesFocus) field?.focus();
  }

  clearCvn(): void {
    this.#group.find('cvn')?.clear();
  }

  clear(): void {
    this.#group.clear();
  }

  hostChanged(): void {
    acceptBrands(this.#set.fields, this.#host.acceptedBrands);
    this.#set.autoAdvance = this.#host.hasAttribute('auto-advance');
  }

  #slotted(): readonly Element[] {
    return [...this.#host.children].filter((child) => child.slot === 'fields');
  }

  #fields() {
    const slotted = this.#slotted();
    return slotted.length > 0 ? fieldsWithin(slotted) : this.#set.fields.filter((field) => field.input);
  }
}
