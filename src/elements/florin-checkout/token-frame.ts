/**
 * The method `iframe` for what is saved: the service's own frame (D13) keeps what is typed on the service's side, and the
 * button has the shop's signer store it (D11). As with a payment's frame its room is `--florin-frame-height`, and a frame
 * that cannot be had is noticed by asking for it once more beside it.
 */
import { html, nothing } from 'lit';
import { isOfService } from '../../checkout/addresses.js';
import type { SendToken } from '../../checkout/submit-token.js';
import { FlorinError, isFlorinError } from '../../core/errors.js';
import type { TokenKeyGrant } from '../../core/pay-api.js';
import { adoptStyles } from '../adopt-styles.js';
import { FlorinErrorEvent } from '../events.js';
import { localeOf } from '../locale.js';
import { tokenWords } from '../words/token-words.js';
import { methodStyles } from './method.css.js';
import { processFrame, reachFrame } from './method-process.js';
import type { TokenFields, TokenPlace } from './token-fields.js';

export class TokenFrame implements TokenFields {
  readonly #place: TokenPlace;
  #src = '';
  #shows: 'loading' | 'shown' | 'failed' = 'loading';
  #problem: 'incomplete' | 'renewed' | undefined;
  #work: AbortController | undefined;
  /** What is typed there is not here. */
  readonly isEmpty = true;

  constructor(place: TokenPlace) {
    this.#place = place;
    adoptStyles(place.host.renderRoot, [methodStyles]);
  }

  render() {
    const words = tokenWords(localeOf(this.#place.host));
    const kind = this.#place.purpose.endsWith('card') ? 'card' : 'bank_account';
    return html`<div class="service-frame" ?hidden=${this.#shows === 'failed'}>
        ${
          this.#src
            ? html`<iframe
                part="frame"
                src=${this.#src}
                title=${words.frame[kind]}
                allow="payment; autofill"
                referrerpolicy="origin"
                @load=${this.#onLoad}
              ></iframe>`
            : nothing
        }
        ${this.#shows === 'loading' ? html`<p class="note">${words.loading}</p>` : nothing}
      </div>
      <div part="frame-error" role="alert">
        ${
          this.#shows === 'failed'
            ? html`<p>${words.notLoaded}</p>
                <button type="button" class="again" @click=${() => void this.#show()}>${words.loadAgain}</button>`
            : this.#problem && html`<p>${words[this.#problem]}</p>`
        }
      </div>`;
  }

  hostUpdated(): void {
    // After something had gone out, it first has to be known what became of that.
    if (!this.#work && this.#place.flow()?.state.status === 'idle') void this.#show();
  }

  hostDisconnected(): void {
    this.#work?.abort();
    this.#work = undefined;
    this.#src = '';
  }

  report(): boolean {
    return true;
  }

  forSubmission(): SendToken {
    return async (key, exchange) => {
      this.#setProblem(undefined);
      if (addressOf(key) !== this.#src) {
        void this.#show();
        this.#setProblem('renewed');
        throw new FlorinError('field_invalid', 'The frame belongs to a key that is over');
      }
      const answer = await processFrame(this.#place.host.signerUrl, key.claim, exchange);
      // The bank has no step in saving.
      if (answer !== 'incomplete') return answer.kind === 'challenge' ? { kind: 'lost' } : answer;
      this.#setProblem('incomplete');
      throw new FlorinError('field_invalid', 'What is typed in the frame is not complete');
    };
  }

  renew(): void {
    void this.#show();
  }

  /** Gets a key, unless one is held, and shows its frame. */
  async #show(): Promise<void> {
    this.#work?.abort();
    const { signal } = (this.#work = new AbortController());
    const { host } = this.#place;
    this.#set('loading', '');
    try {
      const flow = this.#place.flow();
      await flow?.prepare();
      if (signal.aborted) return;
      // No key: the form has said why, and its button asks again.
      if (!flow?.key) return this.#set('failed', '');
      const src = addressOf(flow.key);
      this.#set('loading', src);
      await reachFrame(src, signal);
    } catch (cause) {
      if (signal.aborted) return;
      const error = isFlorinError(cause)
        ? cause
        : new FlorinError('frame_unreachable', 'The frame of the service could not be loaded', { cause });
      this.#set('failed', '');
      host.dispatchEvent(new FlorinErrorEvent(error));
    }
  }

  readonly #onLoad = (): void => {
    if (this.#shows === 'loading') this.#set('shown', this.#src);
  };

  #set(shows: 'loading' | 'shown' | 'failed', src: string): void {
    this.#shows = shows;
    this.#src = src;
    this.#place.host.requestUpdate();
  }

  #setProblem(problem: 'incomplete' | 'renewed' | undefined): void {
    this.#problem = problem;
    this.#place.host.requestUpdate();
  }

  focus(): boolean {
    const frame = this.#place.host.renderRoot.querySelector('iframe');
    frame?.focus();
    return Boolean(frame);
  }

  refuse(): void {}
  clear(): void {}
}

/** @throws FlorinError `configuration_invalid` */
function addressOf({ frameUrl = '', submitUrl }: TokenKeyGrant): string {
  if (isOfService(frameUrl, submitUrl)) return frameUrl;
  throw new FlorinError('configuration_invalid', 'The signer gives no frame of the service: set its option `iframe`');
}
