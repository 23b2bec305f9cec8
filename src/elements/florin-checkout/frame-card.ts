/**
 * The card in a frame of another origin: draws the frame at once, and then loads the RPC client.
 * Scripts of this page cannot read the card; they learn states, the brand, the height and outcomes.
 */
import { html, nothing } from 'lit';
import { FRAME_FIELDS, type FrameNotice, type FrameOptions } from '../../channel/contract.js';
import type { RemoteFrame } from '../../channel/page-channel.js';
import { isNamed } from '../../checkout/named-addresses.js';
import type { CardField, Send } from '../../checkout/submit-card.js';
import type { CardFieldState } from '../../core/card/field-state.js';
import { FlorinError, isFlorinError } from '../../core/errors.js';
import { cardFrameAllow } from '../../core/card-frame.js';
import { frame as english } from '../../languages/generated/english/frame.js';
import { adoptStyles } from '../adopt-styles.js';
import { errorBox } from '../error-box.js';
import { FlorinFieldEvent, reportError } from '../events.js';
import { FlorinFocusEvent } from '../funnel-events.js';
import { localeOf, messagesOf } from '../locale.js';
import { frameCardStyles } from './frame-card.css.js';
import type { CheckoutHost, Source } from './source.js';

type FrameMessages = Readonly<typeof english>;
const frameMessages = (locale: string) => messagesOf('frame', english, locale);

/**
 * `loading`, `slow`: the frame has not answered yet; `emptied`: another document has replaced one with typed text;
 * `failed`: the shopper sees an error and can try again; `misconfigured`: only the shop can correct it.
 */
type Connection = 'loading' | 'slow' | 'open' | 'emptied' | 'failed' | 'misconfigured';

const SLOW_MS = 5_000;
/** The frame has the English texts itself. */
const ENGLISH: Readonly<Record<string, string>> = {};
const IS_GONE = 'The frame with the card fields is gone';

export class FrameCard implements Source {
  readonly #host: CheckoutHost;
  #connection: Connection = 'loading';
  #frame: RemoteFrame | undefined;
  #iframe: HTMLIFrameElement | undefined;
  #src = '';
  #notice: FrameNotice | undefined;
  #options: FrameOptions = {};
  #readRules: ((host: CheckoutHost) => FrameOptions) | undefined;
  #ending: AbortController | undefined;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  /** How often the RPC client could not be loaded. */
  #failedLoads = 0;
  /** True until the first notice of a connection. */
  #isNew = false;
  /** Resolvers of `report()` calls that wait for the frame. */
  #waiting: (() => void)[] = [];
  /** Sets the focus that was requested before the frame was ready. */
  #focusLater: (() => void) | undefined;

  constructor(host: CheckoutHost) {
    this.#host = host;
    adoptStyles(host.renderRoot, [frameCardStyles]);
    host.addController(this);
  }

