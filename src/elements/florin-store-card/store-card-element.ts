import { html, isServer, LitElement, noChange, nothing, type TemplateResult } from 'lit';
import { property, state } from '../property.js';
import { type ChosenCard, joinCheckout } from '../florin-checkout/chosen-card.js';
import { drawsAsServer } from '../hydration.js';
import { localeOf } from '../locale.js';
import { theme } from '../theme.css.js';
import { savedCardsMessages } from '../messages/saved-cards-messages.js';
import { storeCardStyles } from './store-card-element.css.js';

/**
 * The choice to save the card for the next payment. It is never ticked in advance. In a
 * `<florin-checkout>` (slot `after-fields`) the payment then stores the card, if the signer has
 * `authoriseToken` and knows who is logged in. On its own it is a checkbox of the form around it.
 *
 * @slot - Your own terms; replaces the line below the choice.
 * @csspart choice - The checkbox with its label.
 * @csspart terms - The line below.
 * @cssprop --florin-ink - Text.
 * @cssprop --florin-ink-soft - The line below.
 * @cssprop --florin-accent - Checkbox and focus.
 * @cssprop --florin-font - Font family; inherited by default.
 */
export class StoreCardElement extends LitElement {
  static readonly formAssociated = true;
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };
  static override styles = [theme, storeCardStyles];

  /** Disables the choice. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  @state() private isTicked = false;
  @state() private isOff = false;
  @state() private isHidden = false;

  readonly #internals = this.attachInternals();
  #chosen: ChosenCard | undefined;
  #connection: AbortController | undefined;

  /** Whether the shopper agrees. Its form value is `true`, or nothing. */
  get checked(): boolean {
    return this.isTicked && !this.isHidden && !this.disabled && !this.isOff;
  }

  /**
   * False while there is nothing to save: a saved card is chosen, or the card is typed on another
   * page, which asks itself.
   */
  get isOffered(): boolean {
    return !this.isHidden;
  }

  set isOffered(isOffered: boolean) {
    this.isHidden = !isOffered;
  }

  /** The form around the element. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const checkout = this.closest('florin-checkout');
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    if (!checkout) return;
    joinCheckout(checkout, (chosen) => (this.#chosen = chosen).useStore(this), signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection?.abort();
    this.#chosen?.useStore(undefined);
    this.#chosen = undefined;
    this.isHidden = false;
  }

  formResetCallback(): void {
    this.isTicked = false;
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.isOff = isDisabled;
  }

  protected override willUpdate(): void {
    // Ticked before the script came.
    if (!isServer && drawsAsServer(this)) this.isTicked = this.renderRoot.querySelector('input')?.checked === true;
  }

  protected override updated(): void {
    this.#internals.setFormValue(this.checked ? 'true' : null);
  }

  protected override render(): TemplateResult | typeof nothing {
    const asServer = drawsAsServer(this);
    const messages = savedCardsMessages(localeOf(this));
    if (this.isHidden && !asServer) return nothing;
    const isOff = this.disabled || (this.isOff && !asServer);
    // @lit-labs/ssr writes a property as an attribute: `checked="false"` would tick the box.
    const isTicked = asServer ? noChange : this.isTicked;
    return html`<div class="florin">
      <div class="choice ${isOff ? 'off' : ''}">
        <label part="choice">
          <input
            type="checkbox"
            aria-describedby="terms"
            .checked=${isTicked}
            ?disabled=${isOff}
            @change=${this.#onChange}
          />
          <span>${messages.store}</span>
        </label>
        <div id="terms" class="note" part="terms"><slot>${messages.storeNote}</slot></div>
      </div>
    </div>`;
  }

  readonly #onChange = (event: Event) => {
    this.isTicked = (event.target as HTMLInputElement).checked;
  };
}
