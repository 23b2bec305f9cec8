/** The filters of the list: every member of the service's search, and the card holder. */
import { html } from 'lit';
import { readMoney, writeMoney } from '../core/money/money.js';
import type { ListOrder } from '../sandbox/backoffice/api.js';
import type { TxnSearchInput } from '../wire/rest/search-input.js';
import { choiceField, type Field, searchForm, textField, type Values } from './fields.js';
import { ACTIONS } from './format.js';
import type { ListRequest } from './paged-list.js';

/** Every order with its name. */
export const ORDERS: Readonly<Record<ListOrder, string>> = {
  newest_first: 'Newest first',
  oldest_first: 'Oldest first',
  highest_first: 'Highest amount first',
  lowest_first: 'Lowest amount first',
};

/** The service's search has no card holder. */
type Filter = keyof TxnSearchInput | 'CardHolderName';

const FIRST: readonly Field<Filter>[] = [
  { name: 'Crn1', label: 'Order (CRN1)' },
  { name: 'ReceiptNumber', label: 'Receipt number' },
  { name: 'TxnNumber', label: 'Transaction number' },
];

const MORE: readonly Field<Filter>[] = [
  { name: 'FromDate', label: 'From', type: 'date' },
  { name: 'ToDate', label: 'To', type: 'date' },
  { name: 'MerchantReference', label: 'Merchant reference' },
  { name: 'Crn2', label: 'CRN2' },
  { name: 'Crn3', label: 'CRN3' },
  { name: 'BillerCode', label: 'Biller code' },
  { name: 'CardHolderName', label: 'Card holder' },
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

/** The filters that are always shown. */
const UNFOLDED: readonly string[] = [...FIRST.map(({ name }) => name), 'Action'];
const NAMES: readonly Filter[] = [...[...FIRST, ...MORE].map(({ name }) => name), 'Action', 'Currency', 'Amount'];

/** Reads filters and order from the query of an address. */
export function readSearch(query: string): ListRequest {
  const parameters = new URLSearchParams(query);
  const order = parameters.get('order') ?? '';
  const search = NAMES.map((name) => [name, parameters.get(name) ?? ''] as const).filter(([, value]) => value !== '');
  return {
    search: Object.fromEntries(search),
    order: Object.hasOwn(ORDERS, order) ? (order as ListOrder) : 'newest_first',
  };
}

/** The query of an address, with its question mark; empty without filters. */
export function writeSearch({ search, order }: ListRequest): string {
  const parameters = new URLSearchParams(search);
  if (order !== 'newest_first') parameters.set('order', order);
  return parameters.size > 0 ? `?${parameters.toString()}` : '';
}

/** True when a filter is set. */
export function isSearching(search: Values): boolean {
  return Object.keys(search).length > 0;
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

interface FilterForm {
  readonly search: Values;
  readonly currencies: readonly string[];
  readonly onSearch: (search: Values) => void;
}

/** The form. It searches when it is sent, or when a choice changes. */
export function filterForm({ search, currencies, onSearch }: FilterForm) {
  const currencyOf = (values: Values): string => values['Currency'] ?? currencies[0] ?? 'AUD';
  const amount = search['Amount'] && majorUnits(search['Amount'], currencyOf(search));
  const field = (each: Field<Filter>) => textField(each, search[each.name]);
  const choice = (name: Filter, options: readonly (readonly [string, string])[]) =>
    choiceField({
      label: name,
      name,
      options: [['', 'Any'], ...options],
      chosen: search[name] ?? '',
      onChange: (_chosen, { form }) => form?.requestSubmit(),
    });
  return searchForm({
    label: 'Transactions',
    fields: html`${FIRST.map(field)} ${choice('Action', Object.entries(ACTIONS))}`,
    more: html`${textField({ name: 'Amount', label: 'Amount', inputMode: 'decimal' }, amount)}
    ${choice(
      'Currency',
      currencies.map((each) => [each, each] as const),
    )}
    ${MORE.map(field)}`,
    isMoreOpen: Object.keys(search).some((name) => !UNFOLDED.includes(name)),
    isSearching: isSearching(search),
    onSearch({ Amount, ...others }) {
      onSearch(Amount === undefined ? others : { ...others, Amount: minorUnits(Amount, currencyOf(others)) });
    },
  });
}
