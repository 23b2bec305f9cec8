/**
 * The methods `redirect` and `webform`: the card is typed on another page, the service's hosted page (T12) or the plain
 * form of the signer. The button leads there, and the service leads back to the signer's return address.
 */
import { html } from 'lit';
import { isOfService } from '../../checkout/addresses.js';
import type { SendCard } from '../../checkout/submit-card.js';
import { FlorinError } from '../../core/errors.js';
import type { AuthKeyGrant } from '../../core/pay-api.js';
import { adoptStyles } from '../adopt-styles.js';
import { localeOf } from '../locale.js';
import { methodWords } from '../words/method-words.js';
import type { CardHost, CardSource } from './card-source.js';
import { methodStyles } from './method.css.js';

export class AwayCard implements CardSource {
  readonly #host: CardHost;
  readonly #method: 'redirect' | 'webform';
  /** What is typed elsewhere is not here. */
  readonly isEmpty = true;

  constructor(host: CardHost, method: 'redirect' | 'webform') {
    this.#host = host;
    this.#method = method;
    adoptStyles(host.renderRoot, [methodStyles]);
  }

  render() {
    return html`<p class="note" part="away">${methodWords(localeOf(this.#host))[this.#method]}</p>`;
  }

  report(): boolean {
    return true;
  }

  /** Never answers: the page is left. When it is shown again, the signer is asked what became of it. */
  forSubmission(): SendCard {
    return (key, { signal }) => {
      globalThis.location.assign(this.#addressOf(key));
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new FlorinError('result_unknown', 'The page was left')));
      });
    };
  }

  #addressOf({ hostedUrl = '', submitUrl }: AuthKeyGrant): string {
    const { signerUrl, order } = this.#host;
    if (this.#method === 'webform') {
      return `${signerUrl.replace(/\/+$/, '')}/form?order=${encodeURIComponent(order)}`;
    }
    if (isOfService(hostedUrl, submitUrl)) return hostedUrl;
    throw new FlorinError('configuration_invalid', 'The signer gives no hosted page: set its option `redirect`');
  }

  focus(): boolean {
    return false;
  }

  allowTestMonth(): void {}
  refuse(): void {}
  clearCvn(): void {}
  clear(): void {}
  hostChanged(): void {}
}
