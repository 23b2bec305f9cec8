/**
 * The message while the outcome of a payment is not known: how long that can last, what happens next, how to contact the shop;
 * and the tick of an approval. Loaded after the form. Without it, the message says only that the payment is being checked.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { isWebAddress } from '../../checkout/addresses.js';
import { attemptName } from '../../checkout/attempt-name.js';
import { readRecord, recordsOf } from '../../checkout/attempt-record.js';
import type { CheckoutFlow } from '../../checkout/checkout.js';
import type { CheckoutState } from '../../checkout/contract.js';
import type { PaymentResult, Support } from '../../core/pay-api.js';
import { adoptStyles } from '../adopt-styles.js';
import { redrawn, untranslated } from '../untranslated.js';
import { isStuck } from './attempt-message.js';
import { waitsForShopper } from './checkout-message.js';
import { OtherTabs } from './other-tabs.js';
import type { CheckoutHost } from './source.js';
import { waitingMessages, writeMinutes } from './waiting-text.js';
import { waitingStyles } from './waiting.css.js';

type WaitingMessages = ReturnType<typeof waitingMessages>;

/** After this time the message says more than "please wait". */
const LONG_MS = 30_000;
const SECOND_MS = 1_000;
const TICK_MS = 400;

/** The parts of the message that this file adds. */
export interface WaitingParts {
  /** Beside the button that continues 3-D Secure. */
  readonly timer: unknown;
  readonly lines: unknown;
}

/** Follows the states of one payment, and notifies other tabs. */
export class Waiting {
  readonly #host: CheckoutHost;
  readonly #flow: CheckoutFlow;
  readonly #tabs: OtherTabs;
  /** When the shopper paid, or this page learnt that the outcome is unknown. Milliseconds since 1970, as all times. */
  #since: number | undefined;
  #endsAt: number | undefined;
  #asksAt = Infinity;
  #result: PaymentResult | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** While the button shows the tick: the state before the approval, which the page still shows. */
  before: CheckoutState | undefined;

  /** @param signal - aborts when the payment is closed */
  constructor(host: CheckoutHost, flow: CheckoutFlow, signal: AbortSignal) {
    this.#host = host;
    this.#flow = flow;
    adoptStyles(host.renderRoot, [waitingStyles]);
    this.#tabs = new OtherTabs(
      attemptName(host),
      (claim) => {
        // In every other state this tab knows of a payment itself.
        if (!/^(idle|ready)$/.test(flow.state.status)) return;
        flow.restore();
        flow.resume(true, claim);
      },
      signal,
    );
    flow.subscribe((state) => this.#follow(state));
    this.#follow(flow.state);
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
    host.requestUpdate();
  }

