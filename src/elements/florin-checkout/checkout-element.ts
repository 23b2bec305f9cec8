import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { minorUnits, property, state } from '../property.js';
import { attemptName } from '../../checkout/attempt-name.js';
import { wasSent } from '../../checkout/attempt-record.js';
import type { CardBrandId } from '../../core/card/brand.js';
import type { References } from '../../core/reference.js';
import type { FlorinFieldEvent } from '../events.js';
import { FlorinReadyEvent } from '../funnel-events.js';
import { drawsAsServer, isFromServer } from '../hydration.js';
import { localeOf } from '../locale.js';
import { theme } from '../theme.css.js';
import { payMessages } from '../messages/pay-messages.js';
import { checkoutStyles } from './checkout-element.css.js';
import type { Attempt } from './attempt.js';
import { attemptCode } from './attempt-code.js';
import { codeOf, lacksCode } from './code-of.js';
import { unsettledOrder } from './kept-order.js';
import type { ShownTotal } from './shown-total.js';
import { type Isolation, leaveOutCard, otherMethod, type Source, type Sources } from './source.js';

/** A list of saved cards that is not loaded yet: it will change the height of the form. */
const UNSETTLED_LIST = 'florin-saved-cards:not([settled])';

/**
 * Takes a card payment for one order: it has the fields, the button, and the outcome. The card goes from here directly
 * to the payment service; the shop's server sees an order and a result. With `purpose` it saves a card or a bank account
 * instead, without an order.
 *
 * Reserve its height, so that nothing moves: `florin-checkout { display: block; min-height: 23.5rem }`, 29.75rem if narrower than
 * 280px.
 *
 * @fires {FlorinReadyEvent} florin-ready - Once: the shopper can begin, because the fields are drawn or their frame has answered.
 * @fires {FlorinFocusEvent} florin-focus - A field of the card has the focus.
 * @fires {FlorinStateEvent} florin-state - The state of the payment has changed.
 * @fires {FlorinResultEvent} florin-result - The signer has reported the outcome of the payment.
 * @fires {FlorinErrorEvent} florin-error - A step failed; the shopper has been told what to do.
 * @fires {FlorinChallengeEvent} florin-challenge - The bank's step (3-D Secure) has been opened or closed.
 * @fires {FlorinBeforePayEvent} florin-before-pay - All fields are valid and the shopper pays. Listeners can cancel or delay the
 *   payment.
 * @fires {FlorinAmountEvent} florin-amount - The shown price has changed.
 * @fires {FlorinNothingToPayEvent} florin-nothing-to-pay - The price of the order is 0: no card is needed.
 * @fires {FlorinFieldEvent} florin-field - A field's state, or the brand, has changed.
 * @fires {FlorinSavedEvent} florin-saved - With `purpose`: a card or a bank account is saved or changed.
 * @attr {payment | save-card | update-card | save-bank-account | update-bank-account} purpose - Default `payment`; else the
 *   logged-in shopper (`authoriseToken`) saves or changes a card or an account. Cannot be changed after the first render.
 * @attr {string} card - With `purpose="update-…"`: the card or account to change, by its handle in the signer's list.
 * @attr {string} agreement-url - With a bank account: URL of the direct debit service agreement.
 * @attr {string} done-url - With `purpose`: URL of the link "Done" below the saved card or account. Without it there is no link.
 * @attr {javascript | webform | iframe | redirect} method - Where the card is typed: in this element (default), on the plain form
 *   of the signer, in the service's own frame, or on the service's hosted page. Cannot be changed after the first render.
 * @attr {payment | preauth | verify_only} action - The action of the order, for the text on the button until the signer has
 *   reported it; default `payment`. It does not affect what is charged.
 * @attr auto-advance - Moves the focus to the next built-in field when one is complete, unless the shopper went back to it.
 * @attr {dialog | redirect} challenge - Where the bank's step (3-D Secure) is shown: in a dialog over this page (default), or in
 *   the whole window.
 *
 * @slot form - With `method="webform"`: the signer's plain form (`Signer.renderForm`), for browsers without script. With script
 *   the element's fields replace it and take over the typed text.
 * @slot fields - Your own arrangement of fields; replaces the built-in four.
 * @slot before-fields - Above the fields: `<florin-saved-cards>`.
 * @slot after-fields - Between the fields and the button: `<florin-store-card>`, terms of your own.
 * @slot before-receipt - Above the receipt that replaces the form.
 * @slot after-receipt - Below that receipt.
 * @csspart form - Everything except the receipt.
 * @csspart fields - The grid of fields.
 * @csspart field - One field; also by its kind: `number`, `expiry`, `cvn`, `name`.
 * @csspart label - A label.
 * @csspart box - The box around an input.
 * @csspart input - An input.
 * @csspart hint - The hint at the end of a box.
 * @csspart error - The error message below a box.
 * @csspart brands - The icon of the brand, or of the accepted brands that the number can still become.
 * @csspart message - What happened and what to do.
 * @csspart frame - The frame of another origin, with `isolation="frame"` and `method="iframe"`.
 * @csspart frame-error - What happened to the frame, and what to do.
 * @csspart button - The pay button.
 * @csspart footnote - The line below the button.
 * @csspart challenge - The dialog with the bank's page (3-D Secure).
 * @csspart continue - The button that continues the bank's step.
 * @csspart time-left - The time that is left for the bank's step.
 * @csspart receipt - The receipt, or the saved card or account, that replaces the form.
 * @csspart ways - With `purpose`: "Done" and "Add another" below the saved card or account.
 * @csspart subject - With `purpose="update-…"`: the card or account to change.
 * @cssprop --florin-ink - Text.
 * @cssprop --florin-ink-soft - Hints.
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
 * @cssprop --florin-frame-height - Height of the service's own frame (`method="iframe"`), which does not report it.
 * @cssprop --florin-areas - In Florin's frame: the grid areas of the fields (`number`, `expiry`, `cvn`, `name`).
 * @cssprop --florin-columns - In Florin's frame: the columns of that grid (`grid-template-columns`).
 * @cssprop --florin-font - Font family; inherited by default.
 */
