/** The request log: calls of REST and SOAP, with filters. It can follow new calls. */
import { html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { CallSearch, FoundCalls, ListedCall } from '../sandbox/backoffice/api.js';
import { callRow } from './call-list.js';
import { emptyState } from './facts.js';
import { type Field, searchForm, textField, type Values } from './fields.js';
import { writeCountOf } from './format.js';
import { call } from './office-client.js';
import { OfficePage } from './office-page.js';
import { OFFICE } from './root.js';

const FILTERS: readonly Field<keyof CallSearch>[] = [
  { name: 'text', label: 'Text in a body', hint: 'order 7' },
  { name: 'operation', label: 'Method or operation', hint: 'T1, POST, SubmitBatch' },
  { name: 'code', label: 'Code or HTTP status', hint: '0, 110, ERROR, 404' },
  { name: 'from', label: 'From (Sydney time)', type: 'datetime-local' },
  { name: 'to', label: 'To (Sydney time)', type: 'datetime-local' },
];

/** Reads the filters from the query of an address. */
function readFilters(query: string): Values {
  const given = [...new URLSearchParams(query)];
  return Object.fromEntries(given.filter(([name, value]) => value && FILTERS.some((field) => field.name === name)));
}

export class OfficeCallsElement extends OfficePage {
  @state() private filters: Values = {};
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
    return Object.keys(this.filters).length > 0;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('latestCall') && this.isFollowing && this.found) void this.#load();
  }

  protected override render() {
    const { isFollowing, filters } = this;
    return html`
      <div class="head">
        <h1>Request log</h1>
        <label class="check follow"
          ><input type="checkbox" .checked=${live(isFollowing)} @change=${this.#onFollow} /> Follow new calls</label
        >
      </div>
      ${searchForm({
        label: 'Calls',
        fields: FILTERS.map((field) => textField({ ...field, longest: 200 }, filters[field.name])),
        isSearching: this.#isSearching,
        onSearch: (values) => this.#go(new URLSearchParams(values).toString()),
      })}
      ${this.renderMessages()} ${this.renderWhenLoaded(this.found, (loaded) => this.#renderFound(loaded))}
    `;
  }

  #renderFound({ isOn, skipped, hasMore }: FoundCalls) {
    const { calls } = this;
    if (!isOn) {
      return emptyState(html`The request log is off: the setting <code>requestLogCalls</code> is 0.`);
    }
    if (calls.length === 0) {
      return emptyState(
        this.#isSearching
          ? 'No call in the log fits these filters.'
          : 'No call yet. Calls of REST and SOAP appear here with their bodies, in which secrets are masked.',
      );
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

  #load(beforeId?: number): Promise<boolean> {
    // With older calls the list is longer than a page: a refresh would drop them.
    if (beforeId !== undefined) this.isFollowing = false;
    const body = { ...this.filters, ...(beforeId !== undefined && { beforeId }) };
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

  #go(query: string): void {
    history.replaceState(null, '', `${OFFICE}/calls${query && `?${query}`}`);
    this.#onAddress();
  }
}
