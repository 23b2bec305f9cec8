import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { readRecord, sessionRecords } from '../../checkout/attempt-record.js';
import type { FlorinFieldEvent } from '../events.js';
import { CardGroup } from '../field/card-group.js';
import { cardLayout } from '../field/card-layout.css.js';
import { CardSet } from '../field/card-set.js';
import { fieldStyles } from '../field/field.css.js';
import { fieldsWithin } from '../field/field-registry.js';
import { readBrands } from '../field/read-brands.js';
import { localeOf } from '../locale.js';
import { theme } from '../theme.css.js';
import { fieldWords } from '../words/field-words.js';
import { checkoutStyles } from './checkout-element.css.js';
import type { Payment } from './payment.js';

/**
 * Takes a card payment for one order: the fields, the button, and what happened. The card goes from here straight to
 * the payment service; the shop's server sees an order and a result.
 *
 * Reserve its room before the script is there, and nothing moves when it comes:
 * `florin-checkout:not(:defined) { display: block; min-height: 26rem }`.
 *
 * @fires {FlorinStateEvent} florin-state - The payment has taken a step.
 * @fires {FlorinResultEvent} florin-result - The signer has said what became of it.
 * @fires {FlorinErrorEvent} florin-error - A step did not work; the shopper has been told what to do.
 * @fires {FlorinFieldEvent} florin-field - A field's state, or the brand, has changed.
 * @slot fields - Fields of your own arrangement, in place of the built-in four.
 * @slot before-receipt - Above the receipt that is shown in place.
 * @slot after-receipt - Below it.
 * @csspart form - All but the receipt.
 * @csspart fields - The grid of fields.
 * @csspart field - One field; also by its kind: `number`, `expiry`, `cvn`, `name`.
 * @csspart label - A label.
 * @csspart box - The box around an input.
 * @csspart input - An input.
 * @csspart hint - The line below a box while nothing is wrong.
 * @csspart error - The line below a box while something is wrong.
 * @csspart brands - The icon of the brand, or of those that the number can still be.
 * @csspart message - What happened and what to do.
 * @csspart button - The pay button.
 * @csspart footnote - The line below the button.
 * @csspart receipt - The receipt that is shown in place.
 * @cssprop --florin-ink - Text.
 * @cssprop --florin-ink-soft - Labels and hints.
 * @cssprop --florin-paper - Background of a field.
 * @cssprop --florin-line - Border of a field.
 * @cssprop --florin-accent - Focus and button.
 * @cssprop --florin-on-accent - Text on the button.
 * @cssprop --florin-danger - Errors.
 * @cssprop --florin-good - Approved.
 * @cssprop --florin-autofill - Background of a field that the browser has filled.
 * @cssprop --florin-radius - Corners.
 * @cssprop --florin-gap - Space between fields.
 * @cssprop --florin-control-height - Height of fields and button, never under 44px.
 * @cssprop --florin-font - Font family; inherited by default.
 */
export class CheckoutElement extends LitElement {
  static override styles = [theme, fieldStyles, cardLayout, checkoutStyles];

  /** Where the shop's signer answers, `/pay` for example. */
  @property({ attribute: 'signer-url' }) signerUrl = '';

  /** What the shop's back end knows the order by. */
  @property() order = '';

  /** Where an approved payment leads; without it the receipt is shown in place. */
  @property({ attribute: 'success-url' }) successUrl = '';

  /** Brands that the shop takes, separated by blanks; all when empty. Ids: visa mastercard amex diners jcb discover unionpay. */
  @property({ attribute: 'accepted-brands' }) acceptedBrands = '';

  /** Leaves out the name on the card. */
  @property({ type: Boolean, attribute: 'no-name' }) noName = false;

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  /** From the press of the button until the payment has come to rest. */
  @state() private isPaying = false;
  @state() private hasFailedToLoad = false;

  readonly #set = new CardSet(this);
  readonly #group = new CardGroup(() => this.#fields());
  #payment: Payment | undefined;
  #loading: Promise<Payment> | undefined;
  #connection: AbortController | undefined;