export class CheckoutElement extends LitElement {
  static override styles = [theme, checkoutStyles];

  /** The sources that are loaded with the element; a subclass names those of its bundle. @internal */
  readonly sources: Sources = {};

  /** URL of the shop's signer, for example `/pay`. */
  @property({ attribute: 'signer-url' }) signerUrl = '';

  /** The name of the order at the shop's back end; may be set as late as in `florin-before-pay`. */
  @property() order = '';

  /** URL (GET) of the shop: answers `{ "order": "…" }`, another token of this order. Asked when the signer refuses this one. */
  @property({ attribute: 'order-url' }) orderUrl = '';

  /**
   * Where the card is typed: `page` (here), or `frame` (a page of another origin). Fixed after the first render. The frame has
   * no fields for a bank account, which would make it larger for each card payment; use `method="iframe"` for an account.
   */
  @property() isolation: Isolation = 'page';

  /** With `isolation="frame"`: URL of the frame page (`createFramePage` of `florin-server/signer`), of another origin. */
  @property({ attribute: 'frame-src' }) frameSrc = '';

  /** The price in minor units, shown until the signer reports it; not what is charged. A change asks for the price. */
  @property(minorUnits) amount = 0;

  /** The currency of `amount`, ISO 4217. */
  @property() currency = 'AUD';

  /** Where to redirect after an approved payment, once, also to the same page; without it the receipt is shown in place. */
  @property({ attribute: 'success-url' }) successUrl = '';

  /** Ids of the card brands that the shop accepts (`CardBrandId`), separated by spaces; all when empty. */
  @property({ attribute: 'accepted-brands' }) acceptedBrands = '';

  /** Omits the name on the card. */
  @property({ type: Boolean, attribute: 'no-name' }) noName = false;

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  /** The brand of the typed number. */
  brand: CardBrandId | undefined;

  /**
   * References (Crn1 to Crn3) that the shopper has typed; null while incomplete. The signer accepts or refuses them.
   * `<florin-references>` sets it, or a page with its own fields, which calls `refresh()` after a change.
   */
  declare references?: References | null;

  /** The attempt that is shown, with everything besides the fields. @internal */
  attempt: Attempt | undefined;

  /** The source, where the card is typed. Saved cards wrap it. @internal */
  card: Source | undefined;

  /** The step from the press of the button until the attempt has settled. `checking` waits for a frame's validation. */
  @state() private step: 'checking' | 'paying' | '' = '';
  @state() private hasFailedToLoad = false;

  /** True while the code of the source is not in this bundle and not loaded yet. */
  #awaitsCode = false;
  #isReady = false;
  #loading: Promise<Attempt> | undefined;
  /** True also while the element is moved. */
  #isAttached = false;

