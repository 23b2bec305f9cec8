/** The webhook catcher: an address of the sandbox that receives webhooks, and what it received. */
import { html, nothing, type PropertyValues } from 'lit';
import type { Catcher, CaughtWebhook } from '../sandbox/backoffice/data-api.js';
import { emptyState } from './facts.js';
import { writeCountOf, renderTime } from './format.js';
import { DelayedCall } from './delayed-call.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';
import { OFFICE } from './root.js';

export class OfficeCaughtElement extends LoadedPage<Catcher> {
  readonly #delayed = new DelayedCall(this, () => void this.refresh());

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    // The webhook of a transaction follows it.
    if (changed.has('latest') && this.loaded) this.#delayed.start();
  }

  protected override render() {
    return html`
      <p><a href="${OFFICE}/webhooks">← Webhooks</a></p>
      <div class="head">
        <h1>Webhook catcher</h1>
        <button type="button" class="second" @click=${this.refresh}>Refresh</button>
      </div>
      ${this.renderBody()}
    `;
  }

  protected override renderLoaded({ url, isCatching, most, webhooks }: Catcher) {
    return html`
      <section class="card" aria-labelledby="address-title">
        <h2 id="address-title">Address</h2>
        <p>
          Use it as the WebHookUrl of a key, in place of a receiver of your own. It takes any POST of up to 64 kB and
          answers 200.
        </p>
        <pre translate="no" tabindex="0" role="group" aria-labelledby="address-title">${url}</pre>
        <div class="actions later">
          <button type="button" class="second" @click=${() => this.copy(url, 'The address is copied.')}>
            Copy the address
          </button>
          ${
            this.isAdministrator
              ? html`<button type="button" class="second" @click=${() => this.#set(!isCatching)}>
                  ${isCatching ? 'Stop catching' : 'Catch webhooks without an address'}
                </button>`
              : nothing
          }
        </div>
        <p role="status">
          ${
            isCatching
              ? 'Webhooks of keys without a WebHookUrl are sent here.'
              : 'A key without a WebHookUrl sends no webhook.'
          }
        </p>
      </section>
      <section class="note" aria-labelledby="verify-title">
        <h2 id="verify-title">What a receiver must verify</h2>
        <p>
          A webhook of this service is not signed: anybody who knows an address can send one. Read only the TxnNumber
          from it. Ask the service for that transaction (GET /txns/{TxnNumber}), and compare merchant, order, amount and
          currency with your order. Act once for each TxnNumber, because a webhook can arrive twice.
        </p>
      </section>
      <h2 class="later">Received</h2>
      ${
        webhooks.length === 0
          ? emptyState('Nothing has arrived yet. Pay in a browser with a key that has this address.')
          : html`<p class="quiet" role="status">
                ${writeCountOf(webhooks.length, 'webhook')}. The newest ${most} are kept.
              </p>
              <ul class="plain" aria-label="Received webhooks">
                ${webhooks.map(renderWebhook)}
              </ul>`
      }
    `;
  }

  protected override ask(): Promise<Catcher> {
    return call('GET /caught', {});
  }

  #set(isCatching: boolean): Promise<void> {
    return this.act('PUT /caught', { body: { isCatching } }, (loaded) => {
      this.loaded = loaded;
    });
  }
}

function renderWebhook({ id, caughtAt, headers, body, txnNumber }: CaughtWebhook) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return html`<li class="card">
    <div class="head">
      <h3>${renderTime(caughtAt)}</h3>
      ${txnNumber ? html`<a href="${OFFICE}/transactions/${txnNumber}">Transaction ${txnNumber}</a>` : nothing}
    </div>
    <details class="raw">
      <summary>Headers</summary>
      <pre translate="no" tabindex="0" role="group" aria-label="Headers of webhook ${id}">${lines.join('\n')}</pre>
    </details>
    <pre translate="no" tabindex="0" role="group" aria-label="Body of webhook ${id}">${body}</pre>
  </li>`;
}
