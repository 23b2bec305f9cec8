import { html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from '../property.js';
import { localeOf } from '../locale.js';
import { theme } from '../theme.css.js';
import { fieldMessages } from '../messages/field-messages.js';
import { CardField } from './card-field.js';
import { fieldStyles } from './field.css.js';
import type { FieldKind } from './field-kind.js';
import { registerFields } from './field-registry.js';
import { FormControl } from './form-control.js';
import { FormElement } from './form-element.js';
import { keepInside } from './keep-inside.js';
import '../watch-language.js';

/**
 * The base class of the four elements with one card field each. Number and security code have no value, so that the text cannot
 * be read from the element.
 *
 * @fires {FlorinFieldEvent} florin-field - The field's state or brand has changed.
 * @csspart field - The whole field: label, box and message line.
 * @cssprop --florin-autofill - Background of a field that the browser has filled.
 */
export abstract class FieldElement extends FormElement {
  static override styles = [theme, fieldStyles];

  /** Allows the field to be empty. */
  @property({ type: Boolean, reflect: true }) optional = false;

  protected readonly field: CardField;
  protected readonly control: FormControl;

  /** @param hasValue - whether the text is the element's value in a form */
  constructor(kind: FieldKind, hasValue = false) {
    super();
    this.field = new CardField(this, kind);
    this.control = new FormControl(this, () => [this.field], hasValue ? this.field : undefined);
    registerFields(this, [this.field]);
    keepInside(this);
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    if (this.field.isRequired !== this.optional) return;
    this.field.isRequired = !this.optional;
    if (this.hasUpdated) this.field.refresh();
  }

  protected override render(): TemplateResult {
    const locale = localeOf(this);
    return html`<div class="florin">${this.field.render(fieldMessages(locale), locale)}</div>`;
  }
}

/** Expiry date and name: their text is a value in the form. */
export abstract class ValueFieldElement extends FieldElement {
  constructor(kind: 'expiry' | 'name') {
    super(kind, true);
    // A value that was set before the tag was registered hides the accessor.
    const { value } = this;
    if (Reflect.deleteProperty(this, 'value') && value) this.value = value;
  }

  /** The formatted text of the field. */
  get value(): string {
    return this.field.read();
  }

  set value(value: string) {
    // A property that a framework takes away is empty text.
    const text = value ?? '';
    if (this.hasUpdated) this.field.write(text);
    else void this.updateComplete.then(() => this.field.write(text));
  }

  formStateRestoreCallback(state: unknown): void {
    this.control.restore(state);
  }
}
