import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { readRecord, sessionRecords } from '../../checkout/attempt-record.js';
import { createCheckout } from '../../checkout/checkout.js';
import type { Checkout } from '../../checkout/contract.js';
import { brandOfCardType } from '../../core/card/brand.js';
import { formatMoney } from '../../core/money/money.js';
import type { PaymentResult, Receipt } from '../../core/pay-api.js';
import { FlorinResultEvent } from '../events.js';
import { messageFor } from '../florin-checkout/checkout-message.js';
import { localeOf } from '../locale.js';
import { wordsOfAction } from '../words-of-action.js';
import { mark, tickMark } from '../marks.js';
import { theme } from '../theme.css.js';
import { paymentWords } from '../words/payment-words.js';
import { receiptWords, type ReceiptWords } from '../words/receipt-words.js';
import { printAlone } from './print-alone.js';
import { receiptStyles } from './receipt-element.css.js';
import '../watch-language.js';

const COPIED_MS = 2_000;

/** The sign of what did not go through. */
const CROSS =
  'M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18M6.8 5.4 10 8.6l3.2-3.2 1.4 1.4-3.2 3.2 3.2 3.2-1.4 1.4-3.2-3.2-3.2 3.2-1.4-1.4L8.6 10 5.4 6.8z';

/**
 * Shows what became of a payment, as a small document. Give it a `result`, or `signer-url` and `order`: it then asks
 * the signer with the claim that the checkout left in this browser tab.
 *
 * @fires {FlorinResultEvent} florin-result - The signer has said what became of the payment.
 * @slot before - At the top of the document.
 * @slot after - At its end.
 * @csspart receipt - The document.
 * @csspart outcome - The word at the top.
 * @csspart amount - The amount.
 * @csspart advice - After a decline: that nothing was charged, and what to do.
 * @csspart actions - The line with the print button.
 * @cssprop --florin-ink - Text.
 * @cssprop --florin-ink-soft - Names of the lines.
 * @cssprop --florin-paper - Background.
 * @cssprop --florin-line - Borders.
 * @cssprop --florin-accent - Focus.
 * @cssprop --florin-danger - Declined.
 * @cssprop --florin-good - Approved.
 * @cssprop --florin-radius - Corners.
 * @cssprop --florin-font - Font family; inherited by default.
 */
export class ReceiptElement extends LitElement {
  static override styles = [theme, receiptStyles];

  /** What the signer said; set it, or let the element ask. */
  @property({ attribute: false }) result: PaymentResult | undefined;

  /** Where the shop's signer answers. */
  @property({ attribute: 'signer-url' }) signerUrl = '';

  /** What the shop's back end knows the order by. */
  @property() order = '';

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  @state() private isCopied = false;

