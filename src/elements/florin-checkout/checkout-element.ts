import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { readRecord, sessionRecords } from '../../checkout/attempt-record.js';
import type { CardBrandId } from '../../core/card/brand.js';
import type { References } from '../../core/reference.js';
import type { FlorinFieldEvent } from '../events.js';
import { FlorinReadyEvent } from '../funnel-events.js';
import { type LazyFile, lazyFile } from '../lazy-file.js';
import { localeOf } from '../locale.js';
import { theme } from '../theme.css.js';
import { payWords } from '../words/pay-words.js';
import { checkoutStyles } from './checkout-element.css.js';
import type { Attempt } from './attempt.js';
import type { ShownTotal } from './shown-total.js';
import {
  type CreateSource,
  type Isolation,
  otherMethod,
  type OtherMethod,
  type Source,
  type Sources,
} from './source.js';

/** What decides how high the form is, and is not here yet. */
const LIST_TO_COME = 'florin-saved-cards:not([settled])';

/**
 * Takes a card payment for one order: the fields, the button, and what happened. The card goes from here straight to
 * the payment service; the shop's server sees an order and a result. With `purpose` it saves a card or a bank account
 * instead, without an order.
 *
 * Reserve its room before the script is there, and nothing moves when it comes:
 * `florin-checkout { display: block; min-height: 25rem }`; 32rem where it is narrower than 360px.
 *
 * @fires {FlorinReadyEvent} florin-ready - The shopper can begin: the fields are drawn, or their frame has answered. Once.
 * @fires {FlorinFocusEvent} florin-focus - A field of the card has the focus.
 * @fires {FlorinStateEvent} florin-state - The payment has taken a step.
 * @fires {FlorinResultEvent} florin-result - The signer has said what became of it.
 * @fires {FlorinErrorEvent} florin-error - A step did not work; the shopper has been told what to do.
 * @fires {FlorinChallengeEvent} florin-challenge - The bank's step (3-D Secure) has been opened or left.
 * @fires {FlorinBeforePayEvent} florin-before-pay - All fields are right and the shopper pays. Can be cancelled, and can wait.
 * @fires {FlorinAmountEvent} florin-amount - What the shopper is shown of the price has changed.
 * @fires {FlorinFieldEvent} florin-field - A field's state, or the brand, has changed.
 * @fires {FlorinSavedEvent} florin-saved - With `purpose`: a card or a bank account is saved or changed.
 * @attr {payment | save-card | update-card | save-bank-account | update-bank-account} purpose - What is done; a payment by
 *   default. Whoever is logged in saves or changes a card or an account (`authoriseToken` of the signer). Cannot be changed
 *   once drawn.
 * @attr {string} card - With `purpose="update-…"`: which one, by its handle in the signer's list.
 * @attr {string} agreement-url - With a bank account: where the direct debit service agreement can be read.
 * @attr {javascript | webform | iframe | redirect} method - Where the card is typed: in this element, which is the default; on the
 *   plain form of the signer; in the service's own frame; on the service's hosted page. Cannot be changed once drawn.
 * @attr {payment | preauth | verify_only} action - What the order will ask for, for the words on the button until the signer has
 * said it; a payment by default. Nothing is charged by it.
 * @attr {dialog | redirect} challenge - Where the bank's step (3-D Secure) is shown: over this page, which is the default, or in
 *   the whole window.
 *
 * @slot form - With `method="webform"`: the signer's plain form (`Signer.renderForm`), for browsers without script. With script
 *   the element's fields take its place, with what was typed there.
 * @slot fields - Fields of your own arrangement, in place of the built-in four.
 * @slot before-fields - Above the fields: `<florin-saved-cards>`.
 * @slot after-fields - Between the fields and the button: `<florin-store-card>`, terms of your own.
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
 * @csspart challenge - The dialog with the bank's page (3-D Secure).
 * @csspart continue - The button that goes on with the bank's step.
 * @csspart receipt - The receipt that is shown in place, or what was saved.
 * @csspart subject - With `purpose="update-…"`: what is changed.
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
 * @cssprop --florin-frame-height - Room of the service's own frame (`method="iframe"`), which does not say its height.
 * @cssprop --florin-font - Font family; inherited by default.
 */
export class CheckoutElement extends LitElement {
  static override styles = [theme, checkoutStyles];

  /** What this bundle can type a card or an account in by itself: set before the tag is defined. @internal */
  static sources: Sources = {};

  /** Where the shop's signer answers, `/pay` for example. */
  @property({ attribute: 'signer-url' }) signerUrl = '';

  /** What the shop's back end knows the order by. */
  @property() order = '';

  /**
   * Where the card is typed: `page`, in this element, or `frame`, in a page of another origin that no script of this
   * one can read. Cannot be changed once the element is drawn.
   */
  @property() isolation: Isolation = 'page';

