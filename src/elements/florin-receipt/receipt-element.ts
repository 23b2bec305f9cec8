import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from '../property.js';
import { attemptName } from '../../checkout/attempt-name.js';
import { wasSent } from '../../checkout/attempt-record.js';
import { createCheckout } from '../../checkout/checkout.js';
import { brandOfCardType } from '../../core/card/brand.js';
import type { PaymentResult, Receipt } from '../../core/pay-api.js';
import { type ReceiptTransaction, resultOfTransaction } from '../../core/receipt-transaction.js';
import { SERVICE_TIME_ZONE } from '../../core/service-zone.js';
import { receipt as english } from '../../languages/generated/english/receipt.js';
import { FlorinResultEvent } from '../events.js';
import { otherMethod } from '../florin-checkout/source.js';
import { messageFor } from '../florin-checkout/checkout-message.js';
import { drawsAsServer } from '../hydration.js';
import { localeOf, messagesOf } from '../locale.js';
import { messagesOfAction } from '../messages-of-action.js';
import { mark, tickMark } from '../marks.js';
import { theme } from '../theme.css.js';
import { paymentMessages } from '../messages/payment-messages.js';
import { price } from '../price.js';
import { redrawn, untranslated } from '../untranslated.js';
import { printAlone } from './print-alone.js';
import { receiptStyles } from './receipt-element.css.js';
import '../watch-language.js';

type ReceiptMessages = Readonly<typeof english>;
const receiptMessages = (locale: string) => messagesOf('receipt', english, locale);

const COPIED_MS = 2_000;

/** Asks the signer: for a payment the flow itself, for saved details saved-receipt.ts, which also renders. */
interface Inquiry {
  readonly state: { readonly status: string; readonly result?: { readonly status: string } | undefined };
  render?(locale: string): unknown;
  dispose(): void;
}

/** The icon of a failed attempt. */
const CROSS =
  'M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18M6.8 5.4 10 8.6l3.2-3.2 1.4 1.4-3.2 3.2 3.2 3.2-1.4 1.4-3.2-3.2-3.2 3.2-1.4-1.4L8.6 10 5.4 6.8z';

