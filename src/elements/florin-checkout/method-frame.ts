/**
 * The service's own frame (T9, D13), in an element: it keeps what is typed on the service's side, and the button has the
 * shop's signer process that (T10, D11). The frame tells this page nothing, not even its height: its room is
 * `--florin-frame-height`, and a frame that cannot be had is noticed by asking for it once more beside it.
 */
import { html, nothing } from 'lit';
import { isOfService } from '../../checkout/addresses.js';
import type { Exchange } from '../../checkout/exchange.js';
import type { SubmitAnswer } from '../../checkout/submit-card.js';
import { FlorinError, isFlorinError } from '../../core/errors.js';
import { adoptStyles } from '../adopt-styles.js';
import { FlorinErrorEvent } from '../events.js';
import type { CardHost } from './card-source.js';
import { methodStyles } from './method.css.js';
import { processFrame, reachFrame } from './method-process.js';

/** What is read around the frame. */
export interface ServiceFrameWords {
  /** Screen readers say it when they enter the frame. */
  readonly title: string;
  readonly loading: string;
  readonly failed: string;
  readonly again: string;
  readonly incomplete: string;
  readonly renewed: string;
}

/** Of a grant: which frame it is, and what the signer processes it by. */
export interface ServiceFrameKey {
  readonly claim: string;
  readonly frameUrl?: string | undefined;
  readonly submitUrl: string;
}

/**
 * Gets the key that a frame is for. - `waits`: there is none, and the button's own question says why. - `failed`: there is
 * none, why has been said, and the shopper can ask again.
 */
export type FindFrameKey = (signal: AbortSignal) => Promise<ServiceFrameKey | 'waits' | 'failed'>;

/** One frame, for one key after another. */
export class ServiceFrame {
  readonly #host: CardHost;
  readonly #findKey: FindFrameKey;
  #src = '';
  #place: 'loading' | 'shown' | 'failed' = 'loading';
  #problem: 'incomplete' | 'renewed' | undefined;
  #work: AbortController | undefined;

  constructor(host: CardHost, findKey: FindFrameKey) {
    this.#host = host;
    this.#findKey = findKey;
    adoptStyles(host.renderRoot, [methodStyles]);
  }

  render(words: ServiceFrameWords) {
    return html`<div class="service-frame" ?hidden=${this.#place === 'failed'}>
        ${
          this.#src
            ? html`<iframe
                part="frame"
                src=${this.#src}
                title=${words.title}
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
                <button type="button" class="again" @click=${() => void this.show()}>${words.again}</button>`
            : this.#problem && html`<p>${words[this.#problem]}</p>`
        }
      </div>`;
  }

  /** It was asked for since the last {@link close}. */
  get isBegun(): boolean {
    return Boolean(this.#work);
  }

  get isShown(): boolean {
    return this.#place === 'shown';
  }

  focus(): boolean {
    const frame = this.#host.renderRoot.querySelector('iframe');
    frame?.focus();
    return Boolean(frame);
  }

  /** Gets a key and shows its frame, in the place of the one that is there. */
  async show(): Promise<void> {
    this.#work?.abort();
    const { signal } = (this.#work = new AbortController());
    this.#set('loading', '');
    try {
      const key = await this.#findKey(signal);
      if (signal.aborted || key === 'waits') return;
      if (key === 'failed') return this.#set('failed', '');
      const src = addressOf(key);
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

  /** Takes the frame away, and what was said about it. */
  close(): void {
    this.#work?.abort();
    this.#work = undefined;
    this.#src = '';
    this.#setProblem(undefined);
  }

  /**
   * Has the signer process what is typed in it.
   * @throws FlorinError `field_invalid`: nothing was sent on, and the frame says why
   */
  async process(key: ServiceFrameKey, exchange: Exchange): Promise<SubmitAnswer> {
    this.#setProblem(undefined);
    if (addressOf(key) !== this.#src) {
      void this.show();
      this.#setProblem('renewed');
      throw new FlorinError('field_invalid', 'The frame belongs to a key that is over');
    }
    const answer = await processFrame(this.#host.signerUrl, key.claim, exchange);
    if (answer !== 'incomplete') return answer;
    this.#setProblem('incomplete');
    throw new FlorinError('field_invalid', 'What is typed in the frame is not complete');
  }

  readonly #onLoad = (): void => {
    if (this.#place === 'loading') this.#set('shown', this.#src);
  };

  #set(place: 'loading' | 'shown' | 'failed', src: string): void {
    this.#place = place;
    this.#src = src;
    this.#host.requestUpdate();
  }

  #setProblem(problem: 'incomplete' | 'renewed' | undefined): void {
    this.#problem = problem;
    this.#host.requestUpdate();
  }
}

/** @throws FlorinError `configuration_invalid` */
function addressOf({ frameUrl = '', submitUrl }: ServiceFrameKey): string {
  if (isOfService(frameUrl, submitUrl)) return frameUrl;
  throw new FlorinError('configuration_invalid', 'The signer gives no frame of the service: set its option `iframe`');
}