  /** With `isolation="frame"`: where the frame page lies (`createFramePage` of `florin/signer`), on an origin of its own. */
  @property({ attribute: 'frame-src' }) frameSrc = '';

  /** What the order costs, in minor units, to be shown until the signer says it. Nothing is charged by it. */
  @property({ type: Number }) amount = 0;

  /** The currency of `amount`, ISO 4217. */
  @property() currency = 'AUD';

  /** Where an approved payment leads; without it the receipt is shown in place. */
  @property({ attribute: 'success-url' }) successUrl = '';

  /** Ids of the card brands that the shop takes (`CardBrandId`), separated by blanks; all when empty. */
  @property({ attribute: 'accepted-brands' }) acceptedBrands = '';

  /** Leaves out the name on the card. */
  @property({ type: Boolean, attribute: 'no-name' }) noName = false;

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  /** The brand of the number typed so far. */
  brand: CardBrandId | undefined;

  /**
   * References of the payment (Crn1 to Crn3) that the shopper has given, for the signer, which decides whether it takes them;
   * null while they are not complete. `<florin-references>` sets it; a page with fields of its own can, and calls `refresh()`
   * after a change.
   */
  declare references?: References | null;

  /** What is shown besides the fields. @internal */
  attempt: Attempt | undefined;

  /** Where the card is typed. Saved cards put themselves around it. @internal */
  card: Source | undefined;

  /** From the press of the button until the payment has come to rest, when it is empty; first a frame is asked whether all is right. */
  @state() private step: 'checking' | 'paying' | '' = '';
  @state() private hasFailedToLoad = false;

  /** The code of the card is not of this bundle, and has not come yet. */
  #awaitsCode = false;
  #isReady = false;
  #loading: Promise<Attempt> | undefined;
  #connection: AbortController | undefined;

  constructor() {
    super();
    this.addEventListener('florin-field', (event) => this.#onField(event));
  }

  /** Pays, as the button does: shows what is wrong, or sends the card. Resolves when the payment has come to rest. */
  async pay(): Promise<void> {
    // An order that was set in this same turn is the one that is paid.
    if (this.isUpdatePending) this.performUpdate();
    const card = this.card;
    // Its code could not be had: somebody tries again.
    if (!card)
      codeOf(otherMethod(this))
        .get()
        .catch(() => {});
    if (!card || this.step || this.attempt?.view().isBusy) return;
    const isRight = card.report?.() ?? true;
    if (isRight === false) return;
    this.step = 'checking';
    this.hasFailedToLoad = false;
    try {
      if (isRight !== true && !(await isRight)) return;
      this.step = 'paying';
      // The fields become inert: a focus inside them would be lost to the page's top.
      this.renderRoot.querySelector<HTMLElement>('[part="button"]')?.focus();
      const attempt = await this.#load();
      await attempt.pay();
      this.step = '';
      await this.updateComplete;
      attempt.focusRefused();
    } finally {
      this.step = '';
    }
  }

  /** The order has changed, its cart for example: asks the signer what it costs now. Changes nothing once a card is sent. */
  async refresh(): Promise<void> {
    await this.attempt?.refresh();
  }

  /** What the shopper is shown of the price; undefined while nobody knows it. */
  get price(): ShownTotal | undefined {
    return this.attempt?.price();
  }

  /** The shopper has begun: gets the key, unless it is there. @internal */
  prepare(): void {
    void this.attempt?.prepare();
  }

  override focus(options?: FocusOptions): void {
    if (!this.card?.focus?.(options)) super.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#connection) return;
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    globalThis.addEventListener('pageshow', (event) => event.persisted && this.attempt?.restore(), { signal });
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
    const before = this.card;
    const method = otherMethod(this);
    const { sources } = CheckoutElement;
    const createOwn = method ? undefined : sources[this.isolation];
    this.card ??= createOwn ? createOwn(this) : codeOf(method).module?.(this, sources);
    if (!this.card) {
      this.#awaitsCode = true;
      codeOf(method).want(this);
    }
    if (this.card !== before || changed.size > 0) this.card?.hostChanged?.();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.#isReady && this.card && this.card.isReady !== false) {
      this.#isReady = true;
      this.dispatchEvent(new FlorinReadyEvent());
    }
    if (this.#awaitsCode && this.card) {
      this.#awaitsCode = false;
      this.#open();
    }
    if (!changed.has('signerUrl') && !changed.has('order')) return;
    this.#close();
    this.#open();
  }

