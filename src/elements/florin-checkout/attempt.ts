/**
 * The user interface of an attempt to pay (payment.ts) or to save (token-form.ts): button, message,
 * events, focus. The flow in src/checkout decides; this class shows its state.
 */
import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { isWebAddress } from '../../checkout/addresses.js';
import { isSameOrder } from '../../checkout/attempt-name.js';
import type { AttemptState } from '../../checkout/contract.js';
import type { SubmitKey } from '../../checkout/submit-card.js';
import { canPay, type CheckoutStatus } from '../../checkout/transitions.js';
import { FlorinError } from '../../core/errors.js';
import { isLoopbackInBrowser } from '../../core/loopback.js';
import { adoptStyles } from '../adopt-styles.js';
import { FlorinStateEvent, reportError } from '../events.js';
import { alertMark, tickMark } from '../marks.js';
import { noteRoot } from '../shadow-roots.js';
import { redrawn } from '../untranslated.js';
import { type AttemptMessage, isStuck } from './attempt-message.js';
import { paymentStyles } from './payment.css.js';
import type { ShownTotal } from './shown-total.js';
import type { CheckoutHost, Source } from './source.js';
import type { WaitingParts } from './waiting.js';

const SLOW_MS = 5_000;
/** Longer than the time between the two presses of a double click. */
const DOUBLE_CLICK_MS = 1_000;

/** What the element draws besides its fields. */
export interface AttemptView {
  /** The button cannot be pressed, and the fields are inert. */
  readonly isBusy: boolean;
  readonly hidesForm: boolean;
  /** The amount for the button, as text; empty while unknown. */
  readonly amount: string;
  /** Replaces "Pay" and "Paying…" on the button. */
  readonly label: string | undefined;
  /** Shown above the fields. */
  readonly subject?: unknown;
  readonly message: unknown;
  readonly footnote: unknown;
  readonly receipt: unknown;
}

/** A press of the button that the page allows. */
export interface Press {
  /** The price that was on the button; no other amount is charged. */
  readonly shown: ShownTotal | undefined;
  /** The element that had the focus: the pressed button itself, wherever it is. */
  readonly focused: Element | null;
}

export abstract class Attempt<
  State extends AttemptState = AttemptState,
  Host extends CheckoutHost = CheckoutHost,