  #follow(state: CheckoutState): void {
    clearTimeout(this.#timer);
    const { status, result, submittedAt } = state;
    // A decline does not concern other tabs.
    const isSent = submittedAt !== undefined && (status === 'unknown' || status === 'approved');
    this.#tabs.announce(
      isSent ? (result?.claim ?? readRecord(attemptName(this.#host), recordsOf('sessionStorage'))?.claim) : undefined,
    );
    if (status !== 'unknown') {
      this.#since = this.#endsAt = this.#result = undefined;
      this.#asksAt = Infinity;
      return;
    }
    // A page that finds a pending payment did not send it just now.
    this.#since ??= submittedAt ?? (result ? 0 : Date.now());
    if (result && result !== this.#result) {
      const { endsInSeconds } = result.status === 'pending' ? result : {};
      this.#endsAt = endsInSeconds === undefined ? undefined : Date.now() + endsInSeconds * SECOND_MS;
      this.#asksAt = endsInSeconds ? Date.now() + (endsInSeconds + 1) * SECOND_MS : Infinity;
      this.#result = result;
    }
    if (isStuck(state)) return;
    // Renders each second of a countdown, and when the long message is due; and asks at the end, because polling can pause
    // longer.
    const longAt = this.#since + LONG_MS;
    const now = Date.now();
    const nextAt = waitsForShopper(state) ? now + SECOND_MS : longAt > now ? longAt : Infinity;
    const at = Math.min(nextAt, this.#asksAt);
    if (at === Infinity) return;
    this.#timer = setTimeout(() => {
      this.#host.requestUpdate();
      if (Date.now() < this.#asksAt) return this.#follow(state);
      this.#asksAt = Infinity;
      this.#flow.askAgain();
      this.#follow(this.#flow.state);
    }, at - now);
  }

  /**
   * Shows a tick on the pressed button. Resolves when the receipt may replace the form. Undefined without a tick: with reduced
   * motion, or if the button is not on the screen. Only the picture waits for it: the shop has its events, and a redirect begins
   * at once.
   */
  tick(before: CheckoutState): Promise<void> | undefined {
    const button = this.#host.renderRoot.querySelector('[part="button"][aria-disabled="true"]');
    // Older browsers show no tick.
    if (!button?.checkVisibility?.({ visibilityProperty: true })) return undefined;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    this.before = before;
    button.classList.add('done');
    return new Promise((resolve) => {
      setTimeout(() => {
        this.before = undefined;
        button.classList.remove('done');
        this.#host.requestUpdate();
        resolve();
      }, TICK_MS);
    });
  }

  render(state: CheckoutState, locale: string): WaitingParts | undefined {
    if (state.status !== 'unknown') return undefined;
    const messages = waitingMessages(locale);
    if (waitsForShopper(state)) return this.#renderShopper(state, messages);
    const isLong = this.#since !== undefined && Date.now() >= this.#since + LONG_MS;
    return isLong || isStuck(state)
      ? { timer: nothing, lines: writeLines(this.#lines(state, messages, locale)) }
      : undefined;
  }

  #renderShopper({ challenge }: CheckoutState, messages: WaitingMessages): WaitingParts {
    const left = this.#endsAt === undefined ? undefined : Math.ceil((this.#endsAt - Date.now()) / SECOND_MS);
    // A timer is not announced at each change.
    const timer =
      left !== undefined && left > 0
        ? html`<span part="time-left" role="timer">${untranslated(messages.timeLeft(writeMinutes(left)))}</span>`
        : nothing;
    const ends = left === undefined ? undefined : left > 0 ? messages.thenAnother : messages.anyMoment;
    return { timer, lines: writeLines([challenge ? undefined : messages.otherTab, ends]) };
  }

  #lines(state: CheckoutState, messages: WaitingMessages, locale: string): readonly unknown[] {
    const { result } = state;
    const isOver = isStuck(state);
    const { support, confirmsByEmail } = result?.status === 'pending' || result?.status === 'review' ? result : {};
    const at = this.#endsAt !== undefined && this.#endsAt > Date.now() ? writeTime(this.#endsAt, locale) : '';
    const waitsFor = result?.status === 'pending' ? result.waitsFor : undefined;
    return [
      result && untranslated(messages.order(result.order)),
      waitsFor === 'bank' && at ? messages.reviewAt(at) : undefined,
      waitsFor === 'key' && at ? messages.payableAt(at) : undefined,
      confirmsByEmail ? messages.byEmail : isOver ? undefined : messages.here,
      support && renderSupport(support, messages),
    ];
  }
}

function writeLines(lines: readonly unknown[]): unknown {
  return lines
    .filter(Boolean)
    .map((line) => html`<p class="more">${typeof line === 'string' ? redrawn(line) : line}</p>`);
}

function renderSupport(support: Support, messages: WaitingMessages): TemplateResult {
  if (typeof support === 'string') return html`<bdi>${support}</bdi>`;
  const { email, phone, url } = support;
  const links = [
    email && html`<a href="mailto:${encodeURI(email)}">${email}</a>`,
    phone && html`<a href="tel:${phone.replace(/[^+\d]/g, '')}"><bdi>${phone}</bdi></a>`,
    url && isWebAddress(url) && html`<a href=${url} target="_blank" rel="noopener">${new URL(url).host}</a>`,
  ].filter(Boolean);
  return html`${messages.support}${links.map((link, index) => html`${index > 0 ? ', ' : ' '}${link}`)}`;
}

function writeTime(instant: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(instant);
}
