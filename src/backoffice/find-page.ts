/** The support search: finds payments by one text. A single result opens at once. */
import { html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { untranslated } from '../elements/untranslated.js';
import type { ListedTransaction, SupportAnswer } from '../sandbox/backoffice/api.js';
import { callRow } from './call-list.js';
import { emptyState } from './facts.js';
import { statusBadge, writeAction, writeAmount, writeCountOf, writeTime } from './format.js';
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
          : html`<p>Type an order number, a receipt number or the last digits of a card above.</p>`
      }
    `;
  }

  #renderFound({ transactions, calls }: SupportAnswer) {
    const total = transactions.length;
    return html`<p class="quiet" role="status">${writeCountOf(total, 'payment')}</p>
      ${
        total === 0
          ? emptyState(
              `No transaction has this order, reference, receipt, RRN or transaction number, and no card ends with it.${
                calls.length > 0 ? ' These calls contain it:' : ''
              }`,
            )
          : html`<ul class="calls" aria-label="Payments">
              ${transactions.map((each) => this.#renderTransaction(each))}
            </ul>`
      }
      ${
        calls.length > 0
          ? html`<h2 class="later">In the request log</h2>
              <ul class="calls" aria-label="Calls">
                ${calls.map(callRow)}
              </ul>`
          : nothing
      }`;
  }

  #renderTransaction(transaction: ListedTransaction) {
    const { txnNumber, action, crn1, merchantReference, maskedCard, cardType, receiptNumber, processedAt } =
      transaction;
    return html`<li class="call">
      <span class="what"
        ><a href="${OFFICE}/transactions/${txnNumber}"
          >${untranslated(`${writeAction(action)} of ${writeAmount(transaction)}`)}</a
        >
        <bdi>${untranslated(crn1 || merchantReference || '')}</bdi></span
      >
      <span class="quiet"
        >${writeTime(processedAt)} · receipt
        ${untranslated(`${receiptNumber}${maskedCard ? ` · ${cardType ?? ''} ${maskedCard}` : ''}`)}</span
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
      () => call('POST /support/search', { body: { text } }),
      (found) => {
        if (!this.isConnected) return;
        const [only, ...others] = found.transactions;
        if (only && others.length === 0) this.#open(only);
        else this.found = found;
      },
    );
  }

  /** Replaces this page, so that Back leads to where the person came from. */
  #open({ txnNumber }: ListedTransaction): void {
    history.replaceState(null, '', `${OFFICE}/transactions/${txnNumber}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }
}
