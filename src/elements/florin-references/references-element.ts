import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import {
  checkReference,
  REFERENCE_LENGTH,
  REFERENCE_NAMES,
  type ReferenceName,
  type ReferenceProblem,
  type ReferenceRule,
  type References,
  trimReference,
} from '../../core/reference.js';
import { BesideCheckout } from '../beside-checkout.js';
import { fieldStyles } from '../field/field.css.js';
import { keepInside } from '../field/keep-inside.js';
import type { CheckoutElement } from '../florin-checkout/checkout-element.js';
import { localeOf } from '../locale.js';
import { alertMark } from '../marks.js';
import type { FlorinBeforePayEvent } from '../pay-events.js';
import { theme } from '../theme.css.js';
import { type ReferencesWords, referencesWords } from '../words/references-words.js';
import { askReferences } from './ask-references.js';
import { referencesStyles } from './references-element.css.js';

type Problems = Partial<Record<ReferenceName, ReferenceProblem>>;

/** Attributes of one field: `crn1-label`, and so on. */
const PARTS = ['label', 'hint', 'value', 'maxlength', 'pattern'] as const;

/**
 * References of a payment (Crn1 to Crn3) that the shopper types: the number of a bill, of a customer. It shows a field for each
 * that has a label, and hands what is typed to the `<florin-checkout>` that it stands beside, before which it belongs. Which
 * references a shopper may give, and what they may be, is the word of the shop's signer (`shopperReferences` of `priceOrder`):
 * it is asked when a field is left, and its refusal is shown there. What looks like the number of a card is refused.
 *
 * @fires {Event} florin-references - What can be sent of the references has changed; `value` has it.
 * @attr {string} crn1-label - Shows a field for Crn1, with this label. `crn2-label` and `crn3-label` alike, as all that follow.
 * @attr {string} crn1-hint - A line below the field.
 * @attr {string} crn1-value - What stands in it from the start.
 * @attr {number} crn1-maxlength - Characters at most, when that is less than 50.
 * @attr {string} crn1-pattern - A regular expression that the whole text has to match, as for an input.
 *
 * @csspart field - One field; also by its name: `crn1`, `crn2`, `crn3`.
 * @csspart label - A label.
 * @csspart box - The box around an input.
 * @csspart input - An input.
 * @csspart hint - The line below a box while nothing is wrong.
 * @csspart error - The line below a box while something is wrong.
 * @cssprop --florin-ink - Text.
 * @cssprop --florin-ink-soft - Labels and hints.
 * @cssprop --florin-paper - Background of a field.
 * @cssprop --florin-line - Border of a field.
 * @cssprop --florin-accent - Focus.
 * @cssprop --florin-danger - Errors.
 * @cssprop --florin-radius - Corners.
 * @cssprop --florin-gap - Space between fields.
 * @cssprop --florin-control-height - Height of a field, never under 44px.
 * @cssprop --florin-font - Font family; inherited by default.
 */
