/**
 * The part of a checkout that saves instead of paying (attribute `purpose`): the source, the flow,
 * its messages, the saved card. Loaded for elements with such a purpose.
 */
import { html, nothing } from 'lit';
import { readRecord, sessionRecords } from '../../checkout/attempt-record.js';
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
import type { SavedCard } from '../../core/pay-api.js';
import { adoptStyles } from '../adopt-styles.js';
import { FlorinErrorEvent } from '../events.js';
import { localeOf } from '../locale.js';
import { tickMark } from '../marks.js';
import { type TokenWords, tokenWords } from '../words/token-words.js';
import { Attempt, type AttemptView, renderMessage } from './attempt.js';
import type { CheckoutHost, Source } from './source.js';
import { FlorinSavedEvent } from './token-event.js';
import { isStuck, tokenMessage } from './token-message.js';
import { tokenStyles } from './token.css.js';
import { describe, nameOf } from './token-text.js';

/** Saves or changes one card or account in one element. */
export class Saving extends Attempt<TokenState> {
  protected readonly done = 'saved';
  readonly #purpose: TokenPurpose;
  /** The handle of the card or account to change. */
  readonly #card: string;
  /** Configuration error: nothing is asked for, and the page shows it. */
  readonly #fault: FlorinError | undefined;
  protected readonly flow: SavingFlow | undefined;

  constructor(host: CheckoutHost) {
    super(host, { status: 'idle' });
    const { purpose, card } = readAttributes(host);
    this.#purpose = purpose;
    this.#card = card;
    adoptStyles(host.renderRoot, [tokenStyles]);
    host.addController(this);
    const fault = host.card?.fault;
    if (fault !== undefined) {
      console.warn(`florin-checkout: ${fault}`);
      this.#fault = new FlorinError('configuration_invalid', fault);
      host.dispatchEvent(new FlorinErrorEvent(this.#fault));
    } else if (host.signerUrl) {
      this.flow = createSaving({ signerUrl: host.signerUrl, purpose, card });
      this.flow.subscribe((state) => this.onState(state));
      this.flow.resume();
      void this.flow.identify();
    }
  }

  async prepare(): Promise<SubmitKey | undefined> {
    await this.flow?.prepare();
    return this.flow?.key;
  }

  protected missing(): string | undefined {
    return this.flow ? undefined : 'signer-url';
  }

  protected async submit(source: Source): Promise<void> {
    await this.flow?.submit(source.forSubmission() as TokenInput);
  }

  protected messageOf(state: TokenState) {
    return tokenMessage(state, tokenWords('en'), navigator.onLine);
  }

  protected override onState(state: TokenState): void {
    super.onState(state);
    if (state.status !== 'saved' || state.result?.status !== 'stored') return;
    this.host.dispatchEvent(new FlorinSavedEvent(this.#purpose, state.result.card));
    void this.finish();
  }

  view(isPressed = false): AttemptView {
    const words = tokenWords(localeOf(this.host));
    const { state } = this;
    const { status, result, card } = state;
    const isBusy = isPressed || this.isSubmitting || !canPay(status);
    const isOver = status === 'saved' || isStuck(state) || this.#fault !== undefined;
    const said = this.said && tokenMessage(this.said, words, navigator.onLine);
    const message = this.#fault ? tokenMessage({ status: 'failed', error: this.#fault }, words, true) : said;
    return {
      isBusy,
      hidesForm: isOver || this.#isResuming() || (status === 'unknown' && !this.isSubmitting && this.source.isEmpty),
      amount: '',
      label: !isBusy ? words.button[this.#purpose] : status === 'unknown' ? words.checking : words.saving,
      subject: card ? html`<p class="subject" part="subject">${words.changes} ${describe(card, words)}</p>` : nothing,
      message: message ? renderMessage(message, isBusy && !isOver) : nothing,
      footnote: this.isSlow ? words.slow : '',
      receipt: status === 'saved' && result?.status === 'stored' ? this.#renderSaved(result.card, words) : nothing,
    };
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

  /**
   * Details were sent before this page was loaded, and the signer is not known yet: do not show an
   * empty form.
   */
  #isResuming(): boolean {
    if (this.flow) return false;
    return readRecord(recordName(this.#purpose, this.#card), sessionRecords())?.submittedAt !== undefined;
  }
}

/** What is saved, and the handle of what is changed. */
export function readAttributes(host: Element): { readonly purpose: TokenPurpose; readonly card: string } {
  const purpose = host.getAttribute('purpose') as TokenPurpose;
  return { purpose, card: purpose.startsWith('update') ? (host.getAttribute('card') ?? '') : '' };
}
