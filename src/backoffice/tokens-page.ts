/** The tokens of the merchant, with the filters of the service's own search. */
import { html } from 'lit';
import { untranslated } from '../elements/untranslated.js';
import type { FoundTokens, ListedToken } from '../sandbox/backoffice/data-api.js';
import type { TokenSearchInput } from '../wire/rest/search-input.js';
import { emptyState } from './facts.js';
import { type Field, searchForm, textField, type Values } from './fields.js';
import { badge, writeCountOf, writeExpiry, renderTime } from './format.js';
import { type Columns, gridList } from './grid-list.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';
import { OFFICE } from './root.js';

const FILTERS: readonly Field<keyof TokenSearchInput>[] = [
  { name: 'Crn1', label: 'Customer (CRN1)' },
  { name: 'MaskedCardNumber', label: 'Card', hint: '512345...346' },
  { name: 'CardType', label: 'Card type', hint: 'MC' },
  { name: 'ExpiryDate', label: 'Expiry', hint: 'MMYY' },
  { name: 'DVToken', label: 'Whole token' },
];

const MORE: readonly Field<keyof TokenSearchInput>[] = [
  { name: 'Crn2', label: 'CRN2' },
  { name: 'Crn3', label: 'CRN3' },
  { name: 'FromDate', label: 'From', type: 'date' },
  { name: 'ToDate', label: 'To', type: 'date' },
  { name: 'Source', label: 'Source', hint: 'api' },
  { name: 'UserCreated', label: 'Stored by' },
  { name: 'UserUpdated', label: 'Changed by' },
];

const COLUMNS: Columns<ListedToken> = {
  time: ['Stored', ({ createdAt }) => renderTime(createdAt)],
  order: ['Customer', ({ crn1, holderName }) => crn1 ?? holderName ?? '–'],
  amount: ['Expiry', ({ expiry }) => writeExpiry(expiry)],
  state: ['Status', expiryBadge],
  'card-cell': ['Card or account', ({ cardType, maskedNumber }) => `${cardType ?? ''} ${maskedNumber ?? '–'}`],
  action: ['Source', ({ source }) => source],
  number: ['Token', ({ id, maskedToken }) => html`<a href="${OFFICE}/tokens/${id}">${untranslated(maskedToken)}</a>`],
};

/** A token's validity as word, colour and shape. */
export function expiryBadge({ isExpired, kind }: ListedToken) {
  if (kind === 'bank_account') return badge('approved', 'Account');
  return isExpired ? badge('declined', 'Expired') : badge('approved', 'Valid');
}

export class OfficeTokensElement extends LoadedPage<FoundTokens> {
  #search: Values = {};

  get #isSearching(): boolean {
    return Object.keys(this.#search).length > 0;
  }

  protected override render() {
    return html`
      <div class="head"><h1>Tokens</h1></div>
      ${searchForm({
        label: 'Tokens',
        fields: html`${FILTERS.map((field) => textField(field))}
          <label class="check"><input type="checkbox" name="ExpiredCardsOnly" value="true" />Expired only</label>`,
        more: MORE.map((field) => textField(field)),
        isSearching: this.#isSearching,
        onSearch: (search) => {
          this.#search = search;
          void this.refresh();
        },
      })}
      ${this.renderBody()}
    `;
  }

  protected override ask(): Promise<FoundTokens> {
    return call('POST /tokens/search', { body: { search: this.#search } });
  }

  protected override renderLoaded({ tokens, isCut }: FoundTokens) {
    if (tokens.length === 0) {
      return emptyState(
        this.#isSearching
          ? 'No token fits these filters.'
          : 'There are no tokens yet. A payment stores a card with TokenisationMode 3, or when the shopper agrees.',
      );
    }
    const count = writeCountOf(tokens.length, 'token');
    return html`<div class="count">
        <p role="status">${isCut ? `The newest ${count}: narrow the search to see others` : count}</p>
      </div>
      ${gridList({ label: 'Tokens', look: 'wide-end', columns: COLUMNS, rows: tokens })}`;
  }
}