  constructor() {
    super();
    this.addEventListener('florin-field', (event) => this.#onField(event));
  }

  /** Pays, as the button does: shows what is wrong, or sends the card. Resolves when the payment has come to rest. */
  async pay(): Promise<void> {
    // An order that was set in this same turn is the one that is paid.
    if (this.isUpdatePending) this.performUpdate();
    if (this.isPaying || this.#payment?.view().isBusy || !this.#group.report()) return;
    this.isPaying = true;
    this.hasFailedToLoad = false;
    // The fields become inert: a focus inside them would be lost to the page's top.
    this.renderRoot.querySelector('button')?.focus();
    try {
      const payment = await this.#load();
      await payment.pay();
      this.isPaying = false;
      await this.updateComplete;
      payment.focusRefused();
    } finally {
      this.isPaying = false;
    }
  }

  override focus(options?: FocusOptions): void {
    const input = this.#fields()[0]?.input;
    if (input) input.focus(options);
    else super.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#connection) return;
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    globalThis.addEventListener('pageshow', (event) => event.persisted && this.#payment?.restore(), { signal });
    if (this.hasUpdated) this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An element that is only moved is connected again in the same turn, and its payment goes on.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#connection?.abort();
      this.#connection = undefined;
      this.#close();
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('acceptedBrands')) this.#set.accept(readBrands(this.acceptedBrands));
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('signerUrl') && !changed.has('order')) return;
    this.#close();
    this.#open();
  }

  protected override render() {
    const locale = localeOf(this.locale);
    const words = fieldWords(locale);
    const view = this.#payment?.view();
    const isBusy = this.isPaying || (view?.isBusy ?? false);
    const hidesForm = view?.hidesForm ?? this.#isResuming();
    const label = isBusy ? view?.busyLabel || words.paying : words.pay(view?.amount ?? '');
    return html`<div class="florin">
      <form part="form" novalidate @submit=${this.#onSubmit} @formdata=${leaveOutCard}>
        <div ?hidden=${hidesForm} ?inert=${isBusy} @keydown=${this.#onKeydown}>
          <slot name="fields" @slotchange=${this.#onSlotChange}>
            ${this.#slotted().length > 0 ? nothing : this.#set.render(words, locale, !this.noName)}
          </slot>
        </div>
        <div part="message" role="status">${view?.message}</div>
        <button part="button" type="submit" ?hidden=${hidesForm} aria-disabled=${isBusy ? 'true' : 'false'}>
          <span class="label">${isBusy ? html`<span class="spinner"></span>` : nothing}${label}</span>
        </button>
        <p class="note foot" part="footnote" role="status" ?hidden=${hidesForm}>
          ${this.hasFailedToLoad ? words.notLoaded : view?.footnote}
        </p>
      </form>
      ${view?.receipt}
    </div>`;
  }

  /** Gets what a payment needs, besides the fields, and begins to follow the order. */
  #load(): Promise<Payment> {
    this.#loading ??= import('./payment.js').then(
      ({ Payment }) => {
        this.#payment = new Payment(this, this.#group);
        this.requestUpdate();
        return this.#payment;
      },
      (error: unknown) => {
        this.#loading = undefined;
        this.hasFailedToLoad = this.isPaying;
        throw error;
      },
    );
    return this.#loading;
  }

  #open(): void {
    // Not there yet is no failure: the button asks again.
    if (this.signerUrl && this.order && this.isConnected) this.#load().catch(() => {});
  }

  #close(): void {
    void this.#loading?.then((payment) => payment.close());
    this.#loading = undefined;
    this.#payment = undefined;
  }

  /** A card had gone out before this page was loaded: no empty form, not even for a moment. */
  #isResuming(): boolean {
    return this.order !== '' && readRecord(this.order, sessionRecords())?.submittedAt !== undefined;
  }

  #slotted(): readonly Element[] {
    return [...this.children].filter((child) => child.slot === 'fields');
  }

  #fields() {
    const slotted = this.#slotted();
    return slotted.length > 0 ? fieldsWithin(slotted) : this.#set.fields.filter((field) => field.input);
  }

  #onField(event: FlorinFieldEvent): void {
    if (event.target !== this) this.#group.configure({});
    if (event.state.status !== 'empty') this.#payment?.prepare();
  }

  readonly #onSubmit = (event: Event) => {
    event.preventDefault();
    void this.pay();
  };

  /** Enter in a field that the shop has put in; in our own the form's submission is the browser's. */
  readonly #onKeydown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.isComposing && this.contains(event.target as Node)) void this.pay();
  };

  readonly #onSlotChange = () => this.requestUpdate();
}

/** The fields have names for password managers; form data, from the browser or from a script, has nothing of a card. */
function leaveOutCard({ formData }: FormDataEvent): void {
  for (const name of [...formData.keys()]) formData.delete(name);
}
