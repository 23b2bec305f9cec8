/** Rows of a long list, loaded in pages where they are seen. The list stays as it was until it is refreshed. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ListOrder, ListedTransaction } from '../sandbox/backoffice/api.js';
import type { Values } from './fields.js';
import { call, messageOf } from './office-client.js';

const PAGE = 100;

export interface ListRequest {
  readonly search: Values;
  readonly order: ListOrder;
}

export class PagedList implements ReactiveController {
  /** As long as the whole list; undefined where a row is not loaded yet. */
  rows: readonly (ListedTransaction | undefined)[] = [];
  /** Undefined until the first answer. */
  total: number | undefined;
  problem = '';

  readonly #host: ReactiveControllerHost;
  #request: ListRequest = { search: {}, order: 'newest_first' };
  #upTo: number | null = null;
  #asked = new Set<number>();
  #current = new AbortController();
  #isRefreshing = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#current.abort();
  }

  /** True when the merchant has newer transactions than the list. */
  isBehind(latest: number): boolean {
    return this.#upTo !== null && latest > this.#upTo;
  }

  /** Loads another list. */
  open(request: ListRequest): void {
    this.#request = request;
    this.total = undefined;
    this.rows = [];
    this.#start();
  }

  /** Loads the same list again, with what is new. The rows stay until the answer comes. */
  refresh(): void {
    if (!this.#isRefreshing) this.#start();
  }

  /** Loads the rows that are seen. */
  show(first: number, last: number): void {
    if (first < 0 || this.total === undefined) return;
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1) void this.#load(page);
  }

  #start(): void {
    this.#current.abort();
    this.#current = new AbortController();
    this.#asked = new Set();
    this.#upTo = null;
    this.#isRefreshing = true;
    void this.#load(0).finally(() => {
      this.#isRefreshing = false;
    });
  }

  async #load(page: number): Promise<void> {
    const { signal } = this.#current;
    if (this.#asked.has(page)) return;
    this.#asked.add(page);
    const offset = page * PAGE;
    try {
      const body = { ...this.#request, offset, limit: PAGE, upTo: this.#upTo };
      const found = await call('POST /transactions/search', { body, signal });
      if (signal.aborted) return;
      const isFirst = this.#upTo === null;
      this.#upTo = found.upTo;
      this.total = found.total;
      const rows = isFirst ? new Array<ListedTransaction | undefined>(found.total).fill(undefined) : [...this.rows];
      for (const [index, row] of found.transactions.entries()) rows[offset + index] = row;
      this.rows = rows;
      this.problem = '';
    } catch (error) {
      if (signal.aborted) return;
      this.#asked.delete(page);
      this.problem = messageOf(error);
      // The list shows the failure, and loads again when the person asks for it.
      this.#upTo = null;
      this.total ??= 0;
    }
    this.#host.requestUpdate();
  }
}
