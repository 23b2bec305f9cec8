/**
 * Drives the fields as a person does. Tests use this interface instead of the markup, so that the markup can change.
 */
import { nextFrame } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { LitElement } from 'lit';
import type { FieldKind } from '../../src/elements/field/field-kind.js';

export interface FieldHarness {
  /** The element that draws the field. */
  readonly host: HTMLElement;
  readonly value: string;
  /** Position of the caret, or `start-end` of the selection. */
  readonly caret: number | string;
  readonly label: string;
  /** What describes the field: its error, then its hint. */
  readonly note: string;
  /** The shown error; empty if there is none. */
  readonly error: string;
  /** The text of the live region. */
  readonly announced: string;
  readonly hasFocus: boolean;
  readonly isDisabled: boolean;
  /** The label of the icons: `Visa`, or `Accepted: Visa and Mastercard`. */
  readonly brands: string;
  readonly icons: number;
  attribute(name: string): string | null;
  style(property: string, part?: 'box' | 'input' | 'label' | 'note'): string;
  box(part?: 'box' | 'note'): DOMRect;
  focus(): Promise<void>;
  blur(): Promise<void>;
  /** Real key presses, one for each character. */
  type(text: string): Promise<void>;
  /** One key, `Backspace` or `Control+z`, so many times. */
  press(key: string, times?: number): Promise<void>;
  moveCaret(at: number): Promise<void>;
  /** One input event for the whole text at the caret, as autofill and phone keyboards do. */
  fillAtOnce(text: string): Promise<void>;
  /** Sets the value without an event, as some password managers do. */
  writeSilently(text: string): void;
}

/** The field of a kind in an element, through any number of shadow roots. */
export async function fieldOf(host: HTMLElement, kind: FieldKind): Promise<FieldHarness> {
  await settle(host);
  const find = () => deepQuery(host, `#${kind}`) as HTMLInputElement;
  if (!find()) throw new Error(`no ${kind} field`);
  const part = (name: string) => find().closest('.field')?.querySelector(`.${name}`) as HTMLElement;
  const root = () => find().getRootNode() as ShadowRoot;
  const harness: FieldHarness = {
    host,
    get value() {
      return find().value;
    },
    get caret() {
      const { selectionStart, selectionEnd } = find();
      return selectionStart === selectionEnd ? Number(selectionStart) : `${selectionStart}-${selectionEnd}`;
    },
    get label() {
      return textOf(root().querySelector(`label[for="${find().id}"]`));
    },
    get note() {
      const ids = find().getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids
        .map((id) => textOf(root().getElementById(id)))
        .join(' ')
        .trim();
    },
    get error() {
      return find().getAttribute('aria-invalid') === 'true' ? textOf(part('note')) : '';
    },
    get announced() {
      return textOf(find().closest('.field')?.querySelector('[role="status"]'));
    },
    get hasFocus() {
      return root().activeElement === find();
    },
    get isDisabled() {
      return find().disabled;
    },
    get brands() {
      return find().closest('.field')!.querySelector('[part=brands]')!.getAttribute('aria-label') ?? '';
    },
    get icons() {
      return find().closest('.field')!.querySelector('[part=brands]')!.querySelectorAll('svg').length;
    },
    attribute: (name) => find().getAttribute(name),
    style: (property, name = 'box') =>
      getComputedStyle(name === 'input' ? find() : partOf(name)).getPropertyValue(property),
    box: (name = 'box') => part(name).getBoundingClientRect(),
    async focus() {
      find().focus();
      await settle(host);
    },
    async blur() {
      find().blur();
      await settle(host);
    },
    async type(text) {
      if (!harness.hasFocus) find().focus();
      for (const character of text) await sendKeys({ press: character === ' ' ? 'Space' : character });
      await settle(host);
    },
    async press(key, times = 1) {
      if (!harness.hasFocus) find().focus();
      for (let time = 0; time < times; time += 1) await sendKeys({ press: key });
      await settle(host);
    },
    async moveCaret(at) {
      find().focus();
      find().setSelectionRange(at, at);
    },
    async fillAtOnce(text) {
      const input = find();
      const { selectionStart, selectionEnd, value } = input;
      const caret = (selectionStart ?? 0) + text.length;
      input.value = value.slice(0, selectionStart ?? 0) + text + value.slice(selectionEnd ?? 0);
      input.setSelectionRange(caret, caret);
      input.dispatchEvent(
        new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText' }),
      );
      await settle(host);
    },
    writeSilently(text) {
      find().value = text;
    },
  };
  const partOf = (name: string) =>
    name === 'label' ? (root().querySelector(`label[for="${find().id}"]`) as Element) : part(name);
  return harness;
}

/** Waits until an element, and the elements in its shadow root, have rendered. */
export async function settle(host: HTMLElement): Promise<void> {
  await (host as LitElement).updateComplete;
  await nextFrame();
  await (host as LitElement).updateComplete;
}

export function deepQuery(root: Element, selector: string): Element | undefined {
  for (const scope of [root.shadowRoot, root]) {
    if (!scope) continue;
    const found = scope.querySelector(selector);
    if (found) return found;
    for (const child of scope.querySelectorAll('*')) {
      const inner = child.shadowRoot ? deepQuery(child, selector) : undefined;
      if (inner) return inner;
    }
  }
  return undefined;
}

function textOf(element: Element | null | undefined): string {
  return element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}
