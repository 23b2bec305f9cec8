/** The live list of transactions: filters, order, and rows that are only drawn where they are seen. */
import { virtualize } from '@lit-labs/virtualizer/virtualize.js';
import { html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import { redrawn, untranslated } from '../elements/untranslated.js';
import { emptyState, renderNothingPaid } from './facts.js';
import type { ListOrder, ListedTransaction } from '../sandbox/backoffice/api.js';
import { statusBadge, writeAction, writeAmount, writeCountOf, renderTime } from './format.js';
import { inlineChoice, type Values } from './fields.js';
import { type Columns, gridRow, gridTable } from './grid-list.js';
import { OfficePage } from './office-page.js';
import { PagedList } from './paged-list.js';
import { ORDERS, filterForm, isSearching, readSearch, writeSearch } from './transaction-filters.js';
import { OFFICE } from './root.js';

const COLUMNS: Columns<ListedTransaction> = {
  time: ['Time', ({ processedAt }) => renderTime(processedAt)],
  order: ['Order', ({ crn1, merchantReference }) => crn1 || merchantReference || '–'],
  amount: ['Amount', (row) => `${row.action === 'refund' ? '−' : ''}${writeAmount(row)}`],
  state: ['Status', statusBadge],
  'card-cell': ['Card', ({ maskedCard, cardType }) => (maskedCard ? `${cardType ?? ''} ${maskedCard}` : '–')],
  action: [
    'Action',
    ({ action, isTest }) =>
      html`${redrawn(writeAction(action))}${isTest ? html`<span class="test">test</span>` : nothing}`,
  ],
  number: [
    'Number',
    ({ txnNumber }) => html`<a href="${OFFICE}/transactions/${txnNumber}">${untranslated(txnNumber)}</a>`,
  ],
};

export class OfficeTransactionsElement extends OfficePage {
  @state() private search: Values = {};
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

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('returns') && this.#list.problem) this.#list.refresh();
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
        ${inlineChoice({
          label: 'Sort',
          options: Object.entries(ORDERS),
          chosen: order,
          onChange: (chosen) => this.#go(search, chosen as ListOrder),
        })}
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
      return emptyState(
        'No transaction fits these filters. Without dates, the search covers the last 18 months.',
        html`<button type="button" class="second" @click=${() => this.#onSearch({})}>Clear the filters</button>`,
      );
    }
    return renderNothingPaid('There are no transactions yet.', this.person);
  }

  #renderList(total: number) {
    return gridTable(
      { label: 'Transactions', look: 'transactions', columns: COLUMNS, rowCount: total + 1 },
      html`<div class="body" role="rowgroup" @rangeChanged=${this.#onRange}>
        ${virtualize({
          items: this.#list.rows as (ListedTransaction | undefined)[],
          renderItem: (row, index) => this.#renderRow(row, index + 2),
          // Rows that are not loaded yet are all alike, so the place is the key.
          keyFunction: (_row, index) => index,
        })}
      </div>`,
    );
  }

  #renderRow(row: ListedTransaction | undefined, position: number) {
    if (row) return gridRow(COLUMNS, row, position);
    return html`<div class="row waiting" role="row" aria-rowindex=${position}>
      <span role="cell" aria-label="Loading"></span>
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

  readonly #onSearch = (search: Values): void => {
    this.#go(search, this.order);
  };

  #go(search: Values, order: ListOrder): void {
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
