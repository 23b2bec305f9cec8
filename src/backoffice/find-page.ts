/** The support search: finds payments, batches and calls by one text. A single result opens at once. */
import { html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { untranslated } from '../elements/untranslated.js';
import type { ListedTransaction, SupportAnswer } from '../sandbox/backoffice/api.js';
import { BATCH_COLUMNS } from './batches-page.js';
import { callRow } from './call-list.js';
import { emptyState } from './facts.js';
import { wholeText } from './find-text.js';
import { statusBadge, writeAction, writeAmount, writeCount, writeCountOf, renderTime } from './format.js';
import { gridList } from './grid-list.js';
import { call } from './office-client.js';
import { OfficePage } from './office-page.js';
import { OFFICE } from './root.js';

export class OfficeFindElement extends OfficePage {
  @state() private text = '';
  @state() private found: SupportAnswer | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('popstate', this.#onAddress);
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('popstate', this.#onAddress);
  }

  protected override render() {
    const { text, found } = this;
    return html`
      <div class="head"><h1>${text ? html`Payments for “<bdi>${text}</bdi>”` : 'Find a payment'}</h1></div>
      ${this.renderMessages()}
      ${
        text
          ? this.renderWhenLoaded(found, (loaded) => this.#renderFound(loaded))
          : html`<p>
              Type an order, a card holder’s name, an e-mail address, an amount, the last digits of a card, a batch, or
              any number of a payment above.
            </p>`
      }
    `;
  }

  #renderFound({ total, transactions, batches, calls, hasMoreCalls }: SupportAnswer) {
    const shown = transactions.length;
    const count = writeCountOf(total, 'payment');
    return html`<p class="quiet" role="status">
        ${shown < total ? `${count}, the newest ${writeCount(shown)}` : count}
      </p>
      ${
        total === 0
          ? emptyState(
              `No transaction has this as an order, a name, an e-mail address, an amount or a number.${
                calls.length > 0 ? ' These calls belong to it:' : ''
              }`,
            )
          : html`<ul class="calls" aria-label="Payments">
              ${transactions.map((each) => this.#renderTransaction(each))}
            </ul>`
      }
      ${
        shown < total
          ? html`<p><button type="button" class="second" @click=${this.#onMore}>More payments</button></p>`
          : nothing
      }
      ${
        batches.length > 0
          ? html`<h2 class="later">Batches</h2>
              ${gridList({ label: 'Batches', look: 'wide-end', columns: BATCH_COLUMNS, rows: batches })}`
          : nothing
      }
      ${
        calls.length > 0
          ? html`<h2 class="later">In the request log</h2>
              <ul class="calls" aria-label="Calls">
                ${calls.map(callRow)}
              </ul>
              ${
                hasMoreCalls
                  ? html`<p>
                      <a href="${OFFICE}/calls?${new URLSearchParams({ text: this.text }).toString()}">All calls</a>
                    </p>`
                  : nothing
              }`
          : nothing
      }`;
  }

  #renderTransaction(transaction: ListedTransaction) {
    const { txnNumber, action, crn1, merchantReference, holderName, maskedCard, cardType, receiptNumber, processedAt } =
      transaction;
    const card = maskedCard ? ` · ${cardType ?? ''} ${maskedCard}` : '';
    return html`<li class="call">
      <span class="what"
        ><a href="${OFFICE}/transactions/${txnNumber}"
          >${untranslated(`${writeAction(action)} of ${writeAmount(transaction)}`)}</a
        >
        <bdi>${untranslated(crn1 || merchantReference || '')}</bdi></span
      >
      <span class="quiet"
        >${renderTime(processedAt)} · receipt
        ${untranslated(`${receiptNumber}${card}`)}${holderName ? html` · <bdi>${untranslated(holderName)}</bdi>` : nothing}</span
      >
      ${statusBadge(transaction)}
    </li>`;
  }

  readonly #onAddress = (): void => {
    void this.#load();
  };

  async #load(): Promise<void> {
    const text = new URLSearchParams(location.search).get('q')?.trim() ?? '';
    this.text = text;
    this.found = undefined;
    this.startOver();
    if (text === '') return;
    await this.load(
      'payments',
      () => call('POST /support/search', { body: { text: wholeText(text) } }),
      (found) => {
        if (!this.isConnected) return;
        const [only] = found.transactions;
        if (only && found.total === 1 && found.batches.length === 0) this.#open(only);
        else this.found = found;
      },
    );
  }

  readonly #onMore = async (): Promise<void> => {
    const { found, text } = this;
    if (!found) return;
    const { transactions, upTo } = found;
    await this.load(
      'payments',
      () => call('POST /support/search', { body: { text: wholeText(text), offset: transactions.length, upTo } }),
      (more) => (this.found = { ...found, transactions: [...transactions, ...more.transactions] }),
    );
  };

  /** Replaces this page, so that Back leads to where the person came from. */
  #open({ txnNumber }: ListedTransaction): void {
    history.replaceState(null, '', `${OFFICE}/transactions/${txnNumber}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }
}
