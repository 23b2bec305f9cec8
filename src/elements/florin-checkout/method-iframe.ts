/**
 * The method `iframe`: the service's own frame (T9) holds the card, and keeps what is typed on the service's side; the
 * button has the shop's signer charge it (T10). The frame tells this page nothing, not even its height: its room is
 * `--florin-frame-height`, and a frame that cannot be had is noticed by asking for it once more beside it.
 */
import { html, nothing } from 'lit';
import { isOfService } from '../../checkout/addresses.js';
import { readRecord, sessionRecords } from '../../checkout/attempt-record.js';
import { type Exchange, postJson } from '../../checkout/exchange.js';
import { askKey } from '../../checkout/signer-calls.js';
import { type SendCard, SUBMIT_TIMEOUT_SECONDS, type SubmitAnswer } from '../../checkout/submit-card.js';
import { browserTimers, pause } from '../../checkout/timers.js';
import { FlorinError, isFlorinError } from '../../core/errors.js';
import type { AuthKeyGrant } from '../../core/pay-api.js';
import { adoptStyles } from '../adopt-styles.js';
import { FlorinErrorEvent } from '../events.js';
import { localeOf } from '../locale.js';
import { methodWords } from '../words/method-words.js';
import type { CardHost, CardSource } from './card-source.js';
import { methodStyles } from './method.css.js';

const LOAD_SECONDS = 20;
/** The frame sends what is typed as soon as it is complete; a quick press of the button can be there before it. */
const KEPT_MS = 1_500;

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
      let answer = await this.#process(key, exchange);
      if (answer === 'incomplete') {
        await pause(KEPT_MS, exchange.timers, exchange.signal);
        answer = await this.#process(key, exchange);
      }
      if (answer !== 'incomplete') return answer;
      this.#setProblem('incomplete');
      throw new FlorinError('field_invalid', 'The card in the frame is not complete');
    };
  }

  /** @throws FlorinError when the signer has sent nothing on */
  async #process({ claim }: AuthKeyGrant, exchange: Exchange): Promise<SubmitAnswer | 'incomplete'> {
    let answer;
    try {
      const url = `${this.#host.signerUrl.replace(/\/+$/, '')}/process`;
      const init = { credentials: 'same-origin' } as const;
      answer = await postJson(url, { claim }, { timeoutSeconds: 2 * SUBMIT_TIMEOUT_SECONDS, init, exchange });
    } catch (cause) {
      return { kind: 'lost', cause };
    }
    const { status, redirectionUrl } = (answer.json ?? {}) as { status?: unknown; redirectionUrl?: unknown };
    if (answer.status === 200) {
      if (status === 'field_error') return 'incomplete';
      if (status === 'challenge' && typeof redirectionUrl === 'string') return { kind: 'challenge', redirectionUrl };
      // The rest is an end, or not known yet: the flow asks for it by the claim.
      return typeof status === 'string' ? { kind: 'finished', resultKey: '' } : { kind: 'lost' };
    }
    if (answer.status === 429) throw new FlorinError('rate_limited', 'The signer asks to wait');
    if (answer.status === 503) throw new FlorinError('service_unreachable', 'The signer sent nothing on');
    if (answer.status < 500) throw new FlorinError('configuration_invalid', `The signer answered ${answer.status}`);
    return { kind: 'lost' };
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
      this.#set('loading', src);
      // A frame says that it has loaded also when it could not: the same address, asked for beside it, does not.
      await globalThis.fetch(src, {
        mode: 'no-cors',
        credentials: 'omit',
        signal: AbortSignal.any([signal, AbortSignal.timeout(LOAD_SECONDS * 1000)]),
      });
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