  constructor() {
    super();
    this.addEventListener('florin-field', (event) => this.#onField(event));
  }

  /**
   * Pays, as the button does: shows errors, or sends the card. Resolves when the payment has settled. Sends nothing while the
   * element is not in the document.
   */
  async pay(): Promise<void> {
    if (!this.isConnected) {
      console.error('florin-checkout: not in the document');
      return;
    }
    // An order that was set in the same task is applied first.
    if (this.isUpdatePending) this.performUpdate();
    const card = this.card;
    // Its code could not be loaded: tries again.
    if (!card)
      codeOf(otherMethod(this))
        .get()
        .catch(() => {});
    if (!card || this.step || this.attempt?.view().isBusy) return;
    const shown = this.price;
    const isRight = card.report?.() ?? true;
    if (isRight === false) return;
    this.step = 'checking';
    this.hasFailedToLoad = false;
    try {
      if ((isRight !== true && !(await isRight)) || !this.isConnected) return;
      this.step = 'paying';
      // The fields become inert, and a focus inside them would be lost.
      this.renderRoot.querySelector<HTMLElement>('[part="button"]')?.focus();
      const before = await this.#load();
      const press = await before.press(shown);
      // The page may have made the order at the press, or another one.
      await this.updateComplete;
      if (!press || !this.isConnected) return;
      const attempt = await this.#load();
      // No price is charged that nobody has seen.
      await (press.shown || attempt === before ? attempt.pay(press) : attempt.showPrice());
      this.step = '';
      await this.updateComplete;
      attempt.focusRefused();
    } finally {
      this.step = '';
    }
  }

  /** Asks the signer for the price again, for example after the cart has changed. No effect once a card is sent. */
  async refresh(): Promise<void> {
    await this.attempt?.refresh();
  }

  /** The price as shown to the shopper; undefined while unknown. */
  get price(): ShownTotal | undefined {
    return this.attempt?.price();
  }

  /** The shopper has begun to type: fetches the key if necessary. @internal */
  prepare(): void {
    void this.attempt?.prepare();
  }

  override focus(options?: FocusOptions): void {
    if (!this.card?.focus?.(options)) super.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#isAttached) return;
    this.#isAttached = true;
    if (this.hasUpdated && !this.attempt) this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An element that is moved is disconnected and connected in the same task, and its payment goes on.
    queueMicrotask(() => {
      if (!this.isConnected) void this.#detach();
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = this.card;
    const method = otherMethod(this);
    const asServer = drawsAsServer(this);
    const createOwn = method || (asServer && this.isolation === 'frame') ? undefined : this.sources[this.isolation];
    this.card ??= createOwn ? createOwn(this) : asServer ? undefined : codeOf(method).module?.(this);
    if (!this.card) {
      this.#awaitsCode = true;
      if (!asServer) codeOf(method).want(this);
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
    if (changed.has('amount') || changed.has('currency')) void this.refresh();
    const { attempt } = this;
    // A page that makes its order at the press has none after a reload, or for its next cart; but a card may be on its way.
    if (changed.has('order')) this.order ||= attempt?.holdsOrder ? attempt.order : unsettledOrder(this);
    if (changed.has('signerUrl') || (changed.has('order') && !attempt?.takeOrder(this.order))) void this.#reopen();
  }

  protected override render() {
    const { card } = this;
    const asServer = drawsAsServer(this);
    const locale = localeOf(this);
    // The page's own content is shown, as before the script is loaded.
    if (asServer && !card) return html`<slot name="frame"></slot><slot name="form"></slot>`;
    const messages = payMessages(locale);
    const hasFailed = this.hasFailedToLoad || lacksCode(this);
    if (card?.showsGiven) return card.render();
    // The page's form for browsers without script stays until the fields are ready. The button never says "Pay" to save.
    const saves = otherMethod(this) === 'token';
    const hasPage = this.sources.page !== undefined;
    if (!card && (saves || (hasPage && this.querySelector('[slot=form]')))) {
      const text = hasFailed ? messages.notLoaded : nothing;
      return hasPage ? html`<slot name="form">${text}</slot>` : html`${text}`;
    }
    const view = this.attempt?.view(this.step !== '');
    const isBusy = view?.isBusy ?? this.step !== '';
    // A card was sent before this page was loaded: the empty form must not be shown, not even for a moment.
    const hidesForm = view?.hidesForm ?? (!asServer && wasSent(attemptName(this)));
    const label = view?.label || (isBusy ? messages.paying : messages.pay(view?.amount ?? ''));
    // A changed label is a new element, also because a centred text that grows would count as a layout shift.
    const spinner = isBusy ? html`<span class="spinner"></span>` : nothing;
    const hasHeight =
      (card ? card.hasCode !== false && (view || !saves) : hasFailed) &&
      (isFromServer(this) || !this.querySelector(UNSETTLED_LIST));
    return html`<div class="florin">
      <form
        part="form"
        method="dialog"
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
          ${keyed(label, html`<span translate="no" class="label">${spinner}${label}</span>`)}
        </button>
        <span class="said" role="status">${isBusy && !hidesForm ? label : nothing}</span>
        <p class="note foot" part="footnote" role="status" ?hidden=${hidesForm}>
          ${hasFailed ? messages.notLoaded : view?.footnote}
        </p>
      </form>
      ${view?.receipt}
    </div>`;
  }

  /** Loads the code of the attempt and subscribes to its flow. */
  #load(): Promise<Attempt> {
    this.#loading ??= attemptCode(this)
      .get()
      .then(
        (create) => {
          const attempt = create(this);
          this.attempt = attempt;
          // A fast shopper may have begun to type before this code was loaded.
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
    // An order may be missing until the button is pressed.
    const canBegin = otherMethod(this) === 'token' || this.signerUrl;
    if (this.card && canBegin && this.isConnected) this.#load().catch(() => {});
  }

  /** A card that is sent goes on to its outcome first. */
  async #reopen(): Promise<void> {
    const { attempt } = this;
    if (attempt?.sent) await attempt.sent;
    if (attempt !== this.attempt) return;
    this.#close();
    this.#open();
  }

  async #detach(): Promise<void> {
    this.#isAttached = false;
    // A card that is sent goes on to its outcome.
    await this.attempt?.sent;
    if (!this.#isAttached) this.#close();
  }

  #close(): void {
    void this.#loading?.then((attempt) => attempt.close());
    this.#loading = undefined;
    this.attempt = undefined;
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
}
