/**
 * The service's own frame (T9, D13) in an element: the service keeps the typed text, and the button asks the shop's
 * signer to process it (T10, D11). The frame reports neither the text nor its height: `--florin-frame-height` reserves
 * its space, and a separate request to its address detects a frame that cannot be loaded.
 */
import { html, nothing } from 'lit';
import { isOfService } from '../../checkout/addresses.js';
import type { Exchange } from '../../checkout/exchange.js';
import type { Send, SubmitAnswer, SubmitKey } from '../../checkout/submit-card.js';
import { pause } from '../../checkout/timers.js';
import { FlorinError, isFlorinError } from '../../core/errors.js';
import { cardFrameAllow } from '../../core/card-frame.js';
import { membersOf } from '../../core/members-of.js';
import type { PageScheme } from '../../core/pay-api.js';
import { isSameMoney, type Money } from '../../core/money/money.js';
import { adoptStyles } from '../adopt-styles.js';
import { errorBox } from '../error-box.js';
import { reportError } from '../events.js';
import { methodStyles } from './method.css.js';
import { processFrame, reachFrame } from './method-process.js';
import type { CheckoutHost, Source } from './source.js';

interface FrameTexts {
  /** Screen readers announce it when they enter the frame. */
  readonly title: string;
  readonly loading: string;
  readonly failed: string;
  readonly again: string;
  readonly incomplete: string;
  readonly renewed: string;
  /** For a payment. */
  readonly repriced?: string;
  readonly unreachable?: string;
}

/** A key with a frame, and its price if it is for a payment. */
type FrameKey = Pick<SubmitKey, 'claim' | 'frameUrl' | 'submitUrl'> & { readonly amount?: Money };

/** The differences between paying and saving. */
export interface FrameUse {
  texts(): FrameTexts;
  /** Identifies what the frame is for; a change needs another frame. Empty while unknown. */
  subject(): string;
  /** False while the result of an earlier attempt is unknown. */
  canBegin(): boolean;
  /**
   * Fetches the key for the frame. `waits`: there is no key, and pressing the button shows why. `failed`: there is no
   * key, and the shopper can try again. `refused`: there will be no key, and the element shows why.
   */
  findKey(signal: AbortSignal, scheme: PageScheme): Promise<FrameKey | 'waits' | 'failed' | 'refused'>;
}

/** The frame's messages about the typed text. `incomplete`: a field is empty or invalid, and nothing is stored. */
type FrameState = 'saving' | 'saved' | 'incomplete' | 'unsaved';
const STATES: readonly unknown[] = ['saving', 'saved', 'incomplete', 'unsaved'] satisfies FrameState[];

/** How long the last change may take to reach the service. */
const SAVE_MS = 8_000;
const SAVE_STEP_MS = 50;

type FrameProblem = 'incomplete' | 'renewed' | 'repriced';

/** `refused`: nothing is shown, because the element says that there will be no frame. */
type Place = 'loading' | 'shown' | 'failed' | 'refused';

/** One frame, for one key after another. */
export class ServiceFrame implements Source {
  readonly #host: CheckoutHost;
  readonly #use: FrameUse;
  #subject = '';
  /** The typed text is in the frame. */
  readonly isEmpty = true;
  readonly asksCvn = true;
  /** Known from the frame's key, before the button asks for a key. */
  amount: Money | undefined;
  #src = '';
  #place: Place = 'loading';
  /** The signer has an answer instead of a key, for which the checkout asks. */
  #hasNoKey = false;
  #problem: FrameProblem | undefined;
  /** There is no frame, because the service does not respond. */
  #isDown = false;
  #work: AbortController | undefined;
  /** The frame's last message about the typed text. The page does not wait for a frame that sends no messages. */
  #saving: FrameState = 'saved';

  constructor(host: CheckoutHost, use: FrameUse) {
    this.#host = host;
    this.#use = use;
    adoptStyles(host.renderRoot, [methodStyles]);
    host.addController(this);
  }

