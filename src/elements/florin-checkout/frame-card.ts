/**
 * The card in a frame of another origin: draws the frame at once, and loads what speaks with it behind that. No script of
 * this page can read what is typed there; it learns states, the brand, the height and outcomes.
 */
import { html, nothing } from 'lit';
import type { FrameAct, FrameNotice, FrameOptions } from '../../channel/contract.js';
import type { RemoteFrame } from '../../channel/page-channel.js';
import type { CardField, SendCard } from '../../checkout/submit-card.js';
import type { CardBrandId } from '../../core/card/brand.js';
import { FlorinError } from '../../core/errors.js';
import { adoptStyles } from '../adopt-styles.js';
import { FlorinErrorEvent, FlorinFieldEvent } from '../events.js';
import { readBrands } from '../field/read-brands.js';
import { localeOf } from '../locale.js';
import { frameWords } from '../words/frame-words.js';
import type { CardHost, CardSource } from './card-source.js';
import { frameCardStyles } from './frame-card.css.js';

/** `loading` until the frame has answered; `failed` is said to the shopper, with a way to try again. */
type Connection = 'loading' | 'open' | 'failed';

export class FrameCard implements CardSource {
  readonly #host: CardHost;
  #connection: Connection = 'loading';
  #frame: RemoteFrame | undefined;
  #iframe: HTMLIFrameElement | undefined;
  #notice: FrameNotice | undefined;
  #options: FrameOptions = {};
  #ending: AbortController | undefined;

  constructor(host: CardHost) {
    this.#host = host;
    adoptStyles(host.renderRoot, [frameCardStyles]);
    host.addController(this);
  }