  protected override render() {
    const locale = localeOf(this);
    const words = payWords(locale);
    const hasFailed = this.hasFailedToLoad || this.#lacksCode();
    const { card } = this;
    if (card?.showsGiven) return card.render();
    // What the page brings for want of script is shown until there is better; and nothing says "Pay" where something is saved.
    const saves = otherMethod(this) === 'token';
    const hasPage = CheckoutElement.sources.page !== undefined;
    if (!card && (saves || (hasPage && this.querySelector('[slot=form]')))) {
      const text = hasFailed ? words.notLoaded : nothing;
      return hasPage ? html`<slot name="form">${text}</slot>` : html`${text}`;
    }
    const view = this.attempt?.view(this.step !== '');
    const isBusy = view?.isBusy ?? this.step !== '';
    const hidesForm = view?.hidesForm ?? this.#isResuming();
    const amount = view?.amount ?? '';
    const label = view?.label || (isBusy ? words.paying : words.pay(amount));
    const text = html`${isBusy ? html`<span class="spinner"></span>` : nothing}${label}`;
    // Once amount or language is known, the label is another one: text in the middle would be seen to move when it grows.
    const place = (amount ? 1 : 0) + (/^en/.test(locale) ? 2 : 0);
    const hasHeight =
      (card ? card.hasCode !== false && (view || !saves) : hasFailed) && !this.querySelector(LIST_TO_COME);
    return html`<div class="florin">
      <form
        part="form"
        class=${hasHeight ? nothing : 'waiting'}
        novalidate
        @submit=${this.#onSubmit}
        @formdata=${leaveOutCard}
      >
        <div ?hidden=${hidesForm} ?inert=${isBusy && this.step !== 'checking'}>
          <slot name="before-fields"></slot>${view?.subject}${card?.render()}<slot name="after-fields"></slot>
        </div>
        <div part="message" role="status">${view?.message}</div>
        <button
          part="button"
          type="submit"
          ?hidden=${hidesForm || (this.card?.hasButton && !isBusy)}
          aria-disabled=${isBusy ? 'true' : 'false'}
        >
          ${[0, 1, 2, 3].map((each) => (each === place ? html`<span class="label">${text}</span>` : nothing))}
        </button>
        <p class="note foot" part="footnote" role="status" ?hidden=${hidesForm}>
          ${hasFailed ? words.notLoaded : view?.footnote}
        </p>
      </form>
      ${view?.receipt}
    </div>`;
  }

  /** Gets what a payment needs, besides the fields, and begins to follow the order. */
  #load(): Promise<Attempt> {
    this.#loading ??= (otherMethod(this) === 'token' ? savingCode : paymentCode).get().then(
      (create) => {
        const attempt = create(this);
        this.attempt = attempt;
        // Whoever types fast has begun before this was there.
        if (!this.card?.isEmpty) void attempt.prepare();
        this.requestUpdate();
        return attempt;
      },
      (error: unknown) => {
        this.#loading = undefined;
        this.hasFailedToLoad = this.step !== '';
        throw error;
      },
    );
    return this.#loading;
  }

  #open(): void {
    // Not there yet is no failure: the button asks again.
    const canBegin = otherMethod(this) === 'token' || (this.signerUrl && this.order);
    if (this.card && canBegin && this.isConnected) this.#load().catch(() => {});
  }

  #close(): void {
    void this.#loading?.then((attempt) => attempt.close());
    this.#loading = undefined;
    this.attempt = undefined;
  }

  /** A card had gone out before this page was loaded: no empty form, not even for a moment. */
  #isResuming(): boolean {
    return this.order !== '' && readRecord(this.order, sessionRecords())?.submittedAt !== undefined;
  }

  #onField({ field, brand, state }: FlorinFieldEvent): void {
    if (field === 'number') this.brand = brand;
    if (state.status !== 'empty') this.prepare();
    this.requestUpdate();
  }

  readonly #onSubmit = (event: Event) => {
    event.preventDefault();
    void this.pay();
  };

  /** There are no fields, and there will be none: their code could not be had, or has none for this isolation. */
  #lacksCode(): boolean {
    if (this.card) return false;
    const { hasFailed, module } = codeOf(otherMethod(this));
    return hasFailed || module !== undefined;
  }
}

/** What is needed besides the fields. */
const paymentCode = lazyFile(async () => {
  const { Payment } = await import('./payment.js');
  return (host: CheckoutElement): Attempt => new Payment(host);
});
const savingCode = lazyFile(async () => {
  const { Saving } = await import('./token-form.js');
  return (host: CheckoutElement): Attempt => new Saving(host);
});

const codes = new Map<OtherMethod | undefined, LazyFile<CreateSource>>();

/** What makes a source that this bundle has not from the start, for all elements of the page. */
function codeOf(method: OtherMethod | undefined): LazyFile<CreateSource> {
  const known = codes.get(method);
  if (known) return known;
  const code = lazyFile<CreateSource>(() =>
    method
      ? import('./method-cards.js').then(({ loadMethod }) => loadMethod(method))
      : import('./frame-card.js').then(
          ({ FrameCard }) =>
            (host) =>
              host.isolation === 'frame' ? new FrameCard(host) : undefined,
        ),
  );
  codes.set(method, code);
  return code;
}

/** The fields have names for password managers; form data, from the browser or from a script, has nothing of a card. */
function leaveOutCard({ formData }: FormDataEvent): void {
  for (const name of [...formData.keys()]) formData.delete(name);
}
