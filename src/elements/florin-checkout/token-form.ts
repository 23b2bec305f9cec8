/**
 * All of a checkout that saves instead of paying (attribute `purpose`): fields, button, what happened, what was saved. It
 * draws the whole element. Loaded when an element has such a purpose, so that payments carry nothing of it.
 */
import { html, nothing } from 'lit';
import {
  recordName,
  TOKEN_PURPOSES,
  TokenFlow,
  type TokenPurpose,
  type TokenState,
} from '../../checkout/token-flow.js';
import { canPay } from '../../checkout/transitions.js';
import { readRecord, sessionRecords } from '../../checkout/attempt-record.js';
import { FlorinError } from '../../core/errors.js';
import type { SavedCard } from '../../core/pay-api.js';
import { adoptStyles } from '../adopt-styles.js';
import { FlorinErrorEvent, FlorinStateEvent } from '../events.js';
import { localeOf } from '../locale.js';
import { tickMark } from '../marks.js';
import { type TokenWords, tokenWords } from '../words/token-words.js';
import { focusedBeside, mayFocus } from './payment-focus.js';
import { renderMessage } from './payment-message.js';
import { paymentStyles } from './payment.css.js';
import { TokenAway } from './token-away.js';
import { tokenStyles } from './token.css.js';
import { FlorinSavedEvent } from './token-event.js';
import type { CardSource } from './card-source.js';
import type { TokenFields, TokenHost } from './token-fields.js';
import { TokenFrame } from './token-frame.js';
import { isStuck, type TokenMessage, tokenMessage } from './token-message.js';
import { describe, nameOf } from './token-text.js';
import { createTyped, whyNotTyped } from './token-typed.js';

const SLOW_MS = 8_000;

export class TokenForm implements CardSource {
  readonly #host: TokenHost;
  readonly #purpose: TokenPurpose;
  /** The handle of what is changed. */
  readonly #card: string;
  /** Set up wrongly: nothing is asked for, and the page says so. */
  readonly #fault: FlorinError | undefined;
  readonly #fields: TokenFields | undefined;
  #flow: TokenFlow | undefined;
  /** For which `signer-url` the flow is. */
  #signerUrl = '';
  #state: TokenState = { status: 'idle' };
  #message: TokenMessage | undefined;
  /** `checking` while a frame is asked whether all is right; empty at rest. */
  #step: 'checking' | 'saving' | '' = '';
  #isSlow = false;
  /** What had the focus as the button was pressed. */
  #pressed: Element | null = null;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #connection: AbortController | undefined;

