import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from '../property.js';
import { collapseBlanks } from '../../core/collapse-blanks.js';
import {
  checkReference,
  REFERENCE_LENGTH,
  REFERENCE_NAMES,
  type ReferenceName,
  type ReferenceProblem,
  type ReferenceRule,
  type References,
} from '../../core/reference.js';
import { references as english } from '../../languages/generated/english/references.js';
import { CheckoutController } from '../checkout-controller.js';
import { fieldStyles } from '../field/field.css.js';
import { keepInside } from '../field/keep-inside.js';
import { renderField } from '../field/render-field.js';
import type { CheckoutElement } from '../florin-checkout/checkout-element.js';
import { drawsAsServer } from '../hydration.js';
import { localeOf, messagesOf } from '../locale.js';
import type { FlorinBeforePayEvent } from '../pay-events.js';
import { onEnter } from '../submit-on-enter.js';
import { theme } from '../theme.css.js';
import { askReferences } from './ask-references.js';
import { referencesStyles } from './references-element.css.js';

type ReferencesMessages = Readonly<typeof english>;
const referencesMessages = (locale: string) => messagesOf('references', english, locale);

type Problems = Partial<Record<ReferenceName, ReferenceProblem>>;

/** Attributes of one field: `crn1-label`, and so on. */
const PARTS = ['label', 'hint', 'value', 'maxlength', 'pattern'] as const;

