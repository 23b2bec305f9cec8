/**
 * All of a checkout that begins with the payment itself: the flow, what is said about it, the receipt. Loaded beside
 * the form, not before it, so that the fields are there early.
 */
import { html, nothing, type LitElement } from 'lit';
import { createCheckout } from '../../checkout/checkout.js';
import type { Checkout, CheckoutState } from '../../checkout/contract.js';
import { canPay } from '../../checkout/transitions.js';
import { formatMoney } from '../../core/money/money.js';
import { adoptStyles } from '../adopt-styles.js';
import { FlorinErrorEvent, FlorinResultEvent, FlorinStateEvent } from '../events.js';
import '../florin-receipt/florin-receipt.js';
import { localeOf } from '../locale.js';
import { alertMark, tickMark } from '../marks.js';
import { paymentWords } from '../words/payment-words.js';
import type { CardSource } from './card-source.js';
import { type CheckoutMessage, isStuck, messageFor } from './checkout-message.js';
import { paymentStyles } from './payment.css.js';

const SLOW_MS = 8_000;

/** The element that a payment is shown in. */
export type PaymentHost = LitElement & {
  readonly signerUrl: string;
  readonly order: string;
  readonly successUrl: string;
  readonly locale: string;
};

/** What the element draws besides its fields. */
export interface PaymentView {
  /** Nobody may press the button, and the fields are inert. */
  readonly isBusy: boolean;
  readonly hidesForm: boolean;
  /** The amount for the button, in words; empty while it is not known. */
  readonly amount: string;
  /** On the button in place of "Paying…". */
  readonly busyLabel: string;
  readonly message: unknown;
  readonly footnote: string;
  readonly receipt: unknown;
}

/** One order's payment in one element. */
export class Payment {
  readonly #host: PaymentHost;
  readonly #card: CardSource;
  readonly #checkout: Checkout;
  #state: CheckoutState;
  #message: CheckoutMessage | undefined;
  #isPaying = false;
  #isSlow = false;
  /** The shopper has come back to a page that had led on: it leads nowhere again, and shows the receipt itself. */
  #isBack = false;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: PaymentHost, card: CardSource) {
    this.#host = host;
    this.#card = card;
    this.#checkout = createCheckout({ signerUrl: host.signerUrl, order: host.order });
    this.#state = this.#checkout.state;
    adoptStyles(host.renderRoot, [paymentStyles]);
    this.#checkout.subscribe((state) => this.#onState(state));
    this.#checkout.resume();
  }

  /** The shopper has begun to type. */
  prepare(): void {
    this.#checkout.prepare();
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
  }

  /** Sends the card, and resolves when the payment has come to rest. All fields are right. */
  async pay(): Promise<void> {
    if (this.#isPaying || !canPay(this.#state.status)) return;
    const { signerUrl, order } = this.#host;
    if (!signerUrl || !order) throw new TypeError(`florin-checkout: ${signerUrl ? 'order' : 'signer-url'} is not set`);
    this.#isPaying = true;
    this.#message = undefined;
    this.#slowTimer = setTimeout(() => this.#setSlow(true), SLOW_MS);
    await this.#checkout.submit(this.#card.forSubmission());
    clearTimeout(this.#slowTimer);
    this.#isPaying = false;
    this.#setSlow(false);
  }

  /** After `pay`: shows which field the service found fault with, if it was one. */
  focusRefused(): void {
    const { refusedField } = this.#state;
    if (refusedField) this.#card.refuse(refusedField);
  }

  view(): PaymentView {
    const state = this.#state;
    const { status, amount, testMode, result } = state;
    const { locale, successUrl } = this.#host;
    const words = paymentWords(localeOf(locale));
    const isBusy = this.#isPaying || !canPay(status);
    const isOver = status === 'approved' || isStuck(state);
    const showsReceipt = status === 'approved' && (this.#isBack || !leadsOn(state, successUrl));
    return {
      isBusy,
      hidesForm: isOver || (status === 'unknown' && !this.#isPaying && this.#card.isEmpty),
      amount: amount ? formatMoney(amount, localeOf(locale)) : '',
      busyLabel: status === 'unknown' ? words.checking : '',
      message: this.#message && !showsReceipt ? renderMessage(this.#message, isBusy && !isOver) : nothing,
      footnote: isOver || status === 'unknown' ? '' : this.#isSlow ? words.slow : testMode ? words.testMode : '',
      receipt: showsReceipt
        ? html`<florin-receipt part="receipt" .result=${result} locale=${locale}>
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
    this.#state = state;
    const message = messageFor(state, paymentWords(localeOf(host.locale)));
    // What was said about the last try stays while the shopper gets ready for the next one.
    if (message || this.#isPaying || !canPay(status)) this.#message = message;
    this.#card.allowTestMonth(state.testMode ?? false);
    if (status === 'declined') this.#card.clearCvn();
    if (status === 'approved') this.#card.clear();
    host.requestUpdate();
    if (status !== before.status) host.dispatchEvent(new FlorinStateEvent(status));
    if (error) host.dispatchEvent(new FlorinErrorEvent(error));
    if (result && result !== before.result) host.dispatchEvent(new FlorinResultEvent(result));
    if (status === 'approved') this.#finish(state);
  }

  #finish(state: CheckoutState): void {
    const { successUrl, updateComplete, renderRoot } = this.#host;
    if (leadsOn(state, successUrl)) globalThis.location.assign(successUrl);
    else void updateComplete.then(() => renderRoot.querySelector('florin-receipt')?.focus());
  }

  #setSlow(isSlow: boolean): void {
    this.#isSlow = isSlow;
    this.#host.requestUpdate();
  }
}

/** An approval that this page has just learnt leads on; one that is looked at again does not. */
function leadsOn({ submittedAt }: CheckoutState, successUrl: string): boolean {
  if (!successUrl || submittedAt === undefined || !URL.canParse(successUrl, document.baseURI)) return false;
  return /^https?:$/.test(new URL(successUrl, document.baseURI).protocol);
}

function renderMessage({ tone, what, next }: CheckoutMessage, isWaiting: boolean) {
  const mark = isWaiting ? html`<span class="spinner"></span>` : tone === 'good' ? tickMark(20) : alertMark(20);
  return html`<div class="card ${tone}-card">
    ${mark}
    <div>
      <p class="what">${what}</p>
      ${next ? html`<p>${next}</p>` : nothing}
    </div>
  </div>`;
}
