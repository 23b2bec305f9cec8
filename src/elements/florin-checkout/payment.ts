/**
 * The part of a checkout that belongs to a payment: the flow, its messages, the receipt. Loaded in
 * parallel with the form, so that the fields appear early.
 */
import { html, nothing } from 'lit';
import type { OpenChallenge } from '../../checkout/challenge-step.js';
import { type CheckoutFlow, createCheckout } from '../../checkout/checkout.js';
import type { CheckoutState } from '../../checkout/contract.js';
import type { CardInput, SavedCardInput, SendCard } from '../../checkout/submit-card.js';
import { isNamed, resolveAddress } from '../../checkout/named-addresses.js';
import { canPay } from '../../checkout/transitions.js';
import { brandOfId, type CardBrandId } from '../../core/card/brand.js';
import { isKnownCurrency } from '../../core/money/known-currency.js';
import { formatMoney } from '../../core/money/money.js';
import { FlorinResultEvent } from '../events.js';
import { localeOf, messagesOf } from '../locale.js';
import { FlorinAmountEvent, FlorinBeforePayEvent, FlorinNothingToPayEvent } from '../pay-events.js';
import { messagesOfAction } from '../messages-of-action.js';
import { paymentMessages } from '../messages/payment-messages.js';
import { untranslated } from '../untranslated.js';
import { Attempt, type AttemptView, renderMessage } from './attempt.js';
import { FlorinChallengeEvent } from './challenge-event.js';
import { isStuck } from './attempt-message.js';
import { keepOrder } from './kept-order.js';
import { messageFor } from './checkout-message.js';
import { cardTypeOf, type ShownTotal, totalOf } from './shown-total.js';
import type { CheckoutHost, Source } from './source.js';
import type { Waiting } from './waiting.js';
// Follows changes of the page's language.
import '../watch-language.js';

/** The element that a payment is shown in. */
export type PaymentHost = CheckoutHost & {
  /** The page's price in minor units of `currency`; 0 if the page has none. */
  readonly amount: number;
  readonly currency: string;
  order: string;
  readonly orderUrl: string;
  /** The brand of the typed number. */
  readonly brand: CardBrandId | undefined;
};

/** The payment of one order in one element. */
export class Payment extends Attempt<CheckoutState, PaymentHost> {
  protected readonly done = 'approved';
  protected readonly flow: CheckoutFlow;
  /** The last announced price as text, and whether it replaced another one. */
  #announced = '';
  #isCorrected = false;
  /** The bank's step is over this page, which says nothing behind it. */
  #hasDialog = false;
  /** The order's state is asked for once, when the shopper can begin, and after Back. */
  #hasAsked = false;
  #hasTyped = false;
  /** Concurrent calls share one request. */
  #renewing: Promise<string> | undefined;
  /** Loaded behind the form; absent if it cannot be loaded. */
  #waiting: Waiting | undefined;

