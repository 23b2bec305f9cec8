import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { BesideCheckout } from '../beside-checkout.js';
import type { CheckoutElement } from '../florin-checkout/checkout-element.js';
import { checkoutStyles } from '../florin-checkout/checkout-element.css.js';
import { paymentStyles } from '../florin-checkout/payment.css.js';
import { localeOf } from '../locale.js';
import { theme } from '../theme.css.js';
import { payWords } from '../words/pay-words.js';

/**
 * Takes the checkout's own button out of sight as long as another one stands for it. It keeps a box: in Safari, Enter in a
 * field presses no button that has none.
 */
const OWN_BUTTON = "[part='form'] > button { inline-size: 0; padding: 0; position: absolute; visibility: hidden }";

/**
 * The button of a `<florin-checkout>` as an element of its own, for any place of the page: under a summary, in a bar at the
 * bottom. It says and does what the checkout's own button would, which is hidden while this one is there; Enter in a field
 * pays as before. Inside a form of the page it does not submit that form.
 *
 * @slot - Words in place of "Pay" and the amount. While the payment is under way the button says that by itself.
 * @csspart button - The button.
 * @cssprop --florin-accent - Button and focus.
 * @cssprop --florin-on-accent - Text on the button.
 * @cssprop --florin-radius - Corners.
 * @cssprop --florin-control-height - Height of the button, never under 44px.
 * @cssprop --florin-font - Font family; inherited by default.
 */
export class PayButtonElement extends LitElement {
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };
  static override styles = [theme, checkoutStyles, paymentStyles];

  /** The id of the `<florin-checkout>` that it pays; the page's first when empty. */
  @property({ attribute: 'for' }) htmlFor = '';

  /** Nothing can be paid, by Enter in a field neither: while the shop's terms are not accepted, for example. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** BCP 47; the page's language when empty. For what it says before the checkout is there. */
  @property() locale = '';

  readonly #beside: BesideCheckout = new BesideCheckout(this, (checkout, signal) => this.#standFor(checkout, signal));
  #wasInert = false;

  protected override render(): TemplateResult {
    const { button, isBusy, isOver } = this.#beside;
    const label = button?.textContent?.trim() || payWords(localeOf(this)).pay('');
    const isOff = this.disabled || !button;
    return html`<div class="florin" ?hidden=${isOver}>
      <button part="button" type="button" aria-disabled=${isBusy || isOff ? 'true' : 'false'} @click=${this.#onClick}>
        <span class="label"
          >${isBusy ? html`<span class="spinner"></span>${label}` : nothing}<slot ?hidden=${isBusy}
            >${label}</slot
          ></span
        >
      </button>
    </div>`;
  }

  protected override updated(): void {
    const { checkout } = this.#beside;
    const isInert = Boolean(checkout?.renderRoot.querySelector('[part=form] [inert]'));
    // The fields become inert: a focus inside them would be lost to the page's top.
    const root = this.getRootNode() as Document | ShadowRoot;
    if (isInert && !this.#wasInert && root.activeElement === checkout) this.focus();
    this.#wasInert = isInert;
  }

  readonly #onClick = (event: Event) => {
    const { button, isBusy } = this.#beside;
    if (this.disabled || isBusy) event.stopPropagation();
    else button?.click();
  };

  #standFor(checkout: CheckoutElement, signal: AbortSignal): void {
    const root = checkout.renderRoot as ShadowRoot;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(OWN_BUTTON);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    signal.addEventListener('abort', () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    });
    const stop = (event: Event) => this.disabled && event.preventDefault();
    checkout.addEventListener('florin-before-pay', stop, { signal });
  }
}
