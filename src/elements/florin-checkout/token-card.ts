/**
 * A card to save: the fields of a payment without the security code, which must not be stored. In the page they are
 * those of page-card.ts, passed in as a parameter, because a second import would make the bundler split the first file.
 * With `isolation="frame"` they are in Florin's frame, which sends them with a key that was signed for saving. A card
 * that is changed keeps its number and name unless the shopper or the service asks for new ones.
 */
import { html, nothing } from 'lit';
import type { FrameOptions } from '../../channel/contract.js';
import type { CardField, Send } from '../../checkout/submit-card.js';
import type { AccountField } from '../../checkout/submit-account.js';
import { errorBox } from '../error-box.js';
import { localeOf } from '../locale.js';
import { tokenMessages } from '../messages/token-messages.js';
import type { CheckoutHost, Source, Typed } from './source.js';

export class TokenCard implements Source {
  readonly #host: CheckoutHost;
  #keepsNumber: boolean;
  #card: Source | undefined;
  #hasFailed = false;

  /** @param keepsNumber - for a card that is changed: number and name are asked for only on request */
  constructor(host: CheckoutHost, keepsNumber: boolean) {
    this.#host = host;
    this.#keepsNumber = keepsNumber;
    if (host.isolation === 'frame') void this.#begin();
    else {
      this.#card = host.sources.page?.(host, () =>
        this.#keepsNumber ? ['number', 'cvn', 'name'] : ['cvn', host.noName && 'name'],
      );
      if (!this.#card)
        throw new TypeError('florin-checkout: the fields of a page are not there; import florin/elements/define');
    }
  }

  get hasCode(): boolean {
    return this.#card !== undefined;
  }

  get hasButton(): boolean | undefined {
    return this.#card?.hasButton;
  }

  configure(options: FrameOptions): void {
    this.#card?.configure?.(options);
  }

  render() {
    const messages = tokenMessages(localeOf(this.#host));
    if (this.#hasFailed) {
      return html`<div part="frame-error" role="alert">
        ${errorBox(messages.notLoaded, messages.loadAgain, () => void this.#begin())}
      </div>`;
    }
    this.#card?.hostChanged?.();
    return html`${
      this.#keepsNumber
        ? html`<button type="button" class="more" part="new-number" @click=${() => void this.#askNumber()}>
            ${messages.newNumber}
          </button>`
        : nothing
    }${this.#card?.render()}`;
  }

  focus(options?: FocusOptions): boolean {
    return this.#card?.focus?.(options) ?? false;
  }

  report(): boolean | Promise<boolean> {
    return this.#card?.report?.() ?? false;
  }

  forSubmission(): Typed | Send {
    const card = this.#card?.forSubmission();
    if (typeof card === 'function') return card;
    if (!card || !('number' in card)) throw new TypeError('a card in the page is sent by the page');
    return { ...card, cvn: '' };
  }

  get isEmpty(): boolean {
    return this.#card?.isEmpty ?? true;
  }

  refuse(field: CardField | AccountField, takesFocus: boolean): void {
    // The service requires the number of this card too.
    if (field === 'number' && this.#keepsNumber) void this.#askNumber(takesFocus);
    else this.#card?.refuse?.(field, takesFocus);
  }

  clear(): void {
    this.#card?.clear?.();
  }

  async #begin(): Promise<void> {
    const host = this.#host;
    this.#hasFailed = false;
    host.requestUpdate();
    try {
      const { frame } = host.sources;
      this.#card = frame ? frame(host) : new (await import('./frame-card.js')).FrameCard(host);
      this.#configureFrame();
    } catch {
      this.#hasFailed = true;
    }
    host.requestUpdate();
  }

  async #askNumber(takesFocus = true): Promise<void> {
    const host = this.#host;
    const { activeElement } = host.renderRoot as ShadowRoot;
    // Chromium focuses no field of a frame while a button of the page has the focus.
    if (activeElement instanceof HTMLButtonElement) activeElement.blur();
    this.#keepsNumber = false;
    this.#configureFrame();
    host.requestUpdate();
    await host.updateComplete;
    if (!takesFocus) return;
    // In another process, the frame must first learn that the button has lost the focus.
    if (host.isolation === 'frame') await new Promise(requestAnimationFrame);
    this.#card?.focus?.();
  }

  #configureFrame(): void {
    this.configure({ savedCard: this.#keepsNumber ? 'changed' : 'new' });
  }
}