  render() {
    const words = frameWords(localeOf(this.#host.locale));
    // `loading="eager"`: it is the form, wherever on the page it stands.
    return html`<slot name="frame" @slotchange=${this.#connect}>
        <iframe
          part="frame"
          src=${this.#host.frameSrc || nothing}
          title=${words.title}
          allow="payment; autofill"
          referrerpolicy="origin"
          loading="eager"
        ></iframe>
      </slot>
      <div part="frame-error" role="alert">
        ${
          this.#connection === 'failed'
            ? html`<p>${words.failed}</p>
                <button type="button" class="again" @click=${this.#tryAgain}>${words.again}</button>`
            : nothing
        }
      </div>`;
  }

  hostUpdated(): void {
    if (this.#host.isConnected && !this.#ending) this.#connect();
  }

  hostDisconnected(): void {
    // An element that is only moved is connected again in the same turn; its frame loads anew all the same.
    this.#ending?.abort();
    this.#ending = undefined;
    this.#frame = undefined;
  }

  focus(): boolean {
    void this.#frame?.focus('first').catch(() => {});
    return Boolean(this.#frame);
  }

  async report(): Promise<boolean> {
    try {
      if (this.#frame) return await this.#frame.check();
    } catch (error) {
      this.#fail(error as FlorinError);
    }
    this.#fail(new FlorinError('frame_unreachable', 'The frame with the card fields is not there'));
    return false;
  }

  forSubmission(): SendCard {
    return async ({ signedKey }) => {
      if (!signedKey) {
        throw new FlorinError(
          'configuration_invalid',
          'The signer signs no keys for the frame: set its option `frame`',
        );
      }
      if (!this.#frame) throw new FlorinError('frame_unreachable', 'The frame with the card fields is not there');
      return this.#frame.submit(signedKey);
    };
  }

  get isEmpty(): boolean {
    return Object.values(this.#notice?.fields ?? {}).every(({ status }) => status === 'empty');
  }

  allowTestMonth(allowTestMonth: boolean): void {
    this.#configure({ allowTestMonth });
  }

  /** The frame has said at the field what is wrong; the focus may have been moved here since. */
  refuse(field: CardField): void {
    void this.#frame?.focus(field).catch(() => {});
  }

  clearCvn(): void {
    void this.#frame?.clearCvn().catch(() => {});
  }

  clear(): void {
    void this.#frame?.reset().catch(() => {});
  }

  hostChanged(): void {
    const { acceptedBrands, noName, locale } = this.#host;
    this.#configure({
      acceptedBrands: (readBrands(acceptedBrands) ?? []) as readonly CardBrandId[],
      withoutName: noName,
      locale: localeOf(locale),
    });
  }

  /** Finds the frame, the shop's own in the slot or ours, and speaks with it until another takes its place. */
  readonly #connect = (): void => {
    const slotted = [...this.#host.children].find((child) => child.slot === 'frame');
    const iframe = (slotted ?? this.#host.renderRoot.querySelector('iframe')) as HTMLIFrameElement | null;
    if (!iframe || (iframe === this.#iframe && this.#ending)) return;
    this.#ending?.abort();
    const ending = (this.#ending = new AbortController());
    this.#iframe = iframe;
    void this.#speakWith(iframe, ending.signal);
  };

  async #speakWith(iframe: HTMLIFrameElement, signal: AbortSignal): Promise<void> {
    try {
      const { origin } = new URL(iframe.src, document.baseURI);
      const { connectFrame, watchStyles } = await import('./frame-connection.js');
      if (signal.aborted) return;
      connectFrame(iframe, {
        origin,
        signal,
        onOpen: (frame) => {
          this.#frame = frame;
          this.#setConnection('open');
          void frame.configure(this.#options).catch((error: unknown) => this.#fail(error as FlorinError));
        },
        onNotice: (notice) => this.#onNotice(notice, iframe),
        onFailure: (error) => this.#fail(error),
      });
      watchStyles(this.#host.renderRoot.querySelector('.florin') ?? (this.#host.renderRoot as ShadowRoot), {
        signal,
        onChange: (styles) => this.#configure({ styles }),
      });
    } catch (cause) {
      this.#fail(new FlorinError('frame_unreachable', 'What speaks with the frame could not be loaded', { cause }));
    }
  }

  #onNotice(notice: FrameNotice, iframe: HTMLIFrameElement): void {
    const before = this.#notice;
    this.#notice = notice;
    if (notice.height > 0) iframe.style.height = `${notice.height}px`;
    const { fields, brand } = notice;
    for (const field of ['number', 'expiry', 'cvn', 'name'] as const) {
      const state = fields[field];
      const isBrandNews = field === 'number' && brand !== (before?.brand ?? null);
      if (!state || (!isBrandNews && JSON.stringify(state) === JSON.stringify(before?.fields[field]))) continue;
      if (!before && state.status === 'empty') continue;
      this.#host.dispatchEvent(
        new FlorinFieldEvent(field, state, field === 'number' ? (brand ?? undefined) : undefined),
      );
    }
    this.#act(notice.act);
  }

  #act(act: FrameAct | null): void {
    if (act === 'submit') void this.#host.pay();
  }

  #configure(options: FrameOptions): void {
    const next = { ...this.#options, ...options };
    if (JSON.stringify(next) === JSON.stringify(this.#options)) return;
    this.#options = next;
    void this.#frame?.configure(options).catch((error: unknown) => this.#fail(error as FlorinError));
  }

  #fail(error: FlorinError): void {
    if (error.code !== 'configuration_invalid') this.#frame = undefined;
    if (this.#connection === 'failed') return;
    this.#setConnection('failed');
    this.#host.dispatchEvent(new FlorinErrorEvent(error));
  }

  #setConnection(connection: Connection): void {
    this.#connection = connection;
    this.#host.requestUpdate();
  }

  /** Loads the frame anew; the channel greets whatever comes. */
  readonly #tryAgain = (): void => {
    this.#setConnection('loading');
    const iframe = this.#iframe;
    if (iframe) iframe.src = iframe.src;
    iframe?.focus();
  };
}