> implements ReactiveController {
  protected readonly host: Host;
  /** The order that this attempt pays, whatever the page sets meanwhile; its newest token. */
  order: string;
  protected state: State;
  /** The state that the message describes. Its text is made at each render, because the language can change. */
  protected messageState: State | undefined;
  protected isSubmitting = false;
  protected isSlow = false;
  /** The shopper has come back to a page that had redirected: it shows the receipt instead of redirecting again. */
  protected isRestored = false;
  protected readonly closing = new AbortController();
  /** The page's own `min-block-size` of the element, while there is no form that needs it; else undefined. */
  #reserved: string | undefined;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #submission: Promise<unknown> | undefined;
  /** The last press that was paid. */
  protected pressed: Press | undefined;

  constructor(host: Host, state: State) {
    this.host = host;
    this.order = host.order;
    this.state = state;
    adoptStyles(host.renderRoot, [paymentStyles]);
    noteRoot(host.getRootNode());
    const { signal } = this.closing;
    globalThis.addEventListener('pageshow', (event) => event.persisted && this.restore(), { signal });
    globalThis.addEventListener('online', () => this.#onOnline(), { signal });
    if (isLoopbackInBrowser(location.hostname) || host.matches('[method],[challenge]'))
      import('./markup-warning.js').then(
        ({ warnOfMarkup }) => warnOfMarkup(host),
        () => {},
      );
  }

  hostUpdated(): void {
    this.#reserveSpace(!this.view().hidesForm || this.state.status === 'approved');
  }

  /** The page has reserved the height of a form: releases it while there is no form. A receipt needs the same height. */
  #reserveSpace(isHeld: boolean): void {
    if (isHeld === (this.#reserved === undefined)) return;
    const { style } = this.host;
    const reserved = this.#reserved ?? '';
    this.#reserved = isHeld ? undefined : style.minBlockSize;
    style.minBlockSize = isHeld ? reserved : '0';
  }

  /** Sends the typed details, and resolves when the attempt has settled. */
  protected abstract submit(source: Source): Promise<unknown>;
  /** The name of a required attribute that is missing. */
  protected abstract missing(): string | undefined;
  protected abstract messageOf(state: State): AttemptMessage | undefined;
  protected abstract readonly done: 'approved' | 'saved';
  /** Selector of the element that gets the focus when the attempt has succeeded. */
  protected readonly outcome: string = '[part="receipt"]';
  protected abstract readonly flow:
    { readonly key: SubmitKey | undefined; restore(): void; askAgain(): boolean; dispose(): void } | undefined;
  /** The shopper has begun to type: fetches the key. An element that draws the service's frame needs the key. */
  abstract prepare(): Promise<SubmitKey | undefined>;
  /** @param isPressed - true from the press of the button on */
  abstract view(isPressed?: boolean): AttemptView;

  /** The price as shown to the shopper, if there is one. */
  price(): ShownTotal | undefined {
    return undefined;
  }

  async refresh(): Promise<void> {}

  /** Uses another token of the same order from now on. False for another order. */
  takeOrder(order: string): boolean {
    if (!isSameOrder(order, this.order)) return false;
    const isNew = order !== this.order;
    this.order = order;
    if (isNew) void this.refresh();
    return true;
  }

  /** Asks the page whether the attempt may go on. */
  protected isAllowed(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** Loads the code that shows the outcome. Never rejects. */
  protected async loadReceipt(): Promise<void> {}

  get status(): CheckoutStatus | 'saved' {
    return this.state.status;
  }

  /** Read each time: saved cards, whose code is loaded later, wrap the source. */
  protected get source(): Source {
    return this.host.card as Source;
  }

  /** The page came back from the back-forward cache. */
  protected restore(): void {
    this.isRestored = true;
    this.flow?.restore();
    this.host.requestUpdate();
  }

  /** A card was sent, and its outcome is not known yet: the page cannot take the order away. */
  get holdsOrder(): boolean {
    return !canPay(this.status) && this.status !== this.done && !isStuck(this.state);
  }

  close(): void {
    clearTimeout(this.#slowTimer);
    // The terms of this attempt's key no longer apply.
    this.source.configure?.({ signedKey: '' });
    this.closing.abort();
    this.flow?.dispose();
    this.#reserveSpace(true);
    this.host.removeController(this);
  }

  /**
   * The button is pressed: asks the page whether the payment may go on. Undefined if not, or if the shopper has left the page.
   * @param shown - the price on the button when it was pressed
   */
  async press(shown = this.price()): Promise<Press | undefined> {
    const press = { shown, focused: focusedNear(this.host) };
    this.messageState = undefined;
    this.host.requestUpdate();
    let hasLeft = false;
    const onLeave = () => (hasLeft = true);
    globalThis.addEventListener('pagehide', onLeave);
    const isAllowed = await this.isAllowed();
    globalThis.removeEventListener('pagehide', onLeave);
    return isAllowed && !hasLeft ? press : undefined;
  }

  /** The answer to a press of a button without a price; a double click is one press. */
  async showPrice(): Promise<void> {
    await Promise.all([this.prepare(), new Promise((resolve) => setTimeout(resolve, DOUBLE_CLICK_MS))]);
  }

  /** Pays after a press. All fields are valid. */
  async pay(press: Press): Promise<void> {
    if (this.isSubmitting || !canPay(this.status)) return;
    const missing = this.missing();
    if (missing) {
      const error = new FlorinError('configuration_invalid', `florin-checkout: ${missing} is not set`);
      this.onState({ ...this.state, status: 'failed', error });
      throw error;
    }
    this.isSubmitting = true;
    this.pressed = press;
    this.messageState = undefined;
    this.host.requestUpdate();
    try {
      this.#slowTimer = setTimeout(() => this.#setSlow(true), SLOW_MS);
      await (this.#submission = this.submit(this.source));
    } finally {
      clearTimeout(this.#slowTimer);
      this.isSubmitting = false;
      this.#setSlow(false);
    }
  }

  /** Settles when what has been sent has its outcome. Undefined if nothing is on its way. */
  get sent(): Promise<unknown> | undefined {
    return /^(submitt|confirm)ing$/.test(this.status) ? this.#submission : undefined;
  }

  /** The card was sent and not charged. Its security code was cleared then, and is needed again. */
  get #needsCode(): boolean {
    const { source } = this;
    const { status, result } = this.state;
    return Boolean(result && /^(declined|failed)$/.test(status) && source.clearCvn && !source.needsNoCvn);
  }

  /** Called after `pay`: shows the refused field, or how to continue with the bank. */
  focusRefused(): void {
    const { refusedField, error } = this.state;
    const takesFocus = this.mayFocus();
    // If no field was refused, a frame with its own button takes the focus to that button.
    if (error?.code === 'field_invalid') this.source.refuse?.(refusedField ?? 'expiry', takesFocus);
    else if (this.#needsCode) this.source.refuse?.('cvn', takesFocus);
    if (takesFocus) this.host.renderRoot.querySelector<HTMLElement>('[part="continue"]')?.focus();
  }

  protected onState(state: State): void {
    const before = this.state;
    const { status, error, result } = state;
    const { host } = this;
    this.state = state;
    // The message about the last try stays; after a decline until the card is edited (payment.ts).
    if (this.isSubmitting || !canPay(status) || this.messageOf(state)) this.messageState = state;
    else if (this.messageState?.error?.code === 'nothing_to_pay') this.messageState = undefined;
    // A frame with its own button shows the terms of the key.
    const signedKey = this.flow?.key?.signedKey;
    // Without a key, the terms of the last one no longer apply.
    if (signedKey || status === 'ready') this.source.configure?.({ signedKey: signedKey ?? '' });
    // The card was sent, so its code is not kept for another try.
    if (/^(declined|failed|unknown)$/.test(status) && (result ?? state.submittedAt) !== undefined)
      this.source.clearCvn?.();
    if (this.#needsCode && status !== before.status) this.source.refuse?.('cvn', false);
    if (status === this.done) this.source.clear?.();
    // Deferred, because the flow's transition is not finished yet.
    const wasSent = before.status !== 'idle';
    if (result && wasSent && /^(declined|failed|expired|idle)$/.test(status))
      queueMicrotask(() => this.source.renew?.());
    host.requestUpdate();
    if (status !== before.status) host.dispatchEvent(new FlorinStateEvent(status));
    if (error) reportError(host, error);
  }

  /**
   * True if this page has just learnt the outcome: then it redirects. False if the page only shows
   * a known outcome again.
   */
  protected get redirects(): boolean {
    return this.state.submittedAt !== undefined && isWebAddress(this.host.successUrl);
  }

  /** Redirects, or puts the receipt where a screen reader announces it. */
  protected async finish(tick?: Promise<void>): Promise<void> {
    const { host } = this;
    if (this.redirects) return globalThis.location.assign(host.successUrl);
    await this.loadReceipt();
    await tick;
    host.requestUpdate();
    await host.updateComplete;
    if (this.mayFocus()) host.renderRoot.querySelector<HTMLElement>(this.outcome)?.focus();
  }

  /**
   * True while the focus is on nothing, on the element itself, on a pay button, or where it was at the start. False if
   * it is on another checkout, a search box or a chat: their key presses must not reach this one.
   */
  protected mayFocus(): boolean {
    const focused = focusedNear(this.host);
    if (!focused || focused === this.pressed?.focused || focused === document.body) return true;
    return this.host.contains(focused) || focused.localName === 'florin-pay-button';
  }

  /** Repeats a request that has failed, and removes its message. Sends nothing without a press of the button. */
  #onOnline(): void {
    if (this.flow?.askAgain() && canPay(this.status)) this.messageState = undefined;
    this.host.requestUpdate();
  }

  #setSlow(isSlow: boolean): void {
    this.isSlow = isSlow;
    this.host.requestUpdate();
  }
}

/** The focused element, as far as it is visible from the element's root. */
function focusedNear(host: Element): Element | null {
  return (host.getRootNode() as Document | ShadowRoot).activeElement ?? document.activeElement;
}

export function renderMessage(
  { tone, what, next, continueLabel }: AttemptMessage,
  isWaiting: boolean,
  onContinue: () => void = () => {},
  more?: WaitingParts,
): TemplateResult {
  const mark = isWaiting ? html`<span class="spinner"></span>` : tone === 'good' ? tickMark(20) : alertMark(20);
  return html`<div class="card ${tone}-card">
    ${mark}
    <div>
      <p class="what">${redrawn(what)}</p>
      ${next ? html`<p>${redrawn(next)}</p>` : nothing} ${more?.lines}
      ${continueLabel ? html`<button part="continue" type="button" @click=${onContinue}>${continueLabel}</button>` : nothing}
      ${more?.timer}
    </div>
  </div>`;
}
