import {
  html,
  isServer,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { type CardBrand, CARD_BRANDS, detectBrand, detectBrands } from '../../core/card/brand.js';
import { readDigits } from '../../core/card/digits.js';
import type { EditState } from '../../core/card/edit.js';
import type { CardFieldState } from '../../core/card/field-state.js';
import { FlorinFieldEvent } from '../field-event.js';
import { drawsAsServer } from '../hydration.js';
import type { FieldProblem, FieldMessages } from '../messages/field-messages.js';
import { editBefore, stateOf, writeEdit } from './edit-input.js';
import { AUTOCOMPLETE, FIELD_TRAITS, type FieldContext, type FieldKind, type FieldTraits } from './field-kind.js';
import { icons } from './icon-loader.js';
import { hintInBox, renderField } from './render-field.js';

/** The element that draws the field. */
export type FieldHost = Pick<ReactiveControllerHost, 'addController' | 'requestUpdate'> & HTMLElement;

/** Keeps the hint in its place until the picture is loaded. */
const noPicture = html`<svg width="32" height="20"></svg>`;
const nothingTyped: EditState = { value: '', start: 0, end: 0 };

/**
 * One field of a card: its text, its state, and when to show an error. The text is copied out of
 * the input only to be checked or sent. An error is shown when the field loses focus or the shopper
 * pays, and is removed as soon as it is corrected.
 */
export class CardField implements ReactiveController {
  readonly kind: FieldKind;
  /** Set by the surrounding element, because the rules of number and security code depend on each other. */
  context: FieldContext = {};
  isRequired = true;
  isDisabled = false;
  readonly #host: FieldHost;
  readonly #traits: FieldTraits;
  /** The shopper has left the field before. */
  wasLeft = false;
  readonly #onChange: ((field: CardField, isComplete?: boolean) => void) | undefined;
  #state: CardFieldState = { status: 'empty' };
  #brand: CardBrand | undefined;
  #problem: FieldProblem | undefined;
  #isWriting = false;
  #before = nothingTyped;

  /** @param onChange - its second argument is true after a typed text that completes the field */
  constructor(host: FieldHost, kind: FieldKind, onChange?: (field: CardField, isComplete?: boolean) => void) {
    this.kind = kind;
    this.#host = host;
    this.#traits = FIELD_TRAITS[kind];
    this.#onChange = onChange;
    host.addController(this);
  }

  get state(): CardFieldState {
    return this.#state;
  }

  /** The brand of the typed number; only of the number field. */
  get brand(): CardBrand | undefined {
    return this.#brand;
  }

  get isRight(): boolean {
    return this.#state.status === 'valid' || (this.#state.status === 'empty' && !this.isRequired);
  }

  get input(): HTMLInputElement | null {
    return this.#host.shadowRoot?.querySelector<HTMLInputElement>(`#${this.kind}`) ?? null;
  }

  hostConnected(): void {
    if (this.kind === 'number' || this.kind === 'cvn') icons.want(this.#host);
    // A page in the back-forward cache must not keep a security code; a password manager may write
    // before the page is shown.
    if (this.kind === 'cvn') globalThis.addEventListener('pagehide', this.#onPageHide);
  }

  hostDisconnected(): void {
    globalThis.removeEventListener('pagehide', this.#onPageHide);
  }

  /** Reads the input again, because password managers write without an event. */
  refresh(isTyped = false): void {
    const { input } = this;
    const text = input?.value ?? '';
    const state = this.#traits.check(text, this.context);
    const brand = this.kind === 'number' ? detectBrand(readDigits(text), this.context.accepted) : undefined;
    const isNews = JSON.stringify(state) !== JSON.stringify(this.#state) || brand !== this.#brand;
    this.#state = state;
    this.#brand = brand;
    // Most digits of a number change neither the display nor the state, so nothing is rendered for them.
    const isSeen = isNews || !isTyped || !brand || this.#problem;
    if (this.isRight) this.#problem = undefined;
    if (!isSeen) return;
    this.#host.requestUpdate();
    this.#onChange?.(this);
    if (isNews) this.#host.dispatchEvent(new FlorinFieldEvent(this.kind, state, brand?.id));
  }

  /** Shows the field's error, if it has one. */
  report(): boolean {
    this.refresh();
    this.#problem = this.isRight ? undefined : problemOf(this.#state);
    this.#host.requestUpdate();
    return this.isRight;
  }

  /** Shows that the service has refused the value, or needs one again. */
  refuse(): void {
    this.#problem = this.#state.status === 'empty' ? 'again' : 'refused';
    this.#host.requestUpdate();
  }

  /** The text, for the request that carries it, or as the value of a name or expiry field. */
  read(): string {
    return this.input?.value ?? '';
  }

  /** Sets the text by code: reset, restored state. */
  write(text: string): void {
    const { input } = this;
    if (input) input.value = text;
    this.#format(nothingTyped, '');
    this.#problem = undefined;
    this.refresh();
  }

  clear(): void {
    if (this.input?.value || this.#problem) this.write('');
  }

  focus(): void {
    this.input?.focus();
  }

  /** The error message; empty if the field is valid. */
  message(messages: FieldMessages, locale: string, problem: FieldProblem | undefined): string {
    if (!problem) return '';
    const names = namedBrands(this.context.accepted).map((brand) => brand.name);
    if (problem === 'brand_not_accepted' && names.length > 0) return messages.weTake(listOf(names, locale));
    const errors = messages.errors[this.kind];
    return errors[problem] ?? errors.refused;
  }

  /** @param enterKey - the label of the Enter key on a phone */
  render(messages: FieldMessages, locale: string, enterKey?: 'next' | 'go'): TemplateResult {
    const { kind } = this;
    const asServer = drawsAsServer(this.#host);
    if (asServer && !isServer) queueMicrotask(() => this.#takeOver());
    const pictures = asServer ? undefined : icons.module;
    const isDisabled = this.isDisabled && !asServer;
    const isName = kind === 'name';
    const autocomplete = AUTOCOMPLETE[kind];
    const message = this.message(messages, locale, this.#problem);
    const { brand } = this.context;
    const hint =
      kind === 'expiry' ? messages.expiryHint : kind === 'cvn' ? messages.cvnHint[brand?.cvnLength ?? 3] : '';
    return renderField(
      kind,
      { label: messages.labels[kind], message, isDisabled },
      html`<input
          id=${kind}
          part="input"
          type="text"
          name=${autocomplete}
          autocomplete=${autocomplete}
          inputmode=${isName ? nothing : 'numeric'}
          enterkeyhint=${enterKey ?? nothing}
          autocapitalize=${isName ? 'words' : 'off'}
          autocorrect="off"
          spellcheck="false"
          dir=${isName ? 'auto' : 'ltr'}
          aria-describedby="${kind}-note${hint && ` ${kind}-hint`}"
          aria-invalid=${message !== ''}
          aria-required=${this.isRequired}
          ?disabled=${isDisabled}
          @beforeinput=${this.#onBeforeInput}
          @input=${this.#onInput}
          @compositionend=${this.#onInput}
          @blur=${this.#onBlur}
        />${
          kind === 'number'
            ? this.#brands(messages, locale, pictures, asServer ? '' : this.read())
            : hint &&
              hintInBox(
                kind,
                this.#state.status === 'valid' ? '' : hint,
                asServer,
                kind === 'cvn' ? (pictures?.codePicture(brand?.cvnLength === 4) ?? noPicture) : '',
              )
        }`,
    );
  }

  /** The icons at the end of the number: of its brand, or of the accepted brands that it can still become. */
  #brands(messages: FieldMessages, locale: string, pictures: typeof icons.module, typed: string) {
    const { accepted } = this.context;
    const fitting = accepted ? detectBrands(readDigits(typed), accepted) : [];
    const shown = this.#brand ? [this.#brand] : fitting.length > 0 ? fitting : namedBrands(accepted);
    const names = listOf(
      shown.map((brand) => brand.name),
      locale,
    );
    const brandLabel = this.#brand ? names : names && messages.accepted(names);
    return html`<span
      class=${shown.length > 1 ? 'marks small' : 'marks'}
      part="brands"
      role=${brandLabel ? 'img' : nothing}
      aria-label=${brandLabel || nothing}
      >${shown.length > 0 ? shown.map((brand) => pictures?.brandIcon(brand.id)) : pictures?.anyCardIcon}</span
    >`;
  }

  readonly #onBeforeInput = (event: InputEvent) => {
    const { edit } = this.#traits;
    if (this.#isWriting || !edit) return;
    const input = event.target as HTMLInputElement;
    this.#isWriting = true;
    const isDone = editBefore(input, event, (before, after, type) => edit(before, after, type, this.context));
    this.#isWriting = false;
    if (isDone) this.#onTyped(event);
    else this.#before = stateOf(input);
  };

  readonly #onInput = (event: Event) => {
    if (this.#isWriting || (event as InputEvent).isComposing) return;
    this.#format(this.#before, (event as InputEvent).inputType ?? '');
    this.#onTyped(event as InputEvent);
  };

  /** A browser that fills in a card moves between the fields itself. */
  #onTyped({ inputType }: InputEvent): void {
    this.refresh(true);
    const { input, state } = this;
    const isAtEnd = input?.selectionStart === input?.value.length;
    if (/^insert(Text|FromPaste)$/.test(inputType) && state.status === 'valid' && isAtEnd) this.#onChange?.(this, true);
  }

  readonly #onPageHide = () => this.clear();

  readonly #onBlur = () => {
    this.wasLeft = true;
    // A password manager may have written without an event: the text is formatted as one change.
    this.#format(nothingTyped, '');
    this.refresh();
    // An empty field that the shopper passes is not an error until the shopper pays.
    const isEmpty = this.#state.status === 'empty';
    if (!isEmpty || (this.#problem && this.#problem !== 'again')) this.report();
  };

  /** Text that was typed, or filled in, before the script came. */
  #takeOver(): void {
    if (!this.read()) return;
    this.#format(nothingTyped, '');
    this.refresh();
  }

  /** Formats text that the browser or a password manager has written. */
  #format(before: EditState, inputType: string): void {
    const { input } = this;
    const { edit } = this.#traits;
    this.#before = nothingTyped;
    if (!edit || !input) return;
    const edited = edit(before, stateOf(input), inputType, this.context);
    if (edited.value === input.value) return;
    this.#isWriting = true;
    writeEdit(input, edited);
    this.#isWriting = false;
  }
}

/** The error of a field that is not valid. */
export const problemOf = (state: CardFieldState): FieldProblem => ('reason' in state ? state.reason : 'empty');

/** The brands that a shop accepts, in the order of the table. */
function namedBrands(accepted: readonly string[] | undefined): readonly CardBrand[] {
  return accepted ? CARD_BRANDS.filter((brand) => accepted.includes(brand.id)) : [];
}

/** Names as a list in a sentence: "Visa, Mastercard and JCB". */
function listOf(names: readonly string[], locale: string): string {
  if (names.length < 2) return names[0] ?? '';
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
