/**
 * What the element draws and does around an attempt, be it a payment (payment.ts) or saving (token-form.ts): button, message,
 * events, focus. The flow of src/checkout decides; this shows its state.
 */
import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { isWebAddress } from '../../checkout/addresses.js';
import type { AttemptState } from '../../checkout/contract.js';
import type { SubmitKey } from '../../checkout/submit-card.js';
import { canPay, type CheckoutStatus } from '../../checkout/transitions.js';
import { FlorinError } from '../../core/errors.js';
import { adoptStyles } from '../adopt-styles.js';
import { FlorinErrorEvent, FlorinStateEvent } from '../events.js';
import { alertMark, tickMark } from '../marks.js';
import type { CheckoutMessage } from './checkout-message.js';
import { paymentStyles } from './payment.css.js';
import type { ShownTotal } from './shown-total.js';
import type { CheckoutHost, Source } from './source.js';

const SLOW_MS = 8_000;

/** What the element draws besides its fields. */
export interface AttemptView {
  /** Nobody may press the button, and the fields are inert. */
  readonly isBusy: boolean;
  readonly hidesForm: boolean;
  /** The amount for the button, as text; empty while it is not known. */
  readonly amount: string;
  /** On the button in place of "Pay" and "Paying…". */
  readonly label: string | undefined;
  /** Above the fields. */
  readonly subject?: unknown;
  readonly message: unknown;
  readonly footnote: string;
  readonly receipt: unknown;
}

export abstract class Attempt<
  State extends Omit<AttemptState, 'status'> & { readonly status: CheckoutStatus | 'saved' } = AttemptState,
  Host extends CheckoutHost = CheckoutHost,
