/** The methods `redirect` (D14) and `webform` for what is saved: it is typed on another page, and the signer leads back. */
import { html } from 'lit';
import { isOfService } from '../../checkout/addresses.js';
import type { SendToken } from '../../checkout/submit-token.js';
import { FlorinError } from '../../core/errors.js';
import type { TokenKeyGrant } from '../../core/pay-api.js';
import { localeOf } from '../locale.js';
import { tokenWords } from '../words/token-words.js';
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

  /** Never answers: the page is left. When it is shown again, the signer is asked what became of it. */
  forSubmission(): SendToken {
    return (key, { signal }) => {
      if (this.#method === 'webform') this.#postClaim(key);
      else globalThis.location.assign(hostedPageOf(key));
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new FlorinError('result_unknown', 'The page was left')));
      });
    };
  }

  /** A claim stands in no address, so the page is left by a form. */
  #postClaim({ claim }: TokenKeyGrant): void {
    const { host, purpose } = this.#place;
    const form = document.createElement('form');
    form.method = 'post';
    form.action = `${host.signerUrl.replace(/\/+$/, '')}/form`;
    form.hidden = true;
    const values = { claim, kind: purpose.endsWith('card') ? 'card' : 'bank_account' };
    for (const [name, value] of Object.entries(values)) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
    form.remove();
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