  render() {
    const { frameSrc, noName } = this.#host;
    const messages = frameMessages(localeOf(this.#host));
    const isGone = this.#connection === 'failed' || this.#connection === 'misconfigured';
    // `loading="eager"`, because it is the form, wherever it is on the page.
    const rows = this.#asksForOne ? 'only' : noName ? 'short' : '';
    return html`<div class="frame ${rows} ${isGone ? 'gone' : ''}">
        <slot name="frame" @slotchange=${() => this.#host.requestUpdate()}
          >${
            this.#slotted()
              ? nothing
              : html`<iframe
                  part="frame"
                  src=${frameSrc && isNamed(frameSrc) ? frameSrc : nothing}
                  title=${messages.title}
                  allow=${cardFrameAllow()}
                  referrerpolicy="origin"
                  loading="eager"
                ></iframe>`
          }</slot
        >
      </div>
      <div role="status">${this.#statusText(messages)}</div>
      <div part="frame-error" role="alert">${isGone ? this.#renderError(messages) : nothing}</div>`;
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    const locale = localeOf(this.#host);
    this.configure({ locale, messages: messagesOf('fieldTexts', ENGLISH, locale) });
    if (this.#host.isConnected) this.#connect();
  }

  hostDisconnected(): void {
    // An element that is moved is disconnected and connected in the same task; its frame is loaded again all the same.
    this.#ending?.abort();
    this.#ending = undefined;
    this.#frame = undefined;
    this.#connection = 'loading';
    this.#resolveWaiting();
  }

  focus(): boolean {
    this.#focusField('first');
    return Boolean(this.#frame);
  }

  async report(): Promise<boolean> {
    if (!this.#frame && this.#ending && !this.#isOver()) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const frame = this.#frame;
    if (!frame) return false;
    try {
      // Puts the caret into the invalid field. Whether this also opens the keyboard depends on the browser.
      if (this.isEmpty || !this.#areAll('valid')) this.#iframe?.focus();
      return await frame.check();
    } catch (error) {
      this.#onCallFailed(frame, error);
      return false;
    }
  }

  forSubmission(): Send {
    return async ({ signedKey }) => {
      if (!signedKey) {
        throw new FlorinError(
          'configuration_invalid',
          'The signer signs no keys for the frame: set its option `frame`',
        );
      }
      const frame = this.#frame;
      if (frame) return frame.submit(signedKey);
      // No event from here, because the caller reports the failure.
      this.#setConnection('failed');
      throw new FlorinError('frame_unreachable', IS_GONE);
    };
  }

  get hasButton(): boolean | undefined {
    return this.#isOver() || this.#notice?.asks;
  }

  get isReady(): boolean {
    return Boolean(this.#frame);
  }

  get isEmpty(): boolean {
    return this.#areAll('empty');
  }

  allowTestMonth(allowTestMonth: boolean): void {
    this.configure({ allowTestMonth });
  }

  /** The frame has shown the error at the field. */
  refuse(field: CardField, takesFocus: boolean): void {
    if (takesFocus) this.#focusField(field);
  }

  clearCvn(): void {
    void this.#frame?.clearCvn().catch(() => {});
  }

  clear(): void {
    void this.#frame?.reset().catch(() => {});
  }

  hostChanged(): void {
    if (this.#readRules) this.configure(this.#readRules(this.#host));
  }

  /** For a saved card the frame shows one field: the security code to pay, or the expiry to change it. */
  get #asksForOne(): boolean {
    return !/^(none|new)$/.test(this.#options.savedCard ?? 'none');
  }

  /** As far as the frame has reported. */
  #areAll(state: CardFieldState['status']): boolean {
    return Object.values(this.#notice?.fields ?? {}).every(({ status }) => status === state);
  }

  #statusText(messages: FrameMessages): string {
    return this.#connection === 'slow' ? messages.slow : this.#connection === 'emptied' ? messages.emptied : '';
  }

  #renderError(messages: FrameMessages) {
    return this.#connection === 'misconfigured'
      ? errorBox(messages.misconfigured)
      : errorBox(messages.failed, messages.again, this.#tryAgain);
  }

  #slotted(): HTMLIFrameElement | undefined {
    return [...this.#host.children].find(
      (child): child is HTMLIFrameElement => child.slot === 'frame' && child.localName === 'iframe',
    );
  }

  /** Finds the frame (the shop's own in the slot, or Florin's) and connects to it until another one replaces it. */
  #connect(): void {
    const iframe = this.#slotted() ?? this.#host.renderRoot.querySelector('iframe');
    if (!iframe || (this.#ending && iframe === this.#iframe && iframe.src === this.#src)) return;
    this.#ending?.abort();
    const ending = (this.#ending = new AbortController());
    this.#iframe = iframe;
    this.#src = iframe.src;
    this.#frame = undefined;
    iframe.title ||= frameMessages(localeOf(this.#host)).title;
    this.#setConnection('loading');
    this.#slowTimer = setTimeout(() => this.#setConnection('slow'), SLOW_MS);
    ending.signal.addEventListener('abort', () => clearTimeout(this.#slowTimer));
    void this.#openConnection(iframe, ending.signal);
  }

  async #openConnection(iframe: HTMLIFrameElement, signal: AbortSignal): Promise<void> {
    try {
      const { connectFrame, readFrameAddress, readFrameRules, watchStyles } = await import('./frame-connection.js');
      if (signal.aborted) return;
      // Not needed before the first press.
      import('../hold-press.js').then(
        ({ holdPress }) => holdPress(),
        () => {},
      );
      this.#readRules = readFrameRules;
      this.hostChanged();
      connectFrame(iframe, {
        origin: readFrameAddress(iframe, this.#host.frameSrc),
        signal,
        onOpen: (frame) => this.#onOpen(frame),
        onClose: () => this.#onClose(),
        onNotice: (notice) => this.#onNotice(notice, iframe),
        onFailure: (error) => this.#fail(error),
      });
      watchStyles(this.#host.renderRoot.querySelector('.florin') ?? (this.#host.renderRoot as ShadowRoot), {
        signal,
        onChange: (styles) => this.configure({ styles }),
      });
    } catch (cause) {
      if (signal.aborted) return;
      if (isFlorinError(cause)) {
        this.#fail(cause);
        return;
      }
      this.#failedLoads++;
      this.#fail(new FlorinError('frame_unreachable', 'The client of the frame could not be loaded', { cause }));
    }
  }

  #onOpen(frame: RemoteFrame): void {
    this.#frame = frame;
    this.#isNew = true;
    this.#setConnection('open');
    this.#send(frame, this.#options);
    this.#focusLater?.();
    this.#focusLater = undefined;
    this.#resolveWaiting();
  }

  /** Another document is loaded, or the frame asks for a new port. */
  #onClose(): void {
    this.#frame = undefined;
    this.#setConnection('loading');
  }

  #onNotice(notice: FrameNotice, iframe: HTMLIFrameElement): void {
    const before = this.#notice;
    const wasTyped = !this.isEmpty;
    this.#notice = notice;
    if (wasTyped && this.isEmpty && this.#isNew) this.#setConnection('emptied');
    if (this.#connection === 'emptied' && !this.isEmpty) this.#setConnection('open');
    this.#isNew = false;
    const { fields, brand, height, focused } = notice;
    // A height from before the frame knew its fields would cause a layout shift.
    if (height > 0 && this.#asksForOne !== Boolean(fields.number)) iframe.style.height = `${height}px`;
    if (focused && focused !== before?.focused) this.#host.dispatchEvent(new FlorinFocusEvent(focused));
    for (const field of FRAME_FIELDS) {
      const state = fields[field];
      const isBrandNews = field === 'number' && brand !== (before?.brand ?? null);
      if (!state || (!isBrandNews && JSON.stringify(state) === JSON.stringify(before?.fields[field]))) continue;
      if (!before && state.status === 'empty') continue;
      this.#host.dispatchEvent(
        new FlorinFieldEvent(field, state, field === 'number' ? (brand ?? undefined) : undefined),
      );
    }
    if (!before) this.#host.requestUpdate();
    if (notice.act === 'submit') void this.#host.pay();
  }

  configure(options: FrameOptions): void {
    const next = { ...this.#options, ...options };
    if (JSON.stringify(next) === JSON.stringify(this.#options)) return;
    this.#options = next;
    // Sets the final height at once.
    if (options.savedCard && this.#asksForOne) (this.#slotted() ?? this.#iframe)?.style.removeProperty('height');
    if (this.#frame) this.#send(this.#frame, options);
  }

  #send(frame: RemoteFrame, options: FrameOptions): void {
    frame.configure(options).catch((error: unknown) => this.#onCallFailed(frame, error));
  }

  #focusField(target: CardField | 'first'): void {
    const frame = this.#frame;
    if (!frame) {
      const root = this.#host.getRootNode() as Document | ShadowRoot;
      const before = root.activeElement;
      // Only if the shopper has not moved the focus meanwhile.
      this.#focusLater = () => root.activeElement === before && this.#focusField(target);
      return;
    }
    this.#iframe?.focus();
    frame.focus(target).catch(() => {});
  }

  /** Ignores the failure of a frame that has been replaced. */
  #onCallFailed(frame: RemoteFrame, error: unknown): void {
    if (frame === this.#frame && isFlorinError(error)) this.#fail(error);
  }

  #fail(error: FlorinError): void {
    if (this.#isOver()) return;
    this.#frame = undefined;
    this.#setConnection(error.code === 'configuration_invalid' ? 'misconfigured' : 'failed');
    reportError(this.#host, error);
    this.#resolveWaiting();
  }

  #isOver(): boolean {
    return this.#connection === 'failed' || this.#connection === 'misconfigured';
  }

  #resolveWaiting(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #setConnection(connection: Connection): void {
    if (connection === this.#connection) return;
    clearTimeout(this.#slowTimer);
    this.#connection = connection;
    this.#host.requestUpdate();
  }

  /**
   * Loads the frame again, and the RPC client if that was missing. Firefox before 155, and other
   * browsers that follow the earlier HTML standard, never request a failed script again during the
   * life of a page, so the second try reloads the page.
   */
  readonly #tryAgain = (): void => {
    if (this.#failedLoads > 1) return location.reload();
    const iframe = this.#iframe;
    this.#ending?.abort();
    this.#ending = undefined;
    this.#connection = 'loading';
    this.#host.requestUpdate();
    if (iframe) iframe.src = iframe.src;
  };
}
