import type { EditState } from '../../../src/core/card/edit.js';

/** A formatter as the DOM code calls it: state before, state after the browser's edit, kind of edit. */
export type Format = (before: EditState, after: EditState, inputType?: string) => EditState;

/** Writes a state as text with its caret as `|`, or its selection as `[` and `]`. */
export function show({ value, start, end }: EditState): string {
  if (start === end) return `${value.slice(0, start)}|${value.slice(start)}`;
  return `${value.slice(0, start)}[${value.slice(start, end)}]${value.slice(end)}`;
}

/** Reads what {@link show} writes. */
export function state(text: string): EditState {
  const value = text.replace(/[|[\]]/g, '');
  const start = text.search(/[|[]/);
  const end = text.includes(']') ? text.indexOf(']') - 1 : start;
  return { value, start, end };
}

/**
 * A text input that behaves as in browsers: an independent implementation to compare with `applyInput`, and the input of the
 * property tests. With `withInputType` false the formatter has to find the kind of edit from the two states.
 */
export class TextField {
  current: EditState;
  readonly #format: Format;
  readonly #withInputType: boolean;

  constructor(format: Format, start = '|', withInputType = true) {
    this.#format = format;
    this.#withInputType = withInputType;
    this.current = state(start);
  }

  type(text: string): this {
    for (const character of text) this.#insert(character, 'insertText');
    return this;
  }

  paste(text: string): this {
    return this.#insert(text, 'insertFromPaste');
  }

  /** Replaces the whole value in one event, as autofill and password managers do. */
  fill(text: string): this {
    return this.#edit({ value: text, start: text.length, end: text.length }, '');
  }

  backspace(times = 1): this {
    for (let index = 0; index < times; index += 1) {
      const { start, end } = this.current;
      this.#remove(start === end ? Math.max(0, start - 1) : start, end, 'deleteContentBackward');
    }
    return this;
  }

  delete(times = 1): this {
    for (let index = 0; index < times; index += 1) {
      const { value, start, end } = this.current;
      this.#remove(start, start === end ? Math.min(value.length, end + 1) : end, 'deleteContentForward');
    }
    return this;
  }

  select(start: number, end = start): this {
    this.current = { ...this.current, start, end };
    return this;
  }

  get text(): string {
    return show(this.current);
  }

  #insert(text: string, inputType: string): this {
    const { value, start, end } = this.current;
    const caret = start + text.length;
    return this.#edit({ value: value.slice(0, start) + text + value.slice(end), start: caret, end: caret }, inputType);
  }

  #remove(from: number, to: number, inputType: string): void {
    const { value } = this.current;
    // A key that deletes nothing gives no input event.
    if (from === to) return;
    this.#edit({ value: value.slice(0, from) + value.slice(to), start: from, end: from }, inputType);
  }

  #edit(after: EditState, inputType: string): this {
    this.current = this.#withInputType
      ? this.#format(this.current, after, inputType)
      : this.#format(this.current, after);
    return this;
  }
}