> implements ReactiveController {
  protected readonly host: Host;
  protected state: State;
  /** What the message is about. Texts are made as it is drawn, since the language can change. */
  protected said: State | undefined;
  protected isSubmitting = false;
  protected isSlow = false;
  /** The shopper has come back to a page that had led on: it leads nowhere again, and shows the receipt itself. */
  protected isBack = false;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  /** What had the focus as the button was pressed: the button itself, wherever it stands. */
  #pressed: Element | null = null;

  constructor(host: Host, state: State) {
    this.host = host;
    this.state = state;
    adoptStyles(host.renderRoot, [paymentStyles]);
  }

  hostUpdated?(): void;

  /** Sends what is typed, and resolves when the attempt has come to rest. */
  protected abstract submit(source: Source): Promise<unknown>;
  /** The attribute without which nothing can be asked. */
  protected abstract missing(): string | undefined;
  protected abstract messageOf(state: State): CheckoutMessage | undefined;
  protected abstract readonly done: 'approved' | 'saved';
  protected abstract readonly flow:
    { readonly key: SubmitKey | undefined; restore(): void; dispose(): void } | undefined;
  /** The shopper has begun to type: gets the key, which an element that draws the service's frame needs. */
  abstract prepare(): Promise<SubmitKey | undefined>;
  /** @param isPressed - from the press of the button on */
  abstract view(isPressed?: boolean): AttemptView;

  /** What the shopper is shown of the price, where there is one. */
  price(): ShownTotal | undefined {
    return undefined;
  }

  async refresh(): Promise<void> {}

  /** Asks the page whether this goes on. */
  protected isAllowed(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** Loads what shows the end. Never rejects. */
  protected async loadReceipt(): Promise<void> {}

  get status(): CheckoutStatus | 'saved' {
    return this.state.status;
  }

  /** Asked anew each time: saved cards, whose code comes later, put themselves around the fields. */
  protected get source(): Source {
    return this.host.card as Source;
  }

  /** The page came back from the back-forward cache. */
  restore(): void {
    this.isBack = true;
    this.flow?.restore();
    this.host.requestUpdate();
  }

  close(): void {
    clearTimeout(this.#slowTimer);
    this.flow?.dispose();
    this.host.removeController(this);
  }

  /** As the button does. All fields are right. */
  async pay(): Promise<void> {
    if (this.isSubmitting || !canPay(this.status)) return;
    const missing = this.missing();
    if (missing) {
      const error = new FlorinError('configuration_invalid', `florin-checkout: ${missing} is not set`);
      this.onState({ ...this.state, status: 'failed', error });
      throw error;
    }
    this.isSubmitting = true;
    this.#pressed = focusedBeside(this.host);
    this.said = undefined;
    this.host.requestUpdate();
    try {
      if (!(await this.isAllowed())) return;
      this.#slowTimer = setTimeout(() => this.#setSlow(true), SLOW_MS);
      await this.submit(this.source);
    } finally {
      clearTimeout(this.#slowTimer);
      this.isSubmitting = false;
      this.#setSlow(false);
    }
  }

  /** After `pay`: shows which field the service refused, if it was one, or how to go on with the bank. */
  focusRefused(): void {
    const { refusedField, error } = this.state;
    const takesFocus = this.mayFocus();
    // Without a field, a frame that asks the shopper leads to its button.
    if (error?.code === 'field_invalid') this.source.refuse?.(refusedField ?? 'expiry', takesFocus);
    if (takesFocus) this.host.renderRoot.querySelector<HTMLElement>('[part="continue"]')?.focus();
  }

  protected onState(state: State): void {
    const before = this.state;
    const { status, error, result } = state;
    const { host } = this;
    this.state = state;
    // What was said about the last try stays while the shopper gets ready for the next one.
    if (this.isSubmitting || !canPay(status) || this.messageOf(state)) this.said = state;
    // A frame that asks the shopper shows its terms.
    const signedKey = this.flow?.key?.signedKey;
    if (signedKey) this.source.configure?.({ signedKey });
    if (status === 'declined') this.source.clearCvn?.();
    if (status === this.done) this.source.clear?.();
    // Not in the middle of the flow's own step.
    if (result && /^(declined|failed|expired|idle)$/.test(status)) queueMicrotask(() => this.source.renew?.());
    host.requestUpdate();
    if (status !== before.status) host.dispatchEvent(new FlorinStateEvent(status));
    if (error) host.dispatchEvent(new FlorinErrorEvent(error));
  }

  /** An end that this page has just learnt leads on; one that is looked at again does not. */
  protected get leadsOn(): boolean {
    return this.state.submittedAt !== undefined && isWebAddress(this.host.successUrl);
  }

  /** Leads on, or puts the receipt where a screen reader says it. */
  protected async finish(): Promise<void> {
    const { host } = this;
    if (this.leadsOn) return globalThis.location.assign(host.successUrl);
    await this.loadReceipt();
    host.requestUpdate();
    await host.updateComplete;
    if (this.mayFocus()) host.renderRoot.querySelector<HTMLElement>('[part="receipt"]')?.focus();
  }

  /**
   * True while nothing has the focus, the element itself, a pay button, or what had it as it began. False for another
   * checkout of the page, a search box, a chat: the keys that are pressed there are not for this one.
   */
  protected mayFocus(): boolean {
    const focused = focusedBeside(this.host);
    if (!focused || focused === this.#pressed || focused === document.body) return true;
    return this.host.contains(focused) || focused.localName === 'florin-pay-button';
  }

  #setSlow(isSlow: boolean): void {
    this.isSlow = isSlow;
    this.host.requestUpdate();
  }
}

/** What has the focus, as far as it can be seen from where the element stands. */
function focusedBeside(host: Element): Element | null {
  return (host.getRootNode() as Document | ShadowRoot).activeElement ?? document.activeElement;
}

export function renderMessage(
  { tone, what, next, goOn }: CheckoutMessage,
  isWaiting: boolean,
  onGoOn: () => void = () => {},
): TemplateResult {
  const mark = isWaiting ? html`<span class="spinner"></span>` : tone === 'good' ? tickMark(20) : alertMark(20);
  return html`<div class="card ${tone}-card">
    ${mark}
    <div>
      <p class="what">${what}</p>
      ${next ? html`<p>${next}</p>` : nothing}
      ${goOn ? html`<button part="continue" type="button" @click=${onGoOn}>${goOn}</button>` : nothing}
    </div>
  </div>`;
}
