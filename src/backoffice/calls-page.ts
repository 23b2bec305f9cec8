/** The request log: calls of REST and SOAP, with filters. It can follow new calls. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { CallSearch, FoundCalls, ListedCall } from '../sandbox/backoffice/api.js';
import { callRow } from './call-list.js';
import { writeCountOf } from './format.js';
import { call } from './office-client.js';
import { OfficePage } from './office-page.js';
import { OFFICE } from './root.js';

const NAMES = ['text', 'operation', 'code', 'from', 'before'] as const;
type Filters = Readonly<Record<(typeof NAMES)[number], string>>;
const EMPTY: Filters = { text: '', operation: '', code: '', from: '', before: '' };

function readFilters(query: string): Filters {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(NAMES.map((name) => [name, parameters.get(name) ?? ''])) as Filters;
}

function toSearch({ text, operation, code, from, before }: Filters): CallSearch {
  const time = (value: string): number | undefined => {
    const milliseconds = value === '' ? Number.NaN : new Date(value).getTime();
    return milliseconds >= 0 ? milliseconds : undefined;
  };
  const search = { text, operation, code, from: time(from), before: time(before) };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== '' && value !== undefined));
}

export class OfficeCallsElement extends OfficePage {
  /** Highest number of a call, from the live stream. */
  @property({ attribute: false }) latest = 0;

  @state() private filters: Filters = EMPTY;
  @state() private found: FoundCalls | undefined;
  @state() private calls: readonly ListedCall[] = [];
  @state() private isFollowing = true;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('popstate', this.#onAddress);
    this.#onAddress();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('popstate', this.#onAddress);
  }

  get #isSearching(): boolean {
    return NAMES.some((name) => this.filters[name] !== '');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('latest') && this.isFollowing && this.found) void this.#load();
  }

  protected override render() {
    const { isFollowing } = this;
    return html`
      <div class="head">
        <h1>Request log</h1>
        <label class="check follow"
          ><input type="checkbox" .checked=${live(isFollowing)} @change=${this.#onFollow} /> Follow new calls</label
        >
      </div>
      ${this.#renderFilters()} ${this.renderMessages()}
      ${this.renderLoaded(this.found, (loaded) => this.#renderFound(loaded))}
    `;
  }

  #renderFilters() {
    const { filters } = this;
    const field = (name: keyof Filters, label: string, hint = '', type = 'text') =>
      html`<label
        >${label}
        <input
          name=${name}
          type=${type}
          .value=${live(filters[name])}
          placeholder=${hint}
          autocomplete="off"
          spellcheck="false"
          maxlength="200"
      /></label>`;
    return html`<form class="filters" role="search" aria-label="Calls" @submit=${this.#onSubmit}>
      <div class="grid">
        ${field('text', 'Text in a body', 'order 7')}
        ${field('operation', 'Method or operation', 'T1, POST, SubmitBatch')}
        ${field('code', 'Code or HTTP status', '0, 110, 404')} ${field('from', 'From', '', 'datetime-local')}
        ${field('before', 'To', '', 'datetime-local')}
        <div class="actions">
          <button type="submit">Search</button>
          ${
            this.#isSearching
              ? html`<button type="button" class="second" @click=${this.#onClear}>Clear</button>`
              : nothing
          }
        </div>
      </div>
    </form>`;
  }

  #renderFound({ isOn, skipped, hasMore }: FoundCalls) {
    const { calls } = this;
    if (!isOn) {
      return html`<div class="empty">
        <p>The request log is off: the setting <code>requestLogCalls</code> is 0.</p>
      </div>`;
    }
    if (calls.length === 0) {
      return html`<div class="empty">
        <p>
          ${
            this.#isSearching
              ? 'No call in the log fits these filters.'
              : 'No call yet. Calls of REST and SOAP appear here with their bodies, in which secrets are masked.'
          }
        </p>
      </div>`;
    }
    return html`<p class="quiet" role="status">
        ${writeCountOf(calls.length, hasMore ? 'newest call' : 'call')}${
          skipped > 0 ? html` · ${skipped} more were not logged, because the sandbox was busy` : nothing
        }
      </p>
      <ul class="calls" aria-label="Calls">
        ${repeat(calls, ({ id }) => id, callRow)}
      </ul>
      ${
        hasMore
          ? html`<button type="button" class="second" @click=${() => this.#load(calls.at(-1)?.id)}>Older calls</button>`
          : nothing
      }`;
  }

  #load(beforeId?: number): Promise<void> {
    // With older calls the list is longer than a page: a refresh would drop them.
    if (beforeId !== undefined) this.isFollowing = false;
    const body = { ...toSearch(this.filters), ...(beforeId !== undefined && { beforeId }) };
    return this.load(
      'calls',
      () => call('POST /calls/search', { body }),
      (found) => {
        this.calls = beforeId === undefined ? found.calls : [...this.calls, ...found.calls];
        this.found = found;
      },
    );
  }

  readonly #onAddress = (): void => {
    this.filters = readFilters(location.search);
    void this.#load();
  };

  readonly #onFollow = ({ target }: Event): void => {
    this.isFollowing = (target as HTMLInputElement).checked;
    if (this.isFollowing) void this.#load();
  };

  readonly #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const given = [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '');
    this.#go(new URLSearchParams(given).toString());
  };

  readonly #onClear = (): void => {
    this.#go('');
  };

  #go(query: string): void {
    history.replaceState(null, '', `${OFFICE}/calls${query && `?${query}`}`);
    this.#onAddress();
  }
}
