import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from '../property.js';
import { isWebAddress } from '../../checkout/addresses.js';
import type { AccountInput } from '../../checkout/submit-account.js';
import {
  type BankFieldReason,
  type BankFieldState,
  checkAccountName,
  checkAccountNumber,
  checkBsb,
  formatBsb,
} from '../../core/bank/bank-account.js';
import { readDigits } from '../../core/card/digits.js';
import { collapseBlanks } from '../../core/collapse-blanks.js';
import { bankAccount as english } from '../../languages/generated/english/bank-account.js';
import { fieldStyles } from '../field/field.css.js';
import { FormElement, type FormFields } from '../field/form-element.js';
import { keepInside } from '../field/keep-inside.js';
import { hintInBox, renderField } from '../field/render-field.js';
import { drawsAsServer } from '../hydration.js';
import { localeOf, messagesOf } from '../locale.js';
import { alertMark } from '../marks.js';
import { onEnter, submitImplicitly } from '../submit-on-enter.js';
import { theme } from '../theme.css.js';
import { type AccountAccess, registerAccount } from './account-access.js';
import { bankAccountStyles } from './bank-account-element.css.js';
import '../watch-language.js';

/** Why a field of a bank account shows an error. */
type BankProblem = BankFieldReason | 'empty' | 'refused';
/** The fields of a bank account, in the order of the form. */
type BankField = 'bsb' | 'number' | 'name';
type BankAccountMessages = Readonly<typeof english>;
const bankAccountMessages = (locale: string) => messagesOf('bankAccount', english, locale);

const CHECKS: Readonly<Record<BankField, (text: string) => BankFieldState>> = {
  bsb: checkBsb,
  number: checkAccountNumber,
  name: checkAccountName,
};
const FIELDS = ['bsb', 'number', 'name'] as const;

/** Florin's fields, by the checkout's names (AccountField). */
const REFUSED = { bsb: 'bsb', accountNumber: 'number', accountName: 'name', agreement: 'agreement' } as const;

/** The shown errors: of fields, and the missing agreement. */
type Problems = Partial<Record<BankField, BankProblem> & Record<'agreement', 'missing'>>;

/**
 * An Australian bank account for direct debit: BSB, account number, account name, and the agreement. In a form it has
 * validity, reset and disabled only: the typed text is not a value of the element, and is in no event or attribute.
 * `<florin-checkout purpose="save-bank-account">` draws one, or uses the one in its slot `fields`, and sends the
 * account from the browser directly to the payment service.
 *
 * @csspart field - One field; also by its kind: `bsb`, `number`, `name`.
 * @csspart error - The error message below a box or the agreement.
 * @csspart agreement - The agreement with its checkbox.
 * @cssprop --florin-accent - Focus and checkbox.
 * @cssprop --florin-gap - Space between fields.
 */
export class BankAccountElement extends FormElement {
  static override styles = [theme, fieldStyles, bankAccountStyles];

  /** URL of the direct debit service agreement; opens in a new window. */
  @property({ attribute: 'agreement-url' }) agreementUrl = '';

  @state() private problems: Problems = {};
  @state() private isOff = false;

  protected readonly control: FormFields = {
    internals: this.attachInternals(),
    checkValidity: () => {
      this.#updateValidity();
      return this.control.internals.checkValidity();
    },
    reportValidity: () => {
      if (this.control.checkValidity()) return true;
      this.problems = this.#findProblems();
      const first = [...FIELDS, 'agreement' as const].find((name) => this.problems[name]);
      if (first) this.#input(first)?.focus();
      return false;
    },
    reset: () => this.#reset(),
    setDisabled: (isDisabled) => (this.isOff = isDisabled),
  };

