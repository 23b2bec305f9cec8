/** The tokens of the merchant, with the filters of the service's own search. */
import { html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import type { FoundTokens, ListedToken } from '../sandbox/backoffice/data-api.js';
import { badge, writeCountOf, writeExpiry, writeShortTime } from './format.js';
import { gridList } from './grid-list.js';
import { call } from './office-client.js';
import { OfficePage } from './office-page.js';
import { OFFICE } from './root.js';

/** A member of the service's search with its label. */
interface Filter {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'date';
}

const FILTERS: readonly Filter[] = [
  { name: 'Crn1', label: 'Customer (CRN1)' },
  { name: 'MaskedCardNumber', label: 'Card', hint: '512345...346' },
  { name: 'CardType', label: 'Card type', hint: 'MC' },
  { name: 'ExpiryDate', label: 'Expiry', hint: 'MMYY' },
  { name: 'DVToken', label: 'Whole token' },
];

const MORE: readonly Filter[] = [
  { name: 'Crn2', label: 'CRN2' },
  { name: 'Crn3', label: 'CRN3' },
  { name: 'FromDate', label: 'From', type: 'date' },
  { name: 'ToDate', label: 'To', type: 'date' },
  { name: 'Source', label: 'Source', hint: 'api' },
  { name: 'UserCreated', label: 'Stored by' },
  { name: 'UserUpdated', label: 'Changed by' },
];

function renderFilter({ name, label, hint, type }: Filter) {
  return html`<label
    >${label} <input name=${name} type=${type ?? 'text'} autocomplete="off" maxlength="50" placeholder=${hint ?? ''}
  /></label>`;
}

/** A token's validity as word, colour and shape. */
export function expiryBadge({ isExpired, kind }: ListedToken) {
  if (kind === 'bank_account') return badge('approved', 'Account');
  return isExpired ? badge('declined', 'Expired') : badge('approved', 'Valid');
}

export class OfficeTokensElement extends OfficePage {
  @state() private found: FoundTokens | undefined;
  @state() private isSearching = false;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load({});
  }

  protected override render() {
    return html`
      <div class="head"><h1>Tokens</h1></div>
      <form class="filters" role="search" aria-label="Tokens" @submit=${this.#onSubmit} @reset=${() => this.#load({})}>
        <div class="grid">
          ${FILTERS.map(renderFilter)}
          <label class="check"><input type="checkbox" name="ExpiredCardsOnly" value="true" />Expired only</label>
          <div class="actions">
            <button>Search</button>
            ${this.isSearching ? html`<button type="reset" class="second">Clear</button>` : nothing}
          </div>
        </div>
        <details>
          <summary>More filters</summary>
          <div class="grid">${MORE.map(renderFilter)}</div>
        </details>
      </form>
      ${this.renderMessages()} ${this.renderLoaded(this.found, (loaded) => this.#renderFound(loaded))}
    `;
  }

  #renderFound({ tokens, isCut }: FoundTokens) {
    if (tokens.length === 0) {
      return html`<div class="empty">
        <p>
          ${
            this.isSearching
              ? 'No token fits these filters.'
              : 'There are no tokens yet. A payment stores a card with TokenisationMode 3, or when the shopper agrees.'
          }
        </p>
      </div>`;
    }
    const count = writeCountOf(tokens.length, 'token');
    return html`<div class="count">
        <p role="status">${isCut ? `The newest ${count}: narrow the search to see others` : count}</p>
      </div>
      ${gridList({
        label: 'Tokens',
        headings: {
          time: 'Stored',
          order: 'Customer',
          amount: 'Expiry',
          state: 'Status',
          'card-cell': 'Card or account',
          action: 'Source',
          number: 'Token',
        },
        rows: tokens.map((token) => ({
          time: writeShortTime(token.createdAt),
          order: token.crn1 ?? token.holderName ?? '–',
          amount: writeExpiry(token.expiry),
          state: expiryBadge(token),
          'card-cell': `${token.cardType ?? ''} ${token.maskedNumber ?? '–'}`,
          action: token.source,
          number: html`<a href="${OFFICE}/tokens/${token.id}">${token.maskedToken}</a>`,
        })),
      })}`;
  }

  #load(search: Readonly<Record<string, string>>): Promise<void> {
    this.isSearching = Object.keys(search).length > 0;
    return this.load(
      'tokens',
      () => call('POST /tokens/search', { body: { search } }),
      (found) => (this.found = found),
    );
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const search: Record<string, string> = {};
    for (const [name, value] of new FormData(event.currentTarget as HTMLFormElement)) {
      if (typeof value === 'string' && value.trim() !== '') search[name] = value.trim();
    }
    void this.#load(search);
  };
}