/**
 * Shows the outcome of a payment as a small document. Set `result`, or set `signer-url` and
 * `order`: it then asks the signer with the claim that the checkout left in this browser tab. With
 * `purpose` instead of `order` it shows what was saved. With `transaction` it shows a transaction
 * that the shop's server fetched itself. Times are those of the payment service's zone, which is
 * named.
 *
 * @fires {FlorinResultEvent} florin-result - The signer has reported the outcome of the payment.
 * @fires {FlorinSavedEvent} florin-saved - With `purpose`: the signer has reported that a card or a bank account is saved or
 *   changed.
 * @attr {payment | save-card | update-card | save-bank-account | update-bank-account} purpose - The purpose of the checkout that
 *   led here; default `payment`. Cannot be changed after the first render.
 * @attr {string} card - With `purpose="update-…"`: the changed card or account, by its handle in the signer's list.
 * @attr {string} claim - With `purpose`: `result.claim` of `returnToCards`, which the signer gave to the server. Needed after a
 *   plain form without script, because this browser tab then has no claim. Use it only on a page that is not cached (`no-store`).
 * @attr {string} again-url - With `purpose`: URL of the page with the form. After nothing was saved, the receipt links to it.
 * @attr {string} done-url - With `purpose`: URL of the shopper's account, for a card or an account that cannot be saved.
 * @slot before - At the top of the document.
 * @slot next - After an approval: what happens next, instead of Florin's sentence.
 * @slot again - Below the reason of a decline, and while there is no payment: your link or button to pay again. Not shown while
 *   the outcome is unknown.
 * @slot after - At its end.
 * @csspart receipt - The document.
 * @csspart outcome - The outcome at the top.
 * @csspart amount - The amount.
 * @csspart surcharge - The surcharge that the amount includes.
 * @csspart saved - The saved card or account, masked.
 * @csspart next - After an approval: what happens next.
 * @csspart advice - After a decline, or when nothing was saved: what happened and what to do.
 * @csspart again - With `purpose`: the link after nothing was saved.
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

  /** The signer's report; set it, or let the element ask. */
  @property({ attribute: false }) result: PaymentResult | undefined;

  /**
   * A transaction that the shop's server fetched itself (`receiptOf` of `florin-server/signer`); as an attribute it is
   * JSON. It is only shown: no event is fired, and it is never a result of the signer.
   */
  @property({ type: Object }) transaction: ReceiptTransaction | null | undefined;

  /** URL of the shop's signer. */
  @property({ attribute: 'signer-url' }) signerUrl = '';

  /** The name of the order at the shop's back end. */
  @property() order = '';

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  @state() private isCopied = false;

  #inquiry: Inquiry | undefined;
  /** The result that this element has asked for. */
  #reported: PaymentResult | undefined;
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
    if (!paper) return super.focus(options);
    paper.focus({ preventScroll: true });
    // By itself, the browser would scroll to the middle of a long document. The outcome is at its top.
    const { top } = paper.getBoundingClientRect();
    if (!options?.preventScroll && (top < 0 || top > innerHeight / 2)) paper.scrollIntoView();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('signerUrl') && !changed.has('order')) return;
    // A receipt of another order; one that the page has set stays.
    if (this.result === this.#reported) this.result = undefined;
    this.#inquire();
  }

  protected override render(): TemplateResult {
    const asServer = drawsAsServer(this);
    const locale = localeOf(this);
    const { transaction } = this;
    const inquiry = asServer ? undefined : this.#inquiry;
    const status = inquiry?.state.status;
    const isLooking = status === 'unknown';
    const result = this.result ?? (transaction ? resultOfTransaction(transaction) : undefined);
    const given = result && 'receipt' in result ? result.receipt : undefined;
    // The texts of other actions are loaded in the browser.
    const receipt = asServer && /^(preauth|verify_only)$/.test(given?.action ?? '') ? undefined : given;
    const isUnknown = result ? /^(pending|review)$/.test(result.status) : isLooking && !inquiry?.render;
    const other = asServer ? undefined : messagesOfAction(receipt?.action, this, locale);
    const messages = { ...receiptMessages(locale), ...other?.receipt };
    const empty =
      asServer && (given || !result) ? '' : isLooking ? messages.looking : result ? messages.notPaid : messages.missing;
    const outcome = receipt
      ? this.#renderOutcome(receipt, result, messages, other, locale)
      : isUnknown
        ? renderUnknown(result, locale)
        : inquiry?.render?.(locale);
    return html`<div class="florin">
      <article class="paper" part="receipt" tabindex="-1" aria-busy=${isLooking ? 'true' : 'false'}>
        <slot name="before"></slot>
        <div role="status">${outcome ?? html`<p class="soft">${empty}</p>`}</div>
        ${receipt?.outcome === 'approved' || isUnknown || isLooking ? nothing : html`<slot name="again"></slot>`}
        ${receipt ? this.#renderReceipt(receipt, messages, locale) : nothing}
        ${isUnknown ? html`<dl>${renderRow(messages.order, isolated(result?.order || this.order))}</dl>` : nothing}
        ${
          receipt || status === 'saved'
            ? html`<div class="actions" part="actions">
                <button type="button" @click=${() => printAlone(this)}>${messages.print}</button>
              </div>`
            : nothing
        }
        <slot name="after"></slot>
      </article>
      <div class="heard" role="status">${this.isCopied ? messages.copied : nothing}</div>
    </div>`;
  }

  /** In a live region: screen readers announce it after a redirect. After a decline it says what to do. */
  #renderOutcome(
    { outcome, amount, surcharge, isTest }: Receipt,
    result: PaymentResult | undefined,
    messages: ReceiptMessages,
    other: ReturnType<typeof messagesOfAction>,
    locale: string,
  ) {
    const message =
      result && outcome !== 'approved'
        ? messageFor({ status: outcome, result }, { ...paymentMessages(locale), ...other?.payment })
        : undefined;
    return html`<header class=${outcome}>
      <p class="word" part="outcome">
        ${outcome === 'approved' ? tickMark(22) : mark(22, CROSS)}${redrawn(messages.outcomes[outcome])}
      </p>
      ${amount.minor ? html`<p class="amount" part="amount">${price(amount, locale)}</p>` : nothing}
      ${surcharge ? html`<p class="soft" part="surcharge">${price(surcharge, locale, messages.surcharge)}</p>` : nothing}
      ${outcome === 'approved' ? html`<div part="next"><slot name="next">${messages.next}</slot></div>` : nothing}
      ${message && html`<p part="advice"><strong>${redrawn(message.what)}</strong> ${redrawn(message.next)}</p>`}
      ${other && outcome === 'approved' ? html`<p class="soft">${other.receipt.note}</p>` : nothing}
      ${isTest ? html`<p class="soft">${messages.testNote}</p>` : nothing}
    </header>`;
  }

  #renderReceipt(receipt: Receipt, messages: ReceiptMessages, locale: string) {
    const { outcome, card, order, references } = receipt;
    const brand = (card && brandOfCardType(card.type)?.name) ?? messages.anyCard;
    const rows: readonly (readonly [string, unknown])[] = [
      [outcome === 'approved' ? messages.paidTo : messages.shop, isolated(receipt.merchantName)],
      [messages.order, isolated(order)],
      [messages.references, isolated(references.filter((each) => each !== order).join(', '))],
      [messages.date, redrawn(dateText(receipt.processedAt, locale))],
      [messages.card, card && cardText(card, brand, messages)],
      [messages.number, this.#renderNumber(receipt.receiptNumber, messages)],
    ];
    const details: readonly (readonly [string, string])[] = [
      [messages.transaction, receipt.txnNumber],
      [messages.authorisation, receipt.authoriseId],
      [messages.answer, receipt.responseText],
    ];
    return html`<dl>${rows.map(([name, value]) => renderRow(name, value))}</dl>
      <details>
        <summary>${messages.more}</summary>
        <dl>
          ${details.map(([name, value]) => renderRow(name, value && html`<bdi class="code">${untranslated(value)}</bdi>`))}
        </dl>
      </details>`;
  }

  #renderNumber(number: string, messages: ReceiptMessages) {
    return (
      number &&
      html`<span class="code">${untranslated(number)}</span
        ><button type="button" @click=${() => void this.#copy(number)}>
          ${this.isCopied ? messages.copied : messages.copy}
        </button>`
    );
  }

  #inquire(): void {
    this.#inquiry?.dispose();
    this.#inquiry = undefined;
    const { signerUrl, order } = this;
    if (this.result || this.transaction || !signerUrl || !this.isConnected) return;
    if (otherMethod(this) === 'token') return void this.#inquireSaved();
    if (!order || !wasSent(attemptName(this))) return;
    const inquiry = (this.#inquiry = createCheckout({ signerUrl, order }));
    inquiry.subscribe(({ status, result }) => {
      if (status !== 'unknown' && (this.result = this.#reported = result))
        this.dispatchEvent(new FlorinResultEvent(result));
      this.requestUpdate();
    });
    inquiry.resume();
  }

  /** Its code is loaded on demand. If it cannot be loaded, the outcome is unknown. */
  async #inquireSaved(): Promise<void> {
    const loading = (this.#inquiry = { state: { status: 'unknown' }, dispose: () => {} });
    const part = await import('./saved-receipt.js').catch(() => undefined);
    if (this.#inquiry === loading) this.#inquiry = part && new part.SavedReceipt(this);
    this.requestUpdate();
  }

  async #copy(number: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(number);
    } catch {
      // Clipboard access was refused: one click selects the whole number, so that it can be copied by hand.
      return;
    }
    this.isCopied = true;
    clearTimeout(this.#copiedTimer);
    this.#copiedTimer = setTimeout(() => (this.isCopied = false), COPIED_MS);
  }
}

/** The shop's text, in its own direction. */
const isolated = (text: string) => text && html`<bdi>${untranslated(text)}</bdi>`;

function renderRow(name: string, value: unknown) {
  return value
    ? html`<div>
        <dt>${redrawn(name)}</dt>
        <dd>${value}</dd>
      </div>`
    : nothing;
}

function cardText(card: NonNullable<Receipt['card']>, brand: string, text: ReceiptMessages) {
  const expiry = /^(\d\d)(\d\d)$/.exec(card.expiry);
  return html`<span aria-hidden="true">${untranslated(text.cardText(brand, card.lastDigits))}</span
    ><span class="heard">${untranslated(text.cardForScreenReader(brand, card.lastDigits))}</span>${
      expiry ? html`<span class="soft">, ${untranslated(text.expires(`${expiry[1]} / ${expiry[2]}`))}</span>` : nothing
    }`;
}

/** In the zone of the payment service, which is named by its city: the time that the bank and the shop see too. */
function dateText(instant: string, locale: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const time = {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: SERVICE_TIME_ZONE,
    timeZoneName: 'shortGeneric',
  } as const;
  // Australian English has the abbreviation, which shoppers elsewhere do not know.
  return new Intl.DateTimeFormat(locale, { ...day, ...time }).format(date).replace(/AET|Sydney Time/, 'Sydney time');
}

/** The outcome is not known: what to do, and what not to do. */
function renderUnknown(result: PaymentResult | undefined, locale: string) {
  const message = messageFor({ status: 'unknown', submittedAt: 0, ...(result && { result }) }, paymentMessages(locale));
  return (
    message &&
    html`<header class="unknown">
      <p class="word" part="outcome">${redrawn(message.what)}</p>
      <p part="advice">${redrawn(message.next)}</p>
    </header>`
  );
}