  readonly #access: AccountAccess = {
    read: () => this.#read(),
    refuse: (field, takesFocus) => this.#refuse(field, takesFocus),
    onTyped: () => {},
  };

  constructor() {
    super();
    registerAccount(this, this.#access);
    keepInside(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A page in the back-forward cache must not keep an account number.
    globalThis.addEventListener('pagehide', this.#reset);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    globalThis.removeEventListener('pagehide', this.#reset);
  }

  protected override updated(_changed: PropertyValues<this>): void {
    this.#updateValidity();
  }

  protected override render(): TemplateResult {
    const locale = localeOf(this);
    const messages = bankAccountMessages(locale);
    const isMissing = this.problems.agreement !== undefined;
    return html`<div class="florin">
      <div class="fields">
        ${FIELDS.map((field) => this.#renderField(field, messages))}
        <div class="agree ${isMissing ? 'wrong' : ''}" part="agreement">
          <label>
            <input
              id="agreement"
              type="checkbox"
              aria-required="true"
              aria-invalid=${isMissing ? 'true' : 'false'}
              aria-describedby="agreement-note"
              ?disabled=${this.#isDisabled}
              @change=${() => this.#onInput('agreement')}
            />
            <span>${messages.agreement}</span>
          </label>
          ${
            isWebAddress(this.agreementUrl)
              ? html`<a href=${this.agreementUrl} target="_blank" rel="noopener">${messages.readAgreement}</a>`
              : nothing
          }
          <p id="agreement-note" class="note" part="error">
            ${isMissing ? html`${alertMark(14)}<span>${messages.agreementMissing}</span>` : nothing}
          </p>
        </div>
      </div>
    </div>`;
  }

  #renderField(field: BankField, messages: BankAccountMessages) {
    const problem = this.problems[field];
    const message = problem ? messages.errors[field][problem] : '';
    const hint = field === 'bsb' ? messages.bsbHint : field === 'number' ? messages.numberHint : '';
    const isDisabled = this.#isDisabled;
    return renderField(
      field,
      { label: messages.labels[field], message, isDisabled },
      html`<input
          id=${field}
          part="input"
          type="text"
          autocomplete=${field === 'name' ? 'name' : 'off'}
          inputmode=${field === 'name' ? 'text' : 'numeric'}
          autocapitalize=${field === 'name' ? 'words' : 'off'}
          autocorrect="off"
          spellcheck="false"
          dir=${field === 'name' ? 'auto' : 'ltr'}
          aria-describedby="${field}-note${hint && ` ${field}-hint`}"
          aria-invalid=${message ? 'true' : 'false'}
          aria-required="true"
          ?disabled=${isDisabled}
          @input=${() => this.#onInput(field)}
          @blur=${() => this.#onBlur(field)}
          @keypress=${this.#onKeypress}
        />${hint && hintInBox(field, hint, drawsAsServer(this))}`,
    );
  }

  get #isDisabled(): boolean {
    return this.disabled || (this.isOff && !drawsAsServer(this));
  }

  #input(name: BankField | 'agreement'): HTMLInputElement | null {
    return this.renderRoot?.querySelector<HTMLInputElement>(`#${name}`) ?? null;
  }

  /** The current errors, shown or not. */
  #findProblems(): Problems {
    const found: Problems = {};
    for (const field of FIELDS) {
      const is = CHECKS[field](this.#input(field)?.value ?? '');
      if (is.status !== 'valid') found[field] = 'reason' in is ? is.reason : 'empty';
    }
    if (!this.#input('agreement')?.checked) found.agreement = 'missing';
    return found;
  }

  #read(): AccountInput {
    const textOf = (field: BankField) => this.#input(field)?.value ?? '';
    return {
      bsb: readDigits(textOf('bsb')),
      accountNumber: readDigits(textOf('number')),
      accountName: collapseBlanks(textOf('name')),
    };
  }

  readonly #reset = (): void => {
    for (const field of FIELDS) {
      const input = this.#input(field);
      if (input) input.value = '';
    }
    const agreement = this.#input('agreement');
    if (agreement) agreement.checked = false;
    this.problems = {};
    this.#updateValidity();
  };

  #refuse(field: string, takesFocus: boolean): void {
    const name = REFUSED[field as keyof typeof REFUSED];
    if (!name) return;
    this.problems = { ...this.problems, [name]: name === 'agreement' ? 'missing' : 'refused' };
    if (takesFocus) this.#input(name)?.focus();
  }

  /** An error appears when a field loses focus or the form is sent, and is removed as soon as it is corrected. */
  #onInput(name: BankField | 'agreement'): void {
    const found = this.#findProblems();
    const { [name]: shown, ...others } = this.problems;
    if (shown && !found[name]) this.problems = others;
    this.#updateValidity();
    this.#access.onTyped();
  }

  #onBlur(field: BankField): void {
    const input = this.#input(field);
    const problem = this.#findProblems()[field];
    if (input && field === 'bsb' && !problem) input.value = formatBsb(input.value);
    if (problem && problem !== 'empty') this.problems = { ...this.problems, [field]: problem };
    this.#updateValidity();
  }

  readonly #onKeypress = (event: KeyboardEvent) => {
    // A surrounding checkout saves by itself; its form is then not the page's form.
    onEnter(event, () => this.form && !this.closest('florin-checkout') && submitImplicitly(this.form));
  };

  #updateValidity(): void {
    const { internals } = this.control;
    const found = this.#findProblems();
    const messages = bankAccountMessages(localeOf(this));
    const first = FIELDS.find((field) => found[field]);
    const problem = first && found[first];
    const message =
      first && problem ? messages.errors[first][problem] : found.agreement ? messages.agreementMissing : '';
    const anchor = this.#input(first ?? 'agreement');
    const flags = problem && problem !== 'empty' ? { customError: true } : { valueMissing: true };
    if (message && anchor) internals.setValidity(flags, message, anchor);
    else internals.setValidity({});
  }
}
