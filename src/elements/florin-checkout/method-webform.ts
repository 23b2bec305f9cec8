/**
 * The method `webform` if the page brings the signer's plain form inside the tag (`Signer.renderForm`). The form works
 * without script, and is shown until this code is loaded. Then the fields of the element replace it and take over the
 * typed text and the focus. The details still go to the service by a form post (T6, D9, D10), and the signer's return
 * address redirects back. A payment uses the order's current key, which is that of the page's form unless the price has
 * changed. Saving uses a key of its own, and the key of the page's form stays unused.
 */
import { html } from 'lit';
import type { LitElement } from 'lit';
import type { AccountField } from '../../checkout/submit-account.js';
import type { CardField, Send } from '../../checkout/submit-card.js';
import { fieldsWithin } from '../field/field-registry.js';
import type { GivenForm } from './given-form.js';
import { leaveByForm } from './leave-by-form.js';
import { type CheckoutHost, otherMethod, type Source, type Typed } from './source.js';

/** The shop's own fields, and those of them whose code is not loaded yet. */
const OWN_FIELDS = ':scope > [slot="fields"]';
const OWN_FIELDS_TO_COME = `${OWN_FIELDS}:not(:defined), ${OWN_FIELDS} :not(:defined)`;

export class WebformSource implements Source {
  readonly #host: CheckoutHost;
  readonly #fields: Source;
  /** The page's form until its text has been taken over. */
  #given: GivenForm | undefined;

  /** @param fields - of the element; they replace the form */
  constructor(host: CheckoutHost, fields: Source, given: GivenForm) {
    this.#host = host;
    this.#fields = fields;
    this.#given = given;
    host.addController(this);
    for (const { localName } of host.querySelectorAll(OWN_FIELDS_TO_COME)) {
      void customElements.whenDefined(localName).then(() => host.requestUpdate());
    }
  }

  get isEmpty(): boolean {
    return this.#fields.isEmpty && !this.#given?.isBegun();
  }

  get hasCode(): boolean {
    return this.#fields.hasCode !== false;
  }

  /** The page's form is shown until the code of the fields is loaded; for saving, until all code is loaded. */
  get showsGiven(): boolean {
    const isThere = this.hasCode && (this.#host.attempt !== undefined || otherMethod(this.#host) !== 'token');
    return this.#given !== undefined && (!isThere || this.#host.querySelector(OWN_FIELDS_TO_COME) !== null);
  }

  render() {
    if (this.showsGiven) return html`<slot name="form"></slot>`;
    this.#given?.noteFocus();
    return this.#fields.render();
  }

  hostUpdated(): void {
    if (this.#given && !this.showsGiven) void this.#takeOver(this.#given);
  }

  async #takeOver(given: GivenForm): Promise<void> {
    const { renderRoot } = this.#host;
    const account = renderRoot.querySelector<LitElement>('florin-bank-account');
    // It renders after the element around it.
    if (account) await account.updateComplete;
    const root = account?.renderRoot ?? renderRoot;
    const own = fieldsWithin([...this.#host.querySelectorAll(OWN_FIELDS)]);
    if (!this.#given || !(own[0]?.input ?? root.querySelector('input'))) return;
    this.#given = undefined;
    given.takeOver(
      (id) => own.find(({ kind }) => kind === id)?.input ?? root.querySelector<HTMLInputElement>(`input#${id}`),
      renderRoot.querySelector<HTMLElement>('[part="button"]'),
    );
  }

  forSubmission(choice?: { readonly storeCard: boolean }): Typed | Send {
    const typed = this.#fields.forSubmission(choice);
    if (typeof typed === 'function' || !('number' in typed || 'bsb' in typed)) return typed;
    return this.#post({ ...valuesOf(typed), ...(choice?.storeCard && { StoreCard: 'true' }) });
  }

  /** The key names the card. docs/wire/rest.md section 3, "DVTokenData". */
  forSaved(cvn: string): Send {
    return this.#post(cvn === '' ? {} : { CVN: cvn });
  }

  #post(values: Readonly<Record<string, string>>): Send {
    return ({ submitUrl }, exchange) => leaveByForm(this.#host.renderRoot, { action: submitUrl, values }, exchange);
  }

  focus(options?: FocusOptions): boolean {
    return this.#fields.focus?.(options) ?? false;
  }

  report(): boolean | Promise<boolean> {
    return this.#fields.report?.() ?? true;
  }

  allowTestMonth(isAllowed: boolean): void {
    this.#fields.allowTestMonth?.(isAllowed);
  }

  refuse(field: CardField | AccountField, takesFocus: boolean): void {
    this.#fields.refuse?.(field, takesFocus);
  }

  clearCvn(): void {
    this.#fields.clearCvn?.();
  }

  clear(): void {
    this.#fields.clear?.();
  }

  hostChanged(): void {
    this.#fields.hostChanged?.();
  }
}

/** The fields of the form post. For a card that is changed, empty fields are omitted and stay unchanged. */
function valuesOf(typed: Extract<Typed, { number: string } | { bsb: string }>): Readonly<Record<string, string>> {
  const values =
    'bsb' in typed
      ? {
          AccountName: typed.accountName,
          AccountNumber: typed.accountNumber,
          BSBNumber: typed.bsb,
          AcceptBADirectDebitTC: 'true',
        }
      : {
          CardHolderName: typed.holderName,
          CardNumber: typed.number,
          ExpiryDateMonth: typed.expiryMonth,
          ExpiryDateYear: typed.expiryYear,
          CVN: typed.cvn,
        };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
