/** The live list of transactions: filters, order, and rows that are only drawn where they are seen. */
import { virtualize } from '@lit-labs/virtualizer/virtualize.js';
import { LitElement, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { renderNothingPaid } from './facts.js';
import type { ListOrder, ListedTransaction } from '../sandbox/backoffice/api.js';
import { statusBadge, writeAction, writeAmount, writeCountOf, writeShortTime } from './format.js';
import { PagedList } from './paged-list.js';
import type { Person } from './pages.js';
import { filterForm, isSearching, readSearch, writeSearch } from './transaction-filters.js';
import { OFFICE } from './root.js';

const ORDER_NAMES: Readonly<Record<ListOrder, string>> = {
  newest_first: 'Newest first',
  oldest_first: 'Oldest first',
  highest_first: 'Highest amount first',
  lowest_first: 'Lowest amount first',
};

export class OfficeTransactionsElement extends LitElement {
  @property({ attribute: false }) person: Person | undefined;
  /** Highest transaction number, from the live stream. */
  @property({ attribute: false }) latest = 0;

  @state() private search: Readonly<Record<string, string>> = {};
  @state() private order: ListOrder = 'newest_first';

  readonly #list = new PagedList(this);

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('popstate', this.#onAddress);
    addEventListener('keydown', this.#onKey);
    this.#onAddress();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('popstate', this.#onAddress);
    removeEventListener('keydown', this.#onKey);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    // At the top of the list, new rows appear at once. Further down they would move the rows that a person reads.
    const isFollowing = this.order === 'newest_first' && scrollY < 80;
    if (isFollowing && this.#list.isBehind(this.latest)) this.#list.refresh();
  }

  protected override render() {
    const { search, order } = this;
    const { problem, total } = this.#list;
    return html`
      <div class="head">
        <h1>Transactions</h1>
        <a class="button second" download href=${this.#csvAddress()}>Export as CSV</a>
      </div>
      ${filterForm({ search, currencies: this.person?.merchant.currencies ?? [], onSearch: this.#onSearch })}
      <div class="count">
        <p role="status">${total === undefined ? 'Loading…' : this.#renderCount(total)}</p>
        <label class="check"
          ><span class="quiet">Sort</span>
          <select name="order" @change=${this.#onOrder}>
            ${Object.entries(ORDER_NAMES).map(
              ([value, name]) => html`<option value=${value} ?selected=${value === order}>${name}</option>`,
            )}
          </select></label
        >
      </div>
      ${
        problem
          ? html`<p class="problem" role="alert">${problem}</p>
              <button type="button" class="second" @click=${() => this.#list.refresh()}>Try again</button>`
          : total === 0
            ? this.#renderEmpty()
            : this.#renderList(total ?? 0)
      }
    `;
  }

  #renderCount(total: number) {
    const count = writeCountOf(total, 'transaction');
    if (!this.#list.isBehind(this.latest)) return count;
    return html`${count} · <button type="button" class="second" @click=${this.#onShowNew}>Show new ones</button>`;
  }

  #renderEmpty() {
    if (isSearching(this.search)) {
      return html`<div class="empty">
        <p>No transaction fits these filters. Without dates, the search covers the last 18 months.</p>
        <button type="button" class="second" @click=${() => this.#onSearch({})}>Clear the filters</button>
      </div>`;
    }
    return renderNothingPaid('There are no transactions yet.', this.person);
  }

  #renderList(total: number) {
    return html`<div class="list" role="table" aria-label="Transactions" aria-rowcount=${total + 1}>
      <div role="rowgroup">
        <div class="row headings" role="row" aria-rowindex="1">
          <span role="columnheader">Time</span><span role="columnheader">Order</span>
          <span role="columnheader" class="amount">Amount</span><span role="columnheader">Status</span>
          <span role="columnheader">Card</span><span role="columnheader">Action</span>
          <span role="columnheader">Number</span>
        </div>
      </div>
      <div class="body" role="rowgroup" @rangeChanged=${this.#onRange}>
        ${virtualize({
          items: this.#list.rows as (ListedTransaction | undefined)[],
          renderItem: (row, index) => this.#renderRow(row, index),
          // Rows that are not loaded yet are all alike, so the place is the key.
          keyFunction: (_row, index) => index,
        })}
      </div>
    </div>`;
  }

  #renderRow(row: ListedTransaction | undefined, index: number) {
    const position = index + 2;
    if (!row) {
      return html`<div class="row waiting" role="row" aria-rowindex=${position}>
        <span role="cell" aria-label="Loading"></span>
      </div>`;
    }
    const { txnNumber, crn1, merchantReference, maskedCard, cardType, isTest } = row;
    return html`<div class="row" role="row" aria-rowindex=${position}>
      <span role="cell" class="time">${writeShortTime(row.processedAt)}</span>
      <span role="cell" class="order">${crn1 ?? merchantReference ?? '–'}</span>
      <span role="cell" class="amount">${row.action === 'refund' ? '−' : ''}${writeAmount(row)}</span>
      <span role="cell" class="state">${statusBadge(row)}</span>
      <span role="cell" class="card-cell">${maskedCard ? `${cardType ?? ''} ${maskedCard}` : '–'}</span>
      <span role="cell" class="action"
        >${writeAction(row.action)}${isTest ? html`<span class="test">test</span>` : nothing}</span
      >
      <span role="cell" class="number"><a href="${OFFICE}/transactions/${txnNumber}">${txnNumber}</a></span>
    </div>`;
  }

  #csvAddress(): string {
    const { search, order } = this;
    const query = new URLSearchParams({ list: JSON.stringify({ search, order }) });
    return `${OFFICE}/api/transactions.csv?${query.toString()}`;
  }

  readonly #onRange = ({ first, last }: Event & { readonly first: number; readonly last: number }): void => {
    this.#list.show(first, last);
  };

  readonly #onShowNew = (): void => {
    scrollTo(0, 0);
    this.#list.refresh();
  };

  readonly #onAddress = (): void => {
    const { search, order } = readSearch(location.search);
    this.search = search;
    this.order = order;
    this.#list.open({ search, order });
  };

  readonly #onSearch = (search: Readonly<Record<string, string>>): void => {
    this.#go(search, this.order);
  };

  readonly #onOrder = ({ target }: Event): void => {
    this.#go(this.search, (target as HTMLSelectElement).value as ListOrder);
  };

  #go(search: Readonly<Record<string, string>>, order: ListOrder): void {
    history.replaceState(null, '', `${OFFICE}/transactions${writeSearch({ search, order })}`);
    this.#onAddress();
  }

  /** `/` goes to the search; the arrows move in the list. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const focused = document.activeElement;
    if (event.key === '/' && !(focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement)) {
      event.preventDefault();
      this.querySelector<HTMLInputElement>('input[name="Crn1"]')?.focus();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const row = focused?.closest('.body .row');
    if (step === 0 || !row) return;
    const next = this.querySelector<HTMLAnchorElement>(
      `.body .row[aria-rowindex="${Number(row.ariaRowIndex) + step}"] a`,
    );
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
}
