/**
 * The part of a checkout that saves instead of paying (attribute `purpose`): the source, the flow,
 * its messages, the saved card. Loaded for elements with such a purpose.
 */
import { html, nothing } from 'lit';
import { isWebAddress } from '../../checkout/addresses.js';
import { wasSent } from '../../checkout/attempt-record.js';
import type { SubmitKey } from '../../checkout/submit-card.js';
import {
  createSaving,
  recordName,
  type SavingFlow,
  type TokenInput,
  type TokenPurpose,
  type TokenState,
} from '../../checkout/saving.js';
import { canPay } from '../../checkout/transitions.js';
import { FlorinError } from '../../core/errors.js';
import type { SavedCard, PageScheme } from '../../core/pay-api.js';
import { adoptStyles } from '../adopt-styles.js';
import { reportError } from '../events.js';
import { localeOf } from '../locale.js';
import { tickMark } from '../marks.js';
import { type TokenMessages, tokenMessages } from '../messages/token-messages.js';
import { redrawn } from '../untranslated.js';
import { Attempt, type AttemptView, renderMessage } from './attempt.js';
import type { CheckoutHost, Source } from './source.js';
import { FlorinSavedEvent } from './token-event.js';
import { isStuck } from './attempt-message.js';
import { isRefused, tokenMessage } from './token-message.js';
import { tokenStyles } from './token.css.js';
import { describe, nameOf } from './token-text.js';

/** Saves or changes one card or account in one element. */
export class Saving extends Attempt<TokenState> {
  protected readonly done = 'saved';
  protected override readonly outcome = '[part="outcome"]';
  readonly #purpose: TokenPurpose;
  /** The handle of the card or account to change. */
  readonly #card: string;
  /** Configuration error: nothing is asked for, and the page shows it. */
  readonly #fault: FlorinError | undefined;
  protected flow: SavingFlow | undefined;
  #scheme: PageScheme | undefined;

  constructor(host: CheckoutHost) {
    super(host, { status: 'idle' });
    const { purpose, card } = readAttributes(host);
    this.#purpose = purpose;
    this.#card = card;
    adoptStyles(host.renderRoot, [tokenStyles]);
    host.addController(this);
    const fault = host.card?.fault;
    if (fault !== undefined) {
      this.#fault = new FlorinError('configuration_invalid', `florin-checkout: ${fault}`);
      reportError(host, this.#fault);
    } else if (host.signerUrl) this.#begin();
  }

  /** @param scheme of the page, for the service's own frame */
  async prepare(scheme?: PageScheme): Promise<SubmitKey | undefined> {
    this.#scheme = scheme ?? this.#scheme;
    await this.flow?.prepare();
    return this.flow?.key;
  }

  #begin(): void {
    const { signerUrl } = this.host;
    const flow = createSaving({ signerUrl, purpose: this.#purpose, card: this.#card, scheme: () => this.#scheme });
    this.flow = flow;
    flow.subscribe((state) => this.onState(state));
    flow.resume();
    void flow.askBefore();
  }

  /** Another attempt, with an empty form that has the focus. */
  async #restart(): Promise<void> {
    const { host } = this;
    this.flow?.dispose();
    this.messageState = undefined;
    this.onState({ status: 'idle' });
    this.#begin();
    await host.updateComplete;
    host.focus();
  }

  protected missing(): string | undefined {
    return this.flow ? undefined : 'signer-url';
  }

  protected async submit(source: Source): Promise<void> {
    await this.flow?.submit(source.forSubmission() as TokenInput, { isAway: source.isAway });
  }

  protected messageOf(state: TokenState) {
    return tokenMessage(state, tokenMessages('en'), navigator.onLine);
  }

  /** The signer refuses the shopper or the handle: nothing that is typed here can be saved. */
  get isRefused(): boolean {
    return isRefused(this.state.error);
  }

  protected override onState(state: TokenState): void {
    super.onState(state);
    if (state.status !== 'saved' || state.result?.status !== 'stored') return;
    this.host.dispatchEvent(new FlorinSavedEvent(this.#purpose, state.result.card));
    void this.finish();
  }

  view(isPressed = false): AttemptView {
    const locale = localeOf(this.host);
    const messages = tokenMessages(locale);
    const { state } = this;
    const { status, result, card } = state;
    const isBusy = isPressed || this.isSubmitting || !canPay(status);
    const isOver = this.#isOver();
    const current = this.messageState && tokenMessage(this.messageState, messages, navigator.onLine, locale);
    const message = this.#fault ? tokenMessage({ status: 'failed', error: this.#fault }, messages, true) : current;
    return {
      isBusy,
      hidesForm: isOver || this.#isResuming() || (status === 'unknown' && !this.isSubmitting && this.source.isEmpty),
      amount: '',
      label: !isBusy
        ? (this.source.label ?? messages.button[this.#purpose])
        : status === 'unknown'
          ? messages.checking
          : messages.saving,
      subject: card
        ? html`<p class="subject" part="subject">${messages.changes} ${describe(card, messages)}</p>`
        : nothing,
      message: message
        ? html`${renderMessage(message, isBusy && !isOver)}${this.isRefused && isOver ? this.#renderDone(messages.toAccount) : nothing}`
        : nothing,
      footnote: this.isSlow ? redrawn(messages.slow) : '',
      receipt: status === 'saved' && result?.status === 'stored' ? this.#renderSaved(result.card, messages) : nothing,
    };
  }

  #renderSaved(card: SavedCard, messages: TokenMessages) {
    const purpose = nameOf(this.#purpose, card.kind);
    return html`<div class="saved" part="receipt" role="group" aria-labelledby="saved">
        ${tickMark(20)}
        <div>
          <h2 id="saved" class="what" part="outcome" tabindex="-1">${messages.saved[purpose]}</h2>
          <p>${describe(card, messages)}</p>
          ${card.holderName ? html`<p class="soft"><bdi>${card.holderName}</bdi></p>` : nothing}
        </div>
      </div>
      <div class="ways" part="ways">
        ${this.#renderDone(messages.done)}
        ${
          this.#purpose.startsWith('save')
            ? html`<button type="button" class="again" @click=${() => void this.#restart()}>
                ${messages.addAnother}
              </button>`
            : nothing
        }
      </div>`;
  }

  /** The link to the page that the shop names, if it names one. */
  #renderDone(text: string) {
    const url = this.host.getAttribute('done-url');
    return url && isWebAddress(url) ? html`<a class="done" href=${url}>${text}</a>` : nothing;
  }

  /** The form is not shown again by itself. */
  #isOver(): boolean {
    const { state } = this;
    const isRefused = this.isRefused && this.source.isEmpty;
    return state.status === 'saved' || isStuck(state) || isRefused || this.#fault !== undefined;
  }

  /** Details were sent before this page was loaded, and the signer is not known yet: do not show an empty form. */
  #isResuming(): boolean {
    if (this.flow) return false;
    return wasSent(recordName(this.#purpose, this.#card));
  }
}

/** The purpose of an element, and the handle of the card or account to change. */
export function readAttributes(host: Element): { readonly purpose: TokenPurpose; readonly card: string } {
  const purpose = host.getAttribute('purpose') as TokenPurpose;
  return { purpose, card: purpose.startsWith('update') ? (host.getAttribute('card') ?? '') : '' };
}
