import { html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from '../property.js';
import { cardLayout } from '../field/card-layout.css.js';
import { CardSet } from '../field/card-set.js';
import type { FieldKind } from '../field/field-kind.js';
import { registerFields } from '../field/field-registry.js';
import { FormControl } from '../field/form-control.js';
import { FormElement } from '../field/form-element.js';
import { fieldStyles } from '../field/field.css.js';
import { acceptBrands } from '../field/read-brands.js';
import { localeOf } from '../locale.js';
import { theme } from '../theme.css.js';
import { fieldMessages } from '../messages/field-messages.js';

/**
 * The four fields of a card: number, expiry, security code, name. It has no value: put it into
 * `<florin-checkout>` to pay with the typed card.
 *
 * @fires {FlorinFieldEvent} florin-field - A field's state, or the brand, has changed.
 * @csspart fields - The grid of fields.
 * @csspart field - One field; also by its kind: `number`, `expiry`, `cvn`, `name`.
 * @csspart brands - The icon of the brand, or of the accepted brands that the number can still become.
 * @cssprop --florin-autofill - Background of a field that the browser has filled.
 * @cssprop --florin-gap - Space between fields.
 */
export class CardFieldsElement extends FormElement {
  static override styles = [theme, fieldStyles, cardLayout];

  /** Ids of the card brands that the shop accepts (`CardBrandId`), separated by spaces; all when empty. */
  @property({ attribute: 'accepted-brands' }) acceptedBrands = '';

  /** Omits the name on the card. */
  @property({ type: Boolean, attribute: 'no-name' }) noName = false;

  /** Moves the focus to the next field when one is complete and valid, unless the shopper went back to it. */
  @property({ type: Boolean, attribute: 'auto-advance' }) autoAdvance = false;

  readonly #set = new CardSet(this);
  protected readonly control = new FormControl(this, () => this.#set.fields.filter((field) => field.input));

  constructor() {
    super();
    registerFields(this, this.#set.fields);
  }

  /** Focuses a field. On a phone the keyboard opens only after a tap of the shopper. */
  focusField(kind: FieldKind): void {
    this.#set.group.find(kind)?.focus();
  }

  override formDisabledCallback(isDisabled: boolean): void {
    // The first call is before the first render, when no field has an input yet.
    for (const field of this.#set.fields) field.isDisabled = isDisabled;
    super.formDisabledCallback(isDisabled);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('acceptedBrands')) acceptBrands(this.#set.fields, this.acceptedBrands);
    this.#set.autoAdvance = this.autoAdvance;
  }

  protected override render(): TemplateResult {
    const locale = localeOf(this);
    return html`<div class="florin">${this.#set.render(fieldMessages(locale), locale, [this.noName && 'name'])}</div>`;
  }
}
