import { html, nothing } from 'lit';
import type { FieldWords } from '../words/field-words.js';
import { CardField, type FieldHost } from './card-field.js';
import { CardGroup } from './card-group.js';
import { keepInside } from './keep-inside.js';

/**
 * The four fields of a card in one shadow root, where autofill, Tab and password managers find them
 * together.
 */
export class CardSet {
  readonly fields: readonly CardField[];
  readonly group: CardGroup;

  constructor(host: FieldHost) {
    keepInside(host);
    const onChange = (field: CardField) => field.kind === 'number' && this.group.configure({});
    this.fields = (['number', 'expiry', 'cvn', 'name'] as const).map((kind) => new CardField(host, kind, onChange));
    this.group = new CardGroup(() => this.fields.filter((field) => field.input));
  }

  /** @param without - Kinds that are neither drawn nor asked for. */
  render(words: FieldWords, locale: string, without: readonly unknown[]) {
    return html`<div class="fields" part="fields">
      ${this.fields.map((field) => (without.includes(field.kind) ? nothing : field.render(words, locale)))}
    </div>`;
  }
}