  #inquiry: Checkout | undefined;
  #copiedTimer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#inquire();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#copiedTimer);
    this.#inquiry?.dispose();
    this.#inquiry = undefined;
  }

  override focus(options?: FocusOptions): void {
    const paper = this.renderRoot.querySelector<HTMLElement>('.paper');
    if (paper) paper.focus(options);
    else super.focus(options);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('signerUrl') || changed.has('order')) this.#inquire();
  }

  protected override render() {
    const locale = localeOf(this);
    const words = receiptWords(locale);
    const { result } = this;
    const receipt = result && 'receipt' in result ? result.receipt : undefined;
    return html`<div class="florin">
      <article class="paper" part="receipt" tabindex="-1" aria-busy=${this.#isLooking() ? 'true' : 'false'}>
        <slot name="before"></slot>
        <div role="status">
          ${receipt ? this.#renderOutcome(receipt, words, locale) : html`<p class="soft">${this.#emptyText(words)}</p>`}
        </div>
        ${receipt ? this.#renderReceipt(receipt, words, locale) : nothing}
        <slot name="after"></slot>
      </article>
      <div class="heard" role="status">${this.isCopied ? words.copied : nothing}</div>
    </div>`;
  }

  /** In a live region: who has just come back from another page hears it. After a decline it says what to do. */
  #renderOutcome({ outcome, amount, action, isTest }: Receipt, words: ReceiptWords, locale: string) {
    const other = wordsOfAction(action, this, locale);
    const text = { ...words, ...other?.receipt };
    const { result } = this;
    const said =
      result && outcome !== 'approved'
        ? messageFor({ status: outcome, result }, { ...paymentWords(locale), ...other?.payment })
        : undefined;
    return html`<header class=${outcome}>
      <p class="word" part="outcome">
        ${outcome === 'approved' ? tickMark(22) : mark(22, CROSS)}${text.outcomes[outcome]}
      </p>
      ${amount.minor ? html`<p class="amount" part="amount">${formatMoney(amount, locale)}</p>` : nothing}
      ${said && html`<p part="advice"><strong>${said.what}</strong> ${said.next}</p>`}
      ${other && outcome === 'approved' ? html`<p class="soft">${other.receipt.note}</p>` : nothing}
      ${isTest ? html`<p class="soft">${text.testNote}</p>` : nothing}
    </header>`;
  }

  #renderReceipt(receipt: Receipt, words: ReceiptWords, locale: string) {
    const { outcome, card, surcharge, references, action } = receipt;
    const text = { ...words, ...wordsOfAction(action, this, locale)?.receipt };
    const brand = (card && brandOfCardType(card.type)?.name) ?? text.anyCard;
    const rows: readonly (readonly [string, unknown])[] = [
      [outcome === 'approved' ? text.paidTo : text.shop, isolated(receipt.merchantName)],
      [text.date, dateText(receipt.processedAt, locale)],
      [text.card, card && cardText(card, brand, text)],
      [text.surcharge, surcharge && formatMoney(surcharge, locale)],
      [text.references, isolated(references.join(', '))],
      [text.number, this.#renderNumber(receipt.receiptNumber, text)],
    ];
    const details: readonly (readonly [string, string])[] = [
      [text.transaction, receipt.txnNumber],
      [text.authorisation, receipt.authoriseId],
      [text.answer, receipt.responseText],
    ];
    return html`<dl>${rows.map(([name, value]) => renderRow(name, value))}</dl>
      <details>
        <summary>${text.more}</summary>
        <dl>${details.map(([name, value]) => renderRow(name, value && html`<bdi class="code">${value}</bdi>`))}</dl>
      </details>
      <div class="actions" part="actions">
        <button type="button" @click=${() => printAlone(this)}>${text.print}</button>
      </div>`;
  }

  #renderNumber(number: string, text: ReceiptWords) {
    return (
      number &&
      html`<span class="code">${number}</span
        ><button type="button" @click=${() => void this.#copy(number)}>
          ${this.isCopied ? text.copied : text.copy}
        </button>`
    );
  }

  #inquire(): void {
    this.#inquiry?.dispose();
    this.#inquiry = undefined;
    if (this.result || !this.signerUrl || !this.order || !this.isConnected) return;
    const { signerUrl, order } = this;
    if (readRecord(order, sessionRecords())?.submittedAt === undefined) return;
    this.#inquiry = createCheckout({ signerUrl, order });
    this.#inquiry.subscribe(({ status, result }) => {
      if (status !== 'unknown') this.result = result;
      if (result && status !== 'unknown') this.dispatchEvent(new FlorinResultEvent(result));
      this.requestUpdate();
    });
    this.#inquiry.resume();
  }

  #isLooking(): boolean {
    return this.#inquiry?.state.status === 'unknown';
  }

  #emptyText(words: ReceiptWords): string {
    if (this.#isLooking()) return words.looking;
    return this.result ? words.notPaid : words.missing;
  }

  async #copy(number: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(number);
    } catch {
      // Not allowed here: one click selects the whole number, so it can be copied by hand.
      return;
    }
    this.isCopied = true;
    clearTimeout(this.#copiedTimer);
    this.#copiedTimer = setTimeout(() => (this.isCopied = false), COPIED_MS);
  }
}

/** What the shop wrote, in its own direction. */
const isolated = (text: string) => text && html`<bdi>${text}</bdi>`;

function renderRow(name: string, value: unknown) {
  return value
    ? html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`
    : nothing;
}

function cardText(card: NonNullable<Receipt['card']>, brand: string, text: ReceiptWords) {
  const expiry = /^(\d\d)(\d\d)$/.exec(card.expiry);
  return html`<span aria-hidden="true">${text.cardText(brand, card.lastDigits)}</span
    ><span class="heard">${text.spokenCard(brand, card.lastDigits)}</span>${
      expiry ? html`<span class="soft">, ${text.expires(`${expiry[1]} / ${expiry[2]}`)}</span>` : nothing
    }`;
}

function dateText(instant: string, locale: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(date);
}