  render() {
    const messages = this.#use.texts();
    return html`<div class="service-frame" ?hidden=${/failed|refused/.test(this.#place)}>
        ${
          this.#src
            ? html`<iframe
                part="frame"
                src=${this.#src}
                title=${messages.title}
                allow=${cardFrameAllow()}
                referrerpolicy="origin"
                @load=${this.#onLoad}
              ></iframe>`
            : nothing
        }
        ${this.#place === 'loading' ? html`<p class="note">${messages.loading}</p>` : nothing}
      </div>
      <div part="frame-error" role="alert">
        ${
          this.#place === 'failed'
            ? errorBox(
                (this.#isDown && messages.unreachable) || messages.failed,
                messages.again,
                () => void this.#again(),
              )
            : this.#problem && errorBox(messages[this.#problem] ?? '')
        }
      </div>`;
  }

  get isReady(): boolean {
    return this.#place === 'shown' || this.#hasNoKey;
  }

  /** Without fields there is nothing to pay with: the button of the error is the only one. */
  get hasButton(): boolean {
    return this.#place === 'failed';
  }

  hostUpdated(): void {
    const subject = this.#host.isConnected ? this.#use.subject() : '';
    if (!subject) return;
    if (subject !== this.#subject) {
      this.#subject = subject;
      this.#close();
    }
    if (!this.#work && this.#use.canBegin()) void this.#show();
  }

  hostDisconnected(): void {
    // An element that is moved is disconnected and connected in the same task; its frame is loaded again all the same.
    this.#close();
  }

  /** Another attempt has another key. */
  clear(): void {
    this.#close();
  }

  /** The frame is replaced together with its key. */
  renew(isRepriced = false): void {
    void this.#show();
    if (isRepriced) this.#setProblem('repriced');
  }

  forSubmission({ storeCard = false } = {}): Send {
    return (key, exchange) => this.#process(key, exchange, storeCard);
  }

  /** The frame is that of the key, which names the card. */
  forSaved(): Send {
    return this.forSubmission();
  }

  focus(): boolean {
    this.#frame?.focus();
    return Boolean(this.#frame);
  }

  get #frame(): HTMLIFrameElement | null {
    return this.#host.renderRoot.querySelector('iframe');
  }

  /** Shows the frame of a key instead of the current one. Without a key, fetches one. */
  async #show(given?: FrameKey): Promise<void> {
    this.#work?.abort();
    const { signal } = (this.#work = new AbortController());
    this.#saving = 'saved';
    addEventListener('message', this.#onMessage, { signal });
    this.#set('loading', '');
    try {
      const key = given ?? (await this.#use.findKey(signal, schemeOf(this.#host)));
      if (signal.aborted) return;
      this.#hasNoKey = key === 'waits';
      if (key === 'waits') return this.#host.requestUpdate();
      if (key === 'failed' || key === 'refused') return this.#set(key, '');
      this.amount = key.amount;
      const src = addressOf(key);
      this.#set('loading', src);
      await reachFrame(src, signal);
    } catch (cause) {
      if (signal.aborted) return;
      const error = isFlorinError(cause)
        ? cause
        : new FlorinError('frame_unreachable', 'The frame of the service could not be loaded', { cause });
      this.#isDown = error.code === 'service_unreachable';
      this.#set('failed', '');
      reportError(this.#host, error);
    }
  }

  /** The pressed button goes with its box; its focus goes to what comes instead of it. */
  readonly #again = async (): Promise<void> => {
    const { renderRoot } = this.#host;
    await this.#show();
    await this.#host.updateComplete;
    if ((renderRoot as ShadowRoot).activeElement === null)
      renderRoot.querySelector<HTMLElement>('iframe, [part="frame-error"] button')?.focus();
  };

  /** Removes the frame and the messages about it. */
  #close(): void {
    this.amount = undefined;
    this.#work?.abort();
    this.#work = undefined;
    this.#src = '';
    this.#setProblem(undefined);
  }

  /**
   * Asks the signer to process the frame, and to save the card if `storeCard` is true.
   * @throws FlorinError `field_invalid`: nothing was sent on, and the frame shows why
   */
  async #process(key: SubmitKey, exchange: Exchange, storeCard: boolean): Promise<SubmitAnswer> {
    this.#setProblem(undefined);
    if (addressOf(key) !== this.#src) {
      const { amount } = key as FrameKey;
      const isRepriced = amount && this.amount && !isSameMoney(amount, this.amount);
      void this.#show(key);
      this.#setProblem(isRepriced ? 'repriced' : 'renewed');
      throw new FlorinError('field_invalid', 'The frame belongs to a key that is no longer used');
    }
    if (!(await this.#isSaved(exchange))) return this.#refuseIncomplete();
    const answer = await processFrame(
      this.#host.signerUrl,
      { claim: key.claim, ...(storeCard && { storeCard }) },
      exchange,
    );
    return answer === 'incomplete' ? this.#refuseIncomplete() : answer;
  }

  /** Asks the frame to mark the fields. A frame that does not know the message does nothing. */
  #refuseIncomplete(): never {
    this.#setProblem('incomplete');
    this.focus();
    this.#frame?.contentWindow?.postMessage({ florinPage: 'check' }, new URL(this.#src).origin);
    throw new FlorinError('field_invalid', 'The details in the frame are incomplete, or not saved yet');
  }

  /** The last change is on its way to the service: the signer's call must not arrive before it. */
  async #isSaved({ timers, signal }: Exchange): Promise<boolean> {
    for (let waited = 0; this.#saving === 'saving' && waited < SAVE_MS; waited += SAVE_STEP_MS) {
      await pause(SAVE_STEP_MS, timers, signal);
    }
    return this.#saving === 'saved';
  }

  readonly #onMessage = ({ source, origin, data }: MessageEvent): void => {
    const frame = this.#frame;
    if (!frame || source !== frame.contentWindow || origin !== new URL(this.#src).origin) return;
    const { florinFrame: state } = membersOf(data);
    if (STATES.includes(state)) this.#saving = state as FrameState;
  };

  readonly #onLoad = (): void => {
    if (this.#place === 'loading') this.#set('shown', this.#src);
  };

  #set(place: Place, src: string): void {
    this.#place = place;
    this.#src = src;
    this.#host.requestUpdate();
  }

  #setProblem(problem: FrameProblem | undefined): void {
    this.#problem = problem;
    this.#host.requestUpdate();
  }
}

/** The colours of the page. The frame has those of the signer's option `theme`. */
function schemeOf(host: Element): PageScheme {
  const { colorScheme } = getComputedStyle(host);
  if (!colorScheme.includes('dark')) return 'light';
  return colorScheme.includes('light') ? 'auto' : 'dark';
}

/** @throws FlorinError `configuration_invalid` */
function addressOf({ frameUrl = '', submitUrl }: FrameKey): string {
  if (isOfService(frameUrl, submitUrl)) return frameUrl;
  throw new FlorinError('configuration_invalid', 'The signer gives no frame of the service: set its option `iframe`');
}
