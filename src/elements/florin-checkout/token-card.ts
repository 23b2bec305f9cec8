/**
 * A card to be saved: the fields of a payment without the security code, which nobody may keep. In the page they are those
 * of page-card.ts, which the first file has: another import of them would take that file apart. With `isolation="frame"`
 * they are in Florin's frame, which sends them with a key that was signed for saving. A card that is changed keeps its
 * number and name, until the shopper or the service wants others.
 */
import { html, nothing } from 'lit';
import type { CardField, SendCard, SubmitAnswer } from '../../checkout/submit-card.js';
import type { AccountField, SendToken, TokenInput } from '../../checkout/submit-token.js';
import type { TokenKeyGrant } from '../../core/pay-api.js';
import type { FlorinFieldEvent } from '../events.js';
import { localeOf } from '../locale.js';
import { tokenWords } from '../words/token-words.js';
import { type CardSource, createCard } from './card-source.js';
import { isFramed, type TokenFields, type TokenPlace } from './token-fields.js';

export class TokenCard implements TokenFields {
  readonly #place: TokenPlace;
  readonly #isFramed: boolean;
  #keepsNumber: boolean;
  #card: CardSource | undefined;
  #hasFailed = false;

  /** @param wantsNumber - of a card that is changed, from the start */
  constructor(place: TokenPlace, wantsNumber = false) {
    const { host, onTyped, purpose } = place;
    this.#place = place;
    this.#isFramed = isFramed(host);
    this.#keepsNumber = purpose === 'update-card' && !wantsNumber;
    if (this.#isFramed) void this.#begin();
    else {
      this.#card = createCard('page', host, () =>
        this.#keepsNumber ? ['number', 'cvn', 'name'] : ['cvn', host.noName && 'name'],
      );
      if (!this.#card)
        throw new TypeError('florin-checkout: the fields of a page are not there; import florin/elements/define');
    }
    host.addEventListener('florin-field', ({ state }: FlorinFieldEvent) => {
      if (state.status !== 'empty') onTyped();
    });
  }

  get isReady(): boolean {
    return this.#card !== undefined;
  }

  render() {
    const words = tokenWords(localeOf(this.#place.host));
    if (this.#hasFailed) {
      return html`<div part="frame-error" role="alert">
        <p>${words.notLoaded}</p>
        <button type="button" class="again" @click=${() => void this.#begin()}>${words.loadAgain}</button>
      </div>`;
    }
    this.#card?.hostChanged();
    return html`${
      this.#keepsNumber
        ? html`<button type="button" class="more" part="new-number" @click=${() => void this.#askNumber()}>
            ${words.newNumber}
          </button>`
        : nothing
    }${this.#card?.render()}`;
  }

  focus(options?: FocusOptions): boolean {
    return this.#card?.focus(options) ?? false;
  }

  report(): boolean | Promise<boolean> {
    return this.#card?.report() ?? false;
  }

  forSubmission(): TokenInput | SendToken {
    const card = this.#card?.forSubmission();
    if (typeof card === 'function') return sendBy(card);
    if (!card || !('number' in card)) throw new TypeError('a card in the page is sent by the page');
    const { number, expiryMonth, expiryYear, holderName } = card;
    return { number, expiryMonth, expiryYear, holderName };
  }

  get isEmpty(): boolean {
    return this.#card?.isEmpty ?? true;
  }

  refuse(field: CardField | AccountField, takesFocus: boolean): void {
    // Of this card it wants the number as well.
    if (field === 'number' && this.#keepsNumber) void this.#askNumber(takesFocus);
    else this.#card?.refuse(field as CardField, takesFocus);
  }

  clear(): void {
    this.#card?.clear();
  }

  async #begin(): Promise<void> {
    const { host } = this.#place;
    this.#hasFailed = false;
    host.requestUpdate();
    try {
      await import('./framed.js');
      this.#card = createCard('frame', host);
      this.#tellFrame();
    } catch {
      this.#hasFailed = true;
    }
    host.requestUpdate();
  }

  async #askNumber(takesFocus = true): Promise<void> {
    const { host } = this.#place;
    const { activeElement } = host.renderRoot as ShadowRoot;
    // Chromium gives the focus to no field of a frame while the button has it.
    if (activeElement instanceof HTMLButtonElement) activeElement.blur();
    this.#keepsNumber = false;
    this.#tellFrame();
    host.requestUpdate();
    await host.updateComplete;
    if (!takesFocus) return;
    // The browser has to have taken it from the button first, in a process of another origin.
    if (this.#isFramed) await new Promise(requestAnimationFrame);
    this.#card?.focus();
  }

  #tellFrame(): void {
    this.#card?.configure?.({ savedCard: this.#keepsNumber ? 'changed' : 'new' });
  }
}

/** The frame sends it. Of a grant it is given the signed key alone, which both kinds of grants have. */
function sendBy(send: SendCard): SendToken {
  const submit = send as (key: Pick<TokenKeyGrant, 'signedKey'>, ...rest: Rest) => Promise<SubmitAnswer>;
  return async (key, exchange) => {
    const answer = await submit(key, exchange);
    // The bank has no step in saving.
    return answer.kind === 'challenge' ? { kind: 'lost' } : answer;
  };
}

type Rest = [exchange: Parameters<SendToken>[1]];
