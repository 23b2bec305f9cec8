import { html, nothing } from 'lit';
import { readCardLine } from '../../core/card/card-line.js';
import type { FieldMessages } from '../messages/field-messages.js';
import { CardField, type FieldHost } from './card-field.js';
import { CardGroup } from './card-group.js';
import type { FieldKind } from './field-kind.js';
import { keepInside } from './keep-inside.js';

/** The four fields of a card in one shadow root, where autofill, Tab and password managers find them together. */
export class CardSet {
  readonly fields: readonly CardField[];
  readonly group: CardGroup;
  /** Moves the focus to the next field when one is complete and valid. */
  autoAdvance = false;

  constructor(host: FieldHost) {
    keepInside(host);
    const onChange = (field: CardField, isComplete?: boolean) => {
      if (field.kind === 'number') this.group.configure({});
      if (isComplete && this.autoAdvance) this.#advance(field);
    };
    this.fields = (['number', 'expiry', 'cvn', 'name'] as const).map((kind) => new CardField(host, kind, onChange));
    this.group = new CardGroup(() => this.fields.filter((field) => field.input));
  }

  /** Never for a shopper who went back to a field: neither from it nor into one that was left or filled in. */
  #advance(field: CardField): void {
    const present = this.fields.filter(({ input }) => input);
    const next = present[present.indexOf(field) + 1];
    if (next && !field.wasLeft && !next.wasLeft && !next.read()) next.focus();
  }

  /** A whole card pasted into the number fills its fields. What is there already is replaced. */
  readonly #onPaste = (event: ClipboardEvent) => {
    const input = this.group.find('number')?.input;
    const line = readCardLine(event.clipboardData?.getData('text/plain') ?? '');
    if (!line || !input || event.target !== input) return;
    event.preventDefault();
    for (const kind of ['expiry', 'cvn'] as const) this.group.find(kind)?.write(line[kind]);
    // As an edit, which can be undone.
    input.select();
    document.execCommand('insertText', false, line.number);
  };

  /** @param without - Kinds that are neither drawn nor asked for. */
  render(messages: FieldMessages, locale: string, without: readonly (FieldKind | false)[]) {
    const last = this.fields.filter(({ kind }) => !without.includes(kind)).at(-1);
    return html`<div class="fields" part="fields" @paste=${this.#onPaste}>
      ${this.fields.map((field) =>
        without.includes(field.kind) ? nothing : field.render(messages, locale, field === last ? 'go' : 'next'),
      )}
    </div>`;
  }
}
