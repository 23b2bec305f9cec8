/**
 * The method `iframe`: the service's own frame (T9) holds the card, and keeps what is typed on the service's side; the
 * button has the shop's signer charge it (T10). The frame tells this page nothing, not even its height: its room is
 * `--florin-frame-height`, and a frame that cannot be had is noticed by asking for it once more beside it.
 */
import { html, nothing } from 'lit';
import { isOfService } from '../../checkout/addresses.js';
import { readRecord, sessionRecords } from '../../checkout/attempt-record.js';
import { askKey } from '../../checkout/signer-calls.js';
import type { SendCard } from '../../checkout/submit-card.js';
import { browserTimers } from '../../checkout/timers.js';
import { FlorinError, isFlorinError } from '../../core/errors.js';
import type { Money } from '../../core/money/money.js';
import type { AuthKeyGrant } from '../../core/pay-api.js';
import { adoptStyles } from '../adopt-styles.js';
import { FlorinErrorEvent } from '../events.js';
import { localeOf } from '../locale.js';
import { methodWords } from '../words/method-words.js';
import type { CardHost, CardSource } from './card-source.js';
import { methodStyles } from './method.css.js';
import { processFrame, reachFrame } from './method-process.js';

/** What stands in place of the frame, or beside it. */
type Place = 'loading' | 'shown' | 'failed';

export class IframeCard implements CardSource {
  readonly #host: CardHost;
  #src = '';
  #place: Place = 'loading';
  #problem: 'incomplete' | 'renewed' | undefined;
  #work: AbortController | undefined;
  /** Whose frame it is: another order has another one. */
  #shown = '';
  /** What is typed there is not here. */
  readonly isEmpty = true;
  /** The key that the frame is for has it, long before the button asks for one. */
  amount: Money | undefined;

  constructor(host: CardHost) {
    this.#host = host;
    adoptStyles(host.renderRoot, [methodStyles]);
    host.addController(this);
  }

  render() {
    const words = methodWords(localeOf(this.#host));
    return html`<div class="service-frame" ?hidden=${this.#place === 'failed'}>
        ${
          this.#src
            ? html`<iframe
                part="frame"
                src=${this.#src}
                title=${words.frame}
                allow="payment; autofill"
                referrerpolicy="origin"
                @load=${this.#onLoad}
              ></iframe>`
            : nothing
        }
        ${this.#place === 'loading' ? html`<p class="note">${words.loading}</p>` : nothing}
      </div>
      <div part="frame-error" role="alert">
        ${
          this.#place === 'failed'
            ? html`<p>${words.failed}</p>
                <button type="button" class="again" @click=${() => void this.#show()}>${words.again}</button>`
            : this.#problem && html`<p>${words[this.#problem]}</p>`
        }
      </div>`;
  }

  get isReady(): boolean {
    return this.#place === 'shown';
  }

  hostUpdated(): void {
    const { isConnected, signerUrl, order } = this.#host;
    if (!isConnected || !signerUrl || !order) return;
    const shown = `${signerUrl} ${order}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.hostDisconnected();
      this.amount = undefined;
      this.#setProblem(undefined);
    }
    if (this.#work) return;
    // A card had gone out before this page was loaded: first it has to be known what became of that.
    if (readRecord(order, sessionRecords())?.submittedAt === undefined) void this.#show();
  }

  hostDisconnected(): void {
    this.#work?.abort();
    this.#work = undefined;
    this.#src = '';
  }

  report(): boolean {
    return true;
  }

  forSubmission(): SendCard {
    return async (key, exchange) => {
      this.#setProblem(undefined);
      if (addressOf(key) !== this.#src) {
        await this.#show();
        this.#setProblem('renewed');
        throw new FlorinError('field_invalid', 'The frame belongs to a key that is over');
      }
      const answer = await processFrame(this.#host.signerUrl, key.claim, exchange);
      if (answer !== 'incomplete') return answer;
      this.#setProblem('incomplete');
      throw new FlorinError('field_invalid', 'The card in the frame is not complete');
    };
  }

  /** Asks for the order's key, which is the same for whoever asks, and shows its frame. */
  async #show(): Promise<void> {
    this.#work?.abort();
    const work = (this.#work = new AbortController());
    const { signal } = work;
    this.#set('loading', '');
    const { signerUrl, order } = this.#host;
    try {
      const fetch = (...call: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...call);
      const answer = await askKey(signerUrl, { order }, { fetch, timers: browserTimers, signal });
      if (signal.aborted) return;
      // The order is paid, or not to be paid now: the button's question says so.
      if (answer.status !== 'granted') return;
      const src = addressOf(answer);
      this.amount = answer.amount;
      this.#set('loading', src);
      await reachFrame(src, signal);
    } catch (cause) {
      if (signal.aborted) return;
      const error = isFlorinError(cause)
        ? cause
        : new FlorinError('frame_unreachable', 'The frame of the service could not be loaded', { cause });
      this.#set('failed', '');
      this.#host.dispatchEvent(new FlorinErrorEvent(error));
    }
  }

  readonly #onLoad = (): void => {
    if (this.#place === 'loading') this.#set('shown', this.#src);
  };

  #set(place: Place, src: string): void {
    this.#place = place;
    this.#src = src;
    this.#host.requestUpdate();
  }

  #setProblem(problem: 'incomplete' | 'renewed' | undefined): void {
    this.#problem = problem;
    this.#host.requestUpdate();
  }

  focus(): boolean {
    const frame = this.#host.renderRoot.querySelector('iframe');
    frame?.focus();
    return Boolean(frame);
  }

  /** A decline: its key is used, and the frame with it. */
  clearCvn(): void {
    void this.#show();
  }

  allowTestMonth(): void {}
  refuse(): void {}
  clear(): void {}
  hostChanged(): void {}
}

/** @throws FlorinError `configuration_invalid` */
function addressOf({ frameUrl = '', submitUrl }: AuthKeyGrant): string {
  if (isOfService(frameUrl, submitUrl)) return frameUrl;
  throw new FlorinError('configuration_invalid', 'The signer gives no frame of the service: set its option `iframe`');
}