  constructor(host: PaymentHost) {
    super(host, { status: 'idle' });
    const newest = () => this.order;
    this.flow = createCheckout({
      signerUrl: host.signerUrl,
      get order() {
        return newest();
      },
      renewOrder: this.renewOrder,
      challenge: this.#challenge,
      asks: () => ({ ...(host.references && { references: host.references }), ...this.source.keyOptions }),
    }) as CheckoutFlow;
    this.flow.subscribe((state) => this.onState(state));
    this.flow.resume();
    host.addController(this);
    import('./waiting.js').then(
      ({ Waiting }) => (this.#waiting = new Waiting(host, this.flow, this.closing.signal)),
      () => {},
    );
  }

  override hostUpdated(): void {
    super.hostUpdated();
    if (!this.#hasAsked && this.source.isReady !== false) this.#askBefore();
    const price = this.price();
    const text = JSON.stringify(price ?? '');
    if (price && text !== this.#announced) this.host.dispatchEvent(new FlorinAmountEvent(price));
    this.#announced = text;
  }

  async prepare(): Promise<undefined> {
    this.#hasTyped = true;
    // The card is edited, so what the bank said of it is old.
    if (!this.isSubmitting && /^(declined|failed)$/.test(this.status)) {
      this.messageState = undefined;
      this.host.requestUpdate();
    }
    const { signerUrl, order, references, brand } = this.host;
    // Without a signer or an order nothing can be asked; the button reports that.
    if (signerUrl && order && references !== null) await this.flow.prepare(cardTypeOf(brand));
  }

  protected override restore(): void {
    super.restore();
    this.#hasTyped = false;
    this.#askBefore();
  }

  /**
   * The order may have been paid elsewhere. A page that is only prerendered asks when it is shown. Nobody has touched the page
   * yet, so it asks only a signer that the page's owner has named, on the page's own origin by its path: an element in a
   * visitor's text must not call the shop.
   */
  #askBefore(): void {
    this.#hasAsked = true;
    const { signerUrl, order } = this.host;
    const withPath = resolveAddress(signerUrl)?.origin === location.origin;
    if (!signerUrl || !order || !isNamed(signerUrl, { withPath })) return;
    const ask = () => void this.flow.askBefore(() => !this.#hasTyped);
    if ((document as { readonly prerendering?: boolean }).prerendering) {
      document.addEventListener('prerenderingchange', ask, { once: true, signal: this.closing.signal });
    } else ask();
  }

  /** Another token of the order, after the signer has refused this one. Empty without `order-url`. */
  readonly renewOrder = async (): Promise<string> =>
    this.host.orderUrl &&
    (this.#renewing ??= import('./renew-order.js')
      .then(({ renewOrder }) => renewOrder(this, this.host, this.closing.signal))
      .finally(() => (this.#renewing = undefined)));

  override async refresh(): Promise<void> {
    if (this.host.order) await this.flow.refresh(this.source.amount !== undefined);
  }

  override price(): ShownTotal | undefined {
    // The fields are gone with the card, and its surcharge is paid.
    if (this.state.status === this.done && this.pressed?.shown) return this.pressed.shown;
    const { amount, currency, brand } = this.host;
    const isDeclared = Number.isSafeInteger(amount) && amount > 0 && isKnownCurrency(currency);
    return totalOf(this.state, brand, this.source.amount ?? (isDeclared ? { minor: amount, currency } : undefined));
  }

  protected missing(): string | undefined {
    const { signerUrl, order } = this.host;
    return !signerUrl ? 'signer-url' : !order ? 'order' : undefined;
  }

  protected override isAllowed(): Promise<boolean> {
    this.#isCorrected = false;
    const event = new FlorinBeforePayEvent();
    this.host.dispatchEvent(event);
    return event.isAllowed();
  }

  protected submit(source: Source): Promise<unknown> {
    keepOrder(this.host, this.order);
    const input = source.forSubmission() as CardInput | SavedCardInput | SendCard;
    return this.flow.submit(input, {
      cardType: cardTypeOf(this.host.brand),
      amount: this.pressed?.shown?.amount,
      isAway: source.isAway,
    });
  }

  protected messageOf(state: CheckoutState) {
    return messageFor(state, paymentMessages('en'));
  }

  /** Resolves also if it cannot be loaded: then only the message is shown. */
  protected override loadReceipt(): Promise<void> {
    return import('../florin-receipt/florin-receipt.js').then(
      () => {},
      () => {},
    );
  }

  view(isPressed = false): AttemptView {
    const before = this.#waiting?.before;
    const state = before ?? this.state;
    const { status, testMode, result, action, submittedAt } = state;
    const locale = localeOf(this.host);
    const other = messagesOfAction(action ?? this.host.getAttribute('action'), this.host, locale);
    const messages = { ...paymentMessages(locale), ...other?.payment };
    const price = this.price();
    const format = (money: ShownTotal['amount']) => formatMoney(money, locale);
    const amount = price ? format(price.amount) : '';
    const isBusy = isPressed || this.isSubmitting || !canPay(status);
    const isOver = status === 'approved' || isStuck(state);
    const message = this.messageState && messageFor(before ?? this.messageState, messages, locale);
    const isReceiptThere = customElements.get('florin-receipt') !== undefined;
    const showsReceipt = status === 'approved' && isReceiptThere && (this.isRestored || !this.redirects);
    return {
      isBusy,
      // A card that was sent is folded away; one that is being typed, while another tab has paid, is not.
      hidesForm:
        isOver || (status === 'unknown' && !this.isSubmitting && (submittedAt !== undefined || this.source.isEmpty)),
      amount,
      label: !isBusy
        ? (this.source.label ?? other?.pay(amount))
        : status === 'unknown'
          ? messages.checking
          : other?.paying,
      message:
        message && !showsReceipt && !this.#hasDialog
          ? renderMessage(message, isBusy && !isOver, this.#continueChallenge, this.#waiting?.render(state, locale))
          : nothing,
      footnote: untranslated(
        isOver || status === 'unknown'
          ? ''
          : this.isSlow && status !== 'challenging'
            ? messages.slow
            : [
                other?.note,
                price && this.#isCorrected ? messages.amountIs(amount) : '',
                price?.surcharge ? messages.surcharge(format(price.surcharge), brandOfId(price.brand)?.name ?? '') : '',
                testMode ? messages.testMode : '',
              ]
                .join(' ')
                .trim(),
      ),
      receipt: showsReceipt
        ? html`<florin-receipt part="receipt" .result=${result}>
            <slot name="before-receipt" slot="before"></slot>
            <slot name="after-receipt" slot="after"></slot>
          </florin-receipt>`
        : nothing,
    };
  }

  protected override onState(state: CheckoutState): void {
    const before = this.state;
    const base = baseOf(this.price());
    super.onState(state);
    const { status, result, challenge, error } = state;
    const { host } = this;
    // The amount differs from the one shown before by the page or the signer. A surcharge does not
    // count, because it is announced on its own.
    if (base && base !== baseOf(this.price())) this.#isCorrected = true;
    this.source.allowTestMonth?.(state.testMode ?? false);
    if (challenge && challenge !== before.challenge) host.dispatchEvent(new FlorinChallengeEvent(challenge));
    if (result && result !== before.result) host.dispatchEvent(new FlorinResultEvent(result));
    // Deferred, because the flow's transition is not finished yet.
    if (error?.code === 'amount_changed') queueMicrotask(() => this.source.renew?.(true));
    // Only the shop can decide now, so the next cart at this place gets a form.
    if (isStuck(state)) keepOrder(host, '');
    if (error?.code === 'nothing_to_pay') host.dispatchEvent(new FlorinNothingToPayEvent());
    if (status === 'submitting') {
      void this.loadReceipt();
      // Loads the file with the texts of the receipt and of the bank's step.
      messagesOf('receipt', {}, localeOf(host));
    }
    if (status === 'approved') void this.finish(this.#waiting?.tick(before));
  }

  /** Shows the bank's step in a dialog, unless the shop wants it in the whole window. */
  readonly #challenge: OpenChallenge = async (url, signal, endsAt) => {
    const host = this.host;
    // The shopper can continue when the element, or another one of the order, is in the document.
    if (!host.isConnected) return 'cancelled';
    if (host.getAttribute('challenge') === 'redirect') return 'elsewhere';
    // Set before the dialog is loaded: a screen reader would read a message that stands for a moment only sometimes.
    this.#hasDialog = true;
    host.requestUpdate();
    try {
      const { openChallenge } = await import('./challenge.js');
      const signerOrigin = new URL(host.signerUrl, document.baseURI).origin;
      return await openChallenge({ root: host.renderRoot, url, signerOrigin, endsAt, locale: localeOf(host), signal });
    } finally {
      this.#hasDialog = false;
      host.requestUpdate();
    }
  };

  /** The shopper continues the bank's step after closing it. */
  readonly #continueChallenge = (): void => {
    void this.flow.continueChallenge().then(async () => {
      await this.host.updateComplete;
      this.focusRefused();
    });
  };
}

/** An amount without its surcharge, as text to compare. */
function baseOf(price: ShownTotal | undefined): string {
  return price ? `${price.amount.minor - (price.surcharge?.minor ?? 0)} ${price.amount.currency}` : '';
}