/**
 * References of a payment (Crn1 to Crn3) that the shopper types: the number of a bill or of a customer. It shows a
 * field for each reference with a label, and passes the text to the `<florin-checkout>` that it belongs to; put it
 * before that element. The shop's signer decides which references a shopper may type, and in which format
 * (`shopperReferences` of `priceOrder`): the element asks it when a field loses focus, and shows its refusal there.
 * Text that looks like a card number is refused.
 *
 * @fires {Event} florin-references - The references that can be sent have changed; `value` has them.
 * @attr {string} crn1-label - Shows a field for Crn1 with this label. The same attributes exist for `crn2` and `crn3`.
 * @attr {string} crn1-hint - A line below the field.
 * @attr {string} crn1-value - The initial value.
 * @attr {number} crn1-maxlength - Maximum length, at most 50.
 * @attr {string} crn1-pattern - A regular expression that the whole text has to match, as for an input.
 *
 * @csspart field - One field; also by its name: `crn1`, `crn2`, `crn3`.
 * @csspart label - A label.
 * @csspart box - The box around an input.
 * @csspart input - An input.
 * @csspart hint - The hint below a box, while there is no error.
 * @csspart error - The error message below a box.
 * @cssprop --florin-ink - Text.
 * @cssprop --florin-ink-soft - Hints.
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

  /** The id of the `<florin-checkout>` that it belongs to; the page's first when empty. */
  @property({ attribute: 'for' }) htmlFor = '';

  /** The names of required references, separated by spaces: `crn1 crn2`. */
  @property() required = '';

  /** Disables the fields. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  @state() private problems: Problems = {};

  readonly #connection: CheckoutController = new CheckoutController(this, (checkout, signal) =>
    this.#connect(checkout, signal),
  );
  /** As text: the references that the signer accepts, those of the last key, and those of the last event. */
  #accepted = '{}';
  #ofKey = '{}';
  #announced = '{}';
  /** The references in the current question to the signer, as text, and its pending answer. */
  #pending = '';
  #answer: ReturnType<typeof askReferences> | undefined;
  /** The checkout has asked for a key. */
  #hasAsked = false;
  /** The last pattern that is not a regular expression. */
  #wrongPattern = '';
  /** Focuses the first error as soon as it is rendered. */
  #focuses = false;

  constructor() {
    super();
    // A shopper may type a card number here by mistake.
    keepInside(this);
  }

  /** The references that can be sent: trimmed, without empty or invalid ones. */
  get value(): References {
    const texts: Partial<Record<ReferenceName, string>> = {};
    for (const name of this.#names()) {
      const text = this.#textOf(name);
      if (text !== '' && !this.#problemOf(name)) texts[name] = text;
    }
    return texts;
  }

  /** True when all references can be sent, as far as this page knows. Shows nothing. */
  checkValidity(): boolean {
    return this.#names().every((name) => !this.#problemOf(name));
  }

  /** Like `checkValidity`, shows the errors and focuses the first one. */
  reportValidity(): boolean {
    const isValid = this.#showErrors();
    this.#focuses = !isValid;
    this.requestUpdate();
    return isValid;
  }

  override attributeChangedCallback(name: string, before: string | null, text: string | null): void {
    super.attributeChangedCallback(name, before, text);
    const own = /^(crn\d)-value$/.exec(name)?.[1];
    const input = own && this.#input(own as ReferenceName);
    // The same text again is no change, and must not replace what the shopper has typed.
    if (input && text !== before) input.value = text ?? '';
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const messages = referencesMessages(localeOf(this));
    const { isBusy, isOver } = drawsAsServer(this) ? {} : this.#connection;
    return html`<div class="florin">
      <div class="fields" ?inert=${isBusy} ?hidden=${isOver}>
        ${this.#names().map((name) => this.#renderField(name, messages))}
      </div>
    </div>`;
  }

  protected override updated(): void {
    this.#passToCheckout();
    if (!this.#focuses || this.#connection.isBusy) return;
    this.#focuses = false;
    const first = this.#names().find((name) => this.problems[name]);
    if (first) this.#input(first)?.focus();
  }

  #renderField(name: ReferenceName, messages: ReferencesMessages) {
    const problem = this.problems[name];
    const message = problem ? this.#messageOf(name, problem, messages) : '';
    const isRequired = this.#isRequired(name);
    const labelNote = isRequired ? nothing : html` <span class="optional">(${messages.optional})</span>`;
    return renderField(
      name,
      {
        ...{ label: this.#attribute(name, 'label'), labelNote, message, hint: this.#attribute(name, 'hint') },
        isDisabled: this.disabled,
      },
      html`<input
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
        @keypress=${this.#onKeypress}
      />`,
    );
  }

  #messageOf(name: ReferenceName, problem: ReferenceProblem, { errors }: ReferencesMessages): string {
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
    const pattern = this.#patternOf(name);
    return {
      isRequired: this.#isRequired(name),
      ...(longest > 0 && { longest: Math.min(longest, REFERENCE_LENGTH) }),
      ...(pattern && { pattern }),
    };
  }

  /** As for an input, a wrong pattern is ignored with a warning; the signer checks the reference anyway. */
  #patternOf(name: ReferenceName): RegExp | undefined {
    const source = this.#attribute(name, 'pattern');
    if (source === '' || source === this.#wrongPattern) return undefined;
    try {
      return new RegExp(`^(?:${source})$`, 'u');
    } catch {
      this.#wrongPattern = source;
      console.warn(`florin-references: ${name}-pattern is not a regular expression: ${source}`);
      return undefined;
    }
  }

  #input(name: ReferenceName): HTMLInputElement | null {
    return this.renderRoot?.querySelector<HTMLInputElement>(`#${name}`) ?? null;
  }

  #textOf(name: ReferenceName): string {
    return collapseBlanks(this.#input(name)?.value ?? this.#attribute(name, 'value'));
  }

  #problemOf(name: ReferenceName): ReferenceProblem | undefined {
    return checkReference(this.#textOf(name), this.#ruleOf(name));
  }

  #showErrors(): boolean {
    const found = this.#names().map((name) => [name, this.#problemOf(name)] as const);
    const wrong = found.filter(([, problem]) => problem);
    if (wrong.length > 0) this.problems = Object.fromEntries(wrong);
    return wrong.length === 0;
  }

  /**
   * An error appears when a field loses focus, and is removed as soon as it is corrected; the error
   * for a card number appears at once.
   */
  #onInput(name: ReferenceName): void {
    const problem = this.#problemOf(name);
    const { [name]: shown, ...others } = this.problems;
    if (problem === 'card') this.problems = { ...others, [name]: problem };
    else if (shown) this.problems = problem === shown ? this.problems : others;
    this.#passToCheckout();
  }

  #onChange(name: ReferenceName): void {
    const input = this.#input(name);
    if (input) input.value = collapseBlanks(input.value);
    const problem = this.#problemOf(name);
    if (problem && problem !== 'empty') this.problems = { ...this.problems, [name]: problem };
    void this.#askSigner();
  }

  readonly #onKeypress = (event: KeyboardEvent) => onEnter(event, () => void this.#connection.checkout?.pay());

  /** Gives the checkout the references that the signer accepts; null before that, so that no key is requested. */
  #passToCheckout(): void {
    const { checkout } = this.#connection;
    const value = this.value;
    const text = JSON.stringify(value);
    if (checkout) checkout.references = this.checkValidity() && text === this.#accepted ? value : null;
    if (text !== this.#announced) {
      this.#announced = text;
      this.dispatchEvent(new Event('florin-references', { bubbles: true, composed: true }));
    }
  }

  /**
   * False when the signer refuses a reference; the error is then shown. A signer that does not
   * answer reports its error when the key is made.
   */
  async #askSigner(): Promise<boolean> {
    const { checkout } = this.#connection;
    if (!checkout || !this.checkValidity()) return false;
    const references = this.value;
    const text = JSON.stringify(references);
    if (text === this.#accepted) return true;
    // A field that loses focus because the button is pressed has just been checked.
    if (text !== this.#pending) {
      this.#pending = text;
      this.#answer = askReferences(checkout.signerUrl, { order: checkout.order, references });
    }
    const refused = await this.#answer;
    if (text === this.#pending) this.#pending = '';
    // The text has changed meanwhile, and is checked on its own.
    if (text !== JSON.stringify(this.value)) return false;
    if (refused) this.problems = { ...this.problems, [refused.name]: refused.problem };
    else this.#accepted = text;
    this.#passToCheckout();
    // A shopper who typed the card first is waiting for the amount.
    if (!refused && !this.#hasAsked && checkout.card?.isEmpty === false) checkout.prepare();
    return !refused;
  }

  #connect(checkout: CheckoutElement, signal: AbortSignal): void {
    const listen = <T extends Event>(type: string, act: (event: T) => void) =>
      checkout.addEventListener(type, act as (event: Event) => void, { signal });
    listen<FlorinBeforePayEvent>('florin-before-pay', (event) => {
      if (this.#names().length === 0) return;
      if (this.reportValidity()) event.waitUntil(this.#settle(checkout));
      else event.preventDefault();
    });
    // From now on the current key, or the pending one, is for these references.
    listen<Event & { readonly state: string }>('florin-state', ({ state: status }) => {
      if (status !== 'keying') return;
      this.#ofKey = JSON.stringify(this.value);
      this.#hasAsked = true;
    });
    // An invalid card ends the payment before anything else is checked; errors here are shown all the same.
    listen('click', (event) => {
      const { button } = this.#connection;
      if (button && event.composedPath().includes(button)) this.#showErrors();
    });
    this.#hasAsked = false;
    signal.addEventListener('abort', () => delete checkout.references);
    this.#passToCheckout();
  }

  /**
   * Runs before anything is sent: the signer has accepted the references, and the key is for them.
   * Rejects to cancel the payment.
   */
  async #settle(checkout: CheckoutElement): Promise<void> {
    if (!(await this.#askSigner())) {
      this.#focuses = true;
      throw new Error('references are refused');
    }
    if (this.#ofKey !== this.#accepted) await checkout.refresh();
  }
}
