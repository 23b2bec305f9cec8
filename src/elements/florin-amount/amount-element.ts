import { html, isServer, LitElement, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { minorUnits, property, state } from '../property.js';
import { brandOfId } from '../../core/card/brand.js';
import { isKnownCurrency } from '../../core/money/known-currency.js';
import { amount as english } from '../../languages/generated/english/amount.js';
import type { FlorinAmountEvent } from '../pay-events.js';
import type { PricedElement, ShownTotal } from '../florin-checkout/shown-total.js';
import { drawsAsServer } from '../hydration.js';
import { localeOf, messagesOf } from '../locale.js';
import { theme } from '../theme.css.js';
import { price } from '../price.js';
import { redrawn } from '../untranslated.js';
import { amountStyles } from './amount-element.css.js';
import '../watch-language.js';

const amountMessages = (locale: string) => messagesOf('amount', english, locale);

/**
 * Shows the price of a payment: the total, and above it the surcharge for the typed card, if the
 * shop takes one. It follows a `<florin-checkout>`, which announces each change to screen readers.
 *
 * @csspart amount - The whole list of names and amounts.
 * @csspart surcharge - The amount of the surcharge.
 * @csspart total - The total amount.
 * @cssprop --florin-ink - Text of the total.
 * @cssprop --florin-ink-soft - Names.
 * @cssprop --florin-font - Font family; inherited by default.
 */
export class AmountElement extends LitElement {
  static override styles = [theme, amountStyles];

  /** The id of the `<florin-checkout>` that it belongs to; the page's first when empty. */
  @property({ attribute: 'for' }) htmlFor = '';

  /** The price in minor units, shown until the checkout knows it. It does not affect what is charged. */
  @property(minorUnits) amount = 0;

  /** The currency of `amount`, ISO 4217. */
  @property() currency = 'AUD';

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  @state() private price: ShownTotal | undefined;

  #connection: AbortController | undefined;
  /** The checkout of this root that it belongs to, once its tag is registered. */
  #followed: PricedElement | undefined;
  /** A checkout with another order has no price for some time, and fires no event about that. */
  readonly #follower: ReactiveController = { hostUpdated: () => this.requestUpdate() };

  override connectedCallback(): void {
    super.connectedCallback();
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    // On the document, so that it works in any order of the two elements, and in different roots.
    document.addEventListener('florin-amount', this.#onAmount, { signal });
    // Finds its checkout again after it was moved.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection?.abort();
    this.#follow(undefined);
  }

  protected override willUpdate(): void {
    if (isServer) return;
    const own = this.#find();
    this.#follow(own && 'addController' in own ? own : undefined);
    if (this.#followed) this.price = this.#followed.price;
  }

  protected override render(): TemplateResult | typeof nothing {
    const locale = localeOf(this);
    const messages = amountMessages(locale);
    const { amount, surcharge, brand } = (drawsAsServer(this) ? undefined : this.price) ?? this.#declared() ?? {};
    // An order that only verifies a card costs nothing.
    if (!amount?.minor) return nothing;
    return html`<dl class="florin" part="amount">
      ${
        surcharge
          ? html`<dt>${messages.order}</dt>
              <dd>${price({ ...amount, minor: amount.minor - surcharge.minor }, locale)}</dd>
              <dt>${redrawn(messages.surcharge(brandOfId(brand)?.name ?? ''))}</dt>
              <dd part="surcharge">${price(surcharge, locale)}</dd>`
          : nothing
      }
      <dt class="total">${messages.total}</dt>
      <dd class="total" part="total">${price(amount, locale)}</dd>
    </dl>`;
  }

  #declared(): ShownTotal | undefined {
    const { amount: minor, currency } = this;
    return Number.isSafeInteger(minor) && minor > 0 && isKnownCurrency(currency)
      ? { amount: { minor, currency } }
      : undefined;
  }

  #find(): PricedElement | undefined {
    const root = this.getRootNode() as Document | ShadowRoot;
    const checkouts = [...root.querySelectorAll<PricedElement>('florin-checkout')];
    return this.htmlFor ? checkouts.find(({ id }) => id === this.htmlFor) : checkouts[0];
  }

  #follow(checkout: PricedElement | undefined): void {
    if (checkout === this.#followed) return;
    this.#followed?.removeController(this.#follower);
    this.#followed = this.isConnected ? checkout : undefined;
    this.#followed?.addController(this.#follower);
  }

  readonly #onAmount = (event: Event) => {
    const source = event.composedPath()[0] as Element;
    const own = this.#find();
    const isOwn = own ? own === source : !this.htmlFor || source.id === this.htmlFor;
    if (isOwn) this.price = (event as FlorinAmountEvent).price;
  };
}
