/** The filters of the list: every member of the service's search. */
import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { readMoney, writeMoney } from '../core/money/money.js';
import type { ListOrder } from '../sandbox/backoffice/api.js';
import { ACTION_NAMES, writeAction } from './format.js';
import type { ListRequest } from './paged-list.js';

const ORDERS: readonly string[] = [
  'newest_first',
  'oldest_first',
  'highest_first',
  'lowest_first',
] satisfies ListOrder[];

/** A filter: a member of SearchInput with its label. */
interface Filter {
  readonly name: string;
  readonly label: string;
  readonly type?: 'date';
  readonly hint?: string;
}

const FIRST: readonly Filter[] = [
  { name: 'Crn1', label: 'Order (CRN1)' },
  { name: 'ReceiptNumber', label: 'Receipt number' },
  { name: 'TxnNumber', label: 'Transaction number' },
];

const MORE: readonly Filter[] = [
  { name: 'FromDate', label: 'From', type: 'date' },
  { name: 'ToDate', label: 'To', type: 'date' },
  { name: 'MerchantReference', label: 'Merchant reference' },
  { name: 'Crn2', label: 'CRN2' },
  { name: 'Crn3', label: 'CRN3' },
  { name: 'BillerCode', label: 'Biller code' },
  { name: 'MaskedCardNumber', label: 'Card', hint: '512345...346' },
  { name: 'CardType', label: 'Card type', hint: 'MC' },
  { name: 'ExpiryDate', label: 'Expiry', hint: 'MMYY' },
  { name: 'ResponseCode', label: 'Response code', hint: '0' },
  { name: 'BankResponseCode', label: 'Bank response code', hint: '00' },
  { name: 'AuthoriseId', label: 'Authorisation' },
  { name: 'RRN', label: 'RRN' },
  { name: 'SettlementDate', label: 'Settlement date', hint: 'YYYYMMDD' },
  { name: 'Source', label: 'Source', hint: 'api' },
];

const NAMES = [...FIRST, ...MORE].map(({ name }) => name).concat('Action', 'Currency', 'Amount');

/** Reads filters and order from the query of an address. */
export function readSearch(query: string): ListRequest {
  const parameters = new URLSearchParams(query);
  const order = parameters.get('order') ?? '';
  const search = NAMES.map((name) => [name, parameters.get(name) ?? ''] as const).filter(([, value]) => value !== '');
  return {
    search: Object.fromEntries(search),
    order: ORDERS.includes(order) ? (order as ListOrder) : 'newest_first',
  };
}

/** The query of an address, with its question mark; empty without filters. */
export function writeSearch({ search, order }: ListRequest): string {
  const parameters = new URLSearchParams(search);
  if (order !== 'newest_first') parameters.set('order', order);
  return parameters.size > 0 ? `?${parameters.toString()}` : '';
}

/** True when a filter is set. */
export function isSearching(search: ListRequest['search']): boolean {
  return Object.keys(search).length > 0;
}

interface FilterForm {
  readonly search: ListRequest['search'];
  readonly currencies: readonly string[];
  readonly onSearch: (search: ListRequest['search']) => void;
}

/** The amount of a form in the lowest denomination; text that is not an amount goes to the service, which refuses it. */
function minorUnits(text: string, currency: string): string {
  try {
    return String(readMoney(text, currency).minor);
  } catch {
    return text;
  }
}

function majorUnits(text: string, currency: string): string {
  return /^\d+$/.test(text) ? writeMoney({ minor: Number(text), currency }) : text;
}

/** The form. It searches when it is sent, or when a choice changes. */
export function filterForm({ search, currencies, onSearch }: FilterForm) {
  const currency = search['Currency'] ?? currencies[0] ?? 'AUD';

  function send(form: HTMLFormElement): void {
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value.trim() !== '') values[name] = value.trim();
    }
    const chosen = values['Currency'] ?? currencies[0] ?? 'AUD';
    if (values['Amount'] !== undefined) values['Amount'] = minorUnits(values['Amount'], chosen);
    onSearch(values);
  }

  const field = ({ name, label, type, hint }: Filter) =>
    html`<label
      >${label}
      <input
        name=${name}
        type=${type ?? 'text'}
        autocomplete="off"
        maxlength="50"
        placeholder=${hint ?? ''}
        .value=${live(search[name] ?? '')}
    /></label>`;
  const choice = (name: string, label: string, options: readonly (readonly [string, string])[]) =>
    html`<label
      >${label}
      <select
        name=${name}
        @change=${({ target }: Event) => send((target as HTMLSelectElement).form as HTMLFormElement)}
      >
        <option value="">Any</option>
        ${options.map(
          ([value, text]) => html`<option value=${value} ?selected=${search[name] === value}>${text}</option>`,
        )}
      </select></label
    >`;
  const isOpen = Object.keys(search).some((name) => MORE.some((filter) => filter.name === name));
  return html`<form
    class="filters"
    role="search"
    aria-label="Transactions"
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      send(event.currentTarget as HTMLFormElement);
    }}
  >
    <div class="grid">
      ${FIRST.map(field)}
      ${choice(
        'Action',
        'Action',
        ACTION_NAMES.map((action) => [action, writeAction(action)] as const),
      )}
      <div class="actions">
        <button>Search</button>
        ${
          isSearching(search)
            ? html`<button type="button" class="second" @click=${() => onSearch({})}>Clear</button>`
            : ''
        }
      </div>
    </div>
    <details ?open=${isOpen}>
      <summary>More filters</summary>
      <div class="grid">
        <label
          >Amount
          <input
            name="Amount"
            inputmode="decimal"
            autocomplete="off"
            .value=${live(search['Amount'] ? majorUnits(search['Amount'], currency) : '')}
        /></label>
        ${choice(
          'Currency',
          'Currency',
          currencies.map((each) => [each, each] as const),
        )}
        ${MORE.map(field)}
      </div>
    </details>
  </form>`;
}
