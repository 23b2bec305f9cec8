import { html, LitElement, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { cardLayout } from '../field/card-layout.css.js';
import { CardSet } from '../field/card-set.js';
import type { FieldKind } from '../field/field-kind.js';
import { registerFields } from '../field/field-registry.js';
import { FormControl } from '../field/form-control.js';
import { fieldStyles } from '../field/field.css.js';
import { acceptBrands } from '../field/read-brands.js';
import { delegatingRoot } from '../field/single-field.js';
import { localeOf } from '../locale.js';
import { theme } from '../theme.css.js';
import { fieldWords } from '../words/field-words.js';

/**
 * The four fields of a card: number, expiry, security code, name. Without a value: put it into `<florin-checkout>` to
 * pay with what is typed.
 *
 * @fires {FlorinFieldEvent} florin-field - A field's state, or the brand, has changed.
 * @csspart fields - The grid of fields.
 * @csspart field - One field; also by its kind: `number`, `expiry`, `cvn`, `name`.
 * @csspart label - A label.
 * @csspart box - The box around an input.
 * @csspart input - An input.
 * @csspart hint - The line below a box while nothing is wrong.
 * @csspart error - The line below a box while something is wrong.
 * @csspart brands - The icon of the brand, or of those that the number can still be.
 * @cssprop --florin-ink - Text.
 * @cssprop --florin-ink-soft - Labels and hints.
 * @cssprop --florin-paper - Background of a field.
 * @cssprop --florin-line - Border of a field.
 * @cssprop --florin-accent - Focus.
 * @cssprop --florin-danger - Errors.
 * @cssprop --florin-autofill - Background of a field that the browser has filled.
 * @cssprop --florin-radius - Corners.
 * @cssprop --florin-gap - Space between fields.
 * @cssprop --florin-control-height - Height of a field, never under 44px.
 * @cssprop --florin-font - Font family; inherited by default.
 */
export class CardFieldsElement extends LitElement {
  static readonly formAssociated = true;
  static override shadowRootOptions = delegatingRoot;
  static override styles = [theme, fieldStyles, cardLayout];

  /** Brands that the shop takes, separated by blanks; all when empty. Ids: visa mastercard amex diners jcb discover unionpay. */
  @property({ attribute: 'accepted-brands' }) acceptedBrands = '';

  /** Leaves out the name on the card. */
  @property({ type: Boolean, attribute: 'no-name' }) noName = false;

  /** Turns the fields off. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  readonly #set = new CardSet(this);
  readonly #control = new FormControl(this, () => this.#set.fields.filter((field) => field.input));

  constructor() {
    super();
    registerFields(this, this.#set.fields);
  }

  /** The form around the element. */
  get form(): HTMLFormElement | null {
    return this.#control.form;
  }

  get validity(): ValidityState {
    return this.#control.validity;
  }

  get validationMessage(): string {
    return this.#control.validationMessage;
  }

  get willValidate(): boolean {
    return this.#control.willValidate;
  }

  /** True when the form may be sent as far as the card is concerned. Shows nothing. */
  checkValidity(): boolean {
    return this.#control.checkValidity();
  }

  /** The same, and shows what is wrong. */
  reportValidity(): boolean {
    return this.#control.reportValidity();
  }

  /** Focuses a field. On a phone the keyboard opens only after a tap of the shopper. */
  focusField(kind: FieldKind): void {
    this.#set.group.find(kind)?.focus();
  }

  formResetCallback(): void {
    this.#control.reset();
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#control.setDisabled(isDisabled);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('acceptedBrands')) acceptBrands(this.#set.fields, this.acceptedBrands);
  }

  protected override render() {
    const locale = localeOf(this);
    return html`<div class="florin">${this.#set.render(fieldWords(locale), locale, [this.noName && 'name'])}</div>`;
  }
}
