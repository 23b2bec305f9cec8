/**
 * All of a checkout that begins with the payment itself: the flow, what is said about it, the receipt. Loaded beside
 * the form, not before it, so that the fields are there early.
 */
import { html, nothing, type LitElement, type ReactiveController } from 'lit';
import type { OpenChallenge } from '../../checkout/challenge-step.js';
import { createCheckout } from '../../checkout/checkout.js';
import type { Checkout, CheckoutState } from '../../checkout/contract.js';
import { canPay } from '../../checkout/transitions.js';
import { type CardBrandId, CARD_BRANDS } from '../../core/card/brand.js';
import { FlorinError } from '../../core/errors.js';
import { isKnownCurrency } from '../../core/money/known-currency.js';
import { formatMoney } from '../../core/money/money.js';
import type { References } from '../../core/reference.js';
import { adoptStyles } from '../adopt-styles.js';
import { FlorinErrorEvent, FlorinResultEvent, FlorinStateEvent } from '../events.js';
import { localeOf, wordsOf } from '../locale.js';
import { wordsOfAction } from '../words-of-action.js';
import { FlorinAmountEvent, FlorinBeforePayEvent } from '../pay-events.js';
import { paymentWords } from '../words/payment-words.js';
import type { CardSource } from './card-source.js';
import { FlorinChallengeEvent } from './challenge-event.js';
import { isStuck, messageFor } from './checkout-message.js';
import { focusedBeside, mayFocus } from './payment-focus.js';
import { renderMessage } from './payment-message.js';
import { paymentStyles } from './payment.css.js';
import { cardTypeOf, type ShownTotal, totalOf } from './shown-total.js';
// The page may come to speak another language.
import '../watch-language.js';

const SLOW_MS = 8_000;

/** Resolves when the receipt can be shown, or cannot be had: then the words of the message have to do. */
const loadReceipt = () =>
  import('../florin-receipt/florin-receipt.js').then(
    () => {},
    () => {},
  );

/** The element that a payment is shown in. */
export type PaymentHost = LitElement & {
  readonly signerUrl: string;
  readonly order: string;
  readonly successUrl: string;
  readonly locale: string;
  /** What the page says that the order costs, in minor units of `currency`; 0 when it says nothing. */
  readonly amount: number;
  readonly currency: string;
  /** What the key is asked for with; null while that is not known, and then nobody asks before the button is pressed. */
  readonly references?: References | null;
  readonly card: CardSource | undefined;
  /** Of the number typed so far. */
  readonly brand: CardBrandId | undefined;
};

/** What the element draws besides its fields. */
export interface PaymentView {
  /** Nobody may press the button, and the fields are inert. */
  readonly isBusy: boolean;
  readonly hidesForm: boolean;
  /** The amount for the button, in words; empty while it is not known. */
  readonly amount: string;
  /** On the button in place of "Pay" and "Paying…". */
  readonly label: string | undefined;
  readonly message: unknown;
  readonly footnote: string;
  readonly receipt: unknown;
}

/** One order's payment in one element. */
export class Payment implements ReactiveController {
  readonly #host: PaymentHost;
  readonly #checkout: Checkout;
  #state: CheckoutState;
  /** What the message is about; it is put into words as it is drawn, since the language can change. */
  #said: CheckoutState | undefined;
  #isPaying = false;
  #isSlow = false;
  /** The last price that was told, as text, and whether it was another one before. */
  #told = '';
  #isCorrected = false;
  /** The shopper has come back to a page that had led on: it leads nowhere again, and shows the receipt itself. */
  #isBack = false;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  /** What had the focus as the button was pressed: the button itself, wherever it stands. */
  #pressed: Element | null = null;

  constructor(host: PaymentHost) {
    this.#host = host;
    this.#checkout = createCheckout({
      signerUrl: host.signerUrl,
      order: host.order,
      challenge: this.#challenge,
      asks: () => ({ ...(host.references && { references: host.references }), ...this.#card.wish }),
    });
    this.#state = this.#checkout.state;
    adoptStyles(host.renderRoot, [paymentStyles]);
    if (host.matches('[method],[challenge]'))
      import('./method-warning.js').then(
        ({ warnOfAttributes }) => warnOfAttributes(host),
        () => {},
      );
    this.#checkout.subscribe((state) => this.#onState(state));
    this.#checkout.resume();
    host.addController(this);
  }

