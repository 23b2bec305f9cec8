/** Webhooks: what was sent to the shop, and what it answered. A person can send one again. */
import { html, nothing } from 'lit';
import { untranslated } from '../elements/untranslated.js';
import type { ListedWebhook } from '../sandbox/backoffice/api.js';
import { emptyState } from './facts.js';
import { choiceField } from './fields.js';
import { renderTime } from './format.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';
import { OFFICE } from './root.js';
import { WEBHOOK_STATES, webhookBadge, writeAttempt } from './webhook-texts.js';

export class OfficeWebhooksElement extends LoadedPage<readonly ListedWebhook[]> {
  /** A state; empty for any. */
  #state = '';

  protected override render() {
    return html`
      <div class="head">
        <h1>Webhooks</h1>
        <div class="actions">
          <a class="button second" href="${OFFICE}/webhooks/caught">Webhook catcher</a>
          <button type="button" class="second" @click=${this.refresh}>Refresh</button>
        </div>
      </div>
      <form class="filters" role="search" aria-label="Webhooks" @submit=${(event: Event) => event.preventDefault()}>
        <div class="grid">
          ${choiceField({
            label: 'State',
            options: [
              ['', 'Any'],
              ...Object.entries(WEBHOOK_STATES).map(([value, { name }]) => [value, name] as const),
            ],
            chosen: this.#state,
            onChange: (chosen) => {
              this.#state = chosen;
              void this.refresh();
            },
          })}
        </div>
      </form>
      ${this.renderBody()}
    `;
  }

  protected override renderLoaded(webhooks: readonly ListedWebhook[]) {
    if (webhooks.length === 0) return this.#renderEmpty();
    return html`<ul class="plain">
      ${webhooks.map((webhook) => this.#renderWebhook(webhook))}
    </ul>`;
  }

  #renderEmpty() {
    return emptyState(
      this.#state
        ? 'No webhook is in this state.'
        : 'No webhook yet. A browser’s payment or token sends one when its key has a WebHookUrl.',
    );
  }

  #renderWebhook(webhook: ListedWebhook) {
    const { url, isCaught, txnNumber, maskedToken, createdAt, dueAt, attempts, body } = webhook;
    return html`<li class="card">
      <div class="head">
        <h2>
          ${
            txnNumber
              ? html`<a href="${OFFICE}/transactions/${txnNumber}">Transaction ${untranslated(txnNumber)}</a>`
              : html`Token ${untranslated(maskedToken ?? '')}`
          }
        </h2>
        ${webhookBadge(webhook)}
      </div>
      <p><bdi>${url}</bdi>${isCaught ? html` <a href="${OFFICE}/webhooks/caught">See what arrived</a>` : nothing}</p>
      <p class="quiet">
        Made
        ${renderTime(createdAt)}${webhook.state === 'waiting' ? html`, next attempt ${renderTime(dueAt)}` : nothing}
      </p>
      ${
        attempts.length > 0
          ? html`<ol>
              ${attempts.map(
                (attempt) =>
                  html`<li>
                    ${renderTime(attempt.startedAt)}: ${writeAttempt(attempt)} after ${attempt.milliseconds} ms
                  </li>`,
              )}
            </ol>`
          : html`<p class="quiet">Not attempted.</p>`
      }
      <details class="raw">
        <summary>Body</summary>
        <pre translate="no" tabindex="0" role="group" aria-label="Body">${JSON.stringify(body, null, 2)}</pre>
      </details>
      <button type="button" class="second" ?disabled=${this.isWorking} @click=${() => this.#resend(webhook)}>
        Send again
      </button>
    </li>`;
  }

  protected override ask(): Promise<readonly ListedWebhook[]> {
    return call('POST /webhooks/search', { body: { state: this.#state || null } });
  }

  #resend({ id }: ListedWebhook): Promise<void> {
    return this.act('POST /webhooks/:id/resend', { parameters: { id: String(id) } }, async () => {
      await this.refresh();
      return 'It is due now. Refresh to see the attempt.';
    });
  }
}
