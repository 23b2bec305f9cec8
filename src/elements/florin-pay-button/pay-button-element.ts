import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from '../property.js';
import { CheckoutController } from '../checkout-controller.js';
import type { CheckoutElement } from '../florin-checkout/checkout-element.js';
import { checkoutStyles } from '../florin-checkout/checkout-element.css.js';
import { paymentStyles } from '../florin-checkout/payment.css.js';
import { drawsAsServer } from '../hydration.js';
import { localeOf } from '../locale.js';
import { theme } from '../theme.css.js';
import { payMessages } from '../messages/pay-messages.js';
import { untranslated } from '../untranslated.js';

/** On a server there is no checkout to connect to. */
const UNCONNECTED: Partial<CheckoutController> = {};

/**
 * Hides the checkout's own button while another one replaces it. It keeps a box, because in Safari,
 * Enter in a field does not press a button without a box.
 */
const OWN_BUTTON = "[part='form'] > button { inline-size: 0; padding: 0; position: absolute; visibility: hidden }";

/**
 * The button of a `<florin-checkout>` as a separate element, for any place of the page: under a summary, in a bar at
 * the bottom. It has the text and the function of the checkout's own button, which is hidden meanwhile; Enter in a
 * field pays as before. Inside a form of the page it does not submit that form.
 *
 * @slot - Replaces "Pay" and the amount. While the payment is in progress the button shows its own text.
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

  /** Blocks paying, also by Enter in a field: for example while the shop's terms are not accepted. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** BCP 47; the page's language when empty. Used until the checkout is ready. */
  @property() locale = '';

  readonly #connection: CheckoutController = new CheckoutController(this, (checkout, signal) =>
    this.#connect(checkout, signal),
  );
  #wasInert = false;

  protected override render(): TemplateResult {
    const { button, isBusy, isOver } = drawsAsServer(this) ? UNCONNECTED : this.#connection;
    const { pay } = payMessages(localeOf(this));
    const label = untranslated(button?.textContent?.trim() || pay(''));
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
    const { checkout } = this.#connection;
    const isInert = Boolean(checkout?.renderRoot.querySelector('[part=form] [inert]'));
    // The fields become inert, and a focus inside them would be lost.
    const root = this.getRootNode() as Document | ShadowRoot;
    if (isInert && !this.#wasInert && root.activeElement === checkout) this.focus();
    this.#wasInert = isInert;
  }

  readonly #onClick = (event: Event) => {
    const { button, isBusy } = this.#connection;
    if (this.disabled || isBusy) event.stopPropagation();
    else button?.click();
  };

  #connect(checkout: CheckoutElement, signal: AbortSignal): void {
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