  hostUpdated(): void {
    const price = this.price();
    const text = JSON.stringify(price ?? '');
    if (price && text !== this.#told) this.#host.dispatchEvent(new FlorinAmountEvent(price));
    this.#told = text;
  }

  /** Asked anew each time: saved cards, whose code comes later, put themselves around the fields. */
  get #card(): CardSource {
    return this.#host.card as CardSource;
  }

  /** The shopper has begun to type. */
  prepare(): void {
    const { signerUrl, order, references, brand } = this.#host;
    // There is nobody to ask, or nothing to ask for: said once, on pay.
    if (signerUrl && order && references !== null) this.#checkout.prepare(cardTypeOf(brand));
  }

  /** The order has changed. */
  async refresh(): Promise<void> {
    await this.#checkout.refresh();
  }

  /** What the shopper is shown of the price. */
  price(): ShownTotal | undefined {
    const { amount, currency, brand } = this.#host;
    const isDeclared = Number.isSafeInteger(amount) && amount > 0 && isKnownCurrency(currency);
    return totalOf(this.#state, brand, this.#card.amount ?? (isDeclared ? { minor: amount, currency } : undefined));
  }

  /** The page came back from the back-forward cache. */
  restore(): void {
    this.#isBack = true;
    this.#checkout.restore();
    this.#host.requestUpdate();
  }

  close(): void {
    clearTimeout(this.#slowTimer);
    this.#checkout.dispose();
    this.#host.removeController(this);
  }

  /** Sends the card, and resolves when the payment has come to rest. All fields are right. */
  async pay(): Promise<void> {
    if (this.#isPaying || !canPay(this.#state.status)) return;
    const { signerUrl, order } = this.#host;
    if (!signerUrl || !order) {
      const error = new FlorinError(
        'configuration_invalid',
        `florin-checkout: ${signerUrl ? 'order' : 'signer-url'} is not set`,
      );
      this.#onState({ ...this.#state, status: 'failed', error });
      throw error;
    }
    // What the button says as it is pressed: nothing else is charged.
    const amount = this.price()?.amount;
    this.#isPaying = true;
    this.#pressed = focusedBeside(this.#host);
    this.#said = undefined;
    this.#isCorrected = false;
    this.#host.requestUpdate();
    const event = new FlorinBeforePayEvent();
    this.#host.dispatchEvent(event);
    if (!(await event.isAllowed())) {
      this.#isPaying = false;
      return;
    }
    this.#slowTimer = setTimeout(() => this.#setSlow(true), SLOW_MS);
    await this.#checkout.submit(this.#card.forSubmission(), { cardType: cardTypeOf(this.#host.brand), amount });
    clearTimeout(this.#slowTimer);
    this.#isPaying = false;
    this.#setSlow(false);
  }

  /** After `pay`: shows which field the service found fault with, if it was one, or how to go on with the bank. */
  focusRefused(): void {
    const { refusedField } = this.#state;
    const takesFocus = mayFocus(this.#host, this.#pressed);
    if (refusedField) this.#card.refuse(refusedField, takesFocus);
    if (takesFocus) this.#host.renderRoot.querySelector<HTMLElement>('[part="continue"]')?.focus();
  }

  view(): PaymentView {
    const state = this.#state;
    const { status, testMode, result, action } = state;
    const { successUrl } = this.#host;
    const locale = localeOf(this.#host);
    const other = wordsOfAction(action ?? this.#host.getAttribute('action'), this.#host, locale);
    const words = { ...paymentWords(locale), ...other?.payment };
    const price = this.price();
    const inWords = (money: ShownTotal['amount']) => formatMoney(money, locale);
    const amount = price ? inWords(price.amount) : '';
    const isBusy = this.#isPaying || !canPay(status);
    const isOver = status === 'approved' || isStuck(state);
    const message = this.#said && messageFor(this.#said, words);
    const isReceiptThere = customElements.get('florin-receipt') !== undefined;
    const showsReceipt = status === 'approved' && isReceiptThere && (this.#isBack || !leadsOn(state, successUrl));
    return {
      isBusy,
      hidesForm: isOver || (status === 'unknown' && !this.#isPaying && this.#card.isEmpty),
      amount,
      label: !isBusy ? other?.pay(amount) : status === 'unknown' ? words.checking : other?.paying,
      message: message && !showsReceipt ? renderMessage(message, isBusy && !isOver, this.#goOn) : nothing,
      footnote:
        isOver || status === 'unknown'
          ? ''
          : this.#isSlow && status !== 'challenging'
            ? words.slow
            : [
                other?.note,
                price && this.#isCorrected ? words.amountIs(inWords(price.amount)) : '',
                price?.surcharge ? words.surcharge(inWords(price.surcharge), nameOf(price.brand)) : '',
                testMode ? words.testMode : '',
              ]
                .join(' ')
                .trim(),
      receipt: showsReceipt
        ? html`<florin-receipt part="receipt" .result=${result}>
            <slot name="before-receipt" slot="before"></slot>
            <slot name="after-receipt" slot="after"></slot>
          </florin-receipt>`
        : nothing,
    };
  }

  #onState(state: CheckoutState): void {
    const before = this.#state;
    const { status, error, result } = state;
    const host = this.#host;
    const base = baseOf(this.price());
    this.#state = state;
    // Another amount than was shown until now, by the page or by an earlier answer; a surcharge speaks for itself.
    if (base && base !== baseOf(this.price())) this.#isCorrected = true;
    // What was said about the last try stays while the shopper gets ready for the next one.
    if (this.#isPaying || !canPay(status) || messageFor(state, paymentWords('en'))) this.#said = state;
    this.#card.allowTestMonth(state.testMode ?? false);
    if (status === 'declined') this.#card.clearCvn();
    if (status === 'approved') this.#card.clear();
    host.requestUpdate();
    if (status !== before.status) host.dispatchEvent(new FlorinStateEvent(status));
    if (state.challenge && state.challenge !== before.challenge) {
      host.dispatchEvent(new FlorinChallengeEvent(state.challenge));
    }
    if (error) host.dispatchEvent(new FlorinErrorEvent(error));
    if (result && result !== before.result) host.dispatchEvent(new FlorinResultEvent(result));
    if (status === 'submitting') {
      void loadReceipt();
      // Asks for the file that has the words of the receipt, and of the bank's step.
      wordsOf('receipt', {}, localeOf(host));
    }
    if (status === 'approved') this.#finish(state);
  }

  #finish(state: CheckoutState): void {
    const { successUrl, renderRoot } = this.#host;
    if (leadsOn(state, successUrl)) globalThis.location.assign(successUrl);
    else {
      void loadReceipt().then(async () => {
        this.#host.requestUpdate();
        await this.#host.updateComplete;
        if (mayFocus(this.#host, this.#pressed)) renderRoot.querySelector('florin-receipt')?.focus();
      });
    }
  }

  /** The bank's step in a dialog, unless the shop wants it in the whole window. */
  readonly #challenge: OpenChallenge = async (url, signal) => {
    const host = this.#host;
    if (host.getAttribute('challenge') === 'redirect') return 'elsewhere';
    const { openChallenge } = await import('./challenge.js');
    const signerOrigin = new URL(host.signerUrl, document.baseURI).origin;
    return openChallenge({ root: host.renderRoot, url, signerOrigin, locale: localeOf(host), signal });
  };

  /** The shopper goes on with the bank's step after leaving it. */
  readonly #goOn = (): void => {
    void this.#checkout.continueChallenge().then(async () => {
      await this.#host.updateComplete;
      this.focusRefused();
    });
  };

  #setSlow(isSlow: boolean): void {
    this.#isSlow = isSlow;
    this.#host.requestUpdate();
  }
}

/** An amount without its surcharge, as text to compare. */
function baseOf(price: ShownTotal | undefined): string {
  return price ? `${price.amount.minor - (price.surcharge?.minor ?? 0)} ${price.amount.currency}` : '';
}

function nameOf(brand: CardBrandId | undefined): string {
  return CARD_BRANDS.find(({ id }) => id === brand)?.name ?? '';
}

/** An approval that this page has just learnt leads on; one that is looked at again does not. */
function leadsOn({ submittedAt }: CheckoutState, successUrl: string): boolean {
  if (!successUrl || submittedAt === undefined || !URL.canParse(successUrl, document.baseURI)) return false;
  return /^https?:$/.test(new URL(successUrl, document.baseURI).protocol);
}