export class ReferencesElement extends LitElement {
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };
  static override styles = [theme, fieldStyles, referencesStyles];

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...REFERENCE_NAMES.flatMap((name) => PARTS.map((part) => `${name}-${part}`))];
  }

  /** The id of the `<florin-checkout>` that they belong to; the page's first when empty. */
  @property({ attribute: 'for' }) htmlFor = '';

  /** The names of those that have to be filled in, separated by blanks: `crn1 crn2`. */
  @property() required = '';

  /** Turns the fields off. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  @state() private problems: Problems = {};

  readonly #beside: BesideCheckout = new BesideCheckout(this, (checkout, signal) =>
    this.#standBeside(checkout, signal),
  );
  /** As text: what the signer would take, what the key was last asked for with, and what the page was told. */
  #taken = '{}';
  #keyed = '{}';
  #told = '{}';
  /** What the signer is being asked about, as text, and its answer to come. */
  #asked = '';
  #answer: ReturnType<typeof askReferences> | undefined;
  /** The checkout has asked for a key. */
  #hasAsked = false;
  /** Focuses what is wrong as soon as that can be done. */
  #focuses = false;

  constructor() {
    super();
    // Somebody types a card number here before seeing where it belongs.
    keepInside(this);
  }

  /** What can be sent: trimmed, without what is empty or wrong. */
  get value(): References {
    const texts: Partial<Record<ReferenceName, string>> = {};
    for (const name of this.#names()) {
      const text = this.#textOf(name);
      if (text !== '' && !this.#problemOf(name)) texts[name] = text;
    }
    return texts;
  }

  /** True when all can be sent, as far as this page knows. Shows nothing. */
  checkValidity(): boolean {
    return this.#names().every((name) => !this.#problemOf(name));
  }

  /** The same, and shows what is wrong and focuses the first of it. */
  reportValidity(): boolean {
    const isValid = this.#show();
    this.#focuses = !isValid;
    this.requestUpdate();
    return isValid;
  }

  override attributeChangedCallback(name: string, before: string | null, text: string | null): void {
    super.attributeChangedCallback(name, before, text);
    const own = /^(crn\d)-value$/.exec(name)?.[1];
    const input = own && this.#input(own as ReferenceName);
    if (input) input.value = text ?? '';
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const words = referencesWords(localeOf(this));
    const { isBusy, isOver } = this.#beside;
    return html`<div class="florin">
      <div class="fields" ?inert=${isBusy} ?hidden=${isOver}>
        ${this.#names().map((name) => this.#renderField(name, words))}
      </div>
    </div>`;
  }

  protected override updated(): void {
    this.#hand();
    if (!this.#focuses || this.#beside.isBusy) return;
    this.#focuses = false;
    const first = this.#names().find((name) => this.problems[name]);
    if (first) this.#input(first)?.focus();
  }

  #renderField(name: ReferenceName, words: ReferencesWords) {
    const problem = this.problems[name];
    const label = this.#attribute(name, 'label');
    const message = problem ? this.#say(name, problem, words) : '';
    const isRequired = this.#isRequired(name);
    return html`<div class="field ${message ? 'wrong' : ''} ${this.disabled ? 'off' : ''}" part="field ${name}">
      <label for=${name} part="label"
        >${label}${isRequired ? nothing : html` <span class="optional">(${words.optional})</span>`}</label
      >
      <div class="box" part="box">
        <input
          id=${name}
          part="input"
          type="text"
          name=${name}
          value=${this.#attribute(name, 'value')}
          autocomplete="off"
          autocapitalize="off"
          autocorrect="off"
          spellcheck="false"
          dir="auto"
          aria-describedby="${name}-note"
          aria-invalid=${message ? 'true' : 'false'}
          aria-required=${isRequired ? 'true' : 'false'}
          ?disabled=${this.disabled}
          @input=${() => this.#onInput(name)}
          @change=${() => this.#onChange(name)}
          @keydown=${this.#onKeydown}
        />
      </div>
      <p id="${name}-note" class="note" part=${message ? 'error' : 'hint'}>
        ${message ? html`${alertMark(14)}<span>${message}</span>` : this.#attribute(name, 'hint')}
      </p>
      <div class="heard" role="status">${message ? `${label}: ${message}` : nothing}</div>
    </div>`;
  }

  #say(name: ReferenceName, problem: ReferenceProblem, { errors }: ReferencesWords): string {
    return problem === 'too_long' ? errors.too_long(this.#ruleOf(name).longest ?? REFERENCE_LENGTH) : errors[problem];
  }

  #names(): readonly ReferenceName[] {
    return REFERENCE_NAMES.filter((name) => this.#attribute(name, 'label') !== '');
  }

  #attribute(name: ReferenceName, part: (typeof PARTS)[number]): string {
    return this.getAttribute(`${name}-${part}`) ?? '';
  }

  #isRequired(name: ReferenceName): boolean {
    return (this.required ?? '').split(/\s+/).includes(name);
  }

  #ruleOf(name: ReferenceName): ReferenceRule {
    const longest = Number(this.#attribute(name, 'maxlength'));
    const source = this.#attribute(name, 'pattern');
    return {
      isRequired: this.#isRequired(name),
      ...(longest > 0 && { longest: Math.min(longest, REFERENCE_LENGTH) }),
      ...(source && { pattern: new RegExp(`^(?:${source})$`, 'u') }),
    };
  }

  #input(name: ReferenceName): HTMLInputElement | null {
    return this.renderRoot?.querySelector<HTMLInputElement>(`#${name}`) ?? null;
  }

  #textOf(name: ReferenceName): string {
    return trimReference(this.#input(name)?.value ?? this.#attribute(name, 'value'));
  }

  #problemOf(name: ReferenceName): ReferenceProblem | undefined {
    return checkReference(this.#textOf(name), this.#ruleOf(name));
  }

  #show(): boolean {
    const found = this.#names().map((name) => [name, this.#problemOf(name)] as const);
    const wrong = found.filter(([, problem]) => problem);
    if (wrong.length > 0) this.problems = Object.fromEntries(wrong);
    return wrong.length === 0;
  }

  /** An error goes as soon as it is mended, and comes when a field is left; that of a card number at once. */
  #onInput(name: ReferenceName): void {
    const problem = this.#problemOf(name);
    const { [name]: shown, ...others } = this.problems;
    if (problem === 'card') this.problems = { ...others, [name]: problem };
    else if (shown) this.problems = problem === shown ? this.problems : others;
    this.#hand();
  }

  #onChange(name: ReferenceName): void {
    const input = this.#input(name);
    if (input) input.value = trimReference(input.value);
    const problem = this.#problemOf(name);
    if (problem && problem !== 'empty') this.problems = { ...this.problems, [name]: problem };
    void this.#askSigner();
  }

  readonly #onKeydown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    void this.#beside.checkout?.pay();
  };

  /** To the checkout, what the signer has taken; null, and no key is asked for, as long as it has not. */
  #hand(): void {
    const { checkout } = this.#beside;
    const value = this.value;
    const text = JSON.stringify(value);
    if (checkout) checkout.references = this.checkValidity() && text === this.#taken ? value : null;
    if (text !== this.#told) {
      this.#told = text;
      this.dispatchEvent(new Event('florin-references', { bubbles: true, composed: true }));
    }
  }

  /** False when the signer refuses one, which is then shown. A signer that does not answer says so when the key is made. */
  async #askSigner(): Promise<boolean> {
    const { checkout } = this.#beside;
    if (!checkout || !this.checkValidity()) return false;
    const references = this.value;
    const text = JSON.stringify(references);
    if (text === this.#taken) return true;
    // A field that is left by the press of the button has just been asked about.
    if (text !== this.#asked) {
      this.#asked = text;
      this.#answer = askReferences(checkout.signerUrl, { order: checkout.order, references });
    }
    const refused = await this.#answer;
    if (text === this.#asked) this.#asked = '';
    // Something else is typed by now: that is asked about by itself.
    if (text !== JSON.stringify(this.value)) return false;
    if (refused) this.problems = { ...this.problems, [refused.name]: refused.problem };
    else this.#taken = text;
    this.#hand();
    // Whoever has typed the card before has waited for this to see the amount.
    if (!refused && !this.#hasAsked && checkout.card?.isEmpty === false) checkout.prepare();
    return !refused;
  }

  #standBeside(checkout: CheckoutElement, signal: AbortSignal): void {
    const listen = <T extends Event>(type: string, act: (event: T) => void) =>
      checkout.addEventListener(type, act as (event: Event) => void, { signal });
    listen<FlorinBeforePayEvent>('florin-before-pay', (event) => {
      if (this.#names().length === 0) return;
      if (this.reportValidity()) event.waitUntil(this.#settle(checkout));
      else event.preventDefault();
    });
    // From here on the key at hand, or on its way, is for these references.
    listen<Event & { readonly state: string }>('florin-state', ({ state: status }) => {
      if (status !== 'keying') return;
      this.#keyed = JSON.stringify(this.value);
      this.#hasAsked = true;
    });
    // A card that is not right ends the payment before anybody else is asked: what is wrong here is shown all the same.
    listen('click', (event) => {
      const { button } = this.#beside;
      if (button && event.composedPath().includes(button)) this.#show();
    });
    this.#hasAsked = false;
    signal.addEventListener('abort', () => delete checkout.references);
    this.#hand();
  }

  /** Before anything is sent: the signer has taken what is typed, and the key is for it. Rejects to call the payment off. */
  async #settle(checkout: CheckoutElement): Promise<void> {
    if (!(await this.#askSigner())) {
      this.#focuses = true;
      throw new Error('references are refused');
    }
    if (this.#keyed !== this.#taken) await checkout.refresh();
  }
}
