/** The methods `redirect` (D14) and `webform` for what is saved: it is typed on another page, and the signer leads back. */
import { html } from 'lit';
import { isOfService } from '../../checkout/addresses.js';
import type { Exchange } from '../../checkout/exchange.js';
import type { SendToken } from '../../checkout/submit-token.js';
import { FlorinError } from '../../core/errors.js';
import type { TokenKeyGrant } from '../../core/pay-api.js';
import { localeOf } from '../locale.js';
import { tokenWords } from '../words/token-words.js';
import { leaveByForm } from './leave-by-form.js';
import type { TokenFields, TokenPlace } from './token-fields.js';

export class TokenAway implements TokenFields {
  readonly #place: TokenPlace;
  readonly #method: 'redirect' | 'webform';
  /** What is typed elsewhere is not here. */
  readonly isEmpty = true;

  constructor(place: TokenPlace, method: 'redirect' | 'webform') {
    this.#place = place;
    this.#method = method;
  }

  render() {
    return html`<p class="note" part="away">${tokenWords(localeOf(this.#place.host)).away[this.#method]}</p>`;
  }

  report(): boolean {
    return true;
  }

  /** Answers when the page was not left, or is shown again: then the signer is asked what became of it. */
  forSubmission(): SendToken {
    return (key, exchange) => {
      if (this.#method === 'webform') return this.#postClaim(key, exchange);
      globalThis.location.assign(hostedPageOf(key));
      return new Promise((_resolve, reject) => {
        exchange.signal.addEventListener('abort', () => reject(new FlorinError('result_unknown', 'The page was left')));
      });
    };
  }

  /** A claim stands in no address, so the page is left by a form. */
  #postClaim({ claim }: TokenKeyGrant, exchange: Exchange) {
    const { host, purpose } = this.#place;
    const action = `${host.signerUrl.replace(/\/+$/, '')}/form`;
    const values = { claim, kind: purpose.endsWith('card') ? 'card' : 'bank_account' };
    return leaveByForm(host.renderRoot, { action, values }, exchange);
  }

  focus(): boolean {
    return false;
  }

  refuse(): void {}
  clear(): void {}
}

/** @throws FlorinError `configuration_invalid` */
function hostedPageOf({ hostedUrl = '', submitUrl }: TokenKeyGrant): string {
  if (isOfService(hostedUrl, submitUrl)) return hostedUrl;
  throw new FlorinError('configuration_invalid', 'The signer gives no hosted page: set its option `redirect`');
}
