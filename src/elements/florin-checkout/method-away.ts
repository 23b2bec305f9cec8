/**
 * The methods `redirect` and `webform`: a card or an account is typed on another page, which is the
 * service's hosted page (T12, D14) or the plain form of the signer. The button leads there, and the
 * service redirects to the signer's return address.
 */
import { html } from 'lit';
import { isOfService } from '../../checkout/addresses.js';
import type { Exchange } from '../../checkout/exchange.js';
import type { Send } from '../../checkout/submit-card.js';
import { LEAVING_MS, pause } from '../../checkout/timers.js';
import { FlorinError } from '../../core/errors.js';
import { adoptStyles } from '../adopt-styles.js';
import { methodStyles } from './method.css.js';
import type { CheckoutHost, Source } from './source.js';

/** The texts of an {@link AwaySource}, and the function that leaves the page. */
interface AwayOptions {
  readonly note: () => string;
  /** The button's text. */
  readonly label: () => string;
  readonly leave: Send;
  /** As {@link Source.typedOnly}. */
  readonly typedOnly?: string;
}

export class AwaySource implements Source {
  readonly #options: AwayOptions;
  /** The typed text is on another page. */
  readonly isEmpty = true;
  readonly isAway = true;
  readonly asksCvn = true;
  readonly typedOnly: string | undefined;

  constructor(host: CheckoutHost, options: AwayOptions) {
    this.#options = options;
    this.typedOnly = options.typedOnly;
    adoptStyles(host.renderRoot, [methodStyles]);
  }

  get label(): string {
    return this.#options.label();
  }

  render() {
    return html`<p class="note" part="away">${this.#options.note()}</p>`;
  }

  forSubmission(): Send {
    return this.#options.leave;
  }

  /** The page is that of the key, which names the card. */
  forSaved(): Send {
    return this.#options.leave;
  }
}

/**
 * Navigates to another page. Resolves only if this page is still shown, or shown again; then the signer is asked for the result.
 */
export async function leaveFor(address: string, { timers, signal }: Exchange): Promise<{ readonly kind: 'lost' }> {
  globalThis.location.assign(address);
  await pause(LEAVING_MS, timers, signal);
  return { kind: 'lost' };
}

/**
 * Navigates to the service's hosted page. Throws FlorinError `configuration_invalid` if the signer returns no address.
 */
export const leaveForHostedPage: Send = async ({ hostedUrl = '', submitUrl }, exchange) => {
  if (isOfService(hostedUrl, submitUrl)) return leaveFor(hostedUrl, exchange);
  throw new FlorinError('configuration_invalid', 'The signer gives no hosted page: set its option `redirect`');
};