  constructor(host: TokenHost) {
    this.#host = host;
    this.#purpose = host.getAttribute('purpose') as TokenPurpose;
    this.#card = this.#purpose.startsWith('update') ? (host.getAttribute('card') ?? '') : '';
    this.#fault = findFault(host, this.#purpose, this.#card);
    adoptStyles(host.renderRoot, [paymentStyles, tokenStyles]);
    if (!this.#fault) this.#fields = this.#createFields();
    host.addController(this);
  }

  get isEmpty(): boolean {
    return this.#fields?.isEmpty ?? true;
  }

  /** Draws the whole element. */
  render() {
    if (this.#fields?.inPlace) return this.#fields.inPlace;
    const words = tokenWords(localeOf(this.#host));
    const { status, result, card } = this.#state;
    const isBusy = this.#step !== '' || !canPay(status === 'saved' ? 'approved' : status);
    const isOver = status === 'saved' || isStuck(this.#state) || this.#fault !== undefined;
    const hidesForm = isOver || this.#isResuming() || (status === 'unknown' && this.#step === '' && this.isEmpty);
    const label = isBusy ? (status === 'unknown' ? words.checking : words.saving) : words.button[this.#purpose];
    const message = this.#fault ? setupMessage(words) : this.#message;
    return html`<div class="florin">
      <form
        part="form"
        class=${this.#fields?.isReady === false ? 'waiting' : ''}
        novalidate
        @submit=${this.#onSubmit}
        @formdata=${leaveOutAll}
      >
        <div ?hidden=${hidesForm} ?inert=${isBusy && this.#step !== 'checking'}>
          ${card ? html`<p class="subject" part="subject">${words.changes} ${describe(card, words)}</p>` : nothing}
          ${this.#fields?.render()}
        </div>
        <div part="message" role="status">${message ? renderMessage(message, isBusy && !isOver) : nothing}</div>
        <button part="button" type="submit" ?hidden=${hidesForm} aria-disabled=${isBusy ? 'true' : 'false'}>
          <span class="label">${isBusy ? html`<span class="spinner"></span>` : nothing}${label}</span>
        </button>
        <p class="note foot" part="footnote" role="status" ?hidden=${hidesForm}>${this.#isSlow ? words.slow : ''}</p>
      </form>
      ${status === 'saved' && result?.status === 'stored' ? this.#renderSaved(result.card, words) : nothing}
    </div>`;
  }

  /** As the button does. Never true: what there is to send has been sent. */
  async report(): Promise<boolean> {
    await this.#save();
    return false;
  }

  /** Never asked for: {@link report} sends. */
  forSubmission(): never {
    throw new TypeError('florin-checkout: a checkout that saves has nothing to pay with');
  }

  focus(options?: FocusOptions): boolean {
    return this.#fields?.focus(options) ?? false;
  }

  hostConnected(): void {
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    globalThis.addEventListener('pageshow', (event) => event.persisted && this.#flow?.restore(), { signal });
  }

  hostUpdated(): void {
    const { signerUrl, isConnected } = this.#host;
    if (this.#fault || !isConnected) return;
    if (signerUrl !== this.#signerUrl) this.#open(signerUrl);
    this.#fields?.hostUpdated?.();
  }

  hostDisconnected(): void {
    this.#connection?.abort();
    // An element that is only moved is connected again in the same turn, and goes on.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#fields?.hostDisconnected?.();
      this.#open('');
    });
  }

  hostChanged(): void {}
  allowTestMonth(): void {}
  refuse(): void {}
  clearCvn(): void {}

  clear(): void {
    this.#fields?.clear();
  }

  #createFields(): TokenFields {
    const place = {
      host: this.#host,
      purpose: this.#purpose,
      card: this.#card,
      flow: () => this.#flow,
      onTyped: () => void this.#flow?.prepare(),
    };
    const method = this.#host.getAttribute('method');
    if (method === 'iframe') return new TokenFrame(place);
    return method === 'redirect' ? new TokenAway(place, method) : createTyped(place);
  }

  #open(signerUrl: string): void {
    this.#flow?.dispose();
    clearTimeout(this.#slowTimer);
    this.#flow = undefined;
    this.#signerUrl = signerUrl;
    this.#state = { status: 'idle' };
    if (!signerUrl) return;
    this.#flow = new TokenFlow({ signerUrl, purpose: this.#purpose, card: this.#card });
    this.#flow.subscribe((state) => this.#onState(state));
    this.#flow.resume();
    void this.#flow.identify();
    this.#host.requestUpdate();
  }

  async #save(): Promise<void> {
    const fields = this.#fields;
    if (this.#step || !fields || this.#fault) return;
    if (!this.#flow) throw new TypeError('florin-checkout: signer-url is not set');
    if (!canPay(this.#state.status === 'saved' ? 'approved' : this.#state.status)) return;
    const isRight = fields.report();
    if (isRight === false) return;
    this.#step = 'checking';
    this.#pressed = focusedBeside(this.#host);
    this.#host.requestUpdate();
    try {
      if (isRight !== true && !(await isRight)) return;
      this.#step = 'saving';
      this.#message = undefined;
      // The fields become inert: a focus inside them would be lost to the page's top.
      this.#host.renderRoot.querySelector<HTMLElement>('[part="button"]')?.focus();
      this.#host.requestUpdate();
      this.#slowTimer = setTimeout(() => this.#setSlow(true), SLOW_MS);
      // Its `signer-url` may have been taken away while a frame was asked.
      await this.#flow?.submit(fields.forSubmission());
    } finally {
      clearTimeout(this.#slowTimer);
      this.#step = '';
      this.#setSlow(false);
    }
    const { refusedField } = this.#state;
    await this.#host.updateComplete;
    if (refusedField) fields.refuse(refusedField, mayFocus(this.#host, this.#pressed));
  }

  #onState(state: TokenState): void {
    const before = this.#state;
    const { status, error, result } = state;
    const host = this.#host;
    this.#state = state;
    const message = tokenMessage(state, tokenWords(localeOf(host)), navigator.onLine);
    // What was said about the last try stays while the shopper gets ready for the next one.
    if (message || status === 'saved' || status === 'submitting' || status === 'confirming') this.#message = message;
    if (status === 'saved') this.#fields?.clear();
    if (result && (status === 'expired' || (result.status === 'open' && status === 'idle'))) {
      // Not in the middle of the flow's own step.
      queueMicrotask(() => this.#fields?.renew?.());
    }
    host.requestUpdate();
    if (status !== before.status) host.dispatchEvent(new FlorinStateEvent(status));
    if (error) host.dispatchEvent(new FlorinErrorEvent(error));
    if (status === 'saved' && result?.status === 'stored') {
      host.dispatchEvent(new FlorinSavedEvent(this.#purpose, result.card));
      void this.#finish();
    }
  }

  /** Leads on, or puts what was saved where a screen reader says it. */
  async #finish(): Promise<void> {
    const { successUrl } = this.#host;
    if (successUrl && URL.canParse(successUrl, document.baseURI)) {
      const { href, protocol } = new URL(successUrl, document.baseURI);
      if (/^https?:$/.test(protocol)) return globalThis.location.assign(href);
    }
    await this.#host.updateComplete;
    if (mayFocus(this.#host, this.#pressed)) this.#host.renderRoot.querySelector<HTMLElement>('.saved')?.focus();
  }

  #renderSaved(card: SavedCard, words: TokenWords) {
    const purpose = nameOf(this.#purpose, card.kind);
    return html`<div class="saved" part="receipt" role="group" tabindex="-1">
      ${tickMark(20)}
      <div>
        <p class="what" part="outcome">${words.saved[purpose]}</p>
        <p>${describe(card, words)}</p>
        ${card.holderName ? html`<p class="soft">${card.holderName}</p>` : nothing}
        <p class="soft">${words.nothingCharged}</p>
      </div>
    </div>`;
  }

  /** Something had gone out before this page was loaded: no empty form, not even for a moment. */
  #isResuming(): boolean {
    if (this.#flow) return false;
    return readRecord(recordName(this.#purpose, this.#card), sessionRecords())?.submittedAt !== undefined;
  }

  #setSlow(isSlow: boolean): void {
    this.#isSlow = isSlow;
    this.#host.requestUpdate();
  }

  readonly #onSubmit = (event: Event): void => {
    event.preventDefault();
    void this.#save();
  };
}

/** What a developer has to set otherwise; said once, and shown. */
function findFault(host: TokenHost, purpose: TokenPurpose, card: string): FlorinError | undefined {
  const fault = !TOKEN_PURPOSES.includes(purpose)
    ? `purpose="${purpose}" is none of payment, ${TOKEN_PURPOSES.join(', ')}`
    : purpose.startsWith('update') && card === ''
      ? `purpose="${purpose}" needs the attribute card, a handle of the signer's list`
      : /^(iframe|redirect|webform)$/.test(host.getAttribute('method') ?? '')
        ? undefined
        : whyNotTyped(host, purpose);
  if (fault === undefined) return undefined;
  console.warn(`florin-checkout: ${fault}`);
  const error = new FlorinError('configuration_invalid', fault);
  queueMicrotask(() => host.dispatchEvent(new FlorinErrorEvent(error)));
  return error;
}

function setupMessage(words: TokenWords): TokenMessage {
  return { tone: 'wrong', what: words.wrongSetup, next: `${words.nothingSaved} ${words.contactShop}` };
}

/** The fields have names for password managers; form data has nothing of what is typed. */
function leaveOutAll({ formData }: FormDataEvent): void {
  for (const name of [...formData.keys()]) formData.delete(name);
}
