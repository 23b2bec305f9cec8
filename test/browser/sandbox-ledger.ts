/** The service's transactions, by its own search (T3) with the demo merchant's credentials. */
import type { Demo } from '../../build/demo/start.js';
import { readTransactions, type FoundTransaction } from '../../src/fixtures/transactions.js';

export type { FoundTransaction };

/** The merchant and the URL. */
type Books = Pick<Demo, 'sandboxUrl' | 'merchant'>;

/** Reads transactions of the service. */
export class SandboxLedger {
  readonly #demo: Books;

  constructor(demo: Books) {
    this.#demo = demo;
  }

  /** All transactions of an order, newest first. */
  transactionsOf(order: number | string): Promise<readonly FoundTransaction[]> {
    return readTransactions(this.#demo.sandboxUrl, this.#demo.merchant, String(order));
  }
}
