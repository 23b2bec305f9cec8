/** Webhooks: what was sent to the shop, and what it answered. A person can send one again. */
import { html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import type { ListedWebhook } from '../sandbox/backoffice/api.js';
import { writeTime } from './format.js';
import { call } from './office-client.js';
import { OfficePage } from './office-page.js';
import { OFFICE } from './root.js';
import { WEBHOOK_STATES, webhookBadge, writeAttempt } from './webhook-texts.js';

export class OfficeWebhooksElement extends OfficePage {
  @state() private webhooks: readonly ListedWebhook[] | undefined;
  @state() private filter = '';

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  protected override render() {
    const { webhooks, filter } = this;
    return html`
      <div class="head">
        <h1>Webhooks</h1>
        <div class="actions">
          <a class="button second" href="${OFFICE}/webhooks/caught">Webhook catcher</a>
          <button type="button" class="second" @click=${this.#load}>Refresh</button>
        </div>
      </div>
      <form class="filters" role="search" aria-label="Webhooks" @submit=${(event: Event) => event.preventDefault()}>
        <div class="grid">
          <label
            >State
            <select @change=${this.#onFilter}>
              <option value="">Any</option>
              ${Object.entries(WEBHOOK_STATES).map(
                ([value, { name }]) => html`<option value=${value} ?selected=${value === filter}>${name}</option>`,
              )}
            </select></label
          >
        </div>
      </form>
      ${this.renderMessages()}
      ${this.renderLoaded(webhooks, (loaded) =>
        loaded.length === 0
          ? this.#renderEmpty()
          : html`<ul class="plain">
              ${loaded.map((webhook) => this.#renderWebhook(webhook))}
            </ul>`,
      )}
    `;
  }

  #renderEmpty() {
    return html`<div class="empty">
      <p>
        ${
          this.filter
            ? 'No webhook is in this state.'
            : 'No webhook yet. A browser’s payment or token sends one when its key has a WebHookUrl.'
        }
      </p>
    </div>`;
  }

  #renderWebhook(webhook: ListedWebhook) {
    const { url, isCaught, txnNumber, maskedToken, createdAt, dueAt, attempts, body } = webhook;
    return html`<li class="card">
      <div class="head">
        <h2>
          ${
            txnNumber
              ? html`<a href="${OFFICE}/transactions/${txnNumber}">Transaction ${txnNumber}</a>`
              : html`Token ${maskedToken}`
          }
        </h2>
        ${webhookBadge(webhook)}
      </div>
      <p><bdi>${url}</bdi>${isCaught ? html` <a href="${OFFICE}/webhooks/caught">See what arrived</a>` : nothing}</p>
      <p class="quiet">
        Made ${writeTime(createdAt)}${webhook.state === 'waiting' ? html`, next attempt ${writeTime(dueAt)}` : nothing}
      </p>
      ${
        attempts.length > 0
          ? html`<ol>
              ${attempts.map(
                (attempt) =>
                  html`<li>
                    ${writeTime(attempt.startedAt)}: ${writeAttempt(attempt)} after ${attempt.milliseconds} ms
                  </li>`,
              )}
            </ol>`
          : html`<p class="quiet">Not attempted.</p>`
      }
      <details class="raw">
        <summary>Body</summary>
        <pre tabindex="0" role="group" aria-label="Body">${JSON.stringify(body, null, 2)}</pre>
      </details>
      <button type="button" class="second" @click=${() => this.#resend(webhook)}>Send again</button>
    </li>`;
  }

  readonly #load = (): Promise<void> =>
    this.load(
      'webhooks',
      () => call('POST /webhooks/search', { body: { state: this.filter || null } }),
      (webhooks) => (this.webhooks = webhooks),
    );

  readonly #onFilter = ({ target }: Event): void => {
    this.filter = (target as HTMLSelectElement).value;
    void this.#load();
  };

  #resend({ id }: ListedWebhook): Promise<void> {
    return this.act(async () => {
      await call('POST /webhooks/:id/resend', { parameters: { id: String(id) } });
      await this.#load();
      return 'It is due now. Refresh to see the attempt.';
    });
  }
}
